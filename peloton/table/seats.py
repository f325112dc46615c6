"""Seats, which hold the rights of the phones that have joined; keys, PIN, limits."""

import hmac
import math
import secrets
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from threading import Lock

from starlette.exceptions import HTTPException

from peloton.desk.changes import ALL_LINES
from peloton.errors import PelotonError
from peloton.store.seats import Seat, open_seats

MAX_SEATS = 64
"""Maximum number of phones that may write or wait for permission."""
_MAX_NAME = 40
"""Maximum length of a phone's name."""
STRANGERS = ""
"""Key of the limit on PIN guesses that all phones without a writer's seat share."""

_TOO_MANY = (
    "too many wrong keys: scan the code for writing first, or wait {seconds} seconds"
)


class RateLimit:
    """A limit on the requests of each phone within a period of some seconds."""

    def __init__(
        self,
        most: int,
        seconds: float,
        message: str = "too many requests: wait a moment",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Allow each phone `most` requests from the first request of a period on."""
        self._most, self._seconds, self._clock = most, seconds, clock
        self._message = message
        self._counts, self._end = Counter[str](), -math.inf

    def check(self, who: str) -> None:
        """Count a request; respond with 429 if it exceeds the limit."""
        wait = self._end - self._clock()
        if wait <= 0:
            self._counts, self._end = Counter(), self._clock() + self._seconds
        self._counts[who] += 1
        if self._counts[who] > self._most:
            raise HTTPException(429, self._message.format(seconds=math.ceil(wait)))

    def is_reached(self, who: str) -> bool:
        """Return whether a phone may send no more requests in this period."""
        return self._counts[who] >= self._most

    def forget(self, who: str) -> None:
        """Forget the requests of a phone."""
        del self._counts[who]


class Seats:
    """The keys in links and the seats of phones, stored in a file private to the user.

    All live tables of a user share the keys, but have separate seats. Writers' seats
    are stored, so that they survive a power cut; followers only have a signed cookie.
    """

    def __init__(self, file: Path, table: str = "", *, new: bool = False) -> None:
        """Read or create the keys; `new` keys invalidate all links and seats.

        `guesses` limits wrong PINs: each writer, and all other phones together, may
        enter 5 a minute. Raises PelotonError if the file cannot be written.
        """
        self._open = partial(open_seats, file, table)
        self._stored = lru_cache(maxsize=1)(self._read)
        self._lock = Lock()
        self.guesses = RateLimit(5, 60, _TOO_MANY)
        self._seen: dict[str, float] = {}  # time of each writer's latest request
        with self._open() as rows:
            keys = rows.keys("follow", "write", "signing", new=new)
        self.follow, self.write, self._signing = keys
        self.pin = f"{secrets.randbelow(10**6):06}"

    @property
    def writers(self) -> dict[str, Seat]:
        """The seats that may write, or wait for permission to write, keyed by id."""
        stored = self._stored(int(time.monotonic()))
        return {id_: seat for id_, seat in stored.items() if id_}

    def _read(self, _second: int) -> dict[str, Seat]:
        """Read the seats, once a second, in case another program changed them."""
        with self._open() as rows:
            return rows.all()

    def is_link(self, key: str) -> bool:
        """Return whether a key comes from a link; otherwise it may be a guessed PIN."""
        keys = (self.follow, self.write, self.invitation(_area_of(key)))
        return any(hmac.compare_digest(key.encode(), k.encode()) for k in keys)

    def invitation(self, area: str) -> str:
        """Return the key of a link that allows a phone to change one area's lines.

        It is valid until a writer is removed, because that writer may know it.
        """
        removal = self._stored(int(time.monotonic())).get("", Seat(id="")).name
        return f"{self._sign(f'area {area} {removal}')}-{area.encode().hex()}"

    def take_seat(self, key: str, seat: Seat) -> Seat:
        """Give a phone the seat (the rights) to which its key or PIN entitles it.

        The first writer is the game leader. A phone that already has a seat keeps its
        id, and may gain rights. Raises PelotonError or HTTPException for a wrong key.
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
                # Delete the one silent for longest, but not the game leader's.
                seen = self._seen.get
                rows.delete(min(found, key=lambda i: (found[i].leads, seen(i, 0.0))))
            seat = found.get(seat.id, seat)
            if leads or seat.leads or not found:
                seat = seat._replace(writes=True, leads=True, area=ALL_LINES)
            elif seat.id not in found and key != self.write:
                seat = seat._replace(writes=True, area=_area_of(key))
            elif seat.id not in found:
                # A phone must not escape the game leader's limit by scanning again.
                limits = (s.area != ALL_LINES or not s.writes for s in found.values())
                seat = seat._replace(writes=not any(limits))
            rows.put(seat)
        self._stored.cache_clear()
        self._seen[seat.id] = time.monotonic()
        return seat

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
        self._stored.cache_clear()

    def remove(self, id_: str) -> None:
        """Remove a writer's seat; from then on, new writers must ask to write."""
        with self._open() as rows:
            rows.delete(id_)
            # A seat of no phone, which may not write; invitations depend on its name.
            rows.put(Seat(id="", leads=True, name=secrets.token_urlsafe(9)))
        self._stored.cache_clear()

    def cookie(self, seat: Seat) -> str:
        """Return a signed cookie with the id of a phone's seat."""
        return f"{seat.id}.{self._sign(seat.id)}"

    def seat_of(self, cookie: str) -> Seat:
        """Return the seat that a cookie identifies; its id is "" if there is none."""
        id_, _, sign = cookie.partition(".")
        if not hmac.compare_digest(sign.encode(), self._sign(id_).encode()):
            return Seat(id="")
        if seat := self.writers.get(id_):
            self._seen[id_] = time.monotonic()
        return seat or Seat(id=id_)

    def _sign(self, id_: str) -> str:
        return hmac.new(self._signing.encode(), id_.encode(), sha256).hexdigest()[:32]


def _area_of(key: str) -> str:
    """Return the area in the key of an invitation; ALL_LINES for any other key."""
    with suppress(ValueError):
        return bytes.fromhex(key.partition("-")[2]).decode()
    return ALL_LINES
