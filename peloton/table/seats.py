"""Who sits at the table: the keys of the links, the seats, and how fast one may ask."""

import hmac
import secrets
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import astuple, dataclass, replace
from hashlib import sha256
from pathlib import Path
from threading import Lock

from peloton.desk.changes import ALL
from peloton.errors import PelotonError
from peloton.store.seats import SeatFile, SeatRow, SeatRows

MOST_SEATS = 64
"""Seats at a table, and open streams."""
NOTHING = "-"
"""Area of a phone that asks to write and may not yet."""
_NAME = 40
"""Letters of a name that somebody gives."""
_AWAY = 3600.0
"""Seconds after which the seat of a silent phone is free again."""


class NotNowError(PelotonError):
    """Asked too often, or the table is full: later it may be answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One phone at the table; `area` is what it may write, `ALL` everything."""

    id: str
    writes: bool = False
    leads: bool = False
    name: str = ""
    area: str = ALL

    @property
    def title(self) -> str:
        """What others call it."""
        return self.name or f"{'phone' if self.writes else 'follower'} {self.id[:3]}"


class Seats:
    """The keys and the seats, in a file that only its owner can read.

    All tables of this user share the keys; each has seats of its own. Writers' seats
    are stored, so that they are restored after a power cut; those of followers are
    signed and need no row.
    """

    def __init__(self, file: Path, table: str = "", *, new: bool = False) -> None:
        """Read the keys, or make them; with `new` all links and seats so far end.

        Raises PelotonError if the file cannot be written.
        """
        self._file, self._lock = SeatFile(file, table), Lock()
        self.guesses = Guesses()
        self._here: dict[str, tuple[str, float]] = {}
        self._seen: dict[str, float] = {}
        self._known: dict[str, Seat] = {}
        self._read_at: int | None = None
        keys = self._file.keys("follow", "write", "signing", new=new)
        self.follow, self.write, self._signing = keys
        self.pin = f"{secrets.randbelow(10**6):06}"

    @property
    def writers(self) -> dict[str, Seat]:
        """The seats of all who write, or wait for the leader to let them, by id."""
        changed = self._file.changed()
        if changed is None or changed != self._read_at:
            with self._file.rows() as rows:
                self._known = _seats(rows)
            self._read_at = changed
        return self._known

    def is_link(self, key: str) -> bool:
        """Return whether a key is that of a link, which nobody can guess."""
        keys = (self.follow, self.write)
        return any(hmac.compare_digest(key.encode(), k.encode()) for k in keys)

    def sit_down(self, key: str, seat: Seat | None) -> Seat:
        """Return the seat that a key or the PIN gives; the first writer leads.

        Who sits there already keeps the seat, and may get a better one. PelotonError
        for any other text.
        """
        leads = hmac.compare_digest(key.encode(), self.pin.encode())
        if not (leads or self.is_link(key)):
            message = "this is neither a key of this table nor its PIN"
            raise PelotonError(message)
        seat = seat or Seat(id=secrets.token_urlsafe(9))
        if key == self.follow:
            return seat
        with self._file.rows() as rows:
            found = _seats(rows)
            full = seat.id not in found and len(found) >= MOST_SEATS
            if full and not rows.delete_unused(time.time() - _AWAY):
                message = "the table is full: 'peloton table --new-keys' clears it"
                raise NotNowError(message)
            seat = found.get(seat.id, seat)
            if leads or seat.leads or not found:
                seat = replace(seat, writes=True, leads=True, area=ALL)
            elif seat.id not in found:
                # Scanning again must not lift a limit: the leader lets others write.
                limited = any(s.area != ALL or not s.writes for s in found.values())
                seat = replace(seat, writes=not limited)
            _store(rows, seat)
        return seat

    def change(self, seat: Seat) -> None:
        """Store a writer's seat as it is now."""
        with self._file.rows() as rows:
            _store(rows, seat)

    def cookie(self, seat: Seat) -> str:
        """Return what a phone shows to have its seat again."""
        return f"{seat.id}.{self._sign(seat.id)}"

    def seat_of(self, cookie: str, address: str = "") -> Seat | None:
        """Return the seat of a cookie; None if it is none of ours.

        NotNowError if there is no room for one more follower.
        """
        id_, _, sign = cookie.partition(".")
        if not hmac.compare_digest(sign.encode(), self._sign(id_).encode()):
            return None
        if seat := self.writers.get(id_):
            self._note_seen(id_)
            self._here.pop(id_, None)
            return seat
        with self._lock:
            if id_ not in self._here and len(self._here) >= MOST_SEATS:
                self._free_follower(address)
            self._here[id_] = address, time.monotonic()
        return Seat(id=id_)

    def _note_seen(self, id_: str) -> None:
        """Store now and then that a writer is there."""
        now = time.time()
        if now - self._seen.get(id_, 0) > _AWAY / 6:
            self._seen[id_] = now
            # It is not worth refusing a request: the disk may be full.
            with suppress(PelotonError), self._file.rows() as rows:
                rows.note_seen(id_, now)

    def _free_follower(self, address: str) -> None:
        """Free a silent follower's place, else one of the address with the most.

        An address can displace only one that has more.
        """
        silent = min(self._here, key=lambda id_: self._here[id_][1])
        if time.monotonic() - self._here[silent][1] < _AWAY:
            counts = Counter(at for at, _ in self._here.values())
            most = max(counts, key=lambda at: counts[at])
            if counts[most] <= counts[address] + 1:
                message = "the table is full"
                raise NotNowError(message)
            silent = next(id_ for id_, (at, _) in self._here.items() if at == most)
        del self._here[silent]

    def _sign(self, id_: str) -> str:
        key = self._signing.encode()
        return hmac.new(key, id_.encode(), sha256).hexdigest()[:32]


def _seats(rows: SeatRows) -> dict[str, Seat]:
    return {row.id: Seat(**row._asdict()) for row in rows.all()}


def _store(rows: SeatRows, seat: Seat) -> None:
    name = " ".join(seat.name.split())[:_NAME]
    rows.put(SeatRow(*astuple(replace(seat, name=name))), time.time())


class Pace:
    """How fast each may ask: so many at once, and so many a second after them."""

    def __init__(
        self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Let each ask `burst` times at once, then `rate` times a second."""
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left: dict[str, tuple[float, float]] = {}

    def check(self, who: str) -> None:
        """Count a question; NotNowError if it is one too many."""
        now = self._clock()
        left, at = self._left.pop(who, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._rate)
        self._left[who] = (max(left - 1, 0) if left >= 1 else left, now)
        while len(self._left) > _REMEMBERED:
            del self._left[next(iter(self._left))]
        if left < 1:
            message = "not so fast"
            raise NotNowError(message)


_REMEMBERED = 1000
"""Of so many at most it is known how fast they asked."""


class Guesses:
    """Slows who guesses a PIN: five wrong ones of an address, or 50 of all together.

    Then there is a pause, which doubles each time, up to an hour.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with no guesses."""
        self._clock = clock
        self._wrong: dict[str, tuple[int, float]] = {}

    def check(self, who: str, *, writes: bool) -> None:
        """Refuse a guess during a pause: NotNowError with the seconds left.

        The pause for all is not for a phone that `writes`.
        """
        left = 0.0
        for name in (who,) if writes else (who, _ALL):
            wrong, at = self._wrong.get(name, (0, 0.0))
            left = max(left, at + _pause(name, wrong) - self._clock())
        if left > 0:
            wait = f"scan the code to write first, or wait {int(left) + 1} seconds"
            message = f"too many wrong keys: {wait}"
            raise NotNowError(message)

    def note(self, who: str) -> int:
        """Note a wrong guess; return the seconds of a pause for all begun by it."""
        for name in (who, _ALL):
            wrong, _ = self._wrong.pop(name, (0, 0.0))
            self._wrong[name] = (wrong + 1, self._clock())
        while len(self._wrong) > _REMEMBERED:
            del self._wrong[next(iter(self._wrong))]
        return _pause(_ALL, self.count)

    def forget(self, who: str) -> None:
        """Forget the wrong guesses of a phone that knew the PIN."""
        self._wrong.pop(who, None)

    @property
    def count(self) -> int:
        """The number of wrong guesses of all."""
        return self._wrong.get(_ALL, (0, 0.0))[0]


def _pause(name: str, wrong: int) -> int:
    """Return the seconds of the pause after so many wrong guesses."""
    tries = _TRIES_OF_ALL if name == _ALL else _TRIES
    if not wrong or wrong % tries:
        return 0
    return min(_PAUSE << (min(wrong // tries, 9) - 1), _LONGEST_PAUSE)


_ALL = "all"
_TRIES, _TRIES_OF_ALL = 5, 50
_PAUSE, _LONGEST_PAUSE = 60, 3600
