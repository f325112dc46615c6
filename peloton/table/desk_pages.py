"""The pages for writers: the lines of a stage, the buttons to add them, saving."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from peloton.desk.changes import ALL_LINES, Op, draws_sign, turn_sign
from peloton.desk.history import TextExchange, TourStep
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
from peloton.table.ghost_tiles import ghost_tiles
from peloton.table.live import Board, LiveStage
from peloton.table.pages import Pages
from peloton.table.tiles import Tiles

_IMMEDIATE_SIGNS = [row.sign for row in COUNTS.values() if row.towards is not None]
"""Signs of facts that are counted, such as attacks: each tap on a bib adds a line."""


_MAX_TILES = 24
"""Maximum number of riders shown as tiles; with more riders, bibs are typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryBox:
    """The text of the entry box, the number of the line to replace, and a message."""

    line: str = ""
    at: int | None = None
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """A line of the stage, with the turn and the note shown beside it.

    `style` is the CSS class of the note. The last line is `unended` while it is still
    being typed at the desk.
    """

    text: str
    turn: str
    note: str
    style: str
    unended: bool


class DeskPage:
    """The desk as shown to one seat; it works without JavaScript."""

    def __init__(
        self,
        pages: Pages,
        board: Board,
        seat: Seat,
        seats: Iterable[Seat],
        reverses: Mapping[Op, TextExchange | TourStep | None],
    ) -> None:
        """Render with the templates of `pages`; `seats` are the writers' seats.

        `reverses` are the changes that the seat can undo and redo.
        """
        self._back = {
            str(op): change and (change.label or phrase("Next turn"))
            for op, change in reverses.items()
        }
        self._pages, self._board, self._seat = pages, board, seat
        self._seats = [other for other in seats if seat.leads and other != seat]
        self.followers = 0

    def content(self, typing: EntryBox = EntryBox()) -> str:
        """Render the lines, the entry box, the buttons and the settings."""
        live = self._board.live
        stage = live.view.reading.stage if live else None
        areas = [ALL_LINES, FINISH, *(course_labels(stage) if stage else ())]
        return self._pages.render(
            "desk",
            board=self._board,
            live=live,
            seat=self._seat,
            back=self._back,
            areas=areas,
            followers=self.followers,
            scribes=[
                (other, list(dict.fromkeys([*areas, other.area])))
                for other in self._seats
            ],
            **(self._writing(live, typing) if live else {}),
        )

    def _writing(self, live: LiveStage, typing: EntryBox) -> dict[str, object]:
        """Return the template values for entering a stage."""
        view, area = live.view, self._seat.area
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
            "applied": self._board.applied.get(self._seat.id, 0),
            "typing": typing,
            "edited": lines[typing.at - 1] if typing.at and known else None,
            "begin": "" if area in {ALL_LINES, FINISH} else f"{_label(live, area)}: ",
            "example": live.desk.mark_format.desk_examples[0][0],
            **self._pads(live),
        }

    def _pads(self, live: LiveStage) -> dict[str, object]:
        """Return the template values for the buttons."""
        area, view, form = self._seat.area, live.view, live.desk.mark_format
        tiles = Tiles(live.desk.before.tour)
        timed = view.reading.stage.kind.timed
        decks = view.reading.ghosts if area == ALL_LINES else GhostDecks()
        racing = live.desk.race.racing
        # On the track nobody is still out: riders are placed lap by lap.
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
        """Return the line prefixes offered as buttons, each with a title.

        A prefix, such as `DNF `, is chosen before riders are tapped.
        """
        area, rulebook = self._seat.area, live.desk.before.rulebook
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
        """Render the changes and the save button, or the reason not to save."""
        live, found = self._board.live, None
        try:
            found = preview_save(live.desk, live.view) if live and not wrong else None
        except PelotonError as error:
            wrong = str(error)
        if found is None:
            wrong = wrong or "every stage has been ridden"
            return self._pages.render("saving", message=wrong)
        (view,) = self._pages.views([found.changes])
        return self._pages.render(
            "saving",
            message="",
            view=view,
            undrawn=found.undrawn,
            unordered=found.unordered,
            seen=self._board.number,
        )


def _lines(live: LiveStage) -> list[_Line]:
    """Return each line with its note."""
    view, notes, lines = live.view, notes_of(live.desk), []
    texts = text_lines(view.text)
    unended = len(texts) if view.text[-1:] not in ("", "\n") else 0
    for number, text in enumerate(texts, 1):
        style, note = notes.note(view, number, typing=False)
        _, turn = notes.turn(view, number)
        line = _Line(
            text=text,
            turn=turn,
            note=note,
            style=style.removeprefix("class:"),
            unended=number == unended and not view.wrong_on.get(number),
        )
        lines.append(line)
    return lines


def _labels(live: LiveStage) -> tuple[str, ...]:
    """Return the labels of sprints and summits, and the latest and next lap or heat."""
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
