"""The pages of those who write: the lines, the pads that write them, saving."""

from collections.abc import Iterable
from dataclasses import dataclass

from peloton.desk.changes import ALL, draws_sign, text_lines, turn_sign
from peloton.desk.notes import notes_of, surname
from peloton.desk.proposal import proposal
from peloton.errors import PelotonError
from peloton.notation.desk.ghosts import ASKED
from peloton.notation.desk.lines import SIGNS, LineKind, course_labels, turn_counter
from peloton.notation.desk.writing import written_label
from peloton.reports.names import Names
from peloton.rules.facts.kinds import StageKind
from peloton.rules.facts.seen import COUNTED
from peloton.rules.facts.stage import FINISH
from peloton.rules.words import Phrase, phrase
from peloton.table.live import Board, LiveStage
from peloton.table.pages import Pages, trouble
from peloton.table.seats import Seat
from peloton.writers.html.sheet import text


@dataclass(frozen=True, slots=True, kw_only=True)
class Typing:
    """What stands in the box: a line, that of a number if it is mended, a message."""

    line: str = ""
    at: int | None = None
    message: str = ""


class DeskPage:
    """The desk as a seat has it; no one is asked for a script to use it."""

    def __init__(
        self, pages: Pages, board: Board, seat: Seat, seats: Iterable[Seat]
    ) -> None:
        """Write in the language of the other pages; `seats` are all that write."""
        self._pages, self._say = pages, pages.word
        self._board, self._seat, self._seats = board, seat, seats

    def inside(self, typing: Typing = Typing()) -> str:
        """Write the lines with all that writes them, and what else can be done."""
        if self._board.trouble:
            return trouble(self._board)
        live = self._board.live
        parts = [self._undo(), self._people(live)]
        if live is None:
            done = self._say(phrase("Every stage has been ridden."))
            return f'<p class="sheet">{done}</p>{"".join(parts)}'
        return "".join(
            [
                self._head(live),
                self._lines(live),
                self._box(live, typing),
                self._pads(live),
                self._save_link() if self._seat.leads else "",
                *parts,
            ]
        )

    def _head(self, live: LiveStage) -> str:
        board, view = self._board, live.view
        facts: list[Phrase] = []
        if view.reading.turn is not None:
            facts.append(phrase("Turn {turn}", turn=view.reading.turn))
        if view.reading.stage.kind.timed:
            facts.append(phrase("Still out: {count}", count=len(view.live.still_out)))
        words = " · ".join(map(self._pages.say, facts))
        label = phrase("Stage {number}", number=live.number)
        return (
            f'<p class="head"><b>{self._say(label)}</b> {text(words)}'
            f'<span id="state" data-number="{board.number}"'
            f' data-stage="{live.number} {board.mark}"'
            f' data-turn="{turn_sign(view.reading.turn)}"'
            f' data-draws="{draws_sign(view.reading)}"'
            f' data-signs="{text("".join(SIGNS))}"'
            f' data-each="{text("".join(_SENT_AT_ONCE))}"'
            f' data-heard="{board.heard.get(self._seat.id, 0)}"'
            f' data-runs="{int(_runs(live))}"></span></p>'
        )

    def _lines(self, live: LiveStage) -> str:
        """Write each line with what came of it; the newest is in sight."""
        view, notes, rows = live.view, notes_of(live.desk), []
        last = self._say(phrase("still being typed"))
        typed = text_lines(view.text)
        unended = view.text[-1:] not in ("", "\n")
        for number, line in enumerate(typed, 1):
            style, note = notes.note(view, number, typing=False)
            _, turn = notes.turn(view, number)
            if unended and number == len(typed) and not view.wrong_on.get(number):
                note = note or last
            fields = self._change(live, number, line, "remove", which=number)
            edit = self._say(phrase("Change line {number}", number=number))
            remove = self._say(phrase("Remove line {number}", number=number))
            rows.append(
                f'<li class="line"><span class="turn">{text(turn)}</span>'
                f'<a href="/desk?edit={number}" data-at="{number}"'
                f' data-was="{text(line)}" aria-label="{edit}: {text(line)}">'
                f"{text(line) or '&nbsp;'}</a>"
                f'<span class="came {style.removeprefix("class:")}">{text(note)}</span>'
                f"<form method=post action=/change>{fields}"
                f'<button aria-label="{remove}">&times;</button></form></li>'
            )
        general = view.wrong_on.get(0)
        wrong = f'<p class="wrong">{text(general.message)}</p>' if general else ""
        return (
            f'<div class="lines" tabindex="0"><ol id="lines">{"".join(rows)}</ol></div>'
            f'{wrong}<ul id="unsent" class="unsent"></ul>'
        )

    def _box(self, live: LiveStage, typing: Typing) -> str:
        """Write the box that lines are made and typed in."""
        lines = text_lines(live.view.text)
        known = typing.at is not None and 0 < typing.at <= len(lines)
        at = typing.at if known else None
        line, op, was = typing.line, "add", turn_sign(live.view.reading.turn)
        if at is not None:
            op, was = "replace", lines[at - 1]
            line = line or was
        area = self._seat.area
        begin = "" if area in {ALL, FINISH} else f"{_label(live, area)}: "
        fields = self._change(live, at, was, op, which=0)
        add = phrase("Change") if at else phrase("Add")
        example = live.desk.form.typed[0][0]
        return (
            f'<p id="said" class="said" role="alert">{text(typing.message)}</p>'
            f'<form id="box" method=post action=/change data-begin="{text(begin)}">'
            f'{fields}<input name=line value="{text(line or begin)}" autocomplete=off'
            " autocapitalize=off autocorrect=off spellcheck=false maxlength=500"
            f' placeholder="{text(example)}" aria-label="{self._say(phrase("Line"))}">'
            f"<button>{self._say(add)}</button></form>"
        )

    def _change(
        self, live: LiveStage, at: int | None, was: str, op: str, *, which: int
    ) -> str:
        """Write what a change says besides its line, and a number of this very page."""
        return _hidden(
            op=op,
            at="" if at is None else at,
            was=was,
            stage=f"{live.number} {self._board.mark}",
            number=self._board.number * 1000 + which,
        )

    def _pads(self, live: LiveStage) -> str:
        """Write the pads; a script makes lines of their taps."""
        home = self._seat.area in {ALL, FINISH} and live.view.reading.stage.kind.timed
        marks = self._marks(live) if home else ""
        pads = f"{self._targets(live)}{marks}{self._bibs(live)}"
        return f'<div class="pads" hidden>{pads}</div>'

    def _targets(self, live: LiveStage) -> str:
        """Write the buttons that say what the riders tapped next are written for."""
        area, rulebook = self._seat.area, live.desk.before.rulebook
        home = [("", self._say(phrase("Finish"))), ("DNF ", "DNF")]
        lines = [(f"{_label(live, name)}: ", text(name)) for name in _labels(live)]
        besides = [
            (row.sign, self._say(row.title))
            for row in {row.sign: row for row in COUNTED.values()}.values()
            if rulebook.keeps(row.by)
        ]
        besides.append(("!", self._say(phrase("Ruling"))))
        if area == FINISH:
            lines, besides = [], []
        elif area != ALL:
            home, lines, besides = [], [(f"{_label(live, area)}: ", text(area))], []
        buttons = _buttons("for", (*home, *lines, *besides))
        return f'<div class="pad targets">{buttons}{self._next_turn(live)}</div>'

    def _next_turn(self, live: LiveStage) -> str:
        if live.view.reading.turn is None or self._seat.area not in {ALL, FINISH}:
            return ""
        title = self._say(phrase("Next turn"))
        ghosts = ""
        if self._seat.area == ALL and live.view.reading.ghosts.ghosts:
            ghosts = _buttons("send", [(ASKED, self._say(phrase("Ghosts")))])
        return f'{ghosts}<button type=button class="next" data-send="">{title}</button>'

    def _bibs(self, live: LiveStage) -> str:
        """Write a button a rider, who is still out first."""
        names = Names(live.desk.before.tour)
        out = live.view.live.still_out
        racing = live.desk.race.racing
        if not live.view.reading.stage.kind.timed:
            out = racing  # nobody comes home: they are placed, lap by lap
        home = [bib for bib in racing if bib not in set(out)]

        def pad(bibs: Iterable[str]) -> str:
            titles = [
                (bib, f"<b>{text(bib)}</b> <span>{text(surname(names, bib))}</span>")
                for bib in bibs
            ]
            return f'<div class="pad bibs">{_buttons("bib", titles)}</div>'

        rest = ""
        if home:
            title = self._say(phrase("Already home"))
            rest = f'<p class="rest">{title}</p>{pad(home)}'
        return f"{pad(out)}{rest}"

    def _marks(self, live: LiveStage) -> str:
        """Write the usual marks, each of one tap, and the letters of all others."""
        form = live.desk.form
        taps = form.short.taps if form.short else ()
        marks = _buttons("mark", ((str(tap), str(tap)) for tap in taps))
        signs = sorted({s for line, _ in form.typed for s in line if not s.isalnum()})
        keys = [*"1234567890", *(sign for sign in signs if not sign.isspace())]
        letters = [*((key, text(key)) for key in keys), (" ", "␣"), ("Backspace", "⌫")]
        more = self._say(phrase("Other marks"))
        opened = "" if taps else " open"
        return (
            f'<div class="pad marks">{marks}</div><details{opened}>'
            f'<summary>{more}</summary><div class="pad keys">'
            f"{_buttons('key', letters)}</div></details>"
        )

    def _save_link(self) -> str:
        save = self._say(phrase("Save the stage"))
        return f'<p class="save"><a class="button" href="/desk/save">{save}</a></p>'

    def saving(self, wrong: str = "") -> str:
        """Write what saving changes, and the button that does; or why it cannot be."""
        live, found = self._board.live, None
        back = f'<p><a href="/desk">{self._say(phrase("Back to the lines"))}</a></p>'
        try:
            found = proposal(live.desk, live.view) if live and not wrong else None
        except PelotonError as error:
            wrong = str(error)
        if found is None:
            wrong = text(wrong or "every stage has been ridden")
            return f'<p class="sheet wrong" role="alert">{wrong}</p>{back}'
        lots = ""
        if found.undrawn:
            names = ", ".join(found.undrawn)
            lots = phrase("Lots to be drawn: {names}", names=names)
            lots = f'<p class="wrong">{self._say(lots)}</p>'
        save = self._say(phrase("Save the stage"))
        return (
            f"{self._pages.sheets([found.changes])}{lots}"
            "<form method=post action=/save class=save>"
            f"{_hidden(seen=self._board.number)}"
            f"<button>{save}</button></form>{back}"
        )

    def _undo(self) -> str:
        """Write the last change of the tour, with the way to take it back."""
        if self._board.done is None:
            return ""
        step, what = self._board.done
        last = self._say(phrase("Last change: {what}", what=what))
        if not self._seat.leads:
            return f'<p class="dim">{last}</p>'
        undo = self._say(phrase("Take it back"))
        return (
            f'<details class="sheet"><summary>{last}</summary>'
            f"<form method=post action=/undo><input type=hidden name=step value={step}>"
            f"<button>{undo}</button></form></details>"
        )

    def _people(self, live: LiveStage | None) -> str:
        """Write the seat's own name, and for who leads the areas of the others."""
        seat, name = self._seat, self._say(phrase("Your name"))
        keep = self._say(phrase("Keep"))
        own = (
            "<form method=post action=/name>"
            f'<label>{name} <input name=name maxlength=40 value="{text(seat.name)}">'
            f"</label> <button>{keep}</button></form>"
        )
        others = ""
        if seat.leads:
            stage = live.view.reading.stage if live else None
            areas = [ALL, FINISH, *(course_labels(stage) if stage else ())]
            scribes = (other for other in self._seats if not other.leads)
            others = "".join(self._area(other, areas) for other in scribes)
        title = seat.title if seat.area == ALL else f"{seat.title}: {seat.area}"
        return (
            f'<details class="sheet"><summary>{text(title)}</summary>'
            f"{own}{others}</details>"
        )

    def _area(self, other: Seat, areas: Iterable[str]) -> str:
        """Write what a scribe writes, to be chosen."""
        known = dict.fromkeys([*areas, other.area])
        options = "".join(
            f'<option value="{text(area)}"{" selected" if area == other.area else ""}>'
            f"{self._say(phrase('Everything')) if area == ALL else text(area)}"
            for area in known
        )
        return (
            "<form method=post action=/seat>"
            f"{_hidden(id=other.id)}"
            f"<label>{text(other.title)} <select name=area>{options}</select></label> "
            f"<button>{self._say(phrase('Keep'))}</button></form>"
        )


_SENT_AT_ONCE = [row.sign for row in COUNTED.values() if row.towards is not None]
"""The signs of what is counted one by one, often in a race: each tap is a line."""


def _hidden(**fields: object) -> str:
    return "".join(
        f'<input type=hidden name={name} value="{text(str(value))}">'
        for name, value in fields.items()
    )


def _buttons(data: str, titles: Iterable[tuple[str, str]]) -> str:
    """Write a button for each title, with the value that a script has of it."""
    return "".join(
        f'<button type=button data-{data}="{text(value)}">{title}</button>'
        for value, title in titles
    )


def _labels(live: LiveStage) -> tuple[str, ...]:
    """Return the sprints and summits of the stage, the last lap or heat, the next."""
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
    return written_label(area, stage) if area in course_labels(stage) else area


def _runs(live: LiveStage) -> bool:
    """Whether an empty line is the next turn: some games count from the first home."""
    counter = turn_counter(live.view.reading.stage, live.desk.form)
    home = any(
        line.kind is LineKind.FINISH and line.fact and line.turn is not None
        for line in live.view.reading.lines
    )
    return counter is not None and (counter.running or home)
