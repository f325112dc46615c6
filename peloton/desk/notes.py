"""The notes beside the lines at the desk: places and times, or mistakes."""

import re

from peloton.desk.state import DeskView
from peloton.notation.desk.lines import DeskLine, LineKind
from peloton.reports.names import CLASSIFICATION_TITLES
from peloton.rules.facts.startlist import TeamCode
from peloton.rules.words import join, phrase

Note = tuple[str, str]
"""A note: the name of a style, such as `class:dim`, and text without line breaks."""
MISTAKE = "! "
"""Prefix of a note that reports a mistake."""
_IN_TURNS = {LineKind.EMPTY, LineKind.FINISH, LineKind.TURN, LineKind.PLAYED}


def turn_note(view: DeskView, number: int) -> Note:
    """Return the turn of text line `number`, brighter on the first line of a turn.

    Lines are counted from 1. Only lines with finishes or turns show a turn; for others
    the note is empty.
    """
    lines = view.reading.lines
    line = lines[number - 1]
    if line.turn is None or line.kind not in _IN_TURNS:
        return "", ""
    above = lines[number - 2].turn if number > 1 else None
    return "class:dim" if line.turn == above else "class:turn", f"{line.turn:>2}"


def line_note(view: DeskView, number: int, *, typing: bool = False) -> Note:
    """Return the result on a text line; its mistake, unless it is being typed."""
    wrong = view.wrong_on.get(number)
    line = view.reading.lines[number - 1]
    who = ", ".join(map(view.desk.names.rider, line.bibs))
    if wrong is None:
        return _result(view, line, who)
    if typing and not wrong.warning:
        return "class:dim", who or "…"
    return "class:warn" if wrong.warning else "class:wrong", f"{MISTAKE}{wrong.message}"


def _result(view: DeskView, line: DeskLine, who: str) -> Note:
    style, text, target = "", who, line.target
    match line.kind:
        case LineKind.TURN:
            style, text = "class:dim", phrase("turn {n}", n=line.turn or 0)
        case LineKind.FINISH:
            style, text = _finish(view, line, who)
        case LineKind.CROSSING:
            won, name = view.won(target), view.desk.names.short_name
            words = (f"{name(bib)} {won.get(bib, '')}".strip() for bib in line.bibs)
            text = f"{target}: {', '.join(words)}"
        case LineKind.ORDER:
            text = f"{target} {who}".strip()
        case LineKind.COUNTS:
            text = join(_turns_left(view, line)) or who
        case LineKind.RULING:
            text = who or view.desk.names.team(target)
        case LineKind.OFFER:
            text = _offer(view, TeamCode(target))
        case LineKind.LOTS:
            text = CLASSIFICATION_TITLES.get(target, target)
        case LineKind.GHOSTS if line.text.startswith("? "):
            # The cards that ghosts played, without those in parentheses.
            played = re.sub(r"\([^()]*\)", "", line.text[2:])
            text = re.sub(r"(?<!\d)(\d+)/(\d+)", r"\1, then \2", played)
    return style, text


def _finish(view: DeskView, line: DeskLine, who: str) -> Note:
    placed = [view.results[bib] for bib in line.bibs if bib in view.results]
    home = [line for line in placed if line.place is not None]
    if not home:
        status = placed[0].status if placed else ""
        return "class:warn", f"{status} {who}".strip()
    first, last = home[0].place, home[-1].place
    places = f"{first}" if first == last else f"{first}-{last}"
    return "", f"{places:<4} {view.times[home[0].bib]:>5} {who}"


def _offer(view: DeskView, team: TeamCode) -> str:
    saved = {line.team: line.savings for line in view.live.score.purse}
    left, name = saved.get(team), view.desk.names.team(team)
    return name if left is None else phrase("{name}: {left} left", name=name, left=left)


def _turns_left(view: DeskView, line: DeskLine) -> list[str]:
    """Return the extra turns that the riders and teams on a line used and have left."""
    score, used = view.live.score, line.target in {"extra_turns", "attacks"}
    turns = [turn for turn in score.extra_turns if used and turn.who in line.bibs]
    turns += (turn for turn in score.team_turns if turn.who in line.teams)
    return [
        phrase("{name}: {used} used, {left} left", name=t.who, used=t.used, left=t.left)
        for t in turns
    ]
