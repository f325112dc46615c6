"""The notes beside the lines at the desk: places and times, or mistakes."""

import re
from collections.abc import Callable
from functools import lru_cache

from peloton.desk.state import DeskView, StageAtDesk
from peloton.notation.desk.lines import DeskLine, LineKind
from peloton.reports.names import CLASSIFICATION_TITLES, Names
from peloton.reports.sheet import ColumnKind, printed_cell
from peloton.rules.facts.problem import Severity
from peloton.rules.facts.startlist import TeamCode
from peloton.rules.results import StageLine
from peloton.rules.words import join, phrase

Note = tuple[str, str]
"""A note: the name of a style, such as `class:dim`, and text without line breaks."""
_NoteWriter = Callable[[DeskView, DeskLine], Note]
MISTAKE = "! "
"""Prefix of a note that reports a mistake."""
_IN_TURNS = {LineKind.EMPTY, LineKind.FINISH, LineKind.TURN, LineKind.PLAYED}


class Notes:
    """The notes beside the lines of a stage."""

    def __init__(self, desk: StageAtDesk) -> None:
        """Load the names of riders and teams."""
        self._names = names = Names(desk.before.tour)
        self._unit = desk.before.rulebook.unit
        who, titles = self._who, CLASSIFICATION_TITLES
        self._writers: dict[LineKind, _NoteWriter] = {
            LineKind.TURN: lambda _, line: (
                "class:dim",
                phrase("turn {n}", n=line.turn or 0),
            ),
            LineKind.FINISH: self._finish,
            LineKind.CROSSING: self._crossing,
            LineKind.ORDER: lambda _, line: ("", f"{line.target} {who(line)}".strip()),
            LineKind.COUNTS: self._counts,
            LineKind.PLAYED: lambda _, line: ("", who(line)),
            LineKind.RULING: lambda _, line: ("", who(line) or names.team(line.target)),
            LineKind.OFFER: self._offer,
            LineKind.LOTS: lambda _, line: ("", titles.get(line.target, line.target)),
            LineKind.GHOSTS: self._cards,
        }

    def turn(self, view: DeskView, number: int) -> Note:
        """Return the turn of text line `number`, brighter on the first line of a turn.

        Lines are counted from 1. Only lines with finishes or turns show a turn; for
        others the note is empty.
        """
        if number > len(view.reading.lines):
            return "", ""
        line = view.reading.lines[number - 1]
        if line.turn is None or line.kind not in _IN_TURNS:
            return "", ""
        above = view.reading.lines[number - 2].turn if number > 1 else None
        return "class:dim" if line.turn == above else "class:turn", f"{line.turn:>2}"

    def note(self, view: DeskView, number: int, *, typing: bool) -> Note:
        """Return the result on a text line; its mistake, unless it is being typed."""
        if number > len(view.reading.lines):
            return "", ""
        wrong = view.wrong_on.get(number)
        line = view.reading.lines[number - 1]
        if wrong is None:
            writer = self._writers.get(line.kind)
            return writer(view, line) if writer else ("", "")
        warning = wrong.severity is Severity.WARNING
        if typing and not warning:
            return "class:dim", self._who(line) or "…"
        style = "class:warn" if warning else "class:wrong"
        return style, f"{MISTAKE}{wrong.message}"

    def _finish(self, view: DeskView, line: DeskLine) -> Note:
        placed = [view.results[bib] for bib in line.bibs if bib in view.results]
        home = [line for line in placed if line.place is not None]
        if not home:
            status = placed[0].status if placed else ""
            return "class:warn", f"{status} {self._who(line)}".strip()
        first, last = home[0].place, home[-1].place
        places = f"{first}" if first == last else f"{first}-{last}"
        time = stage_time(view, home[0], self._unit)
        return "", f"{places:<4} {time:>5} {self._who(line)}"

    def _crossing(self, view: DeskView, line: DeskLine) -> Note:
        won = view.won(line.target)
        words = [f"{self._names.short_name(b)} {won.get(b, '')}" for b in line.bibs]
        return "", f"{line.target}: {', '.join(map(str.strip, words))}"

    def _counts(self, view: DeskView, line: DeskLine) -> Note:
        booked = line.target in {"extra_turns", "attacks"}
        turns = view.live.extra_turns if booked else ()
        riders = {turn.bib: (turn.used, turn.left) for turn in turns}
        teams = {turn.team: (turn.used, turn.left) for turn in view.live.team_turns}
        had: list[tuple[str, int, int]]
        had = [(bib, *riders[bib]) for bib in line.bibs if bib in riders]
        had += [(code, *teams[code]) for code in line.teams if code in teams]
        words = [
            phrase("{name}: {used} used, {left} left", name=who, used=used, left=left)
            for who, used, left in had
        ]
        return "", join(words) or self._who(line)

    def _cards(self, _view: DeskView, line: DeskLine) -> Note:
        """Return the cards that ghosts played, without those in parentheses."""
        if line.text[:2] != "? ":
            return "", self._who(line)
        played = re.sub(r"\([^()]*\)", "", line.text[2:])
        return "", re.sub(r"(?<!\d)(\d+)/(\d+)", r"\1, then \2", played)

    def _offer(self, view: DeskView, line: DeskLine) -> Note:
        saved = {line.team: line.savings for line in view.live.purse}
        left = saved.get(TeamCode(line.target))
        name = self._names.team(line.target)
        if left is None:
            return "", name
        return "", phrase("{name}: {left} left", name=name, left=left)

    def _who(self, line: DeskLine) -> str:
        return ", ".join(map(self._names.rider, line.bibs))


notes_of = lru_cache(maxsize=8)(Notes)
"""Return the notes for a stage; they are cached because loading the names is slow."""


def stage_time(view: DeskView, line: StageLine, unit: str) -> str:
    """Return a time as printed in a result: the winner's time, then gaps and `s.t.`."""
    if line.time is None:
        return ""
    if line.place == 1:
        return printed_cell(line.time, ColumnKind.TIME, unit)
    if line.place in view.same_time:
        return "s.t."
    return printed_cell(line.gap, ColumnKind.GAP, unit)
