"""The totals of a tour, checked by formulas in the workbook and by LibreOffice."""

import datetime as dt
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from peloton.errors import PelotonError
from peloton.notation.catalogue import builtin_catalogue
from peloton.reports.classifications.standings import jersey_days_table
from peloton.reports.sheet import CellSource, Column, ColumnKind, Sheet, Table
from peloton.reports.tour.document import document
from peloton.reports.tour.totals import totals_sheet
from peloton.reports.tour.tour import workbook_sheets
from peloton.reports.translation import in_language
from peloton.rules.facts.kinds import ClassificationName, Language
from peloton.rules.facts.stage import Ruling, Stage
from peloton.rules.facts.tour import RuleValue, Tour
from peloton.rules.race import score
from peloton.rules.results import Race
from peloton.writers.workbook.book import to_xlsx
from tests.benchmarks.generated import generated_tour
from tests.drawing import slow_but
from tests.rules.notation import raced, tour
from tests.rules.notation import stage as stage_of
from tests.writers.reported import QUICK, TOURS, opened_workbook, race_of

NOT_ADDED_UP = {
    ClassificationName.TEAMS,
    ClassificationName.YOUNG,
    ClassificationName.COMBINATION,
}
SOFFICE = shutil.which("soffice")
GENERATED = ("generated cyclo", "generated criterium")
Change = Callable[[Tour, Stage], Stage]


def ruled(tour: Tour, stage: Stage) -> Stage:
    """Return a tour with rulings of seconds and points on a rider and a team."""
    bib, team = tour.riders[0].bib, tour.teams[0].code
    return replace(
        stage,
        rulings=(
            Ruling(reason="fed late", bib=bib, seconds=20, points=1, mountains=1),
            Ruling(reason="a gift", bib=tour.riders[1].bib, seconds=-10_000),
            Ruling(reason="car ahead", team=team, seconds=30, points=2),
        ),
    )


def cancelled(_tour: Tour, stage: Stage) -> Stage:
    return replace(stage, cancelled="snow")


def apart(_tour: Tour, stage: Stage) -> Stage:
    """Return a tour with stages that do not count (GN-4)."""
    names = (ClassificationName.GENERAL, ClassificationName.POINTS)
    return replace(stage, counts=dict.fromkeys(names, False))


CHANGED: dict[str, tuple[str, Change]] = {
    f"{game}, {change.__name__}": (game, change)
    for game in ("cyclo", "criterium", "road", "ciclistas", "flamme-rouge", "track")
    for change in (ruled, cancelled, apart)
    # Whoever was outside its limit would be missing on the next.
    if (game, change) != ("road", cancelled)
}
EVERY = (*TOURS, *GENERATED, *CHANGED, "by points")
every_tour = pytest.mark.parametrize("name", EVERY, scope="module")


@cache
def race(name: str) -> Race:
    """A sample tour, a generated tour, or a changed sample."""
    if name in TOURS:
        return race_of(name)
    if name in CHANGED:
        game, change = CHANGED[name]
        sample = race_of(game)
        first, second, *rest = sample.tour.stages
        stages = (first, change(sample.tour, second), *rest)
        return ridden(score(replace(sample.tour, stages=stages), sample.rulebook))
    if name in GENERATED:
        game = name.split()[1]
        tour = generated_tour(game, 198, 21)
    else:
        game = "criterium"
        tour = replace(race_of(game).tour, options={"format": "points"})
    return ridden(raced(tour))


def ridden(done: Race) -> Race:
    assert len(done.stages) == len(done.tour.stages)
    return done


def added(table: Table) -> list[int]:
    """Return the results of the formula of each sum, `{2}-{3}`."""
    parts = re.findall(r"([+-]?)\{(\d+)\}", table.columns[-2].formula)
    return [
        sum(int(row[int(at)] or 0) * (-1 if sign == "-" else 1) for sign, at in parts)
        for row in table.rows
    ]


def without_results(sheets: Iterable[Sheet]) -> list[Sheet]:
    """Return sheets in which the results of all sums and checks are wrong."""
    return [
        replace(
            sheet,
            tables=tuple(
                replace(table, rows=tuple((*row[:-2], -1, False) for row in table.rows))
                for table in sheet.tables
                if sheet.name == "Totals"
            )
            or sheet.tables,
        )
        for sheet in sheets
    ]


@every_tour
def test_every_total_is_the_sum_of_its_row(name: str) -> None:
    """CY-6, CR-11, GN-2, GN-4."""
    sheet = totals_sheet(race(name))

    assert sheet.tables
    for table in sheet.tables:
        totals = [row[-3] for row in table.rows]
        assert [row[-2] for row in table.rows] == totals == added(table)


@every_tour
def test_the_totals_are_those_of_the_classifications(name: str) -> None:
    done = race(name)
    totals = {
        table.name: {str(row[0]): row[-3] for row in table.rows}
        for table in totals_sheet(done).tables
    }

    for classification, standings in done.stages[-1].standings.items():
        if standings and classification not in NOT_ADDED_UP:
            expected = {line.who: line.total for line in standings}
            assert totals[classification.capitalize()] == expected


def test_what_levels_a_general_classification_has_a_column() -> None:
    """CY-6."""
    general = totals_sheet(race("cyclo")).tables[0]
    levelled = [each.title for each in general.columns].index("Levelled")

    assert len({row[levelled] for row in general.rows}) == 1
    assert general.columns[-2].formula.endswith(f"-{{{levelled}}}")


def test_points_are_not_levelled() -> None:
    """CY-6 levels times."""
    rules = {**race("cyclo").tour.rules, "general.by": "points"}
    general = totals_sheet(raced(replace(race("cyclo").tour, rules=rules))).tables[0]

    assert general.name == "General"
    assert "Levelled" not in [column.title for column in general.columns]


def test_bonus_and_penalty_have_their_own_columns() -> None:
    general = totals_sheet(race("road, ruled")).tables[0]

    titles = [column.title for column in general.columns]
    stage, bonus, penalty = map(titles.index, ("Stage 2", "Bonus 2", "Penalty 2"))
    formula = general.columns[-2].formula

    assert f"+{{{stage}}}-{{{bonus}}}+{{{penalty}}}" in formula


def test_the_time_for_a_missed_stage_has_its_own_column() -> None:
    """GN-10. The last of stage 1 has 11 s, of stage 2 13 s; 30 s are added to both.

    Rider 3 joins on stage 2, and 2 is absent on it: both have 54 s.
    """
    ridden = stage_of("1 0 3, 2 1 2"), stage_of("1 0 3, ABS 2, 3 1 0")
    missed: dict[str, RuleValue] = {"missed.time": "last", "missed.penalty": 30}
    facts = tour("cyclo", ridden, "1 2 3", missed)
    one, two, three = facts.riders
    facts = replace(facts, riders=(one, two, replace(three, joins=2)))
    general = totals_sheet(raced(facts)).tables[0]

    titles = [column.title for column in general.columns]
    columns = [titles.index(title) for title in ("Missed 1", "Missed 2", "Total")]
    assert [[row[at] for at in columns] for row in general.rows] == [
        [None, None, 0],
        [None, 43, 54],
        [41, None, 54],
    ]
    assert all(row[-1] for row in general.rows)


def test_there_are_no_totals_before_the_first_stage() -> None:
    with pytest.raises(PelotonError, match="no stage has been ridden"):
        totals_sheet(replace(race("cyclo"), stages=()))


@every_tour
def test_the_checks_are_true_before_anybody_adds_up(name: str) -> None:
    """What a program shows that does not calculate: a phone, a preview."""
    book = opened(to_xlsx([totals_sheet(race(name))]))

    assert set(checks(book)) == {True}


def test_the_workbook_has_the_totals_and_links_to_them() -> None:
    overview, *sheets = workbook_sheets(race("cyclo"))
    (contents,) = [each for each in overview.tables if each.name == "Contents"]

    assert [sheet.name for sheet in sheets[-3:]] == ["Totals", "Data", "Awards data"]
    assert [row[0] for row in contents.rows] == [sheet.name for sheet in sheets]


def test_the_workbook_of_a_tour_not_begun_has_no_totals() -> None:
    unridden = replace(race("cyclo"), stages=())

    assert [each.name for each in workbook_sheets(unridden)] == [
        *("Overview", "Startlist"),
    ]


def test_the_days_in_the_jerseys_have_a_column_a_jersey() -> None:
    done = race("cyclo, cancelled")
    days = jersey_days_table(done)

    assert [column.shirt and column.shirt.colour for column in days.columns[1:]] == [
        jersey.colour for jersey in done.rulebook.jerseys
    ]
    names = {rider.bib: rider.name for rider in done.tour.riders}
    worn = {
        line.jersey: names[line.wearer]
        for line in done.stages[0].jerseys
        if line.wearer
    }
    assert days.rows[0] == (1, *(worn.get(each.name) for each in done.rulebook.jerseys))
    assert days.rows[1] == (2, *(None for _ in days.columns[1:]))


@pytest.mark.parametrize(
    "name", slow_but([*TOURS, "cyclo, cancelled", "by points"], *QUICK, "by points")
)
def test_the_totals_stage_by_stage_are_those_of_the_json(name: str) -> None:
    done = race(name)
    book = (
        opened_workbook(name)
        if name in TOURS
        else opened(to_xlsx(workbook_sheets(done)))
    )
    stages: Any = document(done)["stages"]
    tick = 1 if done.rulebook.unit == "tenths" else 86_400

    for classification in done.stages[-1].standings:
        page = book[f"{classification.capitalize()} by stage"]
        heads = [cell.value for cell in page[4]]
        who = heads.index("Code" if classification == "teams" else "Bib")
        for stage in stages:
            column = heads.index(f"Stage {stage['number']}")
            found = {
                str(row[who].value): figure(row[column].value, tick)
                for row in page.iter_rows(5, 4 + len(done.tour.riders))
                if row[column].value is not None and row[who].value is not None
            }
            rows = stage[classification]
            expected = {
                row.get("bib", row.get("team")): row.get("time", row.get("points"))
                for row in rows
            }
            assert found == expected


def figure(value: object, tick: int) -> int:
    """Return the original value of a cell: ticks or points."""
    if isinstance(value, dt.timedelta):
        return round(value / dt.timedelta(days=1) * tick)
    assert isinstance(value, int)
    return value


def linked(
    bibs: tuple[str, ...], here: tuple[int | None, ...], *, blank: bool
) -> list[object]:
    """Return the cells of a column with figures from another sheet."""
    who = Column(title="Bib", kind=ColumnKind.BIB)
    points = Column(title="Points", kind=ColumnKind.NUMBER)
    there = Table(
        name="Result",
        title="Result",
        columns=(points, who),
        rows=tuple(zip((5, None, 0), bibs, strict=True)),
    )
    source = CellSource(sheet="It's {0}", column="Points", blank=blank)
    rows = tuple(zip(bibs, here, strict=True))
    columns = (who, replace(points, source=source))
    totals = Table(name="Totals", title="Totals", columns=columns, rows=rows)
    sheets = [
        Sheet(title="It's {0}", name="It's {0}", tables=(there,)),
        Sheet(title="Totals", name="Totals", tables=(totals,)),
    ]
    page = load_workbook(BytesIO(to_xlsx(sheets)))["Totals"]
    return [page[f"B{row}"].value for row in range(5, 8)]


def looked_up(row: int) -> str:
    tab = "'It''s {0}'!"
    return f"=INDEX({tab}$A$5:$A$7,MATCH($A{row},{tab}$B$5:$B$7,0))"


def test_a_figure_that_stands_on_an_earlier_tab_is_looked_up_there() -> None:
    bibs, here = ("12", "007", "A"), (5, None, 0)

    assert linked(bibs, here, blank=True) == [looked_up(row) for row in (5, 6, 7)]
    assert linked(bibs, here, blank=False) == [looked_up(5), None, looked_up(7)]


@pytest.mark.parametrize("bibs", [("a", "2", "A"), ("1*", "2", "3"), ("1", "?", "3")])
def test_a_figure_is_written_out_where_a_lookup_could_find_another(
    bibs: tuple[str, ...],
) -> None:
    assert linked(bibs, (5, None, 0), blank=True) == [5, None, 0]


@pytest.mark.parametrize("language", slow_but(Language, Language.FRENCH))
def test_the_totals_are_looked_up_whatever_the_tabs_are_called(
    language: Language,
) -> None:
    said = in_language(
        workbook_sheets(race("cyclo")), language, builtin_catalogue(language)
    )
    book = load_workbook(BytesIO(to_xlsx(said, language)))
    stage, totals = book.worksheets[2], book.worksheets[-3]
    cells = f"'{stage.title}'!$E$5:$E$24,MATCH($A5,'{stage.title}'!$B$5:$B$24,0)"

    assert totals["D5"].value == f"=INDEX({cells})"


def test_a_figure_that_is_not_the_same_elsewhere_is_written_out() -> None:
    assert linked(("1", "2", "3"), (5, 1, 0), blank=True) == [5, 1, 0]


def opened(data: bytes) -> Workbook:
    return load_workbook(BytesIO(data), data_only=True)


def checks(book: Workbook) -> list[object]:
    """Return the cells in the check columns."""
    found: list[object] = []
    for page in book:
        heads = [cell for row in page for cell in row if cell.value == "Check"]
        for head in heads:
            row = head.row + 1
            while (value := page.cell(row, head.column).value) is not None:
                found.append(value)
                row += 1
    return found


ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop>
</item></oor:items>
"""


slow_with_libreoffice = pytest.mark.skipif(
    SOFFICE is None, reason="LibreOffice is not installed"
)


def recalculated(folder: Path, *books: bytes) -> list[Workbook]:
    """Return workbooks saved by LibreOffice, which recalculates all formulas."""
    assert SOFFICE is not None
    files = [folder / f"{number}.xlsx" for number in range(len(books))]
    for file, data in zip(files, books, strict=True):
        file.write_bytes(data)
    profile = folder / "profile"
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(ALWAYS)
    options = [f"-env:UserInstallation={profile.as_uri()}", "--headless"]
    target = ["--convert-to", "xlsx", "--outdir", str(folder / "saved")]
    subprocess.run(  # noqa: S603 - a program that is installed here
        [SOFFICE, *options, *target, *map(str, files)], check=True, capture_output=True
    )
    return [opened((folder / "saved" / file.name).read_bytes()) for file in files]


@pytest.mark.slow
def test_the_workbook_of_a_grand_tour_is_at_most_700_kb() -> None:
    data = to_xlsx(workbook_sheets(race("generated criterium")))

    assert len(data) <= 700_000


@pytest.mark.slow
@slow_with_libreoffice
def test_libreoffice_comes_to_the_same_sums(
    tmp_path: Path,
) -> None:
    """It is given wrong results on purpose: what it saves, it has worked out."""
    books = [to_xlsx(without_results(workbook_sheets(race(name)))) for name in EVERY]
    assert all(False in checks(opened(data)) for data in books)

    for book, name in zip(recalculated(tmp_path, *books), EVERY, strict=True):
        rows = sum(len(table.rows) for table in totals_sheet(race(name)).tables)
        assert (name, checks(book)) == (name, [True] * rows)


def changed(data: bytes, tab: str, **cells: str | dt.timedelta) -> bytes:
    """Return a workbook with changed cells in a tab and more formulas."""
    book = load_workbook(BytesIO(data))
    for place, value in cells.items():
        book[tab][place] = value
    saved = BytesIO()
    book.save(saved)
    return saved.getvalue()


WON = ("Time", "Bonus")


@pytest.mark.slow
@slow_with_libreoffice
def test_a_figure_changed_on_a_stage_moves_the_totals(tmp_path: Path) -> None:
    """The winner of stage 2 of the road race is 10 s later, with 5 s more of bonus."""
    data = to_xlsx(workbook_sheets(race("road")))
    page = opened(data)["Stage 2"]
    titles = [cell.value for cell in page[4]]
    heads = {title: f"{'ABCDEFGHIJKL'[titles.index(title)]}5" for title in WON}
    time, bonus = (page[heads[title]].value for title in WON)
    later, more = dt.timedelta(seconds=10), dt.timedelta(seconds=5)
    typed = {heads["Time"]: time + later, heads["Bonus"]: bonus + more}

    before, after = recalculated(tmp_path, data, changed(data, "Stage 2", **typed))

    bib = page["B5"].value
    assert sums(after, bib) - sums(before, bib) == later - more
    assert set(checks(before)) == {True}
    assert checks(after).count(False) == 1


def sums(book: Workbook, bib: object) -> dt.timedelta:
    """Return the sum of a rider's figures in the general classification."""
    page = book["Totals"]
    column = next(cell.column for cell in page[4] if cell.value == "Sum")
    (found,) = [row[column - 1].value for row in page["A5:AZ17"] if row[0].value == bib]
    assert isinstance(found, dt.timedelta)
    return found


@pytest.mark.slow
@slow_with_libreoffice
def test_a_formula_of_ones_own_finds_the_tables_by_name(tmp_path: Path) -> None:
    done = race("flamme-rouge")
    own = {
        "Z1": "=SUM(Data[Points])",
        "Z2": "=COUNT(General[Time])",
        "Z3": '=SUMIFS(Data[Ticks],Data[Stage],1,Data[Rider],"Colette Charbon")',
        "Z4": "=ROWS(Stage1_Teams)",
        "Z5": "=YEAR(MIN(Data[Date]))",
    }
    data = to_xlsx(workbook_sheets(done))
    (book,) = recalculated(tmp_path, changed(data, "Data", **own))

    points = sum(line.points for score in done.stages for line in score.result)
    assert [book["Data"][place].value for place in own] == [points, 7, -50, 5, 2026]
