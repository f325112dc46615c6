"""Read the notation of the desk: lines typed while a stage is raced.

    12 3          an arrival in the current turn; `12 2 3` also gives the turn (2)
    (4 7 9) 1     a group            DNF 4 12      8 3 OTL      as in result lines
                  an empty line starts the next turn; @14 sets the turn
    Muur: 4 1 12  the order so far across a sprint or summit; `m:` and `1:` work too
    +12 7*2       extra turns used   .12 7         a turn played in a time trial
    +MOL*2        extra turns of a team
    !7 +20 late   a ruling: seconds, +2p points, +2m mountains points; !MOL: on a team
    $MOL 50 Muur  a sponsor's offer  =general 12 4 lots drawn    &7 2  cards held
    =general ?    lots to be drawn with Enter
    ?             a turn of the ghosts, also drawn with Enter (see `desk/ghosts.py`)

A name, or its beginning, may replace a bib or a code (`peloton.rules.names`). Text
after # is a remark. The desk stores no other state of a stage.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, NamedTuple

from peloton.errors import PelotonError
from peloton.notation.desk.ghosts import DRAW_TURN, read_ghosts
from peloton.notation.desk.ledger_lines import (
    read_counts,
    read_lots,
    read_offer,
    read_ruling,
)
from peloton.notation.desk.lines import (
    DeskLine,
    DeskReading,
    LineContext,
    LineKind,
    TurnCounter,
    course_labels,
    is_status,
    turn_counter,
    without_remark,
)
from peloton.notation.result_lines import finish_lines, line_bibs
from peloton.notation.toml.schema import Location, read_toml
from peloton.notation.toml.values import FieldError, crossing_value
from peloton.notation.tour_file.reading import RESULTS_SCHEMA, read_stage
from peloton.rules.facts.fact_table import COUNTS, STAGE_FACTS, fact_of_sign
from peloton.rules.facts.kinds import ORDERED_BY, Reason, StageKind
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Arrival, Stage, lap_label, with_orders
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.games.mark import MarkError, MarkFormat
from peloton.rules.ghosts import GhostDecks, GhostError
from peloton.rules.names import StartlistNames, match_name, startlist_names
from peloton.rules.values import unknown_bib_fault


def read_desk(
    text: str,
    stage: Stage,
    form: MarkFormat,
    tour: Tour,
    ghosts: GhostDecks | None = None,
) -> DeskReading:
    """Read the desk's text as all results of a stage; its other results are dropped.

    `tour` provides the bibs and team codes, `ghosts` the decks at the start of the
    stage. An invalid line is reported as a problem and does not affect other lines.
    `peloton.rules.live` checks whether the facts are consistent;
    `DeskReading.with_line` finds the lines of its problems.
    """
    known = startlist_names(tour.riders, tour.teams)
    reader = _Reader(
        course=LineContext(
            stage, _desk_form(form), bibs=known.bibs, labels=course_labels(stage)
        ),
        known=known,
        counter=turn_counter(stage, form),
        ghosts=ghosts or GhostDecks(),
    )
    rows = text.split("\n")
    too_long = reader.spot.is_over_limit(text)
    for number, typed in enumerate(rows, 1):
        reader.read(number, "" if too_long else typed, ended=number < len(rows))
    return DeskReading(
        stage=reader.result(),
        lines=tuple(reader.lines),
        problems=tuple(reader.spot.problems),
        turn=reader.turn,
        played=reader.played,
        ghosts=reader.ghosts,
        counting=reader.counter is not None and reader.counter.running,
    )


def _desk_form(form: MarkFormat) -> MarkFormat:
    """Return a mark format whose error messages show first the form without a turn."""
    if form.short is None:
        return form
    return replace(form, shapes=f"{form.short.expected}, or {form.expected}")


@dataclass(slots=True, kw_only=True)
class _Reader:
    """A reader of desk lines, with the facts read so far.

    `orders` is keyed by lap or heat number. `counts` holds, for each kind of count, the
    numbers by bib or team code. Its key "" holds the turns played by riders whose turns
    are counted separately.
    """

    course: LineContext
    known: StartlistNames
    counter: TurnCounter | None
    ghosts: GhostDecks
    spot: Location = field(default_factory=Location)
    lines: list[DeskLine] = field(default_factory=list)
    orders: dict[int, tuple[Bib, ...]] = field(default_factory=dict)
    counts: dict[str, dict[Any, int]] = field(default_factory=lambda: {"": {}})

    @property
    def played(self) -> Mapping[Bib, int]:
        return self.counts[""]

    @property
    def turn(self) -> int | None:
        return None if self.counter is None else self.counter.turn

    def read(self, number: int, typed: str, *, ended: bool) -> None:
        """Read a line. If it is invalid, only a problem is recorded."""
        words = without_remark(typed)
        kind = self.course.kind(words, typed)
        if kind is LineKind.EMPTY and ended and self.counter is not None:
            self.counter.advance()
        line = DeskLine(number=number, text=typed, kind=kind, turn=self.turn)
        if kind is LineKind.COUNTS:
            line = replace(line, target=fact_of_sign(words[0]))
        try:
            line = self._read(line, words)
        except (FieldError, MarkError, PelotonError) as fault:
            bibs = _bibs_on(words, kind)
            line = replace(line, bibs=bibs)
            bib = bibs[0] if len(bibs) == 1 else ""
            code = line.target if kind is LineKind.COUNTS else str(kind)
            self.spot.report(str(fault), code, bib=bib, offset=number)
        self.lines.append(line)

    def _read(self, line: DeskLine, words: str) -> DeskLine:
        match line.kind:
            case LineKind.FINISH:
                line = self._finish(line, words)
            case LineKind.CROSSING:
                line = self._crossing(line, words)
            case LineKind.ORDER:
                line = self._order(line, words)
            case LineKind.TURN:
                line = self._set_turn(line, words[1:].strip())
            case LineKind.PLAYED | LineKind.COUNTS:
                line = self._counts(line, words[1:])
            case LineKind.GHOSTS:
                line = self._ghosts(line, words)
            case LineKind.RULING | LineKind.OFFER | LineKind.LOTS:
                line = self._ruling_offer_or_lots(line, words[1:])
        return line

    def _ghosts(self, line: DeskLine, words: str) -> DeskLine:
        """Read a line with ghosts' draws; an impossible draw is only a warning."""
        if words == DRAW_TURN:
            return line
        try:
            self.ghosts, bibs = read_ghosts(words[1:], self.ghosts, self.known)
        except GhostError as fault:
            self.spot.report(str(fault), offset=line.number, warning=True)
            return line
        return replace(line, bibs=bibs)

    def _set_turn(self, line: DeskLine, turn: str) -> DeskLine:
        if self.counter is None:
            raise FieldError("found a turn, but no turns are counted on this stage")
        self.counter.set(turn)
        return replace(line, turn=self.turn)

    def _finish(self, line: DeskLine, words: str) -> DeskLine:
        if self.counter is not None and not is_status(words):
            self.counter.running = True
        result = self.known.result_line(words)
        bib = result.split(None, 1)[0]
        if bib.isalpha() and bib not in self.known.bibs and not is_status(words):
            raise FieldError(self._unknown_word_fault(bib, words))
        finish = finish_lines(result, self.course.mark_format, self._full_mark)
        bibs = tuple(bib for arrival in finish for bib in arrival.bibs)
        return replace(line, bibs=bibs, fact=tuple(finish))

    def _unknown_word_fault(self, word: str, line: str) -> str:
        """Return the error message for a line that begins with an unknown word.

        The word may be that of a sprint or climb without its colon, or a mistyped bib
        or status.
        """
        labels = dict.fromkeys(self.course.labels, ())
        label = match_name(word, labels)
        if label is None:
            return unknown_bib_fault(word, [*self.known.bibs, *Reason])
        whole = line.casefold().startswith(label.casefold())
        order = line[len(label if whole else word) :].strip()
        return f"no rider {word} on the startlist; did you mean '{label}: {order}'?"

    def _full_mark(self, bibs: tuple[Bib, ...], mark: str) -> str:
        """Return a mark with a turn, added if it was typed without one.

        If the riders' turns are counted separately, their own turn is added, otherwise
        the current turn. If marks are times, an empty mark means the same time as on
        the line above.
        """
        mark = " ".join(mark.split())
        form, counter = self.course.mark_format, self.counter
        if form.short is None:
            return mark or form.default_mark
        if counter is None or not form.short.pattern.fullmatch(mark):
            return mark
        turns = {self.played.get(bib, counter.turn) for bib in bibs}
        if len(turns) > 1:
            raise FieldError(
                "found a group with different turns, expected a line for each"
            )
        full = "{turn} {mark}" if mark.startswith("+") else form.short.full
        return full.format(turn=turns.pop(), mark=mark)

    def _crossing(self, line: DeskLine, words: str) -> DeskLine:
        label, order = self.course.label(words)
        bibs = crossing_value(self.known.order(order))
        return replace(line, bibs=bibs, target=label, fact=(label, bibs))

    def _order(self, line: DeskLine, words: str) -> DeskLine:
        head, colon, order = words.partition(":")
        number = self.course.order(head.strip()) if colon else None
        if number is None:
            out = self.course.stage.kind is StageKind.ELIMINATION
            number = 1 if out else max(self.orders, default=0) + 1
            order = words
        bibs = crossing_value(self.known.order(order))
        self.orders[number] = self.orders.get(number, ()) + bibs
        return replace(line, bibs=bibs, target=str(number), fact=bibs)

    def _counts(self, line: DeskLine, words: str) -> DeskLine:
        """Read a line of counts: extra turns are added up; cards replace earlier cards.

        A line may count extra turns of both riders and teams (CY-12).
        """
        row = COUNTS.get(line.target)
        of_teams = fact_of_sign(row.sign, teams=True) if row else ""
        timed = self.course.stage.kind.against_the_clock and self.counter is not None
        if row is None and not timed:
            message = "found turns of single riders, expected them only against the"
            raise FieldError(
                f"{message} clock: on this stage all riders play the same turn"
            )
        held = row is not None and row.is_final
        found = read_counts(words, self.known, teams=bool(of_teams), held=held)
        counts = tuple(found)
        for name, is_team, count in counts:
            sums = self.counts.setdefault(of_teams if is_team else line.target, {})
            sums[name] = count if held else sums.get(name, 0) + count
        return replace(
            line,
            bibs=tuple(Bib(name) for name, is_team, _ in counts if not is_team),
            teams=tuple(TeamCode(name) for name, is_team, _ in counts if is_team),
            fact=(line.target, counts) if row else None,
        )

    def _ruling_offer_or_lots(self, line: DeskLine, words: str) -> DeskLine:
        if line.kind is LineKind.RULING:
            ruling = read_ruling(words, self.known)
            bibs = () if ruling.bib is None else (ruling.bib,)
            return replace(line, bibs=bibs, target=ruling.team or "", fact=ruling)
        if line.kind is LineKind.OFFER:
            lapped = self.course.stage.kind is StageKind.CRITERIUM
            laps = map(lap_label, self.orders) if lapped else ()
            offer = read_offer(words, [*self.course.labels, *laps], self.known)
            return replace(line, target=offer.team, fact=offer)
        name, drawn = read_lots(words, self.known)
        who = tuple(map(Bib, drawn))
        return replace(line, bibs=who, target=name, fact=(name, drawn))

    def result(self) -> Stage:
        """Return the stage with the results from all lines."""
        facts = defaultdict[LineKind, list[Any]](list)
        for line in self.lines:
            if line.fact is not None:
                facts[line.kind].append(line.fact)
        finish = tuple(chain(*facts[LineKind.FINISH]))
        finished = {b for one in finish if isinstance(one, Arrival) for b in one.bibs}
        # Ghosts that finish keep their exhaustion cards for the next stage.
        held = self.ghosts.exhaustion_cards().items()
        cards = {bib: count for bib, count in held if bib in finished}
        self.counts["cards"] = {**cards, **self.counts.get("cards", {})}
        read: dict[str, Any] = {
            "finish": finish,
            "crossings": _joined(facts[LineKind.CROSSING]),
            "rulings": tuple(facts[LineKind.RULING]),
            "offers": tuple(facts[LineKind.OFFER]),
            "lots": _joined(facts[LineKind.LOTS]),
            **dict.fromkeys(ORDERED_BY.values(), ()),
            **{name: self.counts.get(name, {}) for name in COUNTS},
        }
        stage = replace(self.course.stage, **{name: read[name] for name in STAGE_FACTS})
        numbers = range(1, max(self.orders, default=0) + 1)
        return with_orders(stage, [self.orders.get(number, ()) for number in numbers])


def _joined(orders: Iterable[tuple[str, tuple[str, ...]]]) -> dict[str, Any]:
    """Join the parts of each order; an order may be continued on later lines."""
    joined: dict[str, Any] = {}
    for key, part in orders:
        joined[key] = joined.get(key, ()) + part
    return joined


def _bibs_on(words: str, kind: LineKind) -> tuple[Bib, ...]:
    """Guess the bibs on an invalid line, so that its problem refers to riders."""
    if kind is LineKind.FINISH:
        return tuple(map(Bib, line_bibs(words)))
    _, colon, order = words.partition(":")
    return tuple(map(Bib, (order if colon else words[1:]).split()))


# Each part of the pattern matches different characters, so that a long run of spaces is
# matched in linear time.
_KEYS = "|".join(STAGE_FACTS.values())
_RESULT_KEY = re.compile(rf"^[ \t]*(?:\[+[ \t]*)?(?:{_KEYS})[ \t]*[]=.]", re.MULTILINE)


class Entry(NamedTuple):
    """A stage with the results just entered, and the mistakes in the entered text.

    `with_location` returns a problem of the tour with its location in this text.
    """

    stage: Stage
    problems: tuple[Problem, ...]
    with_location: Callable[[Problem], Problem]


def read_entry(
    text: str, stage: Stage, form: MarkFormat, read: Callable[[str], DeskReading]
) -> Entry:
    """Return the stage with the results in `text`; other results stay unchanged.

    Text that contains result keys of a tour file, such as `finish =`, is read as TOML.
    Other text is passed to `read`, which reads it as desk lines. For each sprint or
    summit in the text, the recorded order is replaced; other sprints and summits keep
    theirs.
    """
    if _RESULT_KEY.search(text):
        spot = read_toml(text)
        stage = read_stage(form, spot, RESULTS_SCHEMA, stage)
        return Entry(
            stage, tuple(spot.problems), lambda p: replace(p, where=p.where[2:])
        )
    return entry_from_reading(read(text), stage)


def entry_from_reading(reading: DeskReading, stage: Stage) -> Entry:
    """Return the stage updated from desk lines, as `read_entry` does."""
    given = {
        name: found for name in STAGE_FACTS if (found := getattr(reading.stage, name))
    }
    if "crossings" in given:
        given["crossings"] = {**stage.crossings, **given["crossings"]}
    return Entry(replace(stage, **given), reading.problems, reading.with_line)
