"""The desk on a phone that may enter results: a stage's lines, buttons, saving."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from peloton.desk.changes import ALL_LINES, Op, draws_sign, turn_sign
from peloton.desk.merging import text_lines
from peloton.desk.notes import notes_of
from peloton.desk.proposal import preview_save
from peloton.errors import PelotonError
from peloton.notation.desk.lines import SIGNS, course_labels
from peloton.notation.desk.writing import label_text
from peloton.rules.facts.fact_table import COUNTS, counted_signs
from peloton.rules.facts.kinds import StageKind
from peloton.rules.facts.stage import FINISH
from peloton.rules.ghosts import GhostDecks
from peloton.rules.words import phrase
from peloton.store.seats import Seat
from peloton.table.live import Board, LiveStage
from peloton.table.pages import Pages
from peloton.table.tiles import Tiles, ghost_tiles

_IMMEDIATE_SIGNS = [row.sign for row in COUNTS.values() if row.towards is not None]
"""Signs, such as that of attacks, with which a tap on a bib adds a whole desk line."""


_MAX_TILES = 24
"""Maximum number of riders shown as tiles; with more riders, bibs are typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryBox:
    """The box to type a line in: its text, the line to replace, and a message."""

    line: str = ""
    at: int | None = None
    message: str = ""


class _Line(NamedTuple):
    """A desk line of the stage, with the turn number and the note shown beside it.

    `style` is the CSS class of the note.
    """

    text: str
    turn: str
    note: str
    style: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskPage:
    """The page of the desk, as shown on one phone, with or without JavaScript.

    `seat` is the phone's seat, and `writers` are the seats of all phones that may enter
    results. `reversible` holds the labels of the changes that this phone can undo and
    redo.
    """

    pages: Pages
    board: Board
    seat: Seat
    writers: Iterable[Seat] = ()
    followers: int = 0
    reversible: Mapping[Op, str] = field(default_factory=dict)

    def content(self, typing: EntryBox = EntryBox()) -> str:
        """Render the stage's lines, the entry box, the buttons and the settings."""
        live = self.board.live
        stage = live.view.reading.stage if live else None
        areas = [ALL_LINES, FINISH, *(course_labels(stage) if stage else ())]
        others = [o for o in self.writers if self.seat.leads and o.id != self.seat.id]
        return self.pages.render(
            "desk",
            board=self.board,
            live=live,
            seat=self.seat,
            reversible=self.reversible,
            areas=areas,
            followers=self.followers,
            scribes=[(seat, dict.fromkeys([*areas, seat.area])) for seat in others],
            **(self._writing(live, typing) if live else {}),
        )

    def _writing(self, live: LiveStage, typing: EntryBox) -> dict[str, object]:
        view, area = live.view, self.seat.area
        lines = _lines(live)
        known = typing.at is not None and 0 < typing.at <= len(lines)
        general = view.wrong_on.get(0)
        return {
            "lines": lines,
            "wrong": general.message if general else "",
            "turn": turn_sign(view.reading.turn),
            "draws": draws_sign(view.reading),
            "signs": "".join(SIGNS),
            "immediate": "".join(_IMMEDIATE_SIGNS),
            "applied": self.board.applied.get(self.seat.id, 0),
            "typing": typing,
            "edited": lines[typing.at - 1] if typing.at and known else None,
            "begin": "" if area in {ALL_LINES, FINISH} else f"{_label(live, area)}: ",
            "example": live.desk.mark_format.desk_examples[0][0],
            **self._pads(live),
        }

    def _pads(self, live: LiveStage) -> dict[str, object]:
        area, view, form = self.seat.area, live.view, live.desk.mark_format
        tiles = Tiles(live.desk.before.tour)
        timed = view.reading.stage.kind.timed
        decks = view.reading.ghosts if area == ALL_LINES else GhostDecks()
        racing = live.desk.race.racing
        # On the track, riders are placed lap by lap, so show tiles for all of them.
        out = frozenset(view.live.still_out if timed else racing)
        taps = map(str, form.short.taps if form.short else ())
        signs = sorted(
            {s for line, _ in form.desk_examples for s in line if not s.isalnum()}
        )
        keys = [*"1234567890", *(sign for sign in signs if not sign.isspace())]
        many = len(racing) > _MAX_TILES and set("".join(racing)) <= {*keys}
        finishes = area in {ALL_LINES, FINISH}
        return {
            "targets": self._targets(live),
            "cards": ghost_tiles(decks, tiles),
            "bottles": [(f"?b {b[1:]}", b[1:]) for b in sorted({*decks.bottles})],
            "turns": view.reading.turn is not None,
            "marked": finishes and timed,
            "short": form.short,
            "taps": [(tap, tap) for tap in (*taps, form.default_mark) if tap],
            "keys": [*((key, key) for key in keys), (" ", "␣"), ("Backspace", "⌫")],
            "by_digits": {b: tiles.of(b).name for b in racing} if many else None,
            "riders": [tiles.of(bib) for bib in racing],
            "out": out,
        }

    def _targets(self, live: LiveStage) -> list[tuple[str, str]]:
        """Return beginnings of desk lines, such as `DNF `, and their buttons' titles.

        On the phone, such a button is tapped first, then the riders of the line.
        """
        area, rulebook = self.seat.area, live.desk.before.rulebook
        if area not in {ALL_LINES, FINISH}:
            return [(f"{_label(live, area)}: ", area)]
        home = [("", phrase("Finish")), ("DNF ", "DNF")]
        if area == FINISH:
            return home
        signs = counted_signs(rulebook.uses).items()
        return [
            *home,
            *((f"{_label(live, name)}: ", name) for name in _labels(live)),
            *((sign, COUNTS[names[0]].title) for sign, names in signs),
            ("!", phrase("Ruling")),
        ]

    def saving(self, wrong: str = "") -> str:
        """Render the changes and the save button, or why the stage cannot be saved."""
        live, found = self.board.live, None
        try:
            found = preview_save(live.desk, live.view) if live and not wrong else None
        except PelotonError as error:
            wrong = str(error)
        if found is None:
            wrong = wrong or "every stage has been ridden"
            return self.pages.render("saving", message=wrong)
        (view,) = self.pages.views([found.changes])
        return self.pages.render(
            "saving",
            message="",
            view=view,
            undrawn=found.undrawn,
            unordered=found.unordered,
            seen=self.board.number,
        )


def _lines(live: LiveStage) -> list[_Line]:
    view, notes, lines = live.view, notes_of(live.desk), []
    for number, text in enumerate(text_lines(view.text), 1):
        style, note = notes.note(view, number, typing=False)
        _, turn = notes.turn(view, number)
        lines.append(_Line(text, turn, note, style.removeprefix("class:")))
    return lines


def _labels(live: LiveStage) -> tuple[str, ...]:
    """Return the labels of sprints and summits, and the last and next lap or heat."""
    stage = live.view.reading.stage
    laps = stage.kind.ordered_by == "laps"
    done = len(stage.laps if laps else stage.heats)
    numbers = range(max(1, done), done + 2)
    if not laps and stage.kind is not StageKind.SPRINT:
        return course_labels(stage)
    word = "lap" if laps else "heat"
    return (*course_labels(stage), *(f"{word} {number}" for number in numbers))


def _label(live: LiveStage, area: str) -> str:
    stage = live.view.reading.stage
    return label_text(area, stage) if area in course_labels(stage) else area
