"""The desk at a real terminal, in a process that can be killed."""

import os
import select
import signal
import subprocess
import sys
import time

import pytest

from tests.machine import PATIENCE

DRAWN = b"\x1b[?25h"
"""Ends every drawing of the screen: the cursor is shown again."""
LEFT = b"\x1b[?1049l"
"""Gives the screen back as it was before."""
STARTER = """
import os, sys
from peloton.cli.main import main
from peloton.cli.fullscreen import program, session
session.REDRAW_WAIT = 120  # the slowest disk is waited for before the screen is drawn
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        os.setsid()
        terminal = os.open(line.strip(), os.O_RDWR)
        for stream in range(3):
            os.dup2(terminal, stream)
        main(["finish", "2"])
    print(child, flush=True)
    os.waitpid(child, 0)
    print("gone", flush=True)
"""
"""Starts the program at terminals; imported once, for it is started often."""


class Starter:
    """Starts the program at a terminal of its own, time after time."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(  # noqa: S603 - this very program
            [sys.executable, "-c", STARTER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "TERM": "xterm"},
            text=True,
        )

    def say(self, words: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{words}\n")
        self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def close(self) -> None:
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()
        self.process.kill()
        self.process.wait()


class Terminal:
    """The program at a terminal: what it drew, and a hand on the keyboard."""

    def __init__(self, starter: Starter) -> None:
        pty = pytest.importorskip("pty", reason="a terminal to drive is a POSIX thing")
        self.master, self.slave = pty.openpty()
        self.starter = starter
        starter.say(os.ttyname(self.slave))
        self.child = int(starter.hear())
        self.seen = b""
        self.wait_for(b"F1")
        self.wait_for(DRAWN)

    def wait_for(self, what: bytes) -> None:
        """Read on until something is drawn, and forget it."""
        deadline = time.monotonic() + PATIENCE
        while what not in self.seen:
            ready, _, _ = select.select([self.master], [], [], PATIENCE)
            assert ready, f"waited for {what!r}, got {self.seen!r}"
            assert time.monotonic() < deadline
            self.seen += os.read(self.master, 65536)
        self.seen = self.seen.rpartition(what)[2]

    def press(self, key: str) -> None:
        """Press a key, and see it on the screen."""
        self.seen = b""
        self.send(key)
        self.wait_for(DRAWN)

    def send(self, key: str) -> None:
        os.write(self.master, key.encode())

    def kill(self) -> None:
        os.kill(self.child, signal.SIGKILL)
        self.ended()

    def ended(self) -> None:
        assert self.starter.hear() == "gone"
        os.close(self.master)
        os.close(self.slave)
