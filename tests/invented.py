"""Add an invented fact, the applause on a stage, and a classification by applause.

It shows that a new fact needs changes in the tables of facts only. This program adds
the two to these tables before it imports the rest of peloton. Then it uses a tour with
applause in every way, and prints the applause found in each output. The argument is the
path of a database.
"""
# ruff: noqa: PLC0415 - modules imported at the top would not have the invented fact

import json
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peloton.rules.facts import kinds
from peloton.rules.facts import stage as stages
from peloton.rules.facts.startlist import Bib

if TYPE_CHECKING:
    from peloton.rules.facts.tour import Tour


@dataclass(frozen=True, slots=True, kw_only=True)
class ClappedStage(stages.Stage):
    """A stage on which riders are applauded."""

    applause: Mapping[Bib, int] = field(default_factory=dict)


NAMES = {each.name: each.value for each in kinds.ClassificationName}


class _Names(StrEnum):
    """A classification's name, without members, so that it can be given one more."""

    totals_from = vars(kinds.ClassificationName)["totals_from"]


def invent() -> None:
    """Add the applause and its classification to the tables of facts."""
    course: Any = stages
    names: Any = kinds
    enum: Any = _Names
    course.Stage = ClappedStage
    names.ClassificationName = enum(
        "ClassificationName", {**NAMES, "APPLAUDED": "applauded"}
    )

    from peloton.rules.facts import fact_table
    from peloton.rules.words import phrase

    applauded = kinds.Classification(
        word=phrase("Applauded"),
        title=phrase("Most applauded rider"),
        rule="general.by",
    )
    rows: Any = kinds.CLASSIFICATIONS
    rows[kinds.ClassificationName("applauded")] = applauded
    applause = fact_table.CountedFact(
        sign="§",
        example="§12 7*2",
        meaning="12 was applauded once, 7 twice",
        title=phrase("Applause"),
        needed_by="applauded",
        towards=kinds.ClassificationName("applauded"),
    )
    fact_table.STAGE_FACTS["applause"] = "applause"
    fact_table.COUNTS["applause"] = applause


TOUR = """\
[tour]
name = "Ronde"
rulebook = "cyclo"

[tour.rules]
classifications = ["general", "points", "mountains", "teams", "applauded"]

[[team]]
code = "MOL"
  [[team.rider]]
  bib = "1"
  [[team.rider]]
  bib = "2"

[[rider]]
bib = "3"

[[stage]]
name = "Aalst - Gent"
finish = \"\"\"
1  0 1
2  0 2
3  1 0
\"\"\"
  [stage.applause]
  2 = 5
  3 = 1

[[stage]]
finish = \"\"\"
3  0 1
1  0 2
2  1 0
\"\"\"
  [stage.applause]
  3 = 1
"""


def became() -> dict[str, object]:
    """Use the tour in every way; return the applause found in each output."""

    from peloton.notation.desk.entry import read_entry
    from peloton.notation.desk.reading import read_desk
    from peloton.notation.desk.writing import desk_text
    from peloton.notation.form.reading import read_form
    from peloton.notation.form.writing import form_workbook
    from peloton.notation.problems import problem_lines
    from peloton.notation.tour_file.reading import read_tour
    from peloton.notation.tour_file.writing import tour_text
    from peloton.notation.xlsx import read_workbook
    from peloton.reports.classifications.standings import standings_sheet
    from peloton.reports.stage.communique import communique_sheet
    from peloton.reports.tour.document import document
    from peloton.reports.tour.explain import explanation_sheet
    from peloton.reports.tour.totals import totals_sheet
    from peloton.rules.facts.fact_table import without_results
    from peloton.rules.facts.tour import with_stage
    from peloton.rules.live import RaceBeforeStage
    from peloton.rules.names import Subject
    from peloton.rules.outlook.prospects import outlook_after
    from peloton.rules.race import score
    from peloton.rules.season.palmares import rider_palmares
    from peloton.writers.text import to_text

    reading = read_tour(TOUR)
    tour, book = reading.tour, reading.rulebook
    assert tour is not None
    assert book is not None
    assert reading.problems == ()
    stage: Any = tour.stages[0]
    race = score(tour, book)
    strange = replace(stage, applause={**stage.applause, Bib("9"): 3})
    stranger = with_stage(tour, 1, strange)
    wrong = score(stranger, book).problems
    live = RaceBeforeStage(tour, 1, book).after(strange)

    def entered(text: str) -> list[object]:
        """Return the applause and the number of finish lines after an entry."""
        found: Any = read_entry(
            text,
            stage,
            book.mark,
            lambda lines: read_desk(lines, stage, book.mark, tour),
        ).stage
        return [found.applause, len(found.finish)]

    drawn = replace(stage, lots={kinds.ClassificationName("applauded"): ("3", "2")})
    typed = desk_text(drawn, book.mark)
    at_desk: Any = read_desk(typed, replace(stage, applause={}), book.mark, tour).stage
    form = form_workbook(tour, 1, book)
    empty = with_stage(tour, 1, without_results(stage))
    filled: Any = read_form(read_workbook(form), empty, 1, book).stage
    sheets = (
        *(standings_sheet(race), totals_sheet(race), communique_sheet(race)),
        explanation_sheet(race, Subject("rider", "3")),
    )
    bare: Any = without_results(stage)
    half = score(with_stage(tour, 2, without_results(tour.stages[1])), book)
    to_win = outlook_after(half, half.score(1))
    return {
        "read": stage.applause,
        "written": tour_text(tour),
        "entered": [entered("[applause]\n1 = 2\n"), entered("§1*2\n")],
        "cleared": [bare.applause, bare.name],
        "desk": [typed, at_desk.applause, at_desk.lots],
        "form": filled.applause,
        "unknown": problem_lines("t.toml", tour_text(stranger), wrong),
        "stored": stored(tour, sys.argv[1]),
        "noted": noted(f"{sys.argv[1]}.noted"),
        "live": [[p.message for p in live.problems], live.complete],
        "season": [*rider_palmares(race)],
        "document": document(race),
        "outlook": {row.name: [who.can for who in row.rows] for row in to_win},
        "sheets": [to_text(sheet) for sheet in sheets],
    }


def stored(tour: "Tour", where: str) -> list[object]:
    """Return the applause read from a database, and the rows of its classification.

    The database was created without the fact and the classification.
    """
    from peloton.desk.scored_tour import stored_race
    from peloton.notation.rulebook_file.reading import builtin_text
    from peloton.store.maintenance.backups import upgrade
    from peloton.store.session import open_store

    upgrade(where, Path(where).parent, 0)
    with open_store(where, scorer=stored_race) as store:
        store.save(tour, builtin_text("cyclo"), "loaded")
    with open_store(where, write=False) as store:
        kept: Any = store.tour(tour.name).tour.stages[0]
    with closing(sqlite3.connect(where)) as connection:
        chosen = "SELECT rank, bib FROM applauded WHERE stage = 2 ORDER BY rank"
        ranked = connection.execute(chosen).fetchall()
    return [dict(kept.applause), ranked]


def noted(where: str) -> list[str]:
    """Return the outputs of commands, the prompt and a phone that contain applause.

    They are the tour file after `peloton note`, its step in the journal, the questions
    of the prompt, the resulting lines, and the page of a phone with its keys.
    """
    import click
    from click.testing import CliRunner
    from starlette.requests import Request

    from peloton.cli.main import main
    from peloton.cli.support.entry_prompt import ask_for_stage
    from peloton.desk.session import Session
    from peloton.desk.store import DeskStore
    from peloton.store.seats import Seat
    from peloton.table.desk_pages import desk_page
    from peloton.table.live import LiveTour
    from peloton.table.live_table import LiveTable, Visit
    from peloton.table.pages import Pages
    from peloton.table.seats import Seats

    Path(f"{where}.toml").write_text(TOUR, encoding="utf-8")
    outputs = []
    for command in (
        ["load", f"{where}.toml"],
        ["note", "1", "§3 2*2", "--yes"],
        ["dump"],
    ):
        ran = CliRunner().invoke(main, ["--db", where, *command])
        assert ran.exit_code == 0, ran.output
        outputs.append(ran.stdout)
    log = CliRunner().invoke(main, ["--db", where, "log", "2"])
    session = Session(address=where, tour_name=None)

    @click.command()
    def ask() -> None:
        store = DeskStore(session, 2)
        click.echo(ask_for_stage(store, store.open()).text)

    answers = "1 0 2\n2 0 1\n3 1 0\n§1 2*3\n\n"
    asked = CliRunner().invoke(ask, input=answers)
    assert asked.exit_code == 0, asked.output
    live = LiveTour(session, 2)
    table = LiveTable(
        tour=live,
        seats=Seats(Path(f"{where}.seats")),
        pages=Pages(lambda report: report, "en", None),
        hosts=["table.test"],
        tell=print,
        make_file=lambda _race, _name: b"",
    )
    scope = {"type": "http", "method": "GET", "path": "/desk", "query_string": b""}
    visit = Visit(table, Request({**scope, "headers": [(b"host", b"table.test")]}))
    visit.seat = Seat(id="leader", writes=True, leads=True)
    pads = desk_page(visit)
    live.watch.close()
    return [outputs[-1], log.stdout, asked.stderr, asked.stdout, pads]


if __name__ == "__main__":
    invent()
    sys.stdout.write(json.dumps(became(), default=dict))
