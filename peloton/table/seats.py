"""The seats of phones at the live table: keys, cookies, the PIN and rate limits."""

import hmac
import secrets
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock

from peloton.desk.changes import ALL_LINES
from peloton.errors import PelotonError
from peloton.store.seats import Seat, SeatFile

MAX_SEATS = 64
"""Maximum number of writers, and also of followers."""
NO_LINES = "-"
"""Form value for a seat that may not write."""
_MAX_NAME = 40
"""Maximum length of a seat's name."""
_IDLE_TIME = 3600.0
"""Seconds without a request after which a phone may lose its seat to another phone."""


class NotNowError(PelotonError):
    """Too many requests, or the live table is full; the phone may retry later."""


class Seats:
    """The keys and the seats, stored in a file that only its owner can read.

    All live tables of a user share the keys, but have separate seats. Writers' seats
    are stored, so that they survive a power cut; followers only have a signed cookie.
    """

    def __init__(self, file: Path, table: str = "", *, new: bool = False) -> None:
        """Read or create the keys; `new` keys invalidate all links and seats.

        Raises PelotonError if the file cannot be written.
        """
        self._file, self._lock = SeatFile(file, table), Lock()
        self.guesses = PinGuesses()
        self._followers: dict[str, tuple[str, float]] = {}
        self._seen: dict[str, float] = {}
        self._removed: set[str] = set()
        self._known: dict[str, Seat] = {}
        self._read_at: int | None = None
        keys = self._file.keys("follow", "write", "signing", new=new)
        self.follow, self.write, self._signing = keys
        self.pin = f"{secrets.randbelow(10**6):06}"

    @property
    def followers(self) -> int:
        """The number of followers who have recently opened a page."""
        return len(self._followers)

    @property
    def writers(self) -> dict[str, Seat]:
        """Seats that may write, or wait for the game leader's permission, by id."""
        changed = self._file.changed()
        if changed is None or changed != self._read_at:
            with self._file.rows() as rows:
                self._known = rows.all()
            self._read_at = changed
        return self._known

    def is_link(self, key: str) -> bool:
        """Return whether a key is from a link; such a key cannot be guessed."""
        keys = (self.follow, self.write, self.invitation(_area_of(key)))
        return any(hmac.compare_digest(key.encode(), k.encode()) for k in keys)

    def invitation(self, area: str) -> str:
        """Return the key of a link that gives access only to the lines of one area."""
        return f"{self._sign(f'area {area}')}-{area.encode().hex()}"

    def take_seat(self, key: str, seat: Seat | None) -> Seat:
        """Return the seat for a key or the PIN; the first writer is the game leader.

        A phone with a seat keeps its id, and may gain rights. Raises PelotonError if
        the key is neither the PIN nor from a link.
        """
        leads = hmac.compare_digest(key.encode(), self.pin.encode())
        if not (leads or self.is_link(key)):
            raise PelotonError(
                "wrong PIN, or an old code: scan the one on the computer"
            )
        seat = seat or Seat(id=secrets.token_urlsafe(9))
        if key == self.follow:
            return seat
        with self._file.rows() as rows:
            found = rows.all()
            full = seat.id not in found and len(found) >= MAX_SEATS
            if full and not rows.delete_unused(time.time() - _IDLE_TIME):
                raise NotNowError(
                    "the live table is full: 'peloton table --new-keys' clears it"
                )
            seat = found.get(seat.id, seat)
            if leads or seat.leads or not found:
                seat = seat._replace(writes=True, leads=True, area=ALL_LINES)
            elif seat.id not in found and key != self.write:
                seat = seat._replace(writes=True, area=_area_of(key))
            elif seat.id not in found:
                # Scanning again must not lift a limit set by the game leader.
                limits = (s.area != ALL_LINES or not s.writes for s in found.values())
                waits = seat.id in self._removed or any(limits)
                seat = seat._replace(writes=not waits)
            rows.put(seat)
        return seat

    def change(self, seat: Seat) -> None:
        """Store the changed seat of a writer."""
        seat = seat._replace(name=" ".join(seat.name.split())[:_MAX_NAME])
        with self._file.rows() as rows:
            rows.put(seat)

    def remove(self, id_: str) -> None:
        """Remove the seat of a writer, who can then only follow or ask to write."""
        self._removed.add(id_)
        with self._file.rows() as rows:
            rows.delete(id_)

    def cookie(self, seat: Seat) -> str:
        """Return the cookie that identifies a phone's seat."""
        return f"{seat.id}.{self._sign(seat.id)}"

    def seat_of(self, cookie: str, address: str = "") -> Seat | None:
        """Return the seat of a cookie; None if its signature is invalid.

        Raises NotNowError if there is no room for another follower.
        """
        id_, _, sign = cookie.partition(".")
        if not hmac.compare_digest(sign.encode(), self._sign(id_).encode()):
            return None
        if seat := self.writers.get(id_):
            self._note_seen(id_)
            self._followers.pop(id_, None)
            return seat
        with self._lock:
            if id_ not in self._followers and len(self._followers) >= MAX_SEATS:
                self._free_follower(address)
            self._followers[id_] = address, time.monotonic()
        return Seat(id=id_)

    def _note_seen(self, id_: str) -> None:
        """Store the time of a writer's request, at most every ten minutes."""
        now = time.time()
        if now - self._seen.get(id_, 0) > _IDLE_TIME / 6:
            self._seen[id_] = now
            # A full disk must not make the request fail.
            with suppress(PelotonError), self._file.rows() as rows:
                rows.note_seen(id_, now)

    def _free_follower(self, address: str) -> None:
        """Remove an inactive follower, or one at the address with the most followers.

        Raises NotNowError if the new follower's `address` has nearly as many followers.
        """
        silent = min(self._followers, key=lambda id_: self._followers[id_][1])
        if time.monotonic() - self._followers[silent][1] < _IDLE_TIME:
            counts = Counter(at for at, _ in self._followers.values())
            most = max(counts, key=lambda at: counts[at])
            if counts[most] <= counts[address] + 1:
                raise NotNowError("the live table is full")
            silent = next(id_ for id_, (at, _) in self._followers.items() if at == most)
        del self._followers[silent]

    def _sign(self, id_: str) -> str:
        key = self._signing.encode()
        return hmac.new(key, id_.encode(), sha256).hexdigest()[:32]


def _area_of(key: str) -> str:
    """Return the area in the key of an invitation, `ALL_LINES` for any other key."""
    with suppress(ValueError):
        return bytes.fromhex(key.partition("-")[2]).decode()
    return ALL_LINES


class RateLimit:
    """A rate limit for each phone: a burst of requests, then a number per second."""

    def __init__(
        self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Allow each phone `burst` requests at once, then `rate` requests a second."""
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left: dict[str, tuple[float, float]] = {}

    def check(self, who: str) -> None:
        """Count a request; raise NotNowError if it exceeds the limit."""
        now = self._clock()
        left, at = self._left.pop(who, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._rate)
        self._left[who] = (max(left - 1, 0) if left >= 1 else left, now)
        while len(self._left) > _MAX_PHONES:
            del self._left[next(iter(self._left))]
        if left < 1:
            raise NotNowError("too many requests: wait a moment")


_MAX_PHONES = 1000
"""Maximum number of phones or addresses in a rate limit."""


class PinGuesses:
    """Limits PIN guesses: a pause after 5 wrong PINs from a phone, or 50 in total.

    The first pause lasts a minute, and each further pause twice as long, up to an hour.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start with no wrong guesses; `clock` returns seconds."""
        self._clock = clock
        self._wrong: dict[str, tuple[int, float]] = {}

    def check(self, who: str, *, writes: bool) -> None:
        """Raise NotNowError while this phone or all phones are paused.

        The message gives the seconds left. A phone that `writes` is exempt from the
        pause for all phones.
        """
        left = 0.0
        for name in (who,) if writes else (who, _ALL):
            wrong, at = self._wrong.get(name, (0, 0.0))
            left = max(left, at + _pause(name, wrong) - self._clock())
        if left > 0:
            wait = f"scan the code for writing first, or wait {int(left) + 1} seconds"
            raise NotNowError(f"too many wrong keys: {wait}")

    def note(self, who: str) -> int:
        """Count a wrong guess.

        Return the seconds of the pause for all phones if it begins now, or else 0.
        """
        for name in (who, _ALL):
            wrong, _ = self._wrong.pop(name, (0, 0.0))
            self._wrong[name] = (wrong + 1, self._clock())
        while len(self._wrong) > _MAX_PHONES:
            del self._wrong[next(iter(self._wrong))]
        return _pause(_ALL, self.count)

    def forget(self, who: str) -> None:
        """Reset the wrong guesses of a phone that entered the right PIN."""
        self._wrong.pop(who, None)

    @property
    def count(self) -> int:
        """The total number of wrong guesses."""
        return self._wrong.get(_ALL, (0, 0.0))[0]


def _pause(name: str, wrong: int) -> int:
    """Return the seconds of the pause after a number of wrong guesses."""
    tries = _TRIES_OF_ALL if name == _ALL else _TRIES
    if not wrong or wrong % tries:
        return 0
    return min(_PAUSE << (min(wrong // tries, 9) - 1), _LONGEST_PAUSE)


_ALL = "all"
_TRIES, _TRIES_OF_ALL = 5, 50
_PAUSE, _LONGEST_PAUSE = 60, 3600
