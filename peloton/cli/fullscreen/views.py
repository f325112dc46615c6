"""Lay out the pane beside the typed lines: the finish or the race so far."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from peloton.cli.fullscreen.rows import (
    Fragment,
    ScreenRow,
    pad_to_width,
    width_of,
    wrapped_words,
)
from peloton.cli.support.output import say, translate
from peloton.desk.notes import stage_time
from peloton.desk.scored_tour import count_noun
from peloton.desk.state import DeskView, StageAtDesk
from peloton.notation.desk.lines import course_labels
from peloton.notation.desk.writing import offer_text, ruling_text
from peloton.reports.names import CLASSIFICATION_TITLES, Names
from peloton.reports.sheet import ColumnKind, printed_cell
from peloton.reports.shirts import (
    PATTERN_CHARACTERS,
    Pattern,
    Shirt,
    jersey_shirt,
    team_colour_bands,
)
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import known_word
from peloton.rules.facts.stage import Section, Unplaced
from peloton.rules.facts.startlist import TeamCode
from peloton.rules.results import (
    ExtraTurnLine,
    JerseyLine,
    PointsStanding,
    StageLine,
    Standings,
    TimeStanding,
)
from peloton.rules.stage.result import summit_category
from peloton.rules.words import phrase

_GENERAL = ClassificationName.GENERAL
_TIME_WIDTH = 8
"""Width of a time or a gap, in terminal columns."""
_WITH_TEAM_NAMES = 44
"""Minimum width of a pane with team names; reached on a screen of 100 columns."""


def _as_row(row: ScreenRow) -> ScreenRow:
    return row


class Panel(NamedTuple):
    """A heading, and items that `row` lays out only if they are shown.

    If not all rows fit, the first rows are shown or, if `newest` is true, the first row
    and the last rows.
    """

    title: str
    items: Sequence[Any]
    row: Callable[[Any], ScreenRow] = _as_row
    newest: bool = False


def shirt_style(shirt: Shirt) -> str:
    """Return the prompt_toolkit style for text in the colours of a shirt."""
    return f"{shirt.ink} bg:{shirt.cloth}"


class StagePanels:
    """The panels of a stage at the desk: the finish, the race, and the rankings."""

    def __init__(self, desk: StageAtDesk) -> None:
        """Look up the riders' names and colours, and the ranks before the stage."""
        self._desk = desk
        self._names = Names(desk.before.tour)
        self._unit = desk.before.rulebook.unit
        self._bib = min(max(map(width_of, desk.race.racing), default=1), 8)
        before = desk.race.tally.latest_score
        self._before = before.standings if before else {}
        # Reversed, so that a rider's most important jersey overwrites the others.
        self._shirts = {
            line.wearer or "": shirt_style(self._shirt(line))
            for line in reversed(before.jerseys if before else ())
        }
        tour = desk.before.tour
        self._team_colours = {str(team.code): team.colour for team in tour.teams}
        self._team_colours |= {
            bib: band.colour for bib, band in team_colour_bands(tour)
        }
        self._ranks = {
            name: {row.who: row.rank for row in rows}
            for name, rows in self._before.items()
        }

    def bib_fragments(self, who: str, width: int) -> tuple[Fragment, Fragment]:
        """Return a band in the team's colour, then the bib in its jersey's colours."""
        colour, text = self._team_colours.get(who), pad_to_width(who, width, right=True)
        return (
            (colour, PATTERN_CHARACTERS[Pattern.BAND]) if colour else ("", " "),
            (self._shirts.get(who, ""), text),
        )

    def _shirt(self, line: JerseyLine) -> Shirt:
        return jersey_shirt(line.jersey, self._desk.before.rulebook)

    def finish(self, view: DeskView, width: int) -> Iterator[Panel]:
        """Yield the panels for the finish: result, riders still out, limit ..."""
        score = view.live.score
        home = [line for line in score.result if line.place] if score else []
        count = f"{len(home)} of {len(self._desk.race.racing)}"
        if view.reading.stage.kind.outside_the_tour:
            count = f"{len(home)}"  # some riders may not start, so the total is unknown
        yield Panel(
            say(f"Result so far: {count} finished"),
            home,
            lambda line: self._result(view, line, width),
            newest=bool(view.live.still_out),
        )
        if view.live.still_out:
            still = [self._short(bib) for bib in view.live.still_out]
            yield self._words(say(f"Still out: {len(still)}"), still, width)
        if limit := self._limit(view):
            yield limit
        if out := self._out(view):
            yield self._words(say(f"Out of the race: {len(out)}"), out, width)
        yield self.general(view, width)

    def rankings(self, view: DeskView, width: int) -> Iterator[Panel]:
        """Yield the panels for a wide screen's third column: jerseys, points ..."""
        score = view.live.score or self._desk.race.tally.latest_score
        if score is None:
            return
        if score.jerseys:
            virtual = view.live.score is not None and not view.live.complete
            title = "Virtual jerseys" if virtual else "Jersey wearers"
            yield Panel(say(title), score.jerseys, self._jersey)
        for name, standings in score.standings.items():
            if standings and name is not _GENERAL:
                yield self._classification(name, standings, width)

    def found(self, view: DeskView, search: str) -> list[str]:
        """Return the place or status of every rider whose bib or name fits `search`."""
        found = []
        for bib in self._desk.race.racing:
            name, line = self._names.rider(bib), view.results.get(bib)
            if search != bib and search.casefold() not in name.casefold():
                continue
            if bib in view.live.still_out or line is None:
                state = say("still out")
            elif line.place is None:
                state = str(line.status)
            else:
                place = phrase("place {place}", place=line.place)
                state = f"{translate(place, self._desk.before.tour)}, "
                state += stage_time(view, line, self._unit)
            found.append(f"{self._names.bib_and_name(bib)}: {state}  ")
        return found or [say("Nobody found.")]

    def desk(self, view: DeskView, width: int) -> list[Panel]:
        """Return the panels for the race: crossings, turns, riders out, rulings ..."""
        nothing = (say("Nothing recorded yet. F1 explains what to type."),)
        blocks = list(self._sheet(view, width))
        return blocks or [self._texts(say("Race"), nothing, width)]

    def _sheet(self, view: DeskView, width: int) -> Iterator[Panel]:
        for label in view.reading.stage.primes:
            yield self._prime(view, label, width)
        turns = sorted(view.live.extra_turns, key=lambda line: -line.used)
        if turns:
            title = say("Extra turns: used, left")
            yield Panel(title, turns, lambda line: self._extra_turns(line, width))
        if played := view.reading.played:
            turns_of = [f"{self._short(bib)}: {n}" for bib, n in played.items()]
            yield self._words(say("Turns counted"), turns_of, width)
        if out := self._out(view):
            yield self._words(say("Out of the race"), out, width)
        stage = view.reading.stage

        def team(code: TeamCode) -> TeamCode:
            wide = width >= _WITH_TEAM_NAMES
            return TeamCode(self._names.team(code)) if wide else code

        if stage.rulings:
            named = (replace(r, team=r.team and team(r.team)) for r in stage.rulings)
            rulings = (ruling_text(ruling)[1:] for ruling in named)
            yield self._texts(say("Rulings"), rulings, width)
        sponsored = [replace(offer, team=team(offer.team)) for offer in stage.offers]
        offers = [offer_text(o, course_labels(stage))[1:] for o in sponsored]
        left = ", ".join(
            f"{team(line.team)} {line.savings}" for line in view.live.purse
        )
        if left and self._desk.before.rulebook.number("money.offer"):
            offers.append(say(f"left to offer: {left}"))
        if offers:
            yield self._texts(say("Offers"), offers, width)

    def _words(self, title: str, words: Iterable[str], width: int) -> Panel:
        rows = wrapped_words(words, width - 2, ", ") or ["-"]
        return Panel(title, rows, lambda row: (("", f"  {row}"),))

    def _texts(self, title: str, texts: Iterable[str], width: int) -> Panel:
        rows: list[ScreenRow] = []
        for text in texts:
            for index, row in enumerate(wrapped_words(text.split(), width - 4)):
                rows.append((("", f"{' ' * (4 if index else 2)}{row}"),))
        return Panel(title, rows)

    def _result(self, view: DeskView, line: StageLine, width: int) -> ScreenRow:
        time = stage_time(view, line, self._unit)
        name = self._names.rider(line.bib)
        return self._row((str(line.place), line.bib, name, time), width)

    def _row(
        self, cells: tuple[str, str, str, str], width: int, move: str = ""
    ) -> ScreenRow:
        rank, who, name, total = cells
        wide = max(self._bib, min(width_of(who), 8))
        head = f"{rank:>3}"
        moved = f"{move:>4}" if move else ""
        room = width - width_of(head + moved) - wide - _TIME_WIDTH - 3
        name = pad_to_width(name, max(room, 0))
        style = {"▲": "class:good", "▼": "class:warn"}.get(move[:1], "class:dim")
        return (
            ("", head),
            *self.bib_fragments(who, wide),
            ("", f" {name}"),
            (style, moved),
            ("", f" {total:>{_TIME_WIDTH}}"),
        )

    def _short(self, bib: str) -> str:
        name = self._names.short_name(bib)
        return bib if name == bib else f"{bib} {name}"

    def _limit(self, view: DeskView) -> Panel | None:
        limit, turn = view.live.limit, view.reading.turn
        if limit is None:
            return None
        rows: list[ScreenRow] = []
        if limit.last_turn is not None and turn is not None and view.live.still_out:
            left = limit.last_turn - turn
            style = "class:wrong" if left < 0 else "class:warn" if left <= _NEAR else ""
            state = f"{count_noun(left, 'turn')} left" if left >= 0 else "over"
            message = say(f"last turn: {limit.last_turn} ({state})")
            rows.append(((style, f"  {message}"),))
        if limit.time is not None:
            most = printed_cell(limit.time, ColumnKind.GAP, self._unit)
            rows.append((("", f"  {say(f'maximum gap: {most}')}"),))
        return Panel(say("Time limit"), rows) if rows else None

    def general(self, view: DeskView, width: int) -> Panel:
        """Return the panel of the general classification."""
        score = view.live.score
        standings = score.standings if score else self._before
        provisional = score is not None and not view.live.complete
        title = "General classification" if score else "General before the stage"
        title = say(f"{title}, provisional" if provisional else title)
        rows = standings.get(_GENERAL, ())
        return self._classification(_GENERAL, rows, width)._replace(title=title)

    def _classification(
        self, name: ClassificationName, rows: Standings, width: int
    ) -> Panel:
        title = say(CLASSIFICATION_TITLES[name])
        return Panel(title, rows, lambda row: self._ranked(name, row, width))

    def _jersey(self, line: JerseyLine) -> ScreenRow:
        style = shirt_style(self._shirt(line))
        wearer = self._names.bib_and_name(line.wearer) if line.wearer else say("nobody")
        return (
            ("", "  "),
            (style, f" {say(known_word(line.jersey))} "),
            ("", f" {wearer}"),
        )

    def _ranked(
        self,
        classification: ClassificationName,
        row: TimeStanding | PointsStanding,
        width: int,
    ) -> ScreenRow:
        was = self._ranks.get(classification, {}).get(row.who)
        places = 0 if was is None else was - row.rank
        move = printed_cell(places, ColumnKind.MOVE, self._unit) if places else " "
        if isinstance(row, PointsStanding):
            total = str(row.points)
        elif row.rank == 1:
            total = printed_cell(row.time, ColumnKind.TIME, self._unit)
        else:
            total = printed_cell(row.gap, ColumnKind.GAP, self._unit)
        teams = classification is ClassificationName.TEAMS
        name = (self._names.team if teams else self._names.rider)(row.who)
        return self._row((str(row.rank), row.who, name, total), width, move)

    def _out(self, view: DeskView) -> list[str]:
        out = dict.fromkeys(view.live.outside, "OTL")
        for line in view.reading.stage.finish:
            if isinstance(line, Unplaced):
                out[line.bib] = str(line.reason)
        return [f"{self._short(bib)} {reason}" for bib, reason in out.items()]

    def _prime(self, view: DeskView, label: str, width: int) -> Panel:
        prime, won, title = view.reading.stage.primes[label], view.won(label), label
        if isinstance(prime, Section):
            category = summit_category(prime, self._desk.before.rulebook)
            title = f"{label} ({category})" if category else label
        order = view.reading.stage.passages.get(label, ())
        crossed = (f"{self._short(bib)} {won.get(bib, '')}".strip() for bib in order)
        return self._words(title, crossed, width)

    def _extra_turns(self, line: ExtraTurnLine, width: int) -> ScreenRow:
        name = self._names.rider(line.bib)
        return self._row((str(line.used), line.bib, name, str(line.left)), width)


_NEAR = 5
"""Number of turns left at which the desk begins to highlight the time limit."""


def fitted_rows(blocks: Sequence[Panel], height: int) -> list[ScreenRow]:
    """Lay out all panels in `height` rows, each cut to its most important rows."""
    counts = _row_counts(blocks, height)
    rows: list[ScreenRow] = []
    for block, count in zip(blocks, counts, strict=True):
        shown = block.items[:count]
        if block.newest and 0 < count < len(block.items):
            shown = [block.items[0], *block.items[len(block.items) - count + 1 :]]
        rows += _title(block), *map(block.row, shown)
    return rows[:height]


def _title(block: Panel) -> ScreenRow:
    return (("class:head", block.title),)


def _row_counts(blocks: Sequence[Panel], height: int) -> list[int]:
    """Divide the height equally: return the number of rows below each heading."""
    counts = [0] * len(blocks)
    left = height - len(blocks)
    while left > 0:
        hidden = [i for i, block in enumerate(blocks) if counts[i] < len(block.items)]
        for index in hidden[:left]:
            counts[index] += 1
        left = left - len(hidden) if hidden else 0
    return counts


def page_rows(blocks: Sequence[Panel], start: int, height: int) -> list[ScreenRow]:
    """Lay out all panels in full; return `height` rows, beginning with row `start`."""
    titled = ((block, (None, *block.items)) for block in blocks)
    rows = ((block, item) for block, items in titled for item in items)
    return [
        _title(block) if item is None else block.row(item)
        for block, item in islice(rows, start, start + height)
    ]
