"""Lay out the pane beside the typed lines: the finish or the race so far."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from peloton.cli.fullscreen.rows import (
    Fragment,
    ScreenRow,
    pad_to_width,
    width_of,
    wrapped_words,
)
from peloton.cli.support.output import say
from peloton.desk.scored_tour import count_noun
from peloton.desk.state import DeskView, StageAtDesk
from peloton.notation.desk.lines import course_labels
from peloton.notation.desk.writing import offer_text, ruling_text
from peloton.reports.names import CLASSIFICATION_TITLES
from peloton.reports.sheet import ColumnKind, printed_cell
from peloton.reports.shirts import (
    PATTERN_CHARACTERS,
    Pattern,
    jersey_shirt,
    team_colour_bands,
)
from peloton.rules.facts.fact_table import COUNTS
from peloton.rules.facts.kinds import ClassificationName, Reason
from peloton.rules.facts.labels import known_word
from peloton.rules.facts.stage import Prime, Section
from peloton.rules.facts.startlist import TeamCode
from peloton.rules.results import JerseyLine, PointsStanding, Standings, TimeStanding
from peloton.rules.stage.result import summit_category
from peloton.rules.words import phrase

_GENERAL = ClassificationName.GENERAL
_TIME_WIDTH = 8
"""Width of a time or a gap, in terminal columns."""
_WITH_TEAM_NAMES = 44
"""Minimum width of a pane with team names; reached on a screen of 100 columns."""
_NEAR = 5
"""Number of turns left at which the desk begins to highlight the time limit."""


class Panel(NamedTuple):
    """A heading, and items that `row` lays out only if they are shown.

    If not all rows fit, the first rows are shown or, if `newest` is true, the first row
    and the last rows.
    """

    title: str
    items: Sequence[Any]
    row: Callable[[Any], ScreenRow] = lambda text: (("", f"  {text}"),)
    newest: bool = False


def _shirt_style(line: JerseyLine, desk: StageAtDesk) -> str:
    """Return the prompt_toolkit style for text in the colours of a jersey."""
    shirt = jersey_shirt(line.jersey, desk.before.rulebook)
    return f"{shirt.ink} bg:{shirt.cloth}"


class Pane:
    """The panels for a text at the desk, `width` columns wide."""

    def __init__(self, view: DeskView, width: int) -> None:
        """Look up what the panels show."""
        self._view, self._live, self._width = view, view.live, width
        self._score = view.live.score
        self._desk, self._stage = view.desk, view.reading.stage
        self._names, self._unit = view.desk.names, view.desk.before.rulebook.unit
        before, tour = view.desk.race.tally.latest_score, view.desk.before.tour
        self._score_before = before
        # Reversed, so that a rider's most important jersey overwrites the others.
        self._shirts = {
            line.wearer or "": _shirt_style(line, view.desk)
            for line in reversed(before.jerseys if before else ())
        }
        self._colours = {str(team.code): team.colour for team in tour.teams}
        self._colours |= {bib: band.colour for bib, band in team_colour_bands(tour)}
        longest = max(map(width_of, view.desk.race.racing), default=1)
        self._bib_width = min(longest, 8)

    def finish(self) -> Iterator[Panel]:
        """Yield the panels for the finish: result, riders still out, limit ..."""
        home = [line for line in self._view.results.values() if line.place]
        count = f"{len(home)} of {len(self._desk.race.racing)}"
        if self._desk.before.rulebook.may_be_skipped(self._stage):
            count = f"{len(home)}"  # some riders may not start, so the total is unknown
        still = [*map(self._short, self._live.still_out)]
        yield Panel(
            say(f"Result so far: {count} finished"),
            home,
            lambda row: self._row(row.place, row.bib, self._view.times[row.bib]),
            newest=bool(still),
        )
        if still:
            yield self._words(say(f"Still out: {len(still)}"), still)
        yield from self._limit()
        yield from self._out()
        yield self.general()

    def race(self) -> list[Panel]:
        """Return the panels for the race: crossings, turns, riders out, rulings ..."""
        panels = [self._prime(*item) for item in self._stage.primes.items()]
        if turns := sorted(self._score.extra_turns, key=lambda line: -line.used):
            title = say("Extra turns: used, left")
            panels.append(
                Panel(title, turns, lambda row: self._row(row.used, row.who, row.left))
            )
        counted = {"Turns counted": self._view.reading.played}
        for name, fact in COUNTS.items():
            if fact.towards or fact.is_final:
                counted[fact.title] = getattr(self._stage, name)
        for title, counts in counted.items():
            if words := [
                f"{self._short(bib)}: {count}" for bib, count in counts.items()
            ]:
                panels.append(self._words(say(title), words))
        panels += self._out()
        rulings = self._stage.rulings
        named = (replace(r, team=r.team and self._team(r.team)) for r in rulings)
        if texts := [ruling_text(ruling)[1:] for ruling in named]:
            panels.append(self._texts(say("Rulings"), texts))
        if offers := self._offers():
            panels.append(self._texts(say("Offers"), offers))
        nothing = "Nothing recorded yet. F1 explains what to type."
        return panels or [self._texts(say("Race"), [say(nothing)])]

    def rankings(self) -> Iterator[Panel]:
        """Yield the panels for a wide screen's third column: jerseys, points ..."""
        if self._score.jerseys:
            virtual = self._score.result and not self._live.complete
            title = "Virtual jerseys" if virtual else "Jersey wearers"
            yield Panel(say(title), self._score.jerseys, self._jersey)
        for name, standings in self._score.standings.items():
            if standings and name is not _GENERAL:
                yield self._classification(CLASSIFICATION_TITLES[name], name, standings)

    def general(self) -> Panel:
        """Return the panel of the general classification."""
        title = "General before the stage"
        if self._score.result:
            title = "General classification"
            title += "" if self._live.complete else ", provisional"
        rows = self._score.standings.get(_GENERAL, ())
        return self._classification(title, _GENERAL, rows)

    def found(self, search: str) -> list[str]:
        """Return the place or status of every rider whose bib or name fits `search`."""
        found = []
        for bib in self._desk.race.racing:
            name, line = self._names.rider(bib), self._view.results.get(bib)
            if search != bib and search.casefold() not in name.casefold():
                continue
            if line is None:
                state = say("still out")
            elif line.place is None:
                state = str(line.status)
            else:
                place = say(phrase("place {place}", place=line.place))
                state = f"{place}, {self._view.times[bib]}"
            found.append(f"{self._names.bib_and_name(bib)}: {state}  ")
        return found or [say("Nobody found.")]

    def bib_fragments(self, who: str, width: int) -> tuple[Fragment, Fragment]:
        """Return a band in the team's colour, then the bib in its jersey's colours."""
        colour, text = self._colours.get(who), pad_to_width(who, width, right=True)
        band = (colour, PATTERN_CHARACTERS[Pattern.BAND]) if colour else ("", " ")
        return band, (self._shirts.get(who, ""), text)

    def _words(self, title: str, words: Iterable[str]) -> Panel:
        return Panel(title, wrapped_words(words, self._width - 2, ", ") or ["-"])

    def _texts(self, title: str, texts: Iterable[str]) -> Panel:
        rows: list[str] = []
        for text in texts:
            first, *others = wrapped_words(text.split(), self._width - 4) or [""]
            rows += first, *(f"  {row}" for row in others)
        return Panel(title, rows)

    def _row(
        self, rank: object, who: str, total: object, name: str = "", move: str = ""
    ) -> ScreenRow:
        """Lay out the row of a rider, or of a team with this name."""
        bibs = max(self._bib_width, min(width_of(who), 8))
        head = f"{rank!s:>3}"
        room = self._width - width_of(head + move) - bibs - _TIME_WIDTH - 3
        name = pad_to_width(name or self._names.rider(who), max(room, 0))
        style = {"▲": "class:good", "▼": "class:warn"}.get(
            move.strip()[:1], "class:dim"
        )
        return (
            ("", head),
            *self.bib_fragments(who, bibs),
            ("", f" {name}"),
            (style, move),
            ("", f" {total!s:>{_TIME_WIDTH}}"),
        )

    def _short(self, bib: str) -> str:
        name = self._names.short_name(bib)
        return bib if name == bib else f"{bib} {name}"

    def _limit(self) -> Iterator[Panel]:
        limit, turn = self._live.limit, self._view.reading.turn
        rows: list[Fragment] = []
        last = limit.last_turn if limit and self._live.still_out else None
        if last is not None and turn is not None:
            left = last - turn
            style = "class:wrong" if left < 0 else "class:warn" if left <= _NEAR else ""
            state = f"{count_noun(left, 'turn')} left" if left >= 0 else "over"
            rows.append((style, say(f"last turn: {last} ({state})")))
        if limit and limit.time is not None:
            most = printed_cell(limit.time, ColumnKind.GAP, self._unit)
            rows.append(("", say(f"maximum gap: {most}")))
        if rows:
            yield Panel(say("Time limit"), rows, lambda row: ((row[0], f"  {row[1]}"),))

    def _classification(
        self, title: str, name: ClassificationName, rows: Standings
    ) -> Panel:
        ranks = self._score_before.ranks(name) if self._score_before else {}

        def row(standing: TimeStanding | PointsStanding) -> ScreenRow:
            who, rank = standing.who, standing.rank
            moved = ranks.get(who, rank) - rank
            move = printed_cell(moved, ColumnKind.MOVE, self._unit) if moved else ""
            if isinstance(standing, PointsStanding):
                total = str(standing.points)
            elif rank == 1:
                total = printed_cell(standing.time, ColumnKind.TIME, self._unit)
            else:
                total = printed_cell(standing.gap, ColumnKind.GAP, self._unit)
            team = self._names.team(who) if name is ClassificationName.TEAMS else ""
            return self._row(rank, who, total, team, f"{move:>4}")

        return Panel(say(title), rows, row)

    def _jersey(self, line: JerseyLine) -> ScreenRow:
        names = self._names
        wearer = names.bib_and_name(line.wearer) if line.wearer else say("nobody")
        jersey = f" {say(known_word(line.jersey))} "
        return ("", "  "), (_shirt_style(line, self._desk), jersey), ("", f" {wearer}")

    def _out(self) -> Iterator[Panel]:
        lines = [line for line in self._view.results.values() if line.place is None]
        for title, absent in (("Out of the race", False), ("Absent", True)):
            those = [line for line in lines if (line.status is Reason.ABS) is absent]
            if out := [f"{self._short(line.bib)} {line.status}" for line in those]:
                yield self._words(say(f"{title}: {len(out)}"), out)

    def _prime(self, label: str, prime: Prime) -> Panel:
        won, title = self._view.won(label), label
        if isinstance(prime, Section):
            category = summit_category(prime, self._desk.before.rulebook)
            title = f"{label} ({category})" if category else label
        order = self._stage.passages.get(label, ())
        crossed = (f"{self._short(bib)} {won.get(bib, '')}".strip() for bib in order)
        return self._words(title, crossed)

    def _team(self, code: TeamCode) -> TeamCode:
        wide = self._width >= _WITH_TEAM_NAMES
        return TeamCode(self._names.team(code)) if wide else code

    def _offers(self) -> list[str]:
        labels, team = course_labels(self._stage), self._team
        sponsored = (replace(o, team=team(o.team)) for o in self._stage.offers)
        offers = [offer_text(offer, labels)[1:] for offer in sponsored]
        left = ", ".join(f"{team(one.team)} {one.savings}" for one in self._score.purse)
        if left and self._desk.before.rulebook.number("money.offer"):
            offers.append(say(f"left to offer: {left}"))
        return offers


def fitted_rows(blocks: Sequence[Panel], height: int) -> list[ScreenRow]:
    """Lay out the panels in `height` rows, each cut to its most important rows."""
    # Divide the height equally: `counts` are the numbers of rows below the headings.
    counts, left = [0] * len(blocks), height - len(blocks)
    while left > 0:
        hidden = [i for i, block in enumerate(blocks) if counts[i] < len(block.items)]
        for index in hidden[:left]:
            counts[index] += 1
        left = left - len(hidden) if hidden else 0
    rows: list[ScreenRow] = []
    for block, count in zip(blocks, counts, strict=True):
        shown = block.items[:count]
        if block.newest and 0 < count < len(block.items):
            shown = [block.items[0], *block.items[len(block.items) - count + 1 :]]
        rows += (("class:head", block.title),), *map(block.row, shown)
    return rows[:height]
