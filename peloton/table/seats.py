"""Seats, which hold the rights of the phones that have joined; keys, PIN, limits."""

import hmac
import math
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TypeVar

from starlette.exceptions import HTTPException

from peloton.desk.changes import ALL_LINES
from peloton.errors import PelotonError
from peloton.store.seats import Seat, open_seats

MAX_SEATS = 64
"""Maximum number of phones that may write or wait for permission."""
_MAX_NAME = 40
"""Maximum length of a phone's name."""
_MAX_REMEMBERED = 1000
"""Maximum number of entries in a dictionary filled by `remember`."""
_T = TypeVar("_T")
STRANGERS = ""
"""Key of the limit on PIN guesses that all phones without a writer's seat share."""

_TOO_MANY = (
    "too many wrong keys: scan the code for writing first, or wait {seconds} seconds"
)


class RateLimit:
    """A rate limit for each phone: a burst of requests, then a number per second."""

    def __init__(
        self,
        burst: float,
        rate: float,
        message: str = "too many requests: wait a moment",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Allow each phone `burst` requests at once, then `rate` requests a second.

        `{seconds}` in the message is replaced by the time to wait.
        """
        self._burst, self._rate, self._clock = burst, rate, clock
        self._message = message
        self._left: dict[str, tuple[float, float]] = {}

    def wait(self, who: str) -> float:
        """Return the seconds until a phone may send a request; 0 or less means now."""
        left, at = self._left.get(who, (self._burst, 0.0))
        left = min(self._burst, left + (self._clock() - at) * self._rate)
        return (1 - left) / self._rate

    def check(self, who: str) -> None:
        """Count a request; respond with 429 if it exceeds the limit."""
        wait = self.wait(who)
        if wait > 0:
            raise HTTPException(429, self._message.format(seconds=math.ceil(wait)))
        remember(self._left, who, (-wait * self._rate, self._clock()))

    def forget(self, who: str) -> None:
        """Forget the requests of a phone."""
        self._left.pop(who, None)


class Seats:
    """The keys in links and the seats of phones, stored in a file private to the user.

    All live tables of a user share the keys, but have separate seats. Writers' seats
    are stored, so that they survive a power cut. Followers' seats are not stored: their
    phones have a signed cookie.
    """

    def __init__(self, file: Path, table: str = "", *, new: bool = False) -> None:
        """Read or create the keys; `new` keys invalidate all links and seats.

        `guesses` limits wrong PINs: each writer, and all other phones together, may
        enter 5 at once, then one a minute. `seen` maps the id of each phone to the time
        of its latest request. Raises PelotonError if the file cannot be written.
        """
        self._open = partial(open_seats, file, table)
        self._lock = Lock()
        self.guesses = RateLimit(5, 1 / 60, _TOO_MANY)
        self.seen: dict[str, float] = {}
        self._removed = False
        with self._open() as rows:
            keys = rows.keys("follow", "write", "signing", new=new)
        self.follow, self.write, self._signing = keys
        self.pin = f"{secrets.randbelow(10**6):06}"

    @property
    def writers(self) -> dict[str, Seat]:
        """The seats that may write, or wait for permission to write, keyed by id."""
        with self._open() as rows:
            return rows.all()

    def is_link(self, key: str) -> bool:
        """Return whether a key comes from a link; otherwise it may be a guessed PIN."""
        keys = (self.follow, self.write, self.invitation(_area_of(key)))
        return any(hmac.compare_digest(key.encode(), k.encode()) for k in keys)

    def invitation(self, area: str) -> str:
        """Return the key of a link that allows a phone to change one area's lines."""
        return f"{self._sign(f'area {area}')}-{area.encode().hex()}"

    def take_seat(self, key: str, seat: Seat) -> Seat:
        """Give a phone the seat (the rights) to which its key or PIN entitles it.

        The first writer is the game leader. A phone that already has a seat keeps its
        id, and may gain rights. Raises PelotonError if the key is neither the PIN nor
        from a link, and HTTPException after too many wrong PINs.
        """
        leads = not self.is_link(key)
        if leads:
            self._check_pin(key, seat.id if seat.writes else STRANGERS)
        seat = seat if seat.id else Seat(id=secrets.token_urlsafe(9))
        if key == self.follow:
            return seat
        with self._open() as rows:
            found = rows.all()
            if seat.id not in found and len(found) >= MAX_SEATS:
                # Prefer the one silent for longest to the game leader's.
                rows.delete(min(found.values(), key=self._is_needed).id)
            seat = found.get(seat.id, seat)
            if leads or seat.leads or not found:
                seat = seat._replace(writes=True, leads=True, area=ALL_LINES)
            elif seat.id not in found and key != self.write:
                seat = seat._replace(writes=True, area=_area_of(key))
            elif seat.id not in found:
                # A phone must not escape the game leader's limit by scanning again.
                limits = (s.area != ALL_LINES or not s.writes for s in found.values())
                seat = seat._replace(writes=not (self._removed or any(limits)))
            rows.put(seat)
        remember(self.seen, seat.id, time.monotonic())
        return seat

    def _is_needed(self, seat: Seat) -> tuple[bool, float]:
        return seat.leads, self.seen.get(seat.id, 0.0)

    def _check_pin(self, pin: str, who: str) -> None:
        # The lock is for guesses sent at the same time: each of them must be counted.
        with self._lock:
            self.guesses.check(who)
        if not hmac.compare_digest(pin.encode(), self.pin.encode()):
            raise PelotonError(
                "wrong PIN, or an old code: scan the one on the computer"
            )
        self.guesses.forget(who)

    def change(self, seat: Seat) -> None:
        """Store a writer's seat after a change of its name or rights."""
        seat = seat._replace(name=" ".join(seat.name.split())[:_MAX_NAME])
        with self._open() as rows:
            rows.put(seat)

    def remove(self, id_: str) -> None:
        """Remove a writer's seat; from then on, new writers must ask to write."""
        self._removed = True
        with self._open() as rows:
            rows.delete(id_)

    def cookie(self, seat: Seat) -> str:
        """Return a signed cookie with the id of a phone's seat."""
        return f"{seat.id}.{self._sign(seat.id)}"

    def seat_of(self, cookie: str) -> Seat:
        """Return the seat that a cookie identifies; its id is "" if there is none."""
        id_, _, sign = cookie.partition(".")
        if not hmac.compare_digest(sign.encode(), self._sign(id_).encode()):
            return Seat(id="")
        remember(self.seen, id_, time.monotonic())
        return self.writers.get(id_, Seat(id=id_))

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
