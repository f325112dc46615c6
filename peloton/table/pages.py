"""The pages of those who follow: the stage, classifications, the course, a rider."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import quote

from peloton.errors import PelotonError
from peloton.reports.classifications.jerseys import jerseys_sheet
from peloton.reports.classifications.outlook import outlook_sheet
from peloton.reports.classifications.standings import standings_sheet
from peloton.reports.names import CLASSIFICATION_TITLES, Names
from peloton.reports.sheet import Column, PageWords, Sheet, Table
from peloton.reports.stage.course import course_sheet
from peloton.reports.stage.result import stage_sheet
from peloton.reports.tour.explain import subject_sheet
from peloton.reports.tour.startlist import startlist_sheet
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import stage_name
from peloton.rules.names import Subject
from peloton.rules.results import Race
from peloton.rules.words import Phrase, phrase
from peloton.table.live import Board, LiveStage
from peloton.writers.html.page import to_site
from peloton.writers.html.sheet import SHIRTS, sheet_html, text

Say = Callable[[Any], Any]
"""Puts words or a sheet into the language of the table."""
_GENERAL = ClassificationName.GENERAL
_MOST_COLUMNS = 30

TABS = {
    "/": phrase("Now"),
    "/standings": phrase("Standings"),
    "/course": phrase("Course"),
    "/outlook": phrase("Still to win"),
    "/rider": phrase("My rider"),
}
DESK_TAB = {"/desk": phrase("Desk")}


class Pages:
    """Writes the pages of a table in its language; `lang` is the code of it."""

    def __init__(self, say: Say, lang: str) -> None:
        """Write in a language."""
        self.say, self.lang = say, lang
        self._words = say(PageWords())

    def word(self, words: str) -> str:
        """Write words in the language of the table, as HTML."""
        return text(self.say(words))

    def document(
        self, board: Board, path: str, inside: str, tag: str, *, writes: bool
    ) -> str:
        """Write a whole page around its changing part, which has a tag."""
        word, tour = self.word, text(board.saved.tour.name)
        tabs = {**(DESK_TAB if writes else {}), **TABS}
        here = ' aria-current="page"'
        links = "".join(
            f'<a href="{to}"{here if to == path else ""}>{word(title)}</a>'
            for to, title in tabs.items()
        )
        wall = path == "/wall"
        nav = "" if wall else f'<nav aria-label="{word(_PARTS)}">{links}</nav>'
        return self.shell(
            tour,
            f'<header class="top"><h1 dir="auto">{tour}</h1>{self._bar()}</header>'
            f'{nav}<main id="main" data-tag="{text(tag)}">{inside}</main>',
            "wall" if wall else "",
        )

    def shell(self, title: str, body: str, classes: str = "") -> str:
        """Write the outside of a page; `title` and `body` are HTML."""
        return (
            f'<!doctype html><html lang="{self.lang}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            '<meta name="color-scheme" content="light dark">'
            '<link rel="stylesheet" href="/style.css">'
            '<script src="/table.js" defer></script>'
            '<noscript><meta http-equiv="refresh" content="15"></noscript>'
            f"<title>{title}</title></head>"
            f'<body class="{classes}">{SHIRTS}{body}</body></html>'
        )

    def sitting_down(self, message: str = "") -> str:
        """Write the page of who has no seat: the script has the key, or it is typed."""
        word = self.word
        wrong = f'<p class="wrong" role="alert">{text(message)}</p>' if message else ""
        return self.shell(
            "peloton",
            f'<main class="sit"><article class="sheet"><h1>{word(_SCAN)}</h1>'
            f"{wrong}<form method=post action=/sit id=sit>"
            f"<label>{word(_PIN)} <input name=key autocomplete=off"
            " inputmode=numeric size=8 required></label> "
            f"<button>{word(_SIT)}</button></form></article></main>",
        )

    def _bar(self) -> str:
        """Write the bar that says how fresh the page is; the script fills it in."""
        words = {
            "live": phrase("live"),
            "behind": phrase("behind by {seconds} s", seconds="{s}"),
            "off": phrase("not connected"),
            "waiting": phrase("lines waiting: {count}", count="{n}"),
        }
        data = " ".join(f'data-{k}="{self.word(word)}"' for k, word in words.items())
        return f'<p id="bar" role="status" aria-live="polite" {data}></p>'

    def sheets(self, sheets: Iterable[Sheet]) -> str:
        """Write sheets one below the other; nothing in them waits for a script."""
        html = "\n".join(
            sheet_html(self.say(sheet), f"s{number}", self._words, {})
            for number, sheet in enumerate(sheets, 1)
        )
        return html.replace('<button type="button">', "").replace("</button>", "")

    def inside(self, board: Board, path: str, bib: str, *, veil: bool) -> str:
        """Write the changing part of a page for followers.

        With `veil` it has what was saved, and nothing of the stage being ridden.
        """
        live, race = (None, board.saved) if veil else (board.live, board.seen)
        # Of a stage half ridden only those home count: nothing is decided by it.
        complete = live is not None and live.view.live.complete
        decided = race if complete else board.saved
        pages: dict[str, Callable[[], str]] = {
            "/": partial(self._now, race, live),
            "/wall": partial(self._wall, race, live),
            "/standings": partial(
                self._ridden, race, partial(standings_sheet, moves=True)
            ),
            "/course": partial(self._course, board),
            "/outlook": partial(self._ridden, decided, outlook_sheet),
            "/rider": partial(self._rider, race, bib),
        }
        return trouble(board) + pages[path]()

    def _now(self, race: Race, live: LiveStage | None) -> str:
        head = self._state(live) if live else ""
        if not race.stages:
            return head + self.sheets([startlist_sheet(race.tour)])
        return head + self.sheets(_now_sheets(race, live))

    def _state(self, live: LiveStage) -> str:
        """Write the card on the stage: its turn, who is home and who is out."""
        view, names = live.view, Names(live.desk.before.tour)
        stage = view.reading.stage
        out, racing = view.live.still_out, live.desk.race.racing
        facts: list[Phrase] = []
        if view.reading.turn is not None:
            facts.append(phrase("Turn {turn}", turn=view.reading.turn))
        if stage.kind.timed:
            home = len(racing) - len(out)
            facts.append(phrase("{home} of {all} home", home=home, all=len(racing)))
        if not view.live.complete and view.live.score:
            facts.append(phrase("provisional"))
        crossed = "".join(
            f"<li><b>{text(label)}</b> {_riders(names, order)}"
            for label, order in stage.passages.items()
            if order and not view.live.score
        )
        still, title = "", self.word(stage_name(live.number, stage))
        if out and stage.kind.timed:
            words = self.word(phrase("Still out: {count}", count=len(out)))
            still = f'<p class="out">{words}<br>{_riders(names, out)}</p>'
        return (
            f'<section class="sheet state"><h2>{title}</h2>'
            f'<p class="facts">{text(" · ".join(map(self.say, facts)))}</p>'
            f"{still}<ul>{crossed}</ul></section>"
        )

    def _wall(self, race: Race, live: LiveStage | None) -> str:
        """Write what a television turns through: the result, each classification."""
        state = self._state(live) if live else ""
        sheets: tuple[Sheet, ...] = ()
        if race.stages:
            sheets = (_now_sheets(race, live)[0], standings_sheet(race, moves=True))
            sheets += (jerseys_sheet(race),) if race.rulebook.jerseys else ()
        slides = (
            replace(sheet, title=table.title, tables=(replace(table, title=""),))
            for sheet in sheets
            for table in sheet.tables
        )
        return state + "".join(
            f'<div class="slide">{self.sheets([slide])}</div>' for slide in slides
        )

    def _ridden(self, race: Race, sheet: Callable[[Race], Sheet]) -> str:
        return self.sheets([sheet(race)]) if race.stages else self._nothing()

    def _course(self, board: Board) -> str:
        tour = board.saved.tour
        number = board.live.number if board.live else len(tour.stages)
        if not number:
            return self._nothing()
        return self.sheets([course_sheet(tour, number, board.saved.rulebook)])

    def _rider(self, race: Race, bib: str) -> str:
        """Write the choice of a rider, and all that the chosen one won and lost."""
        names = Names(race.tour)
        options = "".join(
            f'<option value="{text(rider.bib)}"'
            f"{' selected' if rider.bib == bib else ''}>"
            f"{text(f'{rider.bib} {names.rider(rider.bib)}')}"
            for rider in race.tour.riders
        )
        choose = self.word(phrase("Show"))
        form = (
            '<form class="sheet" id="mine" action=/rider>'
            f"<label>{self.word(TABS['/rider'])} <select name=bib>"
            f"<option value=''>{options}</select></label>"
            f" <button>{choose}</button></form>"
        )
        if bib not in {rider.bib for rider in race.tour.riders} or not race.stages:
            return form
        try:
            sheet = subject_sheet(race, Subject("rider", bib))
        except PelotonError as error:
            return f"{form}<p>{text(str(error))}</p>"
        ranks = tuple(
            (CLASSIFICATION_TITLES[name], str(line.rank))
            for name, standings in race.score().standings.items()
            for line in standings
            if line.who == bib and name is not ClassificationName.TEAMS
        )
        table = Table(name="", title="", columns=_PLACES, rows=ranks)
        return form + self.sheets([replace(sheet, tables=(table, *sheet.tables[::-1]))])

    def _nothing(self) -> str:
        words = self.word(phrase("Nothing yet: the first stage is still to come."))
        return f'<p class="sheet">{words}</p>'


_PARTS = phrase("Parts of the tour")
_SCAN = phrase("Scan the code on the table")
_PIN = phrase("Or type the PIN of the leader")
_SIT = phrase("Sit down")
_PLACES = (Column(title=phrase("Classification")), Column(title=phrase("Rank")))


def trouble(board: Board) -> str:
    """Write why the tour can no longer be read, if that is so."""
    words = text(board.trouble)
    return f'<p class="trouble" role="alert">{words}</p>' if words else ""


def style(own: str) -> str:
    """Return the style of sheets for tables of many columns, with the table's own."""
    columns = tuple(Column(title="") for _ in range(_MOST_COLUMNS))
    wide = Table(name="", title="", columns=columns, rows=())
    return to_site([Sheet(title="", tables=(wide,))])["peloton.css"] + own


def _now_sheets(race: Race, live: LiveStage | None) -> tuple[Sheet, ...]:
    """Return the result so far, the general classification and the jerseys."""
    out = set(live.view.live.still_out) if live else set()
    result = stage_sheet(race)
    tables = tuple(
        replace(table, rows=tuple(row for row in table.rows if row[1] not in out))
        if table.name == "Result"
        else table
        for table in result.tables
    )
    unscored = live is not None and live.view.live.score is None
    earlier = unscored and live is not None and race.score().number < live.number
    sheets = [] if earlier else [replace(result, tables=tables)]
    if _GENERAL in race.score().standings:
        sheets.append(standings_sheet(race, only=_GENERAL, moves=True))
    if race.rulebook.jerseys:
        sheets.append(jerseys_sheet(race))
    if not sheets or unscored:
        sheets.append(result)
    return tuple(sheets)


def _riders(names: Names, bibs: Sequence[str]) -> str:
    return " ".join(
        f'<a class="rider" href="/rider?bib={quote(bib, safe="")}"><b>{text(bib)}</b> '
        f"{text(names.rider(bib))}</a>"
        for bib in bibs
    )
