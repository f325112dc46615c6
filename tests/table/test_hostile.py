"""The responses of the table to strangers and to invalid requests."""

import random
import signal
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlencode

import pytest
from starlette.routing import Route

from peloton.desk.changes import ALL_LINES
from peloton.rules.facts.stage import FINISH
from peloton.store.session import open_store
from peloton.table import live_table, server
from peloton.table.app import application
from peloton.table.live_table import LiveTable
from peloton.table.pages import Pages
from peloton.table.seats import RateLimit
from tests.drawing import cases_by_cost
from tests.machine import PATIENCE
from tests.table.tables import Phone, Table, command, held, links, loaded

STAGE = 5


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table on the last stage of the Cyclo sample, without a rate limit."""
    folder = tmp_path_factory.mktemp("table")
    with pytest.MonkeyPatch.context() as patch:
        unlimited = RateLimit(10**9, 1)
        patch.setattr(live_table, "RateLimit", lambda *_: unlimited)
        with held(loaded(folder, "cyclo", STAGE)) as table:
            yield table


@dataclass(frozen=True)
class Kept:
    """Everything that a request could have changed."""

    draft: str | None
    steps: object
    writers: object
    keys: tuple[str, str]


def kept(table: Table) -> Kept:
    with open_store(table.where, write=False) as store:
        steps = store.journal.latest(table.name)
    seats = table.seats
    return Kept(
        table.draft(STAGE), steps, dict(seats.writers), (seats.follow, seats.write)
    )


def scribe(table: Table, area: str) -> Phone:
    """A phone that may write only one area."""
    phone = table.phone(table.seats.write)
    seat = table.seats.seat_of(phone.cookie.partition("=")[2])
    assert seat is not None
    table.seats.change(seat._replace(writes=True, leads=False, area=area))
    return phone


HOME = ("/home/tour.html", "/home/tour.pdf", "/home/tour.toml")
"""Files that are not available at this table, because its tour is not over."""
PATHS = {
    "GET": (
        *("/", "/standings", "/course", "/outlook", "/rider", "/wall", "/now.json"),
        *("/desk", "/desk/save", "/who", "/teams.css", "/invite"),
        "/ceremony",
        *HOME,
    ),
    "POST": ("/sit", "/change", "/save", "/name", "/seat", "/ceremony"),
}
SCRIPTS = files("peloton.table").joinpath("scripts").iterdir()
OWN = {
    *("/sit", "/change", "/save", "/name", "/seat"),  # a refused change, loaded again
    *("/style.css", "/favicon.ico", "/now.json", "/scripts/shared.js"),
    *(f"/scripts/{file.name}" for file in SCRIPTS),
}
READ = set(PATHS["GET"]) - {"/desk", "/desk/save", "/invite", "/ceremony", *HOME}
SITS = READ | {"/sit"}
WRITES = SITS | {"/desk", "/change", "/name"}
ALLOWED = {
    "a stranger": {"/sit"},
    "a follower": SITS,
    "a scribe of the finish": WRITES,
    "a scribe of a summit": WRITES,
    "a scribe": WRITES,
    "a leader": {path for paths in PATHS.values() for path in paths} - {*HOME},
}


@pytest.fixture(scope="module")
def phones(table: Table) -> dict[str, Phone]:
    leader = table.leader()
    areas = {
        "a scribe of the finish": FINISH,
        "a scribe of a summit": summit(table),
        "a scribe": ALL_LINES,
    }
    return {
        "a stranger": table.phone(),
        "a follower": table.follower(),
        **{who: scribe(table, area) for who, area in areas.items()},
        "a leader": leader,
    }


def summit(table: Table) -> str:
    view = table.tour.board.view
    assert view is not None
    return next(iter(view.reading.stage.primes))


def test_the_table_of_paths_and_seats_has_every_path(table: Table) -> None:
    app = application(
        LiveTable(
            tour=table.tour,
            seats=table.seats,
            pages=Pages(lambda report: report, "en", None),
            hosts=(),
            tell=print,
            make_file=lambda _race, _name: b"",
        )
    )
    routes = {
        (method, route.path)
        for route in app.routes
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    }

    known = {(method, path) for method, paths in PATHS.items() for path in paths}
    assert routes == known | {("GET", path) for path in OWN}


@pytest.mark.parametrize("who", ALLOWED)
@pytest.mark.parametrize(
    ("method", "path"), [(m, path) for m, paths in PATHS.items() for path in paths]
)
def test_who_may_come_where(
    table: Table, phones: dict[str, Phone], who: str, method: str, path: str
) -> None:
    """Who may come is answered, if only that this is no change; nobody else is."""
    before, phone = kept(table), phones[who]
    asked = Phone(host=phone.host, cookie=phone.cookie)
    body = "key=none" if path == "/sit" else urlencode({"step": "x", "seen": "x"})
    if path == "/name" and who in ALLOWED and path in ALLOWED[who]:
        body = urlencode({"name": ""})
    status, text, _ = asked.ask(method, path, body if method == "POST" else "")

    if path == "/sit":
        assert status in (401, 429)
    elif path in ALLOWED[who]:
        assert status in (200, 303, 400)
    else:
        assert status == (401 if who == "a stranger" else 403)
        assert who != "a stranger" or table.name not in text
    assert kept(table) == before


OUTSIDE = {
    "a scribe of the finish": ("!1 +5 x", "{summit}: 1 4", "=general ?", "?", "x: y"),
    "a scribe of a summit": (
        "1 0",
        "",
        "@3",
        "!1 +5 x",
        "=general 1 2",
        "DNF 1",
        "# x",
    ),
}


@pytest.mark.parametrize(
    ("who", "line"), [(who, line) for who, lines in OUTSIDE.items() for line in lines]
)
def test_a_scribe_writes_nothing_outside_of_the_area(
    table: Table, phones: dict[str, Phone], who: str, line: str
) -> None:
    """Neither at the end nor among other lines; neither does he change another's."""
    before, phone, leader = kept(table), phones[who], phones["a leader"]
    line = line.format(summit=summit(table))
    stage, numbers = (
        leader.state()["stage"],
        iter(range(int(time.time() * 1000), 2**53)),
    )

    def asks(phone: Phone, **fields: object) -> int:
        return phone.post("/change", stage=stage, number=next(numbers), **fields)[0]

    for was in ("@0", ""):
        assert asks(phone, op="add", was=was, line=line) in (400, 409)
    assert asks(phone, op="add", at=0, was="", line=line) == 400
    assert kept(table) == before

    allowed = "4 1" if who.endswith("finish") else f"{summit(table)}: 4"
    assert asks(leader, op="add", at=0, was="", line=line) in (303, 400)
    if table.draft(STAGE):
        theirs = (table.draft(STAGE) or "").removesuffix("\n")
        same = {"at": 1, "was": theirs}
        assert asks(phone, op="remove", **same) == 400
        assert asks(phone, op="replace", line=allowed, **same) == 400
        assert table.draft(STAGE) == f"{theirs}\n"
        assert asks(leader, op="remove", **same) == 303


def test_who_has_a_link_finds_the_pin_no_sooner(tmp_path: Path) -> None:
    """A key that is right in between must not give five more guesses."""
    with held(loaded(tmp_path, "cyclo", STAGE)) as table:
        phone, found = table.phone(), []
        for guess in range(12):
            found.append(phone.post("/sit", key=f"no{guess}")[0])
            phone.post("/sit", key=table.seats.follow)

    assert found.count(401) == 5


def test_guesses_that_are_sent_all_at_once_are_counted_like_others(
    tmp_path: Path,
) -> None:
    """Many that are begun before the first is answered are five guesses too."""
    with held(loaded(tmp_path, "cyclo", STAGE)) as table:
        forge = Forge(table, "", "", random.Random(3))  # noqa: S311 - no key
        where, _, port = table.host.partition(":")
        phones = [socket.create_connection((where, int(port))) for _ in range(30)]
        for phone in phones:
            phone.sendall(forge.post(b"/sit", b"key=none").removesuffix(b"e"))
        time.sleep(0.5)
        for phone in phones:
            phone.sendall(b"e")
        found = Counter(phone.recv(64)[9:12] for phone in phones)
        for phone in phones:
            phone.close()

    assert found[b"401"] == 5


def test_1100_idle_connections_neither_stop_the_table_nor_print_anything(
    tmp_path: Path,
) -> None:
    """With 256 open files, as on a Mac; phones of the same address are answered."""
    process = command(loaded(tmp_path, "cyclo", STAGE), tmp_path, files=256)
    assert process.stderr is not None
    host, key = links(process.stderr)["Follow"]
    where, _, port = host.partition(":")
    idle = [socket.create_connection((where, int(port))) for _ in range(1100)]
    phone = Phone(host=host)
    assert phone.sit(key) == "/"
    assert "Stage" in phone.get("/")
    idle[-1].sendall(b"GET /style.css HTTP/1.1\r\nHost: " + host.encode() + b"\r\n\r\n")
    assert idle[-1].recv(12) == b"HTTP/1.1 200"
    for connection in idle:
        connection.close()
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 0
    printed = process.stderr.read().splitlines()
    process.stderr.close()
    assert [line for line in printed if " follows (" not in line] == []


def test_an_idle_connection_is_closed_and_one_that_waits_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that sends half a request is idle too."""
    monkeypatch.setattr(server, "IDLE", 3)
    with held(loaded(tmp_path, "cyclo", STAGE)) as table:
        phone = table.follower()
        where, _, port = table.host.partition(":")
        head = f"Host: {table.host}\r\nCookie: {phone.cookie}\r\n"
        opened = [
            socket.create_connection((where, int(port)), PATIENCE) for _ in range(5)
        ]
        opened[1].sendall(b"GET / HTTP/1.1\r\nHost: ")
        opened[2].sendall(
            f"POST /sit HTTP/1.1\r\n{head}Content-Length: 9\r\n\r\nk".encode()
        )
        opened[3].sendall(f"GET /style.css HTTP/1.1\r\n{head}\r\n".encode())
        opened[4].sendall(f"GET {phone.waiting()} HTTP/1.1\r\n{head}\r\n".encode())
        for connection in opened[:4]:
            with suppress(ConnectionResetError):
                while connection.recv(4096):
                    pass
        assert b"200 OK" in opened[4].recv(4096)
        for connection in opened:
            connection.close()


def test_phones_of_one_address_that_wait_take_no_room_from_others(
    tmp_path: Path,
) -> None:
    with held(loaded(tmp_path, "cyclo", STAGE)) as table:
        phone = table.follower()
        where, _, port = table.host.partition(":")
        asked = f"GET {phone.waiting()} HTTP/1.1\r\nHost: {table.host}\r\n"
        waiting = []
        for _ in range(300):
            one = socket.create_connection((where, int(port)))
            with suppress(OSError):
                one.sendall(f"{asked}Cookie: {phone.cookie}\r\n\r\n".encode())
            waiting.append(one)
        other = socket.create_connection(
            (where, int(port)), source_address=("127.0.0.2", 0)
        )
        request = f"GET /style.css HTTP/1.1\r\nHost: {table.host}\r\n\r\n"
        other.sendall(request.encode())
        assert other.recv(12) == b"HTTP/1.1 200"
        for one in (*waiting, other):
            one.close()


JUNK = (
    b"",
    b"\0",
    b"\xff\xfe",
    b"\r\n",
    b"%",
    b"%zz",
    b"a=b",
    b"9" * 30,
    b"-1",
    b"\xe9",
)
COOKIES = (
    "",
    "peloton_seat=",
    "peloton_seat=a.b",
    "peloton_seat=\x01",
    "=;=;",
    "x" * 999,
)


HIDDEN = ("\0", "\x1b[2J", "\x85", "\u2028x")


@dataclass(frozen=True)
class Forge:
    """Makes random requests that are malformed or from elsewhere."""

    table: Table
    leader: str
    stage: str
    chance: random.Random

    def request(self) -> bytes:
        kinds = (self.nonsense, self.foreign, self.unseated, self.no_change, self.wild)
        return self.chance.choice(kinds)()

    def post(self, path: bytes, body: bytes, **headers: bytes) -> bytes:
        host = self.table.host.encode()
        lines = {
            b"Host": host,
            b"Origin": b"http://" + host,
            b"Cookie": self.leader.encode(),
            b"Content-Length": str(len(body)).encode(),
        }
        lines |= {n.replace("_", "-").encode(): value for n, value in headers.items()}
        head = b"".join(b"%s: %s\r\n" % line for line in lines.items())
        return b"POST %s HTTP/1.1\r\n%s\r\n%s" % (path, head, body)

    def path(self) -> bytes:
        return self.chance.choice(PATHS["POST"]).encode()

    def valid(self) -> dict[str, str]:
        change = {"stage": self.stage, "number": "7", "op": "add", "line": "# x"}
        return {**change, "was": "@0", "at": "", "name": "x", "seen": "1", "step": "1"}

    def foreign(self) -> bytes:
        """Return a valid change from another website."""
        headers = self.chance.choice(
            (
                {"Origin": b"http://evil.example"},
                {"Origin": b"null"},
                {"Origin": b"https://" + self.table.host.encode()},
                {"Host": b"evil.example"},
                {"Host": self.table.host.encode() + b".evil.example"},
                {"Host": b"127.0.0.1"},
                {"Host": b"", "Origin": b"http://"},
            )
        )
        return self.post(self.path(), urlencode(self.valid()).encode(), **headers)

    def unseated(self) -> bytes:
        """Return a valid change from a phone without a seat."""
        cookie = self.chance.choice((*COOKIES, self.leader[:-1], self.leader + "0"))
        body = urlencode({**self.valid(), "key": "x"}).encode()
        path = self.chance.choice(PATHS["POST"][1:]).encode()
        return self.post(path, body, Cookie=cookie.encode())

    def no_change(self) -> bytes:
        """Return a change by the leader with one invalid field."""
        bad = (
            *(("op", ""), ("op", "ADD"), ("at", "-1"), ("at", "1e3"), ("at", "9")),
            *(("number", ""), ("number", "-7"), ("number", "٣"), ("number", "9" * 99)),
            *(("stage", ""), ("stage", "1"), ("stage", "\0"), ("line", "a\nb")),
            *(("line", "x\r"), ("line", "x" * 501), ("line", "x" * 9000)),
            *(
                ("line", "\0"),
                ("line", "\x1b[2J"),
                ("line", "\x85"),
                ("line", "\u2028x"),
            ),
        )
        name, value = self.chance.choice(bad)
        changed = {**self.valid(), name: value}
        if value in HIDDEN:
            changed["stage"] = "1"
        return self.post(b"/change", urlencode(changed).encode())

    def nonsense(self) -> bytes:
        """Return a request with an invalid body or length."""
        body = self.chance.choice(
            (
                *JUNK,
                self.chance.randbytes(200),
                "op=add&line=é".encode("utf-16"),
                b'{"op": "add", "line": "# x"}',
                b"&" * 5000,
                b"a=1&" * 100,
                b"x" * 9000,
                b"line=%ff%fe%00&op=add",
            )
        )
        path = self.chance.choice((b"/change", b"/save", b"/seat"))
        path += self.chance.choice((b"", b""))
        headers = self.chance.choice(
            (
                {},
                {"Content_Length": b"99999999999999999999"},
                {"Content_Length": b"-1"},
                {"Content_Length": b"0x10"},
                {"Content_Length": b"8193"},
                {"Transfer_Encoding": b"chunked"},
                {"Transfer_Encoding": b"gzip"},
                {"Content_Encoding": b"gzip"},
                {"Content_Type": b"multipart/form-data; boundary=x"},
                {"Expect": b"100-continue"},
                {"Upgrade": b"websocket", "Connection": b"upgrade"},
            )
        )
        return self.post(path, body, **headers)

    def wild(self) -> bytes:
        """Return a request with an invalid method, path or header."""
        methods = (
            b"GET",
            b"HEAD",
            b"PUT",
            b"DELETE",
            b"OPTIONS",
            b"TRACE",
            b"FOO",
            b"",
        )
        paths = (
            *(p.encode() for paths in PATHS.values() for p in paths),
            *(b"//change", b"/../change", b"/%2e%2e/change", b"/desk/", b"*", b"/x"),
            *(b"http://evil.example/change", b"/rider?bib=%00", b"/rider?bib=%ff"),
            *(b"/desk?edit=-1", b"/desk?edit=99999", b"/desk?edit=%D9%A3", b"/a b"),
            *(b"/" + b"a" * 20_000, b"/?part=2", b"/\xff", b"/change;x"),
        )
        host = self.table.host.encode()
        heads = (
            b"Host: %s" % host,
            b"Host: %s\r\nHost: evil.example" % host,
            b"Host : %s" % host,
            b"",
            b"Host: %s\r\nX: %s" % (host, b"y" * 20_000),
            b"Host: %s\r\nIf-None-Match: %s" % (host, self.chance.choice(JUNK[4:])),
            b"Host: %s\r\n%s" % (host, b"A: b\r\n" * 300),
        )
        cookie = self.chance.choice((self.leader, *COOKIES)).encode()
        version = self.chance.choice((b"HTTP/1.1", b"HTTP/1.0", b"HTTP/9", b""))
        return b"%s %s %s\r\n%s\r\nCookie: %s\r\n\r\n" % (
            self.chance.choice(methods),
            self.chance.choice(paths),
            version,
            self.chance.choice(heads),
            cookie,
        )


def answered(host: str, request: bytes) -> bytes:
    """Send these bytes only; return the beginning of the response."""
    where, _, port = host.partition(":")
    with socket.create_connection((where, int(port)), timeout=PATIENCE) as phone:
        # The table may have hung up before all was sent, and answered all the same.
        with suppress(ConnectionError):
            phone.sendall(request)
        with suppress(OSError):
            phone.shutdown(socket.SHUT_WR)
        try:
            return phone.recv(64)
        except ConnectionResetError:
            return b""


@pytest.mark.parametrize(
    "times", cases_by_cost([300, 1_000, 10_000], quick=[300], slow=[1_000]), ids=str
)
def test_no_request_that_is_none_is_an_error_of_ours_or_writes_anything(
    table: Table, phones: dict[str, Phone], times: int
) -> None:
    leader, chance = phones["a leader"], random.Random(2)  # noqa: S311 - no key
    forge = Forge(table, leader.cookie, leader.state()["stage"], chance)
    before, found = kept(table), Counter[str]()
    for _ in range(times):
        request = forge.request()
        answer = answered(table.host, request)
        status = answer[9:12].decode()
        found[status] += 1
        assert not status.startswith("5"), request
        if request.startswith(b"POST"):
            assert status[:1] in ("", "4") or status == "100", (status, request)

    assert kept(table) == before
    assert {"400", "401", "403", "405", "413", "421"} <= set(found), found
