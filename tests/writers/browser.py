"""Run a browser without a window, to check a page's console and its requests."""

import json
import os
import select
import shutil
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import FileIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.machine import PATIENCE

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
needs_browser = pytest.mark.skipif(
    CHROMIUM is None, reason=f"no browser in PATH: {' or '.join(NAMES)}"
)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
)


@dataclass(kw_only=True)
class Browser:
    """One tab; `said` has its console messages, and `asked` the requested addresses."""

    to: FileIO
    of: FileIO
    session: str = ""
    number: int = 0
    left: bytes = b""
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """Call a method of the browser; record the events until it returns."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        self.to.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next()
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result

    def next(self) -> dict[str, Any]:
        while b"\0" not in self.left:
            ready, _, _ = select.select([self.of], [], [], PATIENCE)
            found = self.of.read(1 << 20) if ready else b""
            assert found, "the browser is gone"
            self.left += found
        letters, _, self.left = self.left.partition(b"\0")
        answer: dict[str, Any] = json.loads(letters)
        method, params = answer.get("method", ""), answer.get("params", {})
        self.events.append(method)
        if method == "Network.requestWillBeSent":
            self.asked.append(params["request"]["url"])
        elif method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown"):
            self.said.append(json.dumps(params))
        elif method == "Log.entryAdded":
            self.said.append(params["entry"]["text"])
        return answer

    def open(self, url: str, *, width: int, height: int, dark: bool = False) -> None:
        """Open a page on a screen of this size."""
        phone = width < 600
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if phone else 1,
            mobile=phone,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self._go_to("about:blank")
        self.said.clear()
        self.asked.clear()
        self._go_to(url)

    def _go_to(self, url: str) -> None:
        self.events.clear()
        self.call("Page.navigate", url=url)
        while "Page.loadEventFired" not in self.events:
            self.next()

    def value(self, script: str) -> Any:  # noqa: ANN401 - whatever the script gives
        """Return the value of a script."""
        found = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def press(self, key: str) -> None:
        """Press a key."""
        text = "\r" if key == "Enter" else ""
        code = 13 if key == "Enter" else 0
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                text=text if kind == "keyDown" else "",
                windowsVirtualKeyCode=code,
            )

    def picture(self, file: Path) -> None:
        """Save a screenshot."""
        found = self.call("Page.captureScreenshot", format="png")
        file.write_bytes(b64decode(found["data"]))


_START = """
import fcntl, os, sys
listen, answer = (fcntl.fcntl(int(n), fcntl.F_DUPFD, 10) for n in sys.argv[1:3])
os.dup2(listen, 3)
os.dup2(answer, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""A program that starts a browser with its pipes as file descriptors 3 and 4."""


@contextmanager
def browser() -> Iterator[Browser]:
    """Start a browser with an empty profile."""
    assert CHROMIUM is not None
    with (
        TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        _pipe() as (listen, to),
        _pipe() as (of, answer),
        subprocess.Popen(  # noqa: S603 - a program that is installed here
            [
                *(sys.executable, "-c", _START),
                *(str(listen.fileno()), str(answer.fileno())),
                *(CHROMIUM, *FLAGS, f"--user-data-dir={folder}"),
            ],
            pass_fds=(listen.fileno(), answer.fileno()),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process,
    ):
        listen.close()
        answer.close()
        try:
            tab = Browser(to=to, of=of)
            try:
                target = tab.call("Target.createTarget", url="about:blank")["targetId"]
            except (AssertionError, BrokenPipeError):
                # The command may be a script that only tells how to install a snap.
                pytest.skip(f"{CHROMIUM} does not start")
            attached = tab.call("Target.attachToTarget", targetId=target, flatten=True)
            tab.session = attached["sessionId"]
            for domain in ("Page", "Runtime", "Log", "Network"):
                tab.call(f"{domain}.enable")
            yield tab
            tab.session = ""
            tab.call("Browser.close")
            process.wait(PATIENCE)
        finally:
            process.kill()


@contextmanager
def _pipe() -> Iterator[tuple[FileIO, FileIO]]:
    """Open a pipe; yield its end to read from and its end to write to."""
    source, target = os.pipe()
    with FileIO(source, "r") as reading, FileIO(target, "w") as writing:
        yield reading, writing
