"""Who may join the live table, and who may write; all others are rejected."""

import errno
import hmac
import re
import shutil
import signal
import socket
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlencode

import pytest
from starlette.exceptions import HTTPException

from peloton.cli.support.addresses import HERE, open_sockets
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.store.seats import Seat
from peloton.table.followers import FOLLOWER_PATHS
from peloton.table.seats import RateLimit, Seats
from tests.machine import PATIENCE, needs_posix
from tests.table.tables import Phone, Table, command, held, links, loaded

NOBODY = Seat(id="")
"""The seat of a phone that has none."""
WRITES = ("/change", "/save", "/name", "/seat")
FOR_LEADERS = ("/desk/save", "/save", "/seat")


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """The Flamme Rouge sample, with its last stage still to be ridden."""
    return loaded(tmp_path_factory.mktemp("table"), "flamme-rouge", 3)


@pytest.fixture
def table(session: Session, tmp_path: Path) -> Iterator[Table]:
    """A table for one test, which may change its lines and its seats."""
    file = shutil.copy(str(session.address), str(tmp_path))
    with held(replace(session, address=file)) as table:
        yield table


@pytest.mark.parametrize("path", WRITES)
def test_who_follows_writes_by_no_path(table: Table, path: str) -> None:
    status, _ = table.follower().post(
        path, **table.one(), seen=1, step=1, name="x", id="x"
    )

    assert status == 403


@pytest.mark.parametrize("path", [*WRITES, "/", "/desk", "/desk/save"])
def test_without_a_seat_nothing_is_seen_or_written(table: Table, path: str) -> None:
    method = "POST" if path in WRITES else "GET"

    status, text, _ = table.phone().ask(method, path, urlencode(table.one()))

    assert status == 401
    assert table.name not in text


def test_without_a_seat_a_person_is_shown_where_to_enter_the_pin(table: Table) -> None:
    phone = table.phone()

    for path, fields in (("/change", table.one()), ("/sit", {"key": "none"})):
        assert phone.post(path, **fields)[0] == 401
    status, text, _ = phone.ask("GET", "/")
    assert (status, "<form" in text) == (401, True)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
    ],
)
def test_a_page_of_another_origin_writes_nothing(
    table: Table, headers: dict[str, str]
) -> None:
    leader = table.leader()

    assert leader.ask("POST", "/change", urlencode(table.one()), **headers)[0] == 403
    assert table.draft(3) is None


def test_a_request_that_names_no_origin_writes_nothing(table: Table) -> None:
    """No browser sends a form without it."""
    leader = table.leader()

    assert leader.ask("POST", "/change", urlencode(table.one()), Origin=None)[0] == 403
    assert table.draft(3) is None


@pytest.mark.parametrize("op", ["undo", "redo"])
def test_a_scribe_undoes_nothing_but_own_changes(table: Table, op: str) -> None:
    last = table.tour.board.last_step
    assert last is not None
    table.leader()
    scribe = table.phone(table.seats.write)
    change = {**table.one(), "op": op, "at": last[0]}

    assert scribe.post("/change", **change)[0] in (400, 403)
    assert table.tour.board.last_step == last


@pytest.mark.parametrize("path", FOR_LEADERS)
def test_a_scribe_neither_saves_nor_undoes_nor_assigns_areas(
    table: Table, path: str
) -> None:
    table.leader()
    scribe = table.phone(table.seats.write)
    method = "GET" if path == "/desk/save" else "POST"

    status, page, _ = scribe.ask(method, path, urlencode({"seen": 1, "step": 1}))
    assert status == 403
    assert "only the game leader may do this: enter the PIN" in page
    assert 'action="/sit"' in page


@pytest.mark.parametrize("key", ["follow", "write"])
def test_a_phone_with_a_seat_can_enter_the_pin(table: Table, key: str) -> None:
    """On every page but the one for a television. A wrong one is refused, and the seat
    stays.
    """
    table.leader()
    phone = table.phone(getattr(table.seats, key))
    for path in {*FOLLOWER_PATHS, "/who", *(["/desk"] if key == "write" else [])}:
        assert ('action="/sit"' in phone.get(path)) == (path != "/wall"), path
    wrong = phone.ask("POST", "/sit", "key=none")
    assert wrong[0] == 401
    assert "wrong PIN, or an old code" in wrong[1]
    cookie = phone.cookie
    status, _, headers = phone.ask("POST", "/sit", f"key={table.seats.pin}")
    assert (status, headers["location"]) == (303, "/who")
    assert (phone.cookie, phone.ask("GET", "/desk/save")[0]) == (cookie, 200)
    assert 'action="/sit"' not in phone.get("/desk")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8471", "127.0.0.1", ""])
def test_who_comes_by_another_name_is_refused(table: Table, host: str) -> None:
    assert table.leader().ask("GET", "/", Host=host)[0] in (400, 421)
    assert table.leader().ask("GET", "/style.css", Host=host)[0] in (400, 421)


def test_a_page_may_fetch_from_nowhere_else(table: Table) -> None:
    _, text, headers = table.follower().ask("GET", "/")

    assert headers["content-security-policy"].startswith("default-src 'none';")
    assert "http:" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "https:" not in text


def test_the_cookie_is_for_this_page_alone(table: Table) -> None:
    phone = table.phone()
    body = urlencode({"key": table.seats.follow})
    _, _, headers = phone.ask("POST", "/sit", body)

    assert "HttpOnly" in headers["set-cookie"]
    assert "SameSite=strict" in headers["set-cookie"]


@pytest.mark.parametrize("cookie", ["", ".", "a.b", "é.ü", "x" * 5000])
def test_a_cookie_that_is_none_of_ours_is_no_seat(table: Table, cookie: str) -> None:
    sent = f"peloton_seat={cookie}".encode().decode("latin-1")
    status, _, _ = Phone(host=table.host, cookie=sent).ask("GET", "/")

    assert status in (400, 401)


def test_a_body_is_of_8_kb_at_most(table: Table) -> None:
    leader = table.leader()

    assert leader.post("/change", **table.one(line="x" * 9000))[0] == 413
    assert leader.post("/change", **table.one(line="x" * 600))[0] == 400


@pytest.mark.parametrize(
    "fields",
    [
        {"op": "burn"},
        {"at": "-1"},
        {"at": "1e9"},
        {"number": ""},
        {"number": "9" * 400},
        {"stage": "x"},
        {"stage": "99"},
        {"line": "1\n2"},
        {"op": "replace"},
        {"op": "remove", "at": "5", "was": "nothing"},
    ],
)
def test_what_is_no_change_changes_nothing(
    table: Table, fields: dict[str, str]
) -> None:
    status, _ = table.leader().post("/change", **table.one(**fields))

    assert status in (400, 409)
    assert table.draft(3) is None


def test_a_name_is_text_and_nothing_else(table: Table) -> None:
    leader = table.leader()
    leader.post("/name", name='<script>alert(1)</script>"\x1b')

    page = leader.get("/desk")
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


@needs_posix
def test_the_keys_are_for_their_owner_alone_and_new_ones_end_the_seats(
    tmp_path: Path,
) -> None:
    file = tmp_path / "data" / "table.db"
    old = Seats(file)
    seat = old.take_seat(old.write, NOBODY)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert Seats(file).seat_of(old.cookie(seat)) == seat

    new = Seats(file, new=True)

    assert new.seat_of(old.cookie(seat)) == NOBODY
    with pytest.raises(PelotonError, match="wrong PIN"):
        new.take_seat(old.write, NOBODY)


def test_a_cookie_cannot_be_signed_with_the_keys_of_the_links(tmp_path: Path) -> None:
    """Every scribe knows both links; the PIN must stay the only way to lead."""
    seats = Seats(tmp_path / "table.db")
    leader = seats.take_seat(seats.write, NOBODY)
    for key in (seats.follow + seats.write, seats.follow, seats.write, seats.pin):
        sign = hmac.new(key.encode(), leader.id.encode(), sha256).hexdigest()
        assert seats.seat_of(f"{leader.id}.{sign[:32]}") == NOBODY


def test_the_first_writer_leads_and_so_does_who_has_the_pin(tmp_path: Path) -> None:
    seats = Seats(tmp_path / "table.db")
    first, second = (seats.take_seat(seats.write, NOBODY) for _ in range(2))

    assert (first.leads, second.leads) == (True, False)
    assert seats.take_seat(seats.pin, second).leads
    assert not seats.take_seat(seats.follow, NOBODY).writes


def test_two_tables_on_one_computer_have_seats_of_their_own(tmp_path: Path) -> None:
    """Both write one file. Who leads one does not lead the other."""
    file = tmp_path / "table.db"
    giro, tour = Seats(file, "giro"), Seats(file, "tour")
    first, second = (seats.take_seat(seats.write, NOBODY) for seats in (giro, tour))
    assert (first.leads, second.leads) == (True, True)
    again = Seats(file, "giro")
    assert again.seat_of(again.cookie(first)) == first
    assert again.seat_of(again.cookie(second)) == Seat(id=second.id)


def test_two_servers_of_one_table_share_its_seats(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    servers = [Seats(file, "giro") for _ in range(2)]
    with ThreadPoolExecutor(8) as phones:
        found = [
            *phones.map(
                lambda n: servers[n % 2].take_seat(servers[0].write, NOBODY), range(30)
            )
        ]
    assert [seat.leads for seat in found].count(True) == 1
    for seat in found:
        assert servers[0].writers[seat.id] == servers[1].writers[seat.id] == seat


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    file.write_text("x" * 5000)
    with pytest.raises(PelotonError, match="the keys cannot be stored in"):
        Seats(file)


def test_keys_in_a_place_that_is_no_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    file = tmp_path / "file" / "sub" / "table.db"
    with pytest.raises(PelotonError, match="the keys cannot be stored in") as refused:
        Seats(file)
    assert "Errno" not in str(refused.value)


def test_of_65_writers_the_one_silent_for_longest_loses_the_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But not the game leader."""
    now = [1e9]
    clock = SimpleNamespace(monotonic=lambda: now[0])
    monkeypatch.setattr("peloton.table.seats.time", clock)
    seats = Seats(tmp_path / "table.db")
    leader, silent, *others = (seats.take_seat(seats.write, NOBODY) for _ in range(64))
    now[0] += 10
    for seat in others:
        assert seats.seat_of(seats.cookie(seat)) == seat
    new = seats.take_seat(seats.write, NOBODY)
    assert seats.writers.keys() == {leader.id, new.id, *(seat.id for seat in others)}
    assert seats.seat_of(seats.cookie(silent)) == Seat(id=silent.id)


def test_one_follower_with_many_seats_keeps_no_friend_out(tmp_path: Path) -> None:
    """Followers have no seat that another could take."""
    seats = Seats(tmp_path / "table.db")
    cookies = [seats.cookie(seats.take_seat(seats.follow, NOBODY)) for _ in range(2000)]
    for cookie in cookies:
        assert seats.seat_of(cookie)
    assert seats.take_seat(seats.write, NOBODY).leads


def test_once_a_scribe_is_limited_the_code_alone_lets_nobody_write(
    tmp_path: Path,
) -> None:
    """Else scanning again would lift the limit. The leader lets a phone write."""
    seats = Seats(tmp_path / "table.db")
    leader, scribe, free = (seats.take_seat(seats.write, NOBODY) for _ in range(3))
    seats.change(scribe._replace(area="finish"))
    again = seats.take_seat(seats.write, NOBODY)
    assert (again.writes, again.id in seats.writers) == (False, True)
    for seat in (scribe, again, seats.take_seat(seats.follow, NOBODY)):
        found = seats.take_seat(seats.write, seat)
        assert (found.writes, found.area) == (
            (True, "finish") if seat is scribe else (False, "")
        )
    assert seats.take_seat(seats.write, free).writes
    seats.change(again._replace(writes=True))
    assert seats.take_seat(seats.write, again).writes
    assert seats.take_seat(seats.pin, scribe) == scribe._replace(leads=True)
    assert seats.seat_of(seats.cookie(leader)) == leader


def test_five_guesses_a_minute_are_heard(tmp_path: Path) -> None:
    seats, now, waited = Seats(tmp_path / "table.db"), [0.0], []
    seats.guesses.__init__(5, 60, "{seconds} s", lambda: now[0])  # type: ignore[misc]
    for _ in range(12):
        now[0] += 1
        try:
            seats.guesses.check("")
        except HTTPException as error:
            waited.append(int(error.detail.split()[0]))
            now[0] += waited[-1] - 1

    assert waited == [55, 55]


def test_strangers_together_guess_no_faster_than_one(tmp_path: Path) -> None:
    """Whatever their addresses; and the terminal reports it."""
    with held(loaded(tmp_path, "flamme-rouge", 3)) as table:
        followers = [table.follower() for _ in range(4)]
        phones = [table.phone() for _ in range(4)] + followers
        found = [phone.post("/sit", key="0")[0] for phone in phones]

    assert found == [401] * 5 + [429] * 3
    assert table.told[-1] == (
        "Too many wrong PINs: for a minute only phones that may write can enter the"
        " PIN."
    )


def test_the_leader_is_not_locked_out_by_who_guesses(tmp_path: Path) -> None:
    """A phone that may write has guesses of its own."""
    with held(loaded(tmp_path, "flamme-rouge", 3)) as table:
        table.leader()
        stranger, leader = table.phone(), table.phone()
        for _ in range(5):
            stranger.post("/sit", key="0")
        status, text = stranger.post("/sit", key=table.seats.pin)
        assert status == 429
        assert text.startswith("too many wrong keys: scan the code for writing first")
        assert leader.post("/sit", key=table.seats.write)[0] == 303
        assert leader.post("/sit", key=table.seats.pin)[0] == 303
        assert leader.ask("GET", "/desk/save")[0] == 200


def test_who_asks_too_fast_is_told_so() -> None:
    now = [0.0]
    pace = RateLimit(3, 1, clock=lambda: now[0])
    for _ in range(3):
        pace.check("a")
    with pytest.raises(HTTPException, match="429: too many requests"):
        pace.check("a")
    pace.check("b")
    now[0] += 1
    pace.check("a")


def test_the_files_of_many_pages_are_sent_to_one_phone(tmp_path: Path) -> None:
    """A game leader who taps quickly through the ceremony loads a page per tap."""
    with held(loaded(tmp_path, "flamme-rouge", 3)) as table:
        phone = table.leader()
        found = {phone.ask("GET", "/style.css")[0] for _ in range(100)}

    assert found == {200}


def test_a_pin_is_not_found_by_trying(tmp_path: Path) -> None:
    """At a table of its own: nobody else may sit down there for a minute."""
    with held(loaded(tmp_path, "flamme-rouge", 3)) as table:
        phone = table.phone()
        found = [phone.post("/sit", key=f"{pin:07}")[0] for pin in range(8)]

    assert found == [401] * 5 + [429] * 3


def test_a_port_that_was_asked_for_and_is_taken_is_refused() -> None:
    taken, port = open_sockets(HERE, None)
    try:
        with pytest.raises(PelotonError, match=f"port {port} is in use"):
            open_sockets(HERE, port)
        others, other = open_sockets(HERE, None)
        assert other > port
    finally:
        for opened in (*taken, *others):
            opened.close()


def test_without_a_port_all_are_named_if_none_is_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def in_use(_address: object) -> socket.socket:
        raise OSError(errno.EADDRINUSE, "Address already in use")

    monkeypatch.setattr(socket, "create_server", in_use)

    with pytest.raises(PelotonError, match="ports 8471 and up are in use"):
        open_sockets(HERE, None)


def test_a_port_that_only_root_may_use_is_not_called_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def forbidden(_address: object) -> socket.socket:
        message = "Permission denied (while attempting to bind on address 'x')"
        raise PermissionError(errno.EACCES, message)

    monkeypatch.setattr(socket, "create_server", forbidden)

    with pytest.raises(PelotonError) as refused:
        open_sockets(None, 80)
    assert str(refused.value) == (
        "cannot listen on port 80: Permission denied; choose another --port"
    )


@pytest.mark.parametrize("host", ["192.0.2.1", "nonsense", "300.1.1.1"])
def test_an_address_of_another_machine_is_refused(host: str) -> None:
    expected = r"^cannot listen on [^()]*; expected an address of this machine$"
    with pytest.raises(PelotonError, match=expected):
        open_sockets(host, None)


@needs_posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_it_at_once_with_40_waiting_phones(
    tmp_path: Path, number: int
) -> None:
    """Each phone is answered before its connection is closed, and quietly."""
    process = command(loaded(tmp_path, "flamme-rouge", 3), tmp_path)
    assert process.stderr is not None
    host, key = links(process.stderr)["Follow"]
    phones = []
    for _ in range(40):
        phone = Phone(host=host)
        assert phone.sit(key) == "/"
        where, _, port = host.partition(":")
        waiting = socket.create_connection((where, int(port)))
        asked = f"GET {phone.waiting()} HTTP/1.1\r\nHost: {host}\r\n"
        waiting.sendall(f"{asked}Cookie: {phone.cookie}\r\n\r\n".encode())
        phones.append(waiting)

    process.send_signal(number)
    code = process.wait(PATIENCE)
    ends = []
    for waiting in phones:
        with waiting, waiting.makefile("rb") as rest:
            ends.append(rest.read()[:15])
    said = process.stderr.read()
    process.stderr.close()

    assert code == 0
    assert ends == [b"HTTP/1.1 200 OK"] * 40
    assert [line for line in said.splitlines() if " follows (" not in line] == []


def test_an_invitation_is_for_one_area_however_often_it_is_scanned(
    table: Table,
) -> None:
    """A key for another area cannot be made from it."""
    leader = table.leader()
    page = leader.get("/invite?area=finish")
    link = re.search(r"#w=([\w-]+)", page)
    assert link is not None
    for _ in range(2):
        scribe = table.phone(link[1])
        assert scribe.post("/change", **table.one(line="!R1 -10 x"))[0] == 400
        assert scribe.add("R1 4")[0] == 200
    sign = link[1].partition("-")[0]
    for forged in (f"{sign}-", f"{sign}-{b'Sprint'.hex()}", f"{sign}-zz"):
        assert table.phone().post("/sit", key=forged)[0] == 401
    assert scribe.ask("GET", "/invite")[0] == 403


def test_a_removed_writer_must_be_allowed_to_write_again(table: Table) -> None:
    leader, scribe = table.leader(), table.phone(table.seats.write)
    id_ = scribe.cookie.partition("=")[2].partition(".")[0]
    leader.post("/seat", id=id_, area="")
    assert scribe.add("# a")[0] == 200
    assert scribe.post("/seat", id=id_, remove=1)[0] == 403
    leader.post("/seat", id=id_, remove=1)
    assert scribe.ask("GET", "/desk")[0] == 403
    scribe.sit(table.seats.write)
    assert scribe.ask("GET", "/desk")[0] == 403
    assert table.phone(table.seats.write).ask("GET", "/desk")[0] == 403
    leader.post("/seat", id=id_, area="")
    assert scribe.add("# b")[0] == 200


def test_a_removed_writer_asks_again_after_the_table_was_started_again(
    tmp_path: Path,
) -> None:
    seats = Seats(tmp_path / "seats.db")
    leader, scribe = (seats.take_seat(seats.write, Seat(id="")) for _ in range(2))
    assert (leader.leads, scribe.writes, scribe.leads) == (True, True, False)
    seats.remove(scribe.id)
    again = Seats(tmp_path / "seats.db")
    assert {*again.writers} == {leader.id}
    assert not again.take_seat(again.write, Seat(id="")).writes
    assert again.take_seat(again.invitation("finish"), Seat(id="")).writes


def test_an_invitation_is_void_once_a_writer_was_removed(table: Table) -> None:
    """The removed writer may have scanned its code, and would scan it again."""
    leader = table.leader()
    old = table.seats.invitation("finish")
    scribe, other = table.phone(old), table.phone(old)
    id_ = scribe.cookie.partition("=")[2].partition(".")[0]
    leader.post("/seat", id=id_, remove=1)
    scribe.sit(old)
    assert scribe.ask("GET", "/desk")[0] == 403
    assert "/who" not in table.phone().sit(old)
    assert other.add("R1 4")[0] == 200
    page = leader.get("/invite?area=finish")
    link = re.search(r"#w=([\w-]+)", page)
    assert link is not None
    assert table.phone(link[1]).add("R2 4")[0] == 200


@pytest.mark.parametrize("path", ["/sit", "/change", "/save", "/name", "/seat"])
def test_the_page_of_a_refused_change_can_be_loaded_again(
    table: Table, path: str
) -> None:
    """A phone that was asleep loads its page again, with GET."""
    assert "Scan the code" in table.phone().get(path)
    assert 'href="/desk"' in table.leader().get(path)


def test_too_many_guesses_are_refused_on_a_page_that_goes_on(table: Table) -> None:
    phone = table.follower()
    for _ in range(5):
        phone.post("/sit", key="x")
    status, text, _ = phone.ask("POST", "/sit", urlencode({"key": "x"}))

    assert status == 429
    assert "too many wrong keys" in text
    assert f'<h1 dir="auto">{table.name}</h1>' in text
    assert 'href="/"' in text
