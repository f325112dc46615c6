"""Road races: marks are times and gaps such as `3:25:10` and `+1:07` (RR-1)."""

import re
from dataclasses import dataclass

from peloton.errors import PelotonError
from peloton.rules.games.mark import ClockInput, MarkFormat, PlainMark
from peloton.rules.words import format_time, phrase


@dataclass(frozen=True, slots=True)
class ClockMark(PlainMark):
    """A time in thousandths of a second, or a `gap` to the winner (RR-1)."""

    thousandths: int
    gap: bool = False
    turns = 0
    past = 0

    def speed(self, length: int) -> tuple[int, int] | None:
        """Return the speed in km/h as a fraction, None for a gap (RR-1)."""
        known = length and self.thousandths and not self.gap
        return (length * _HOUR, self.thousandths) if known else None

    def __str__(self) -> str:
        """Format the mark as on paper: `3:25:10`, `0:12:34.5`, `+1:07`."""
        seconds, fraction = divmod(self.thousandths, 1000)
        time = format_time(seconds, "seconds", long=not self.gap)
        rest = f".{fraction:03}".rstrip("0").rstrip(".")
        return f"{'+' if self.gap else ''}{time}{rest}"


@dataclass(frozen=True, slots=True)
class SameMark(PlainMark):
    """The mark `s`: the same time as the line above (RR-1)."""

    turns = 0
    past = 0

    def __str__(self) -> str:
        """Format the mark as on paper: `s`."""
        return "s"


_CLOCK = re.compile(
    r"(\+?)\s*(?:(\d{1,4})(?::|h ?))?(\d{1,3})(?::|['\u2019\u2032] ?)(\d{2})"
    r"(?:[.,](\d{1,3}))?(?:''|[\"\u201d\u2033])?",
    re.ASCII,
)
_SECONDS = re.compile(r"\+\s*(\d\d?)(?:''|[\"\u201d\u2033])", re.ASCII)
_SAME = {"s", "s.t.", "m.t.", "z.t.", ",,", '"', "''"}
_SIXTY = 60
_HOUR = 3_600_000  # thousandths of a second


def _read(text: str) -> ClockMark | SameMark | None:
    """Read a mark, also as published in results: `4h 00' 10''`, `+ 5''`, `s.t.`."""
    if text.casefold() in _SAME:
        return SameMark()
    if seconds_only := _SECONDS.fullmatch(text):
        text = f"+0:{seconds_only[1]:0>2}"
    if (match := _CLOCK.fullmatch(text)) is None:
        return None
    gap, hours, minutes, seconds, fraction = match.groups()
    # A long gap may be written without hours: +75:03.
    if (hours and int(minutes) >= _SIXTY) or int(seconds) >= _SIXTY:
        raise PelotonError(f"found '{text}', expected minutes and seconds below 60")
    whole = (int(hours or 0) * 60 + int(minutes)) * 60 + int(seconds)
    return ClockMark(whole * 1000 + int((fraction or "0").ljust(3, "0")), gap=bool(gap))


def _exact(finishes: ClockInput[ClockMark | SameMark]) -> tuple[list[int], int]:
    """Return the times: gaps count from the winner, `s` repeats the time above."""
    times: list[int] = []
    winner = finishes.marks[finishes.first] if finishes.marks else None
    start = winner.thousandths if isinstance(winner, ClockMark) else 0
    for mark in finishes.marks:
        if isinstance(mark, ClockMark):
            times.append(mark.thousandths + (start if mark.gap else 0))
        else:
            times.append(times[-1] if times else start)
    return times, 1000


MARK = MarkFormat(
    name="h:mm:ss",
    example="3:25:10",
    shapes="'h:mm:ss' such as 3:25:10, +1:07 or s",
    game="road race",
    parse=_read,
    exact_times=_exact,
    explain=lambda mark, _: (phrase("mark {mark}, as given", mark=str(mark)), "RR-1"),
    columns=(),
    columns_help=phrase(
        "Time: such as 3:25:10, a gap such as +1:07, or s for the time of the line"
        " above. Enter it as text, so that the spreadsheet does not change it."
    ),
    desk_examples=(
        ("12 3:25:10", "12 finished in this time"),
        ("12 +1:07", "12 finished this far behind the winner"),
        ("12", "12 has the time of the line above"),
    ),
    default_mark=str(SameMark()),
    speed=phrase("km/h"),
)
