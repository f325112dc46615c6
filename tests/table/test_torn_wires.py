"""A table with a bad network: acknowledged changes are stored once, and soon shown.

The phones are connected by a relay that cuts connections, and delays or loses requests
and responses. The table is killed and restarted, and its database is sometimes locked.
"""

import asyncio
import os
import random
import re
import socket
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from html import unescape
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

import pytest

from peloton.cli.support.addresses import HERE
from peloton.desk.session import Session
from peloton.desk.store import DeskStore
from peloton.errors import PelotonError
from peloton.store.session import open_store
from tests.machine import needs_posix
from tests.table.tables import loaded

STAGE = 5
WRONG_FOR = 16.0
"""Maximum seconds that a page may be behind, on a machine with nothing else to do."""
STARTS = 8
"""On a slow machine, a page may be behind as long as this many starts of a table."""
PATIENT = 60.0
"""Seconds without a response after which a phone gives up and the test fails."""
RULED = re.compile(r"ruling (\d+)\.")
NO_ANSWER = (OSError, EOFError, asyncio.IncompleteReadError, asyncio.TimeoutError)

pytestmark = needs_posix


@dataclass(kw_only=True)
class Killed:
    """A table in a process that is killed and restarted on the same port."""

    session: Session
    folder: Path
    port: int
    process: "subprocess.Popen[bytes] | None" = None
    kills: int = 0

    def start(self) -> None:
        with (self.folder / "said").open("ab") as said:
            self.process = subprocess.Popen(  # noqa: S603 - our own program
                [
                    *(
                        sys.executable,
                        "-m",
                        "peloton",
                        "--db",
                        str(self.session.address),
                    ),
                    *("table", "--host", HERE, "--port", str(self.port)),
                ],
                env={**os.environ, "XDG_DATA_HOME": str(self.folder)},
                stdout=said,
                stderr=said,
            )

    def start_up(self) -> float:
        """Start the table; return the seconds until it answers."""
        begun = time.monotonic()
        self.start()
        while time.monotonic() - begun < PATIENT:
            with suppress(OSError):
                socket.create_connection((HERE, self.port)).close()
                break
            time.sleep(0.02)
        return time.monotonic() - begun

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        self.kills += 1

    @property
    def said(self) -> str:
        return (self.folder / "said").read_text()


@dataclass(kw_only=True)
class Relay:
    """The network between phones and table; `torn` is the share of bad connections."""

    port: int
    chance: random.Random
    torn: float = 0.0
    harm: Counter[str] = field(default_factory=Counter)

    async def carry(
        self, phone: asyncio.StreamReader, back: asyncio.StreamWriter
    ) -> None:
        fates = ("cut", "lost", "late", "half", "silent")
        fate = self.chance.choice(fates) if self.chance.random() < self.torn else ""
        self.harm[fate] += 1
        try:
            if fate == "cut":
                return
            asked = await asyncio.wait_for(whole_request(phone), 10)
            if fate == "late":
                await asyncio.sleep(self.chance.uniform(0.2, 4))
            answer, table = await asyncio.open_connection(HERE, self.port)
            with closing(table):
                table.write(asked)
                if fate == "lost":
                    await asyncio.wait_for(answer.read(), 2)
                    return
                await self.answered(answer, back, fate)
        except (asyncio.CancelledError, *NO_ANSWER):
            pass
        finally:
            back.transport.abort()

    async def answered(
        self, answer: asyncio.StreamReader, back: asyncio.StreamWriter, fate: str
    ) -> None:
        """Forward a response; a stream ends some time later, with an error or not."""
        dies = self.chance.uniform(0, 12) if fate else 10_000
        end = time.monotonic() + dies
        while piece := await asyncio.wait_for(
            answer.read(4096), max(end - time.monotonic(), 0.01)
        ):
            if fate == "half" and len(piece) > 1:
                back.write(piece[: len(piece) // 2])
                await back.drain()
                return
            if fate == "silent" and time.monotonic() > end - 6:
                await asyncio.sleep(20)
                return
            back.write(piece)
            await back.drain()
        await asyncio.sleep(0)
        back.write_eof()


async def whole_request(phone: asyncio.StreamReader) -> bytes:
    head = await phone.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
    return head + await phone.readexactly(int(length[1]) if length else 0)


@dataclass(kw_only=True)
class Asking:
    """A phone that sends requests through a relay, as the page's script does."""

    relay: int
    host: str
    cookie: str = ""

    def request(self, method: str, path: str, body: str = "", more: str = "") -> bytes:
        return (
            f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nConnection: close\r\n"
            f"Origin: http://{self.host}\r\nCookie: {self.cookie}\r\n{more}"
            f"Content-Length: {len(body)}\r\n\r\n{body}"
        ).encode()

    async def ask(
        self, method: str, path: str, body: str = "", more: str = ""
    ) -> tuple[int, dict[str, str], str]:
        """Return the status, the headers and the text; raise OSError if some is lost.

        The names of the headers are in lower case.
        """
        async with asyncio.timeout(5.5):
            phone, table = await asyncio.open_connection(HERE, self.relay)
            try:
                table.write(self.request(method, path, body, more))
                head = (await phone.readuntil(b"\r\n\r\n")).decode()
                found = re.findall(r"(?m)^([\w-]+): (.*?)\r$", head)
                headers = {name.lower(): value for name, value in found}
                text = await phone.readexactly(int(headers.get("content-length", 0)))
            finally:
                table.transport.abort()
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].partition(";")[0]
        return int(head.split()[1]), headers, text.decode()

    async def sit(self, key: str) -> None:
        """Take a seat; retry until it succeeds."""
        while True:
            with suppress(*NO_ANSWER):
                status, _, _ = await self.ask("POST", "/sit", urlencode({"key": key}))
                if status == 303:
                    return
            await asyncio.sleep(0.1)


@dataclass(kw_only=True)
class Writer:
    """A phone that sends line after line, each until it is acknowledged."""

    name: str
    phone: Asking
    stage: str
    chance: random.Random
    rest: float
    answered: list[str] = field(default_factory=list)
    sent: int = 0

    async def change(self, number: int, **fields: object) -> int:
        """Send a change repeatedly with the same number; return the response."""
        body = urlencode({"stage": self.stage, "number": number, **fields})
        begun = time.monotonic()
        while time.monotonic() - begun < PATIENT:
            self.sent += 1
            with suppress(*NO_ANSWER):
                status, _, text = await self.phone.ask("POST", "/change", body)
                if status in (303, 409):
                    return status
                assert status == 429 or "busy" in text or "lock" in text, text
            await asyncio.sleep(self.chance.uniform(0.05, 0.3))
        raise AssertionError(fields)

    async def write(self, until: Callable[[], bool]) -> None:
        """Add remarks, which do not belong to a turn."""
        for number in count(1):
            if until():
                return
            line = f"# {self.name} {number}"
            assert await self.change(number, op="add", was="@0", line=line) == 303
            self.answered.append(line)
            await asyncio.sleep(self.chance.uniform(0.1, self.rest))

    async def rule(self, until: Callable[[], bool]) -> None:
        """Replace the ruling on the second line, which all followers see."""
        line = "!1 +5 ruling 0."
        for number in count(1):
            if until():
                return
            new = f"!1 +5 ruling {number}."
            fields = {"op": "replace", "at": 2, "was": line, "line": new}
            assert await self.change(number, **fields) == 303
            self.answered[:] = [line := new]
            await asyncio.sleep(self.chance.uniform(0.1, self.rest))


@dataclass(kw_only=True)
class Reader:
    """A phone that reads pages, with the timing of the page's script."""

    phone: Asking
    path: str
    page: str = ""
    tag: str = ""
    board: str = "0"

    async def listen(self) -> None:
        """Request the page again and again; after a failure, pause."""
        while True:
            failed, more = True, f"If-None-Match: {self.tag}\r\n"
            with suppress(*NO_ANSWER):
                path = f"{self.path}?board={self.board}"
                status, headers, text = await self.phone.ask("GET", path, more=more)
                if status == 200:
                    self.page, self.tag = text, headers["etag"]
                if status in (200, 304):
                    self.board, failed = headers["board"], False
            if failed:
                self.board = "0"
                await asyncio.sleep(random.uniform(1, 2))  # noqa: S311 - as the script

    @property
    def shown(self) -> tuple[str, ...]:
        """The lines of the desk; for a follower the latest ruling."""
        if self.path == "/":
            return tuple(f"ruling {n}." for n in RULED.findall(self.page)[:1])
        return tuple(map(unescape, re.findall(r'data-was="([^"]*)"', self.page)))


@dataclass(kw_only=True)
class Truth:
    """The texts of the draft, each with the time of its change."""

    session: Session
    most_behind: float = WRONG_FOR
    texts: list[tuple[float, tuple[str, ...]]] = field(default_factory=list)
    worst: float = 0.0

    def draft(self) -> tuple[str, ...]:
        assert self.session.address is not None
        assert self.session.tour_name is not None
        with open_store(self.session.address, write=False) as store:
            found = store.draft(self.session.tour_name, STAGE)
        return tuple(found.text.split("\n")[:-1]) if found else ()

    def look(self) -> None:
        with suppress(PelotonError):
            draft = self.draft()
            if not self.texts or draft != self.texts[-1][1]:
                self.texts.append((time.monotonic(), draft))

    def behind(self, reader: Reader) -> float:
        """Return how many seconds a reader has been behind the draft."""
        follows = reader.path == "/"
        shown = reader.shown
        since = next((at for at, lines in self.texts if more(lines, shown, follows)), 0)
        return time.monotonic() - since if since else 0.0


def more(lines: tuple[str, ...], shown: tuple[str, ...], follows: bool) -> bool:  # noqa: FBT001
    """Return whether lines are newer than those shown (followers: the ruling)."""
    ruled, seen = (
        max(map(int, RULED.findall("\n".join(texts))), default=-1)
        for texts in (lines, shown)
    )
    return ruled > seen or (not follows and len(lines) > len(shown))


def typed_at_the_desk(desk: DeskStore, storm: "Storm") -> list[str]:
    """Type at the terminal while phones write; return the stored lines."""
    kept = list[str]()
    text = desk.open().text
    for number in count(1):
        if storm.over():
            return kept
        text = desk.merge_changes(text) or text
        line = f"# desk {number}"
        text += f"{line}\n"
        begun = time.monotonic()
        while True:
            try:
                desk.save_draft(text)
            except PelotonError:
                assert time.monotonic() - begun < PATIENT
                time.sleep(0.1)
            else:
                break
        kept.append(line)
        desk.look()
        time.sleep(storm.relay.chance.uniform(0.1, storm.rest))
    return kept


@contextmanager
def locked(where: str) -> Iterator[None]:
    """Lock a database, as another writing program does."""
    with closing(sqlite3.connect(where, timeout=5)) as other:
        with suppress(sqlite3.OperationalError):
            other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


@dataclass(kw_only=True)
class Storm:
    """A table with its phones, and the disturbances of their network."""

    table: Killed
    relay: Relay
    seconds: float
    truth: Truth
    writing: list[Writer] = field(default_factory=list)
    reading: list[Reader] = field(default_factory=list)
    end: float = 0.0

    @property
    def rest(self) -> float:
        """Maximum pause of a writer, so that a draft has some hundred lines."""
        return max(0.5, self.seconds / 25)

    def over(self) -> bool:
        return time.monotonic() > self.end

    async def gather(self, port: int, writers: int, readers: int) -> None:
        """Let all phones take seats, and write the first two lines."""
        host, keys = f"{HERE}:{self.table.port}", dict[str, str]()
        while "Ctrl-C" not in self.table.said:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)
        keys = dict(re.findall(r"(Follow|Write) .*/#[fw]=(\S+)", self.table.said))
        for number in range(writers):
            phone = Asking(relay=port, host=host)
            await phone.sit(keys["Write"])
            _, _, page = await phone.ask("GET", "/desk")
            stage = re.findall(r'data-stage="([^"]*)"', page)[0]
            name, chance = f"w{number}", self.relay.chance
            writer = Writer(
                name=name, phone=phone, stage=stage, chance=chance, rest=self.rest
            )
            self.writing.append(writer)
        for number in range(readers):
            writes = number % 5 == 0
            path = "/desk" if writes else "/"
            reader = Reader(phone=Asking(relay=port, host=host), path=path)
            await reader.phone.sit(keys["Write" if writes else "Follow"])
            self.reading.append(reader)
        for number, line in enumerate(("1 0", "!1 +5 ruling 0.")):
            fields = {"op": "add", "was": "@0", "line": line}
            assert await self.writing[0].change(900 + number, **fields) == 303

    async def look(self) -> None:
        """Record how many seconds each reader is behind."""
        while True:
            await asyncio.to_thread(self.truth.look)
            self.truth.worst = max(
                self.truth.worst, *map(self.truth.behind, self.reading)
            )
            await asyncio.sleep(0.2)

    async def harm(self) -> None:
        """Cut connections, kill the table, lock the database."""
        self.relay.torn, chance = 0.12, self.relay.chance
        while not self.over():
            await asyncio.sleep(chance.uniform(0.1, 0.2) * min(self.seconds, 60))
            self.table.kill()
            await asyncio.sleep(chance.uniform(0, 0.5))
            self.table.start()
            with locked(str(self.table.session.address)):
                await asyncio.sleep(chance.uniform(0, 2))
        self.relay.torn = 0.0

    async def rage(self) -> list[list[str]]:
        """Write and read until the end; return the lines acknowledged to writers."""
        self.end = time.monotonic() + self.seconds
        self.truth.look()
        reads = [reader.listen() for reader in self.reading]
        session, (ruler, *others) = self.table.session, self.writing
        kept = list[list[str]]()

        async def typed() -> None:
            with closing(DeskStore(session, STAGE)) as desk:
                kept.append(await asyncio.to_thread(typed_at_the_desk, desk, self))

        writes = (writer.write(self.over) for writer in others)
        ends = (self.harm(), typed(), ruler.rule(self.over), *writes)
        tasks = [asyncio.create_task(job) for job in (*ends, *reads, self.look())]
        try:
            await asyncio.gather(*tasks[: len(ends)])
            quiet = time.monotonic()
            while any(map(self.truth.behind, self.reading)):
                assert time.monotonic() - quiet < self.truth.most_behind, (
                    self.truth.worst
                )
                await asyncio.sleep(0.1)
        finally:
            left = set(tasks)
            while left:  # one that is just being answered may not hear it
                for task in left:
                    task.cancel()
                _, left = await asyncio.wait(left, timeout=1)
        return [*kept, *(writer.answered for writer in self.writing)]


async def torn(
    table: Killed, most_behind: float, seconds: float, writers: int, readers: int
) -> None:
    chance = random.Random(1)  # noqa: S311 - harm, no key
    relay = Relay(port=table.port, chance=chance)
    truth = Truth(session=table.session, most_behind=most_behind)
    storm = Storm(table=table, relay=relay, seconds=seconds, truth=truth)
    async with await asyncio.start_server(relay.carry, HERE, 0) as server:
        await storm.gather(server.sockets[0].getsockname()[1], writers, readers)
        answered = await storm.rage()
    last = truth.draft()
    sys.stderr.write(
        f"\n{len(last)} lines of {sum(w.sent for w in storm.writing)} sendings,"
        f" {table.kills} kills, {dict(relay.harm)}, behind {truth.worst:.1f} s\n"
    )

    assert len(last) == len(set(last)) == 1 + sum(map(len, answered))
    for sent in answered:
        assert [line for line in last if line in set(sent)] == sent
    for _, lines in truth.texts:
        there = [line for line in lines if line in set(last)]
        assert there == sorted(there, key=last.index)
    assert truth.worst <= truth.most_behind
    assert table.kills
    assert "Traceback" not in table.said


@pytest.mark.parametrize(
    ("seconds", "writers", "readers"),
    [
        pytest.param(3, 4, 8, id="for seconds", marks=pytest.mark.slow),
        pytest.param(180, 8, 40, id="for minutes", marks=pytest.mark.endurance),
    ],
)
def test_each_line_that_was_answered_is_there_once_however_wires_are_torn(
    tmp_path: Path, seconds: float, writers: int, readers: int
) -> None:
    session = loaded(tmp_path, "cyclo", STAGE)
    with socket.create_server((HERE, 0)) as free:
        port = free.getsockname()[1]
    table = Killed(session=session, folder=tmp_path, port=port)
    most_behind = max(WRONG_FOR, STARTS * table.start_up())
    try:
        asyncio.run(torn(table, most_behind, seconds, writers, readers))
    finally:
        table.kill()
