"""Check that a new fact and a new classification reach every output.

`tests.invented` adds applause, and a classification by it, to the tables of facts and
classifications, and prints the applause found in each output. To add a real fact,
declare its field in `rules.facts.stage` and its row in `rules.facts.fact_table`. A
classification needs a name and a row in `rules.facts.kinds`, and what it counts in
`rules.stage.result`.
"""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from peloton.desk.scored_tour import stored_race
from peloton.errors import StoreError
from peloton.notation.rulebook_file.reading import builtin_text
from peloton.notation.tour_file.reading import STAGE_SCHEMA
from peloton.rules.facts import fact_table
from peloton.rules.facts.kinds import CLASSIFICATIONS, ClassificationName
from peloton.rules.facts.stage import Stage
from peloton.rules.rulebook.keys import KEYS
from peloton.store.maintenance.backups import upgrade
from peloton.store.session import open_store
from peloton.store.views import VIEWS
from tests.store.ronde import RONDE

COURSE = {
    *("name", "kind", "profile", "length", "date", "points", "bonus", "counts"),
    *("sections", "sprints", "start", "same_time_gap", "time_limit"),
}
VOTES = {"2": 5, "3": 1}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The path of a database with a tour, without the invented fact."""
    file = tmp_path_factory.mktemp("invented") / "tours.db"
    with open_store(str(file), scorer=stored_race) as store:
        store.save(RONDE, builtin_text("cyclo"), "loaded")
    return file


@pytest.fixture(scope="module")
def became(file: Path) -> dict[str, Any]:
    """The applause in each output of `tests.invented`, by the output's name."""
    ran = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "tests.invented", str(file)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parent.parent,
    )
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


@pytest.mark.parametrize("where", ["read", "form"])
def test_an_invented_fact_is_read(became: dict[str, Any], where: str) -> None:
    assert became[where] == VOTES


def test_an_invented_fact_is_written(became: dict[str, Any]) -> None:
    assert "\n  [stage.applause]\n  2 = 5\n  3 = 1\n" in became["written"]


def test_an_invented_fact_and_its_classification_are_stored(
    became: dict[str, Any],
) -> None:
    assert became["stored"] == [VOTES, [[1, "2"], [2, "3"]]]


def test_a_peloton_without_them_loses_no_fact_and_makes_its_own_views(
    became: dict[str, Any], file: Path
) -> None:
    """The database was written by one with them; the tour with applause is refused."""
    assert became["stored"]
    upgrade(str(file), file.parent, 0)
    with open_store(str(file), scorer=stored_race) as store:
        assert store.tour(RONDE.name).tour == RONDE
        with pytest.raises(StoreError, match=r"found 'applause'.*update peloton"):
            store.tour("Ronde")
        store.save(replace(RONDE, name="Giro"), builtin_text("cyclo"), "loaded")
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'view'")
        assert sorted(name for (name,) in found) == sorted(VIEWS)
        body = connection.execute("SELECT body FROM part WHERE body LIKE '%applause%'")
        assert body.fetchall()


def test_an_invented_fact_is_entered_and_the_rest_stays(became: dict[str, Any]) -> None:
    assert became["entered"] == [[{"1": 2}, 3], [{"1": 2}, 3]]


def test_an_invented_fact_is_cleared_and_the_course_stays(
    became: dict[str, Any],
) -> None:
    assert became["cleared"] == [{}, "Aalst - Gent"]


def test_an_invented_fact_is_written_and_read_at_the_desk(
    became: dict[str, Any],
) -> None:
    text, read, _ = became["desk"]

    assert "§2*5 3\n" in text
    assert read == VOTES


def test_an_invented_fact_has_a_command_an_entry_line_a_prompt_and_a_pad(
    became: dict[str, Any],
) -> None:
    """2 was applauded 5 times and 3 once, before `peloton note 1 "§3 2*2"`."""
    dumped, log, asked, answered, pads = became["noted"]

    assert "\n  [stage.applause]\n  2 = 7\n  3 = 2\n" in dumped
    assert "+ §2*7 3*2" in log
    assert "§12 7*2          12 was applauded once, 7 twice" in asked
    assert answered.endswith("\n§1 2*3\n\n")
    assert '<button type="button" data-for="§">Applause</button>' in pads


def test_lots_typed_for_a_classification_are_not_those_of_one_it_is_also_called(
    became: dict[str, Any],
) -> None:
    assert became["desk"][2] == {"applauded": ["3", "2"]}


def test_an_unknown_bib_in_an_invented_fact_is_a_mistake_with_its_line(
    became: dict[str, Any],
) -> None:
    assert became["unknown"] == ["t.toml:31: error: no rider 9 on the startlist"]
    assert became["live"] == [["no rider 9 on the startlist"], False]


def test_an_invented_classification_is_ranked_and_shown(became: dict[str, Any]) -> None:
    for stage in became["document"]["stages"]:
        assert [(row["rank"], row["bib"]) for row in stage["applauded"]] == [
            (1, "2"),
            (2, "3"),
        ]
    for sheet in became["sheets"]:
        assert "Most applauded rider" in sheet


def test_nobody_is_out_of_an_invented_classification_by_counts_to_come(
    became: dict[str, Any],
) -> None:
    """GN-6. What is counted is not won over a line: nobody knows how much will be."""
    assert set(became["outlook"]["applauded"]) == {None}


def test_an_invented_classification_brings_nothing_to_a_season_yet(
    became: dict[str, Any],
) -> None:
    assert set(became["season"]) == {"1", "2", "3"}


def test_every_fact_of_a_stage_is_its_course_or_was_seen() -> None:
    known = {*COURSE, "cancelled", *fact_table.STAGE_FACTS}

    assert {fact.name for fact in fields(Stage)} == known
    assert COURSE.isdisjoint(fact_table.STAGE_FACTS)
    assert {STAGE_SCHEMA.fact(key) for key in STAGE_SCHEMA.fields} <= known
    assert {*STAGE_SCHEMA.facts.values()} == known


def test_what_is_counted_is_so_by_a_value_or_a_classification() -> None:
    by = {row.needed_by for row in fact_table.COUNTS.values()}

    assert by <= {*KEYS, *ClassificationName}


def test_every_classification_has_its_row() -> None:
    assert list(CLASSIFICATIONS) == list(ClassificationName)


@pytest.mark.parametrize("name", ClassificationName)
def test_no_rulebook_has_to_name_a_classification_that_it_does_not_keep(
    name: ClassificationName,
) -> None:
    for key in (f"ties.{name}", f"money.final.{name}"):
        assert KEYS[key].default == ()
