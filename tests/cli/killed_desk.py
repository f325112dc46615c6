"""Run the desk at a real terminal, in a process that can be killed."""

import os
import select
import signal
import subprocess
import sys
import time

import pytest

from tests.machine import PATIENCE

DRAWN = b"\x1b[?25h"
"""Escape code at the end of every drawing of the screen: show the cursor."""
LEFT = b"\x1b[?1049l"
"""Escape code at the end of the program: restore the previous screen."""
STARTER = """
import os, sys
from peloton.cli.main import main
from peloton.cli.fullscreen import program, session
session.REDRAW_WAIT = 120  # even if the disk is slow, save before the screen is drawn
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
"""A program that starts the desk at terminals; it imports peloton only once."""


class Starter:
    """Starts the desk again and again, each time at a new terminal."""

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
    """A terminal with the desk in it, with its output and its keyboard."""

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
        """Read the output until these bytes appear, and discard it up to there."""
        deadline = time.monotonic() + PATIENCE
        while what not in self.seen:
            ready, _, _ = select.select([self.master], [], [], PATIENCE)
            assert ready, f"waited for {what!r}, got {self.seen!r}"
            assert time.monotonic() < deadline
            self.seen += os.read(self.master, 65536)
        self.seen = self.seen.rpartition(what)[2]

    def press(self, key: str) -> None:
        """Press a key, and wait until the screen is drawn."""
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
