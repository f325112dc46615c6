"""Read and score the lines typed at the desk, independently of the screen.

The text is the only state. The whole screen is computed from it on every keystroke,
using the same parser and checks as all commands.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from peloton.desk.scored_tour import ScoredTour
from peloton.errors import PelotonError, limited_hints
from peloton.notation.desk.examples import Example, line_examples
from peloton.notation.desk.lines import DeskReading, LineKind, without_remark
from peloton.notation.desk.reading import read_desk
from peloton.notation.desk.writing import desk_text
from peloton.reports.headings import gap_cells
from peloton.reports.names import Names
from peloton.reports.sheet import ColumnKind, printed_cell
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import stage_name
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import stage_at, stage_to_enter, with_stage
from peloton.rules.ghosts import GhostDecks
from peloton.rules.live import LiveScore, RaceBeforeStage
from peloton.rules.results import Race, StageLine, StageScore
from peloton.rules.values import LARGEST
from peloton.rules.words import Phrase, join, phrase


@dataclass(frozen=True, kw_only=True)
class DeskView:
    """Text typed at the desk, with the stage read from it and the stage's score."""

    desk: "StageAtDesk"
    text: str
    reading: DeskReading
    live: LiveScore

    @property
    def number(self) -> int:
        """The number of the stage."""
        return self.desk.number

    @property
    def title(self) -> str:
        """The number and the name of the stage."""
        return stage_name(self.number, self.reading.stage)

    @cached_property
    def race(self) -> Race:
        """The tour with the stage so far, once a rider has finished."""
        saved = self.desk.before.scored
        if not self.results:
            return saved
        stages = (s for s in saved.stages if s.number < self.number)
        tour = with_stage(saved.tour, self.number, self.reading.stage)
        return replace(saved, tour=tour, stages=(*stages, self.live.score))

    @cached_property
    def wrong(self) -> tuple[Problem, ...]:
        """All problems, with their line numbers as `offset`, or 0 without a line."""
        read = [*_problems_with_groups(self.reading, self.desk.race.racing)]
        forgotten = any(problem.code == _FORGOTTEN for problem in read)
        follow_on = {"first", "turns"} if forgotten else set[str]()
        checked = (p for p in self.live.problems if p.code not in follow_on)
        return (*read, *map(self.reading.with_line, checked))

    @cached_property
    def wrong_on(self) -> Mapping[int, Problem]:
        """The first mistake of each line, or else its first warning, by line number."""
        warnings = (wrong for wrong in self.wrong if wrong.warning)
        # Reversed, so that the first problem of a line wins.
        return {wrong.offset: wrong for wrong in reversed([*self.mistakes, *warnings])}

    @cached_property
    def mistakes(self) -> tuple[Problem, ...]:
        """The mistakes that prevent saving the stage, in the order of the lines."""
        mistakes = (wrong for wrong in self.wrong if not wrong.warning)
        return tuple(sorted(mistakes, key=lambda wrong: wrong.offset or LARGEST))

    @property
    def unordered(self) -> tuple[str, ...]:
        """The sprints and summits whose order was not entered."""
        stage = self.reading.stage
        labels = stage.primes if stage.kind.timed else ()
        return tuple(label for label in labels if not stage.passages.get(label))

    @cached_property
    def results(self) -> Mapping[Bib, StageLine]:
        """The result line of each rider so far."""
        return {line.bib: line for line in self.live.score.result}

    @cached_property
    def times(self) -> Mapping[Bib, str]:
        """The riders' times as printed: the winner's time, then gaps and `s.t.`."""
        unit, lines = self.desk.before.rulebook.unit, self.results.values()
        cells = gap_cells(((line.time, line.gap) for line in lines), unit)
        texts = (printed_cell(cell, ColumnKind.GAP, unit) for cell in cells)
        return dict(zip(self.results, texts, strict=True))

    def won(self, label: str) -> Mapping[Bib, int]:
        """Return the points won so far at a sprint or summit."""
        return {
            award.bib: award.amount
            for award in self.live.score.awards
            if award.source == label and award.towards != "bonus"
        }


class StageAtDesk:
    """A stage as text lines of the desk, scored on top of the totals before it."""

    def __init__(self, before: ScoredTour, number: int | None) -> None:
        """Select a stage, by default the next; PelotonError if there is none."""
        self.before = before
        self.number = number or stage_to_enter(before.tour)
        self.stage = stage_at(before.tour, self.number)
        self.mark_format = before.rulebook.mark
        self._view: DeskView | None = None

    @cached_property
    def base(self) -> str:
        """The stored stage as text lines of the desk."""
        return desk_text(self.stage, self.mark_format)

    @cached_property
    def names(self) -> Names:
        """The names of riders and teams."""
        return Names(self.before.tour)

    @cached_property
    def race(self) -> RaceBeforeStage:
        """The race up to this stage, not checked yet."""
        return RaceBeforeStage(self.before.tour, self.number, self.before.rulebook)

    @cached_property
    def _ghosts(self) -> GhostDecks:
        tour = self.before.tour
        if not any([*(t.ghost for t in tour.teams), *(r.neutral for r in tour.riders)]):
            return GhostDecks()
        # Imported here because most tours have no ghosts.
        from peloton.notation.ghosts import ghosts_before

        return ghosts_before(self.race)

    def examples(self) -> Iterator[Example]:
        """Yield an example of each kind of line that can be typed for this stage."""
        return line_examples(self.stage, self.before.rulebook, self._ghosts)

    def read(self, text: str) -> DeskReading:
        """Parse desk lines into the facts of this stage."""
        tour, ghosts = self.before.tour, self._ghosts
        return read_desk(text, self.stage, self.mark_format, tour, ghosts)

    def after(self, stage: Stage) -> ScoredTour:
        """Return the tour with the new stage, which counts even if it was cancelled.

        If every rider is listed as eliminated, the last rider listed is the winner and
        is removed from the list.
        """
        out = {*stage.eliminated, *stage.listed}
        if stage.eliminated and out.issuperset(self.race.racing):
            stage = replace(stage, eliminated=stage.eliminated[:-1])
        return self.before.with_stage(self.number, replace(stage, cancelled=""))

    def view(self, text: str) -> DeskView:
        """Read and score a text; the latest view is cached.

        Raises PelotonError if an earlier stage is not ridden or has mistakes.
        """
        if self._view is None or self._view.text != text:
            with limited_hints():
                reading = self.read(text)
                # A cancelled stage is scored too, because saving makes it count again.
                live = self.race.checked().after(replace(reading.stage, cancelled=""))
            self._view = DeskView(desk=self, text=text, reading=reading, live=live)
        return self._view


_GROUP = re.compile(r"\s*([^\s():]+(?:\s+[^\s():]+)+)\s+(s|[^\s()]*\d[^\s()]*)\s*")
"""Matches several riders without brackets, and a mark: `s`, or text with a digit."""
_FORGOTTEN = "brackets"
"""The problem code of the warning that brackets around riders may be missing."""


def _problems_with_groups(
    reading: DeskReading, racing: Collection[str]
) -> Iterator[Problem]:
    """Yield the problems in desk lines; suggest brackets where they may be missing.

    Suggestions are added to the messages of mistakes. A valid line gets a warning if
    its turn has not been reached yet and is the bib of a rider without a result. There
    are no warnings if every finish line in the text has a turn, because the user then
    types turns on purpose.
    """
    finishes = {r.number: r for r in reading.lines if r.kind is LineKind.FINISH}
    out = {*racing}.difference(reading.stage.listed)
    groups = {n: _GROUP.fullmatch(line.text) for n, line in finishes.items()}
    for problem in reading.problems:
        match = groups.get(problem.offset)
        if match and out.issuperset(match[1].split()):
            message = f"{problem.message}; did you mean '{_in_brackets(match)}'?"
            problem = replace(problem, message=message)  # noqa: PLW2901 - with the hint
        yield problem
    without_turn = [line for line in finishes.values() if len(line.text.split()) == 2]  # noqa: PLR2004 - a bib and a mark
    if reading.turn is None or not without_turn:
        return
    for number, line in finishes.items():
        match = groups[number]
        _, *turns = match[1].split() if match else ("",)
        turn = turns[0] if len(turns) == 1 and line.fact else ""
        if match and turn in out and int(turn) > (line.turn or 0):
            yield Problem(
                code=_FORGOTTEN,
                warning=True,
                message=f"turn {turn} is still to come, and rider {turn} has no"
                f" result: did you mean '{_in_brackets(match)}'?",
                bib=line.bibs[0],
                offset=number,
            )


def _in_brackets(match: re.Match[str]) -> str:
    return f"({' '.join(match[1].split())}) {match[2]}"


def one_space_further(before: DeskView, row: int) -> Phrase:
    """Describe how ranks change if riders finish one board space further.

    `row` is the index of the text line that records the riders' finish. The ranks are
    the places on the stage and the ranks in the general classification. Raises
    PelotonError if the line has no finish that is measured in spaces.
    """
    marks, rows = _marks(before.reading, row), before.text.split("\n")
    typed = without_remark(rows[row])
    for step in (1, -1):  # In Ciclistas a further finish has a lower number.
        rows[row] = _LAST_NUMBER.sub(lambda n: f"{int(n[0]) + step}", typed)  # noqa: B023 - called at once
        after = before.desk.read("\n".join(rows))
        further = _marks(after, row)
        if marks and [*further.values()] == [past + 1 for past in marks.values()]:
            break
    else:
        raise PelotonError("no finish in spaces on this line")
    scores = before.live.score, before.desk.race.after(after.stage).score
    changes = []
    for bib in marks:
        was, now = (_standing(score, bib) for score in scores)
        ranks = phrase("{was} -> {now}", was=was, now=now) if was != now else was
        changes.append(phrase("{bib} {ranks}", bib=bib, ranks=ranks))
    return phrase("One space further: {changes}", changes=join(changes))


_LAST_NUMBER = re.compile(r"\d+(?=\D*$)", re.ASCII)


def _marks(reading: DeskReading, row: int) -> dict[Bib, int]:
    """Return how many spaces past the finish line each rider on a text line rode."""
    line = reading.lines[row]
    finish = line.fact if line.kind is LineKind.FINISH else None
    arrivals = finish if isinstance(finish, tuple) else ()
    return {bib: one.mark.past for one in arrivals if one.mark for bib in one.bibs}


def _standing(score: StageScore, bib: Bib) -> Phrase:
    lines = {line.bib: line.place for line in score.result}
    rank = score.ranks(ClassificationName.GENERAL).get(bib, "-")
    place = lines.get(bib) or "-"
    return phrase("place {place} (general {rank})", place=place, rank=rank)
