"""Who sits at the table: the keys of the links, the seats, and how fast one may ask."""

import hmac
import json
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from threading import Lock

from peloton.desk.changes import ALL
from peloton.errors import PelotonError

MOST_SEATS = 64
"""Seats at a table, and open streams."""
_NAME = 40
"""Letters of a name that somebody gives."""
_AWAY = 3600.0
"""Seconds after which the place of a silent follower is free again."""


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
    """The keys and the seats, kept in a file that only its owner can read.

    Writers' seats are kept, so that after a power cut they are who they were; those
    of followers are signed and need no place in it.
    """

    def __init__(self, file: Path, *, new: bool = False) -> None:
        """Read the keys, or make them; with `new` all links and seats so far end.

        PelotonError if the file cannot be written.
        """
        self._file, self._lock = file, Lock()
        self.guesses = Guesses()
        self._here: dict[str, float] = {}
        kept: dict[str, object] = {}
        if not new:
            with suppress(OSError, ValueError):
                kept = json.loads(file.read_text(encoding="utf-8"))
        self.follow, self.write, self._signing = (
            str(kept.get(name) or secrets.token_urlsafe(16))
            for name in ("follow", "write", "signing")
        )
        self.pin = f"{secrets.randbelow(10**6):06}"
        self.writers: dict[str, Seat] = {}
        with suppress(TypeError, AttributeError):
            rows = kept.get("writers", [])
            self.writers = {row["id"]: Seat(**row) for row in rows}  # type: ignore[attr-defined]
        self._keep()

    def is_link(self, key: str) -> bool:
        """Return whether a key is that of a link, which nobody can guess."""
        keys = (self.follow, self.write)
        return any(hmac.compare_digest(key.encode(), k.encode()) for k in keys)

    def sit_down(self, key: str, seat: Seat | None) -> Seat:
        """Return the seat that a key or the PIN gives; the first writer leads.

        Who sits there already keeps the seat, and may get a better one. PelotonError
        for any other text.
        """
        writes = hmac.compare_digest(key.encode(), self.write.encode())
        leads = hmac.compare_digest(key.encode(), self.pin.encode())
        follows = hmac.compare_digest(key.encode(), self.follow.encode())
        if not (writes or leads or follows):
            message = "this is neither a key of this table nor its PIN"
            raise PelotonError(message)
        seat = seat or Seat(id=secrets.token_urlsafe(9))
        if writes or leads:
            with self._lock:
                leads = leads or seat.leads or not self.writers
                if seat.id not in self.writers and len(self.writers) >= MOST_SEATS:
                    message = "the table is full: 'peloton table --new-keys' clears it"
                    raise NotNowError(message)
            self.change(replace(seat, writes=True, leads=leads))
            seat = self.writers[seat.id]
        return seat

    def change(self, seat: Seat) -> None:
        """Keep a writer's seat as it is now."""
        with self._lock:
            name = " ".join(seat.name.split())[:_NAME]
            self.writers[seat.id] = replace(seat, name=name)
            self._keep()

    def cookie(self, seat: Seat) -> str:
        """Return what a phone shows to have its seat again."""
        return f"{seat.id}.{self._sign(seat.id)}"

    def seat_of(self, cookie: str) -> Seat | None:
        """Return the seat of a cookie; None if it is none of ours.

        NotNowError if there is no room for one more follower.
        """
        id_, _, sign = cookie.partition(".")
        if not hmac.compare_digest(sign.encode(), self._sign(id_).encode()):
            return None
        if seat := self.writers.get(id_):
            return seat
        now = time.monotonic()
        with self._lock:
            if id_ not in self._here and len(self._here) >= MOST_SEATS:
                here = {i: at for i, at in self._here.items() if now - at < _AWAY}
                self._here = here
                if len(here) >= MOST_SEATS:
                    message = "the table is full"
                    raise NotNowError(message)
            self._here[id_] = now
        return Seat(id=id_)

    def _sign(self, id_: str) -> str:
        key = self._signing.encode()
        return hmac.new(key, id_.encode(), sha256).hexdigest()[:32]

    def _keep(self) -> None:
        rows = [asdict(seat) for seat in self.writers.values()]
        keys = {name: getattr(self, name) for name in ("follow", "write")}
        text = json.dumps({**keys, "signing": self._signing, "writers": rows})
        new = self._file.with_suffix(".new")
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            new.unlink(missing_ok=True)
            new.touch(mode=0o600)
            new.write_text(text, encoding="utf-8")
            new.replace(self._file)
        except OSError as error:
            message = (
                f"the keys cannot be kept in {str(self._file)!r}: {error.strerror}"
            )
            raise PelotonError(message) from error


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
