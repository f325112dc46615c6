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
from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from typing import Any

from peloton.errors import PelotonError
from peloton.notation.desk.ghosts import read_ghosts
from peloton.notation.desk.ledger_lines import (
    read_counts,
    read_lots,
    read_offer,
    read_ruling,
)
from peloton.notation.desk.lines import (
    SIGNS,
    DeskLine,
    DeskReading,
    LineKind,
    course_labels,
    find_label,
    first_turn,
    is_status,
    split_label,
    split_word,
    without_remark,
)
from peloton.notation.result_lines import finish_lines, split_result
from peloton.notation.toml.schema import Location
from peloton.notation.toml.values import bib_value
from peloton.rules.facts.fact_table import COUNTS, fact_of_sign, without_results
from peloton.rules.facts.kinds import Reason, StageKind
from peloton.rules.facts.stage import Arrival, Stage, lap_label
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.games.mark import DIGITS, MarkFormat
from peloton.rules.ghosts import GhostDecks, GhostError
from peloton.rules.names import match_name, startlist_names
from peloton.rules.values import unexpected, unknown_bib_fault


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
    if form.short is not None:  # messages show first the form without a turn
        form = replace(form, shapes=f"{form.short.expected}, or {form.expected}")
    reader = _Reader(stage, form, tour, ghosts or GhostDecks())
    rows = text.split("\n")
    too_long = reader.spot.is_over_limit(text)
    for number, typed in enumerate(rows, 1):
        reader.read(number, "" if too_long else typed, ended=number < len(rows))
    return DeskReading(
        stage=reader.result(),
        lines=tuple(reader.lines),
        problems=tuple(reader.spot.problems),
        turn=reader.turn,
        played=reader.counts[""],
        ghosts=reader.ghosts,
        counting=reader.turn is not None and reader.running,
    )


_ORDERS = {
    "laps": re.compile(r"l(?:ap?)?\s*([1-9]\d{0,2})", re.IGNORECASE),
    "heats": re.compile(r"h(?:eat?)?\s*([1-9]\d{0,2})", re.IGNORECASE),
    "eliminated": re.compile(r"e(?:liminated)?()", re.IGNORECASE),
}
"""Patterns of the labels typed before the order of a lap, heat or elimination."""
_TIME = re.compile(r"\+?\s*\d+:\d\d")


class _Reader:
    """A reader of desk lines, with the facts read so far.

    `labels` are those of the course. `turn` is counted once `running` is true. `orders`
    is keyed by lap or heat number. `counts` holds, for each kind of count, the numbers
    by bib or team code. Its key "" holds the turns played by riders whose turns are
    counted separately.
    """

    def __init__(
        self, stage: Stage, form: MarkFormat, tour: Tour, ghosts: GhostDecks
    ) -> None:
        self.stage, self.form, self.ghosts = stage, form, ghosts
        self.labels = course_labels(stage)
        self.known = startlist_names(tour.riders, tour.teams)
        self.turn, self.running = first_turn(stage, form)
        self.spot = Location()
        self.lines: list[DeskLine] = []
        self.facts: dict[LineKind, list[Any]] = defaultdict(list)
        self.orders: dict[int, tuple[Bib, ...]] = {}
        self.counts: dict[str, dict[Any, int]] = {"": {}}

    def read(self, number: int, typed: str, *, ended: bool) -> None:
        """Read a line. If it is invalid, only a problem is recorded."""
        words = without_remark(typed)
        kind = self._kind(words, typed)
        if kind is LineKind.EMPTY and ended and self.running and self.turn is not None:
            self.turn += 1
        target = fact_of_sign(words[0]) if kind is LineKind.COUNTS else ""
        order = self.stage.kind.ordered_by if kind is LineKind.ORDER else ""
        line = DeskLine(
            number=number,
            text=typed,
            kind=kind,
            turn=self.turn,
            where=(target or order or kind,),
            target=target,
        )
        try:
            if kind in _READERS:
                line = _READERS[kind](self, line, words[words[0] in SIGNS :])
        except PelotonError as fault:
            # Guess the bibs on the line, so that the problem refers to riders.
            _, colon, after_colon = words.partition(":")
            riders = after_colon if colon else words[1:]
            if kind is LineKind.FINISH:
                riders, _, _ = split_result(words)
            line = replace(line, bibs=tuple(map(Bib, riders.split())))
            bib = line.bibs[0] if len(line.bibs) == 1 else ""
            self.spot.report(str(fault), target or kind, bib=bib, offset=number)
        self.lines.append(line)
        if line.fact is not None:
            self.facts[kind].append(line.fact)

    def _kind(self, words: str, typed: str) -> LineKind:
        """Return the kind of a line; `words` is the `typed` line without its remark."""
        if not words:
            return LineKind.REMARK if typed.strip() else LineKind.EMPTY
        if words[0] in SIGNS:
            return SIGNS[words[0]]
        if words[0] == '"':
            return LineKind.CROSSING
        if words[0] == "(" or is_status(words):
            return LineKind.FINISH
        if ":" in words:
            head, _ = split_label(words, self.labels)
            bib, *rest = words.split(None, 1)
            timed = ":" in self.form.name and ":" not in bib
            is_time = timed and _TIME.match("".join(rest))
            if head in self.labels or not (bib in self.known.bibs or is_time):
                numbered = self._order_number(head) is not None
                return LineKind.ORDER if numbered else LineKind.CROSSING
        return LineKind.FINISH if self.stage.kind.timed else LineKind.ORDER

    def _order_number(self, head: str) -> int | None:
        """Return a lap's or heat's number (eliminations: 1); None for other labels."""
        label = _ORDERS.get(self.stage.kind.ordered_by)
        match = label.fullmatch(head) if label else None
        return int(match[1] or 1) if match else None

    def draw_cards(self, line: DeskLine, words: str) -> DeskLine:
        """Read a line with ghosts' draws; an impossible draw is only a warning."""
        if not words:
            return line
        try:
            self.ghosts, bibs = read_ghosts(words, self.ghosts, self.known)
        except GhostError as fault:
            self.spot.report(str(fault), offset=line.number, warning=True)
            return line
        return replace(line, bibs=bibs)

    def set_turn(self, line: DeskLine, turn: str) -> DeskLine:
        if self.turn is None:
            raise PelotonError("found a turn, but no turns are counted on this stage")
        if not DIGITS.fullmatch(turn.strip()):
            raise unexpected(f"@{turn.strip()}", "a turn such as @14")
        self.turn = int(turn)
        return replace(line, turn=self.turn)

    def finish(self, line: DeskLine, words: str) -> DeskLine:
        if not is_status(words):
            self.running = True
            bib = next(iter(self.known.split_bibs(words.split(None, 1)[0])), "")
            if bib.isalpha() and bib not in self.known.bibs:
                raise PelotonError(self._unknown_word_fault(bib, words))
        split_bibs = self.known.split_bibs
        finish = tuple(finish_lines(words, self.form, self._full_mark, split_bibs))
        bibs = tuple(bib for arrival in finish for bib in arrival.bibs)
        return replace(line, bibs=bibs, fact=finish)

    def _unknown_word_fault(self, word: str, line: str) -> str:
        """Return the error message for a line that begins with an unknown word.

        The word may be that of a sprint or climb without its colon, or a mistyped bib
        or status.
        """
        label = match_name(word, dict.fromkeys(self.labels, ()))
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
        short = self.form.short
        if short is None:
            return mark or self.form.default_mark
        if self.turn is None or not short.pattern.fullmatch(mark):
            return mark
        turns = {self.counts[""].get(bib, self.turn) for bib in bibs}
        if len(turns) > 1:
            raise PelotonError(
                "found a group with different turns, expected a line for each"
            )
        full = "{turn} {mark}" if mark.startswith("+") else short.full
        return full.format(turn=turns.pop(), mark=mark)

    def _bibs(self, order: str) -> tuple[Bib, ...]:
        return tuple(map(bib_value, self.known.split_bibs(order)))

    def crossing(self, line: DeskLine, words: str) -> DeskLine:
        if words.startswith('"'):
            label, rest = split_word(words)
            if not rest.startswith(":"):
                found = rest or "nothing"
                raise PelotonError(f"found {found} after a label, expected a colon")
            order = rest[1:]
        else:
            head, order = split_label(words, self.labels)
            label = find_label(head, self.labels)
        bibs, where = self._bibs(order), (line.kind, label)
        return replace(line, bibs=bibs, where=where, target=label, fact=(label, bibs))

    def order(self, line: DeskLine, words: str) -> DeskLine:
        head, order = split_label(words, self.labels)
        number = self._order_number(head) if ":" in words else None
        if number is None:
            out = self.stage.kind is StageKind.ELIMINATION
            number = 1 if out else max(self.orders, default=0) + 1
            order = words
        bibs = self._bibs(order)
        self.orders[number] = self.orders.get(number, ()) + bibs
        where = (*line.where, number - 1)
        return replace(line, bibs=bibs, where=where, target=str(number), fact=bibs)

    def count(self, line: DeskLine, words: str) -> DeskLine:
        """Read a line of counts: extra turns are added up; cards replace earlier cards.

        A line may count extra turns of both riders and teams (CY-12).
        """
        row = COUNTS.get(line.target)
        of_teams = fact_of_sign(row.sign, teams=True) if row else ""
        timed = self.stage.kind.against_the_clock and self.turn is not None
        if row is None and not timed:
            message = "found turns of single riders, expected them only against the"
            raise PelotonError(
                f"{message} clock: on this stage all riders play the same turn"
            )
        held = row is not None and row.is_final
        counts = tuple(read_counts(words, self.known, teams=bool(of_teams), held=held))
        for name, is_team, count in counts:
            sums = self.counts.setdefault(of_teams if is_team else line.target, {})
            sums[name] = count if held else sums.get(name, 0) + count
        return replace(
            line,
            bibs=tuple(Bib(name) for name, is_team, _ in counts if not is_team),
            teams=tuple(TeamCode(name) for name, is_team, _ in counts if is_team),
            fact=(line.target, counts) if row else None,
        )

    def ruling(self, line: DeskLine, words: str) -> DeskLine:
        ruling = read_ruling(words, self.known)
        bibs = () if ruling.bib is None else (ruling.bib,)
        where, team = self._position(line), ruling.team or ""
        return replace(line, bibs=bibs, where=where, target=team, fact=ruling)

    def offer(self, line: DeskLine, words: str) -> DeskLine:
        lapped = self.stage.kind is StageKind.CRITERIUM
        laps = map(lap_label, self.orders) if lapped else ()
        offer = read_offer(words, [*self.labels, *laps], self.known)
        return replace(line, where=self._position(line), target=offer.team, fact=offer)

    def lots(self, line: DeskLine, words: str) -> DeskLine:
        name, drawn = read_lots(words, self.known)
        bibs, where = tuple(map(Bib, drawn)), (line.kind, name)
        return replace(line, bibs=bibs, where=where, target=name, fact=(name, drawn))

    def _position(self, line: DeskLine) -> tuple[object, ...]:
        """Return the path of the next fact of a list; invalid lines do not count."""
        return line.kind, len(self.facts[line.kind])

    def result(self) -> Stage:
        """Return the stage with the results from all lines."""
        joined: dict[LineKind, dict[Any, Any]] = {}
        for kind in (LineKind.CROSSING, LineKind.LOTS):
            orders = joined[kind] = {}
            for key, part in self.facts[kind]:  # an order may go on on later lines
                orders[key] = orders.get(key, ()) + part
        finish = tuple(chain(*self.facts[LineKind.FINISH]))
        finished = {b for one in finish if isinstance(one, Arrival) for b in one.bibs}
        # Ghosts that finish keep the exhaustion cards of their deck for the next stage.
        cards: dict[str, int] = {}
        for deck in self.ghosts.ghosts.values():
            at_home = [bib for bib in deck.riders if bib in finished]
            if at_home and deck.exhausted:
                cards[at_home[0]] = deck.exhausted
        self.counts["cards"] = {**cards, **self.counts.get("cards", {})}
        values: dict[str, Any] = {n: found for n, found in self.counts.items() if n}
        numbers = range(1, max(self.orders, default=0) + 1)
        ridden = tuple(self.orders.get(number, ()) for number in numbers)
        if name := self.stage.kind.ordered_by:
            values[name] = tuple(chain(*ridden)) if name == "eliminated" else ridden
        return replace(
            without_results(self.stage),
            finish=finish,
            crossings=joined[LineKind.CROSSING],
            rulings=tuple(self.facts[LineKind.RULING]),
            offers=tuple(self.facts[LineKind.OFFER]),
            lots=joined[LineKind.LOTS],
            **values,
        )


_READERS: dict[LineKind, Callable[[_Reader, DeskLine, str], DeskLine]] = {
    LineKind.TURN: _Reader.set_turn,
    LineKind.PLAYED: _Reader.count,
    LineKind.FINISH: _Reader.finish,
    LineKind.ORDER: _Reader.order,
    LineKind.CROSSING: _Reader.crossing,
    LineKind.COUNTS: _Reader.count,
    LineKind.RULING: _Reader.ruling,
    LineKind.OFFER: _Reader.offer,
    LineKind.LOTS: _Reader.lots,
    LineKind.GHOSTS: _Reader.draw_cards,
}
"""The method that reads each kind of line, from its text without the initial sign."""
