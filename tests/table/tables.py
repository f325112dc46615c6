"""Run a live table for a test, with simulated phones."""

import os
import re
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from html import unescape
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from urllib.parse import urlencode

from click.testing import CliRunner

from peloton.cli.commands.table import file_to_take_home
from peloton.cli.main import main
from peloton.cli.support.addresses import HERE, open_sockets
from peloton.desk.session import Session
from peloton.notation.resources import sample_tours
from peloton.notation.stories import builtin_story
from peloton.rules.facts.kinds import Language
from peloton.store.session import open_store
from peloton.table.live import LiveTour
from peloton.table.live_table import COOKIE, LiveTable
from peloton.table.pages import Pages
from peloton.table.seats import Seats
from peloton.table.server import TableServer
from tests.machine import PATIENCE


@dataclass(kw_only=True)
class Phone:
    """A simulated phone, which sends requests to the table with its cookie."""

    host: str
    cookie: str = ""
    number: int = 0

    def ask(
        self, method: str, path: str, body: str | bytes = "", **headers: str | None
    ) -> tuple[int, str, dict[str, str]]:
        """Send a request; return the status, the text and the headers of the response.

        A header that is None is not sent.
        """
        connection = HTTPConnection(self.host, timeout=PATIENCE)
        sent = {"Cookie": self.cookie, "Origin": f"http://{self.host}"}
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        named = {**sent, **given}.items()
        connection.request(
            method, path, body, {n: v for n, v in named if v is not None}
        )
        answer: HTTPResponse = connection.getresponse()
        text = answer.read().decode(errors="replace")
        found = {name.lower(): value for name, value in answer.getheaders()}
        connection.close()
        if found.get("set-cookie", "").startswith(COOKIE):
            self.cookie = found["set-cookie"].partition(";")[0]
        return answer.status, text, found

    def get(self, path: str, **headers: str) -> str:
        """Return the text of a page that exists."""
        status, text, _ = self.ask("GET", path, **headers)
        assert status == 200, text
        return text

    def post(self, path: str, **fields: object) -> tuple[int, str]:
        """Send a form; return the status and the text, or the message of a desk."""
        status, text, _ = self.ask("POST", path, urlencode(fields))
        message = re.search(r'role="alert"[^>]*>([^<]+)<', text)
        return status, unescape(message[1]).strip() if message else text

    def sit(self, key: str) -> str:
        """Take a seat with a key or PIN; return the path of the first page."""
        _, text, headers = self.ask("POST", "/sit", urlencode({"key": key}))
        return headers.get("location", text)

    def state(self) -> dict[str, str]:
        """Return the data of the desk page: stage, turn, number of the board."""
        return dict(re.findall(r'data-(\w+)="([^"]*)"', self.get("/desk")))

    def waiting(self, path: str = "/") -> str:
        """Return the path of a page, to be answered when the tour has changed."""
        _, _, headers = self.ask("GET", path)
        return f"{path}?board={headers['board']}"

    def add(self, line: str, *, was: str | None = None) -> tuple[int, str]:
        """Add a line at the end, by default for the current turn; return the desk."""
        self.number += 1
        state = self.state()
        fields = {"stage": state["stage"], "number": self.number, "op": "add"}
        turn = state["turn"] if was is None else was
        status, text = self.post("/change", **fields, was=turn, line=line)
        return (200, self.get("/desk")) if status == 303 else (status, text)


@dataclass(kw_only=True)
class Table:
    """A live table that runs in a thread; `told` has its log messages."""

    where: str
    name: str
    tour: LiveTour
    seats: Seats
    host: str
    told: list[str] = field(default_factory=list)

    def phone(self, key: str = "") -> Phone:
        """Return a phone, with a seat if a key is given."""
        phone = Phone(host=self.host)
        if key:
            phone.sit(key)
        return phone

    def leader(self) -> Phone:
        """Return the phone of a leader."""
        return self.phone(self.seats.pin)

    def follower(self) -> Phone:
        """Return the phone of a spectator."""
        return self.phone(self.seats.follow)

    @property
    def stage(self) -> str:
        """The stage that is being entered, as phones identify it in requests."""
        return self.tour.board.stage_id

    def one(self, **more: object) -> dict[str, object]:
        """Return the fields of a change, by default of an added line."""
        change = {"op": "add", "line": "# one", "was": "@0", "number": 9}
        return {"stage": self.stage, **change, **more}

    def draft(self, stage: int) -> str | None:
        """Return the text of a stage's draft in the database, None without a draft."""
        with open_store(self.where, write=False) as store:
            found = store.draft(self.name, stage)
        return found.text if found else None

    def run(self, *arguments: str) -> str:
        """Run a command on the same database; return its output."""
        where = ["--db", self.where, "--tour", self.name]
        done = CliRunner().invoke(main, [*where, *arguments])
        assert done.exit_code == 0, done.output
        return done.output

    def waits_for(self, words: str, path: str = "/") -> float:
        """Wait until a spectator's page contains some words; return the seconds."""
        phone, begun = self.follower(), time.monotonic()
        while words not in phone.get(path):
            assert time.monotonic() - begun < PATIENCE, f"nobody says {words!r}"
            time.sleep(0.05)
        return time.monotonic() - begun

    def waits_until_told(self, line: str) -> None:
        """Wait until a line is printed on the terminal."""
        begun = time.monotonic()
        while line not in self.told:
            assert time.monotonic() - begun < PATIENCE, self.told
            time.sleep(0.05)


def loaded(folder: Path, game: str, clear: int | None = None) -> Session:
    """Load a sample tour into a database, and clear the stages from `clear` on."""
    where = str(folder / f"{game}.db")
    file = str(sample_tours() / f"{game}.toml")
    assert CliRunner().invoke(main, ["--db", where, "load", file]).exit_code == 0
    with open_store(where, write=False) as store:
        (summary,) = store.summaries()
    for stage in range(summary.stages, (clear or summary.stages + 1) - 1, -1):
        arguments = ["--db", where, "stage", "clear", str(stage), "--yes"]
        done = CliRunner().invoke(main, arguments)
        assert done.exit_code == 0, done.output
    return Session(address=where, tour_name=summary.name)


def command(session: Session, folder: Path, *, files: int = 0) -> "Popen[str]":
    """Start the command in a new process, as a user does.

    With `files` this is its limit of open files, until it requests a higher one.
    """
    assert session.address is not None
    limit = ["bash", "-c", f'ulimit -Sn {files}; exec "$@"', "bash"] if files else []
    program = [sys.executable, "-m", "peloton", "--db", session.address]
    return Popen(  # noqa: S603 - our own program
        [*limit, *program, "table", "--host", HERE],
        env={**os.environ, "XDG_DATA_HOME": str(folder), "HOME": str(folder)},
        stdout=DEVNULL,
        stderr=PIPE,
        text=True,
    )


def links(printed: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Return the host and the key of each link that the command prints, by name."""
    found = {}
    for line in printed:
        if line.startswith(("Follow", "Write")):
            host, _, key = line.split("//")[1].strip().partition("/#")
            found[line.split()[0]] = host, key[2:]
        if "Ctrl-C" in line:
            break
    return found


@contextmanager
def held(
    session: Session,
    stage: int | None = None,
    *,
    read_only: bool = False,
    veil: bool = False,
) -> Iterator[Table]:
    """Run the live table of a tour in a thread."""
    assert session.address is not None
    assert session.tour_name is not None
    tour = LiveTour(session, stage)
    seats = Seats(Path(session.address).with_name("seats.db"), session.address)
    sockets, port = open_sockets(HERE, None)
    told: list[str] = []
    live_table = LiveTable(
        tour=tour,
        seats=seats,
        pages=Pages(lambda report: report, "en", builtin_story(Language.ENGLISH)),
        hosts=[f"{HERE}:{port}", f"localhost:{port}"],
        tell=told.append,
        make_file=partial(file_to_take_home, session, ()),
        read_only=read_only,
        veil=veil,
    )
    server = TableServer(live_table)
    thread = threading.Thread(target=server.run, kwargs={"sockets": sockets})
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield Table(
            where=session.address,
            name=session.tour_name,
            tour=tour,
            seats=seats,
            host=f"{HERE}:{port}",
            told=told,
        )
    finally:
        server.handle_exit(0, None)
        thread.join(PATIENCE)
        assert not thread.is_alive()
