"""The models are the only source of the tables, which they describe."""

import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from hypothesis import given
from sqlalchemy import create_engine
from sqlmodel import Session, select

from peloton.desk.scored_tour import stored_race
from peloton.notation.resources import sample_tours
from peloton.notation.rulebook_file.reading import builtin_text
from peloton.reports.tour.document import document
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.tour import Tour
from peloton.rules.limits import Limit
from peloton.store.facts.parts import StoredTour
from peloton.store.models import ResultRow, RiderRow, StoredRow, TourRow
from peloton.store.session import open_store
from peloton.store.views import VIEWS
from tests.drawing import seldom_drawn
from tests.readme import GUIDE
from tests.store.column_list import COLUMN_LIST, columns_text
from tests.store.test_kept import read, sample, save
from tests.tours import GAMES, Game, tours

TABLES = StoredRow.metadata.sorted_tables
TABLE_COLUMNS = {table.name: [c.name for c in table.columns] for table in TABLES}
SAMPLES = sorted(path.stem for path in sample_tours().glob("*.toml"))


def test_the_columns_of_the_fast_path_are_those_of_the_models() -> None:
    """Written anew by: python -m tests.store.column_list."""
    assert COLUMN_LIST.read_text(encoding="utf-8") == columns_text()


def test_the_schema_of_a_file_lists_the_views_in_a_fixed_order(file: Path) -> None:
    with open_store(str(file)):
        pass
    with closing(sqlite3.connect(file)) as connection:
        chosen = "SELECT name FROM sqlite_master WHERE type = 'view'"
        assert [name for (name,) in connection.execute(chosen)] == [*VIEWS]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_schema_of_a_file_describes_every_table(file: Path, table: Any) -> None:  # noqa: ANN401 - a table
    """As `.schema` of sqlite3 shows it, with the comments of the columns."""
    with open_store(str(file)):
        pass
    with closing(sqlite3.connect(file)) as connection:
        chosen = "SELECT sql FROM sqlite_master WHERE name = ?"
        (text,) = connection.execute(chosen, (table.name,)).fetchone()
    assert text.startswith(f"CREATE TABLE {table.name} (")
    assert text.splitlines()[0].endswith(f"-- {table.comment}")
    for column in table.columns:
        if column.comment:
            assert f"-- {column.comment}" in text


def test_every_classification_has_its_columns_in_the_palmares() -> None:
    """A new one needs two more in `PalmaresRow`."""
    riders, teams = (
        {
            name.removeprefix("final_")
            for name in TABLE_COLUMNS[table]
            if name.startswith("final_")
        }
        for table in ("palmares", "team_palmares")
    )
    assert (teams, riders | teams) == ({"teams"}, {*ClassificationName})


def test_every_place_of_a_scale_for_stages_has_its_column_in_the_palmares() -> None:
    places = {f"place_{place}" for place in range(1, Limit.SEASON_PLACES.most + 1)}
    for table in ("palmares", "team_palmares"):
        assert {c for c in TABLE_COLUMNS[table] if c.startswith("place_")} == places


def test_a_script_reads_the_tables_as_the_guide_shows(file: Path) -> None:
    tour = sample("cyclo")
    save(file, tour)
    text = (GUIDE / "databases.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    ran = subprocess.run(  # noqa: S603 - our own guide
        [sys.executable, "-c", script],
        cwd=file.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    race = stored_race(StoredTour(tour=tour, rulebook_text=builtin_text("cyclo")))
    assert race is not None
    winners = [
        [score.number, line.bib]
        for score in race.stages
        for line in score.result
        if line.place == 1
    ]
    printed = ran.stdout.splitlines()
    assert [line.split()[:2] for line in printed] == [
        [str(number), bib] for number, bib in winners
    ]


def test_a_script_reads_and_writes_text_as_it_is_written(file: Path) -> None:
    name = "back\\slash \x00"
    tour = replace(
        sample("cyclo"), riders=(replace(sample("cyclo").riders[0], name=name),)
    )
    with open_store(str(file), scorer=stored_race) as store:
        store.save(replace(tour, stages=()), builtin_text("cyclo"), "saved")
    engine = create_engine(f"sqlite:///{file}")
    with Session(engine) as session:
        assert session.exec(select(RiderRow.name)).all() == [name]
        assert session.exec(select(TourRow).where(TourRow.name == tour.name)).one()
        assert not session.exec(select(ResultRow)).all()
    engine.dispose()


def rows_of(connection: sqlite3.Connection, table: str) -> list[dict[str, Any]]:
    """Return the rows of a table in the order of the document's lists."""
    connection.row_factory = sqlite3.Row
    stage = "number" if table == "stage" else "1"
    order = "position" if "position" in StoredRow.metadata.tables[table].c else stage
    found = connection.execute(f"SELECT * FROM {table} ORDER BY {order}")  # noqa: S608
    return [dict(row) for row in found]


def document_of_tables(file: Path) -> dict[str, Any]:
    """Return the document of `score --json`, built only from the named tables."""
    with closing(sqlite3.connect(file)) as connection:
        tables: dict[str, list[dict[str, Any]]] = {
            table.name: rows_of(connection, table.name) for table in TABLES
        }
    (tour,), (scored,) = tables["tour"], tables["scored_tour"]
    winners = {
        "by": scored["won_by"],
        "riders": [row["bib"] for row in tables["palmares"] if row["tour_won"]],
        "teams": [
            row["team"]
            for row in tables["team_palmares"]
            if row["tour_won"] or row["won_by_riders"]
        ],
    }
    return {
        "tour": {
            **{key: tour[key] for key in ("name", "rulebook", "date")},
            "unit": scored["unit"],
            "stages": scored["stages"],
            "over": scored["finished"],
            **({"winners": winners} if scored["finished"] else {}),
        },
        "teams": tables["team"],
        "riders": tables["rider"],
        "stages": [
            {**stage, **dict(lists_of(tables, stage["number"]))}
            for stage in tables["stage"]
            if stage["ridden"]
        ],
    }


def lists_of(
    tables: dict[str, list[dict[str, Any]]], number: int
) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the lists of a stage in the document, from the rows of the tables."""
    of_stage = {
        name: [row for row in rows if row.get("stage") == number]
        for name, rows in tables.items()
    }
    for name in ("result", "team_result"):
        yield name, of_stage[name]
    yield "jerseys", of_stage["jersey"]
    yield "final_points", of_stage["award"]
    for row in (*of_stage["standing"], *of_stage["team_standing"]):
        of = row["classification"]
        rows = (*of_stage["standing"], *of_stage["team_standing"])
        yield of, [row for row in rows if row["classification"] == of]
    names = {"purse": ("earned", "", "balance"), "attacks": ("", "count", "")}
    for kind in {row["ledger"] for row in of_stage["ledger"]}:
        received, used, left = names.get(kind, ("granted", "used", "left"))
        yield (
            kind,
            [
                {
                    **row,
                    received: row["received"],
                    used: row["used"],
                    left: row["balance"],
                }
                for row in of_stage["ledger"]
                if row["ledger"] == kind
            ],
        )
    course = [
        {**row, "from": row["start_at"], "to": row["end_at"], "at": row["start_at"]}
        for row in of_stage["section"]
    ]
    yield "sections", [row for row in course if row["kind"] != "sprint"]
    yield "sprints", [row for row in course if row["kind"] == "sprint"]


def contained(expected: object, found: object, place: str = "") -> None:
    """Raise AssertionError unless all figures of a document are found."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            # A classification without anybody has no rows.
            contained(
                value, found.get(key, [] if value == [] else None), f"{place} {key}"
            )
    elif isinstance(expected, list) and isinstance(found, list):
        assert len(expected) == len(found), place
        for number, (value, row) in enumerate(zip(expected, found, strict=True)):
            contained(value, row, f"{place} {number}")
    else:
        assert expected == found, place


def every_figure(file: Path, tour: Tour) -> None:
    save(file, tour)
    text = builtin_text(tour.rulebook)
    race = stored_race(StoredTour(tour=tour, rulebook_text=text))
    if race is None or any(p.severity == "error" for p in race.problems):
        return
    scored: Any = json.loads(json.dumps(document(race)))
    del scored["problems"]
    for list_of in (scored["tour"].get("winners") or {}).values():
        if isinstance(list_of, list):
            list_of.sort()
    found = json.loads(json.dumps(document_of_tables(file)))
    contained(scored, found)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_figure_of_a_sample_is_in_the_tables(file: Path, name: str) -> None:
    every_figure(file, sample(name))


@pytest.mark.parametrize("game", GAMES)
def test_every_figure_of_a_drawn_tour_is_in_the_tables(
    tmp_path: Path, game: Game
) -> None:
    @seldom_drawn
    @given(text=tours(game))
    def in_the_tables(text: str) -> None:
        every_figure(Path(mkdtemp(dir=tmp_path), "tours.db"), read(text))

    in_the_tables()
