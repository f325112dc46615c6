"""Seats, which hold the rights of the phones that have joined; keys, PIN, limits."""

import hmac
import math
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from peloton.desk.changes import ALL_LINES
from peloton.errors import PelotonError
from peloton.store.seats import Seat, open_seats

MAX_SEATS = 64
"""Maximum number of phones that may write or wait for permission."""
_MAX_NAME = 40
"""Maximum length of a phone's name."""
_IDLE_TIME = 3600.0
"""Seconds without a request after which another phone may take a phone's seat."""
_PRESENT = 15.0
"""Seconds after its last request during which a phone counts as a follower."""
_REREAD = 1.0
"""Seconds after which seats are read again, in case another program changed them."""
_MAX_REMEMBERED = 1000
"""Maximum number of entries in a dictionary filled by `remember`."""
_T = TypeVar("_T")


class NotNowError(PelotonError):
    """A refusal for now, as after too many requests or if the live table is full."""


class RateLimit:
    """A rate limit for each phone: a burst of requests, then a number per second."""

    def __init__(
        self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Allow each phone `burst` requests at once, then `rate` requests a second."""
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left: dict[str, tuple[float, float]] = {}

    def _requests_left(self, who: str) -> float:
        left, at = self._left.get(who, (self._burst, 0.0))
        return min(self._burst, left + (self._clock() - at) * self._rate)

    def wait(self, who: str) -> float:
        """Return the seconds until a phone may send a request; 0 or less means now."""
        return (1 - self._requests_left(who)) / self._rate

    def count(self, who: str) -> None:
        """Count a request."""
        left = self._requests_left(who) - 1
        remember(self._left, who, (max(left, 0.0), self._clock()))

    def forget(self, who: str) -> None:
        """Forget the requests of a phone."""
        self._left.pop(who, None)

    def check(self, who: str) -> None:
        """Count a request; raise NotNowError if it exceeds the limit."""
        if self.wait(who) > 0:
            raise NotNowError("too many requests: wait a moment")
        self.count(who)


class PinGuesses:
    """A limit on PIN guesses: 5 from each phone and 50 in total, then one a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start with no wrong guesses; `clock` returns seconds."""
        self.of_phone = RateLimit(5, 1 / 60, clock)
        self._of_all = RateLimit(50, 1 / 60, clock)

    def check(self, who: str, *, writes: bool) -> None:
        """Raise NotNowError after too many wrong guesses by this phone or all phones.

        A phone that `writes` is exempt from the limit for all phones.
        """
        left = self.of_phone.wait(who)
        left = left if writes else max(left, self._of_all.wait(""))
        if left > 0:
            wait = f"scan the code for writing first, or wait {math.ceil(left)} seconds"
            raise NotNowError(f"too many wrong keys: {wait}")

    def count(self, who: str) -> bool:
        """Count a wrong guess; return whether all phones together reached the limit."""
        self.of_phone.count(who)
        self._of_all.count("")
        return self._of_all.wait("") > 0


class Seats:
    """The keys in links and the seats of phones, stored in a file private to the user.

    All live tables of a user share the keys, but have separate seats. Writers' seats
    are stored, so that they survive a power cut. Followers' seats are not stored: their
    phones have a signed cookie.
    """

    def __init__(self, file: Path, table: str = "", *, new: bool = False) -> None:
        """Read or create the keys; `new` keys invalidate all links and seats.

        Raises PelotonError if the file cannot be written.
        """
        self._open = partial(open_seats, file, table)
        self.guesses = PinGuesses()
        self._seen: dict[str, float] = {}
        self._removed: set[str] = set()
        self._writers: dict[str, Seat] = {}
        self._read_at = -math.inf
        with self._open() as rows:
            keys = rows.keys("follow", "write", "signing", new=new)
        self.follow, self.write, self._signing = keys
        self.pin = f"{secrets.randbelow(10**6):06}"

    @property
    def is_used(self) -> bool:
        """True once a phone has sent a request."""
        return bool(self._seen)

    @property
    def followers(self) -> int:
        """The number of followers with an open page."""
        since = time.monotonic() - _PRESENT
        seen = (id_ for id_, at in self._seen.items() if at > since)
        return sum(id_ not in self.writers for id_ in seen)

    @property
    def writers(self) -> dict[str, Seat]:
        """The seats that may write, or wait for permission to write, keyed by id."""
        if time.monotonic() - self._read_at > _REREAD:
            with self._open() as rows:
                self._writers = rows.all()
            self._read_at = time.monotonic()
        return self._writers

    def is_link(self, key: str) -> bool:
        """Return whether a key comes from a link; otherwise it may be a guessed PIN."""
        keys = (self.follow, self.write, self.invitation(_area_of(key)))
        return any(hmac.compare_digest(key.encode(), k.encode()) for k in keys)

    def invitation(self, area: str) -> str:
        """Return the key of a link that allows a phone to change one area's lines."""
        return f"{self._sign(f'area {area}')}-{area.encode().hex()}"

    def take_seat(self, key: str, seat: Seat | None) -> Seat:
        """Give a phone the seat (the rights) to which its key or PIN entitles it.

        The first writer is the game leader. A phone that already has a seat keeps its
        id, and may gain rights. Raises PelotonError if the key is neither the PIN nor
        from a link.
        """
        leads = hmac.compare_digest(key.encode(), self.pin.encode())
        if not (leads or self.is_link(key)):
            raise PelotonError(
                "wrong PIN, or an old code: scan the one on the computer"
            )
        seat = seat or Seat(id=secrets.token_urlsafe(9))
        if key == self.follow:
            return seat
        with self._open() as rows:
            found = rows.all()
            if seat.id not in found and len(found) >= MAX_SEATS:
                rows.delete(self._unused(found.values()))
            seat = found.get(seat.id, seat)
            if leads or seat.leads or not found:
                seat = seat._replace(writes=True, leads=True, area=ALL_LINES)
            elif seat.id not in found and key != self.write:
                seat = seat._replace(writes=True, area=_area_of(key))
            elif seat.id not in found:
                # A phone must not escape the game leader's limit by scanning again.
                limits = (s.area != ALL_LINES or not s.writes for s in found.values())
                waits = seat.id in self._removed or any(limits)
                seat = seat._replace(writes=not waits)
            rows.put(seat)
        self._read_at = -math.inf
        self._note_seen(seat.id)
        return seat

    def change(self, seat: Seat) -> None:
        """Store a writer's seat after a change of its name or rights."""
        seat = seat._replace(name=" ".join(seat.name.split())[:_MAX_NAME])
        with self._open() as rows:
            rows.put(seat)
        self._read_at = -math.inf

    def remove(self, id_: str) -> None:
        """Remove a writer's seat; the phone can then only follow, or ask to write."""
        self._removed.add(id_)
        with self._open() as rows:
            rows.delete(id_)
        self._read_at = -math.inf

    def cookie(self, seat: Seat) -> str:
        """Return a signed cookie with the id of a phone's seat."""
        return f"{seat.id}.{self._sign(seat.id)}"

    def seat_of(self, cookie: str) -> Seat | None:
        """Return the seat that a cookie identifies; None for an invalid signature."""
        id_, _, sign = cookie.partition(".")
        if not hmac.compare_digest(sign.encode(), self._sign(id_).encode()):
            return None
        self._note_seen(id_)
        return self.writers.get(id_, Seat(id=id_))

    def _note_seen(self, id_: str) -> None:
        remember(self._seen, id_, time.monotonic())

    def _unused(self, seats: Iterable[Seat]) -> str:
        """Return the id of the seat unused for longest, preferably not a game leader's.

        Raises NotNowError if every seat was used recently.
        """
        since = time.monotonic() - _IDLE_TIME
        seen = [(s.leads, self._seen.get(s.id, -math.inf), s.id) for s in seats]
        unused = [row for row in sorted(seen) if row[1] < since]
        if not unused:
            raise NotNowError(
                "the live table is full: 'peloton table --new-keys' clears it"
            )
        return unused[0][2]

    def _sign(self, id_: str) -> str:
        key = self._signing.encode()
        return hmac.new(key, id_.encode(), sha256).hexdigest()[:32]


def _area_of(key: str) -> str:
    """Return the area whose lines a key allows to change.

    An invitation's key contains its area; any other key allows ALL_LINES.
    """
    with suppress(ValueError):
        return bytes.fromhex(key.partition("-")[2]).decode()
    return ALL_LINES


def remember(values: dict[str, _T], key: str, value: _T) -> None:
    """Store a value as the newest entry; if there are too many, drop the oldest one."""
    values.pop(key, None)
    values[key] = value
    if len(values) > _MAX_REMEMBERED:
        del values[next(iter(values))]
