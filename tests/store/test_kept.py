"""The stored classifications equal those of scoring the facts again."""

import hashlib
import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

import pytest
from hypothesis import given
from sqlalchemy import create_engine

from peloton.desk.scored_tour import stored_race
from peloton.errors import StoreError
from peloton.notation.resources import sample_tours
from peloton.notation.rulebook_file.reading import builtin_text
from peloton.notation.tour_file.reading import read_tour
from peloton.reports.tour.document import document
from peloton.rules.facts.tour import Tour
from peloton.rules.results import SCORING
from peloton.store.database import COLUMNS
from peloton.store.derived import derived_rows
from peloton.store.facts.parts import StoredTour
from peloton.store.maintenance.backups import back_up, upgrade
from peloton.store.session import open_store
from peloton.store.views import VIEWS
from tests.benchmarks.generated import generated_tour
from tests.drawing import seldom_drawn, slow_but
from tests.readme import GUIDE
from tests.store.edits import NAMES, change
from tests.store.ronde import RONDE
from tests.tours import GAMES, Game, tours

DIGESTS_ARE_OF = 7
DIGESTS = {
    "ciclistas": "9c19f760fb383eb3",
    "criterium": "e502d9d4849367cb",
    "cyclo": "f4314813c3bab3f8",
    "figueres": "6d575d90c196309a",
    "flamme-rouge": "72ed6e9129ce6681",
    "road": "e47230a39149892f",
    "tour-of-flanders": "5e24ce2cfec0bf1d",
    "track": "209bba870d855d10",
}
"""A hash of each sample's figures, for the present version of the scoring."""


def read(text: str) -> Tour:
    tour = read_tour(text).tour
    assert tour is not None
    return tour


def sample(name: str) -> Tour:
    return read((sample_tours() / f"{name}.toml").read_text(encoding="utf-8"))


def save(where: str | Path, tour: Tour, what: str = "saved") -> None:
    with open_store(str(where), scorer=stored_race) as store:
        store.save(tour, builtin_text(tour.rulebook), what)


def views(file: Path, tour: str) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of a tour in each view, read with plain sqlite3."""
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        return {
            view: [
                dict(row)
                for row in connection.execute(f"SELECT * FROM {view}")  # noqa: S608
                if row["tour"] == tour
            ]
            for view in VIEWS
        }


def derived(file: Path, tour: str) -> list[str]:
    """Return the views with values that are derived from the facts of a tour."""
    shown = views(file, tour)
    return [view for view, rows in shown.items() if rows and view != "tours"]


def expected(stored: StoredTour) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of `score --json`, each with its tour, stage and rider."""
    rows: dict[str, list[dict[str, Any]]] = {view: [] for view in VIEWS}
    race = stored_race(stored)
    tour = {"tour": stored.tour.name}
    if race is None:
        date = stored.tour.date and stored.tour.date.isoformat()
        rows["tours"] = [{**tour, "rulebook": stored.tour.rulebook, "date": date}]
        return rows
    riders = {rider.bib: rider for rider in stored.tour.riders}
    found: Any = document(race)
    won_by = found["tour"].pop("winners", {"by": None})["by"]
    del found["tour"]["name"]
    rows["tours"] = [{**tour, **found["tour"], "won_by": won_by}]
    rows["team_list"] = [{**tour, **team} for team in found["teams"]]
    rows["riders"] = [{**tour, **r, "rider": r["name"]} for r in found["riders"]]
    facts = "name", "kind", "date", "length", "profile"
    ridden = {stage["number"]: stage for stage in found["stages"]}
    rows["stages"] = [
        {**tour, "stage": number, **{key: ridden[number][key] for key in facts}}
        for number in ridden
    ]
    for stage in found["stages"]:
        for view in VIEWS:
            name = {"results": "result", "team_results": "team_result"}.get(view, view)
            for row in stage.get(name, ()):
                of = riders.get(row.get("bib"))
                rider = {"rider": of.name, "team": of.team} if of else {}
                head = {"tour": stored.tour.name, "stage": stage["number"]}
                rows[view].append({**head, **row, **rider})
    return rows


def agree(file: Path, name: str) -> None:
    """Raise AssertionError unless the views equal the rows of `score --json`.

    A column that a row of the document is without is empty.
    """
    with open_store(str(file), write=False) as store:
        rows = expected(store.tour(name))
    shown = views(file, name)
    shown["stages"] = shown["stages"][: len(rows["stages"])]
    for view, key in (("riders", "bib"), ("team_list", "code")):
        rows[view].sort(key=itemgetter(key))
    for view, found in shown.items():
        bare = dict.fromkeys(found[0]) if found else {}
        assert found == [{**bare, **row} for row in rows[view]], view


@pytest.mark.parametrize("game", GAMES)
def test_the_views_have_what_score_json_has(tmp_path: Path, game: Game) -> None:
    @seldom_drawn
    @given(text=tours(game))
    def agrees(text: str) -> None:
        file = Path(mkdtemp(dir=tmp_path), "tours.db")
        tour = read(text)
        save(file, tour)
        agree(file, tour.name)
        assert views(file, tour.name)["general"] or not any(
            stage.has_results for stage in tour.stages
        )

    agrees()


@pytest.mark.parametrize("seed", slow_but(range(4), 0))
def test_whatever_changes_a_tour_changes_what_is_kept_with_it(
    file: Path, seed: int
) -> None:
    """Saved, deleted, taken back and brought again, scored here or by the caller."""
    dice = Random(seed)  # noqa: S311 - dice, no secrets
    for turn in range(25):
        with open_store(str(file), scorer=stored_race) as store:
            for name in NAMES:
                steps = store.journal.steps(name) if name in store or turn > 9 else ()
                if any(step.state == "done" for step in steps) and dice.random() < 0.2:
                    store.journal.undo(name, 1)
                elif any(s.state == "undone" for s in steps) and dice.random() < 0.5:
                    store.journal.redo(name, 1)
            change(store, dice, turn)
            here = [name for name in NAMES if name in store]
        for name in here:
            agree(file, name)
        for name in set(NAMES) - set(here):
            assert not derived(file, name)


def test_a_new_tour_has_no_derived_rows_to_delete(
    tmp_path: Path, statements: list[tuple[str, str]]
) -> None:
    """Only its stamp may be deleted: on a server, each statement takes time."""
    save(tmp_path / "tours.db", sample("cyclo"))

    deleted = {sent.split()[2] for sent, _ in statements if sent.startswith("DELETE")}
    assert deleted & {"stage", "rider", "result", "standing", "jersey"} == set()


def test_rows_that_do_not_fit_are_not_shown_and_come_again(file: Path) -> None:
    tour = sample("cyclo")
    save(file, tour)
    shown = views(file, tour.name)
    assert shown["general"]
    for harm in (
        "UPDATE scored_tour SET hash = 'x'",
        "UPDATE tour SET hash = 'x'",
        "INSERT INTO scored_tour VALUES (99, '', 99, '', 1, 1, 1, '', '', 1, 0)",
        "DELETE FROM scored_tour",
    ):
        with closing(sqlite3.connect(file)) as connection:
            connection.execute(harm)
            connection.commit()
        assert not derived(file, tour.name), harm
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("DELETE FROM scored_tour WHERE tour_id = 99")
            connection.execute("DELETE FROM standing WHERE stage > 2")
            connection.execute("UPDATE result SET time = 'x' WHERE stage = 1")
            connection.execute("UPDATE result SET stage = 'x' WHERE stage = 2")
            connection.execute("DELETE FROM scored_tour")
            connection.commit()
        save(file, tour, "again")
        assert views(file, tour.name) == shown


def test_what_an_older_scoring_left_is_made_anew_at_the_next_write(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(file, sample("cyclo"))
    save(file, sample("road"))
    monkeypatch.setattr(derived_rows, "SCORING", SCORING + 1)
    save(file, sample("cyclo"))
    assert views(file, sample("cyclo").name)["general"]
    assert not views(file, sample("road").name)["general"]
    with open_store(str(file), scorer=stored_race) as store:
        assert [*map(store.update_derived, store.outdated_tours())] == [True]
    agree(file, sample("road").name)


def of_another_peloton(where: str) -> None:
    """Store a classification that this version of peloton does not know."""
    engine = create_engine(where if "://" in where else f"sqlite:///{where}")
    with engine.begin() as connection:
        for statement in (
            "UPDATE peloton_version SET derived = '0a1b2c3d results general nobodys'",
            "CREATE VIEW nobodys AS SELECT tour_id FROM standing",
            "ALTER TABLE palmares ADD COLUMN nobodys INTEGER NOT NULL DEFAULT 1",
        ):
            connection.exec_driver_sql(statement)
    engine.dispose()


def test_a_database_with_other_classifications_is_left_as_it_is_until_an_upgrade(
    where: str, tmp_path: Path
) -> None:
    save(where, RONDE)
    of_another_peloton(where)
    for write in (False, True):
        with (
            pytest.raises(
                StoreError, match="version of peloton: run 'peloton upgrade'"
            ),
            open_store(where, write=write),
        ):
            pass
    copy = tmp_path / "copy.db"
    assert back_up(where, copy, 0) == (copy, 1, 1)

    before = upgrade(where, tmp_path / "backups", 0)

    assert before is not None
    upgrade(str(copy), tmp_path, 0)
    upgrade(str(before), tmp_path, 0)
    for database in (where, str(copy), str(before)):
        with open_store(database, scorer=stored_race) as store:
            assert store.tour(RONDE.name).tour == RONDE
            assert store.outdated_tours() == [RONDE.name]
            store.update_derived(RONDE.name)


def test_of_a_tour_that_cannot_be_scored_nothing_is_kept(file: Path) -> None:
    save(file, RONDE)
    with open_store(str(file)) as store:
        store.save(replace(RONDE, stages=RONDE.stages[:1]), "no rulebook", "harmed")
    assert not derived(file, RONDE.name)


def test_entering_a_stage_writes_no_other(
    file: Path, statements: list[tuple[str, str]]
) -> None:
    tour = sample("cyclo")
    *before, last = tour.stages
    bare = replace(last, finish=(), crossings={}, rulings=(), extra_turns={}, offers=())
    save(file, replace(tour, stages=(*before, bare)))
    statements.clear()
    save(file, tour)
    of_stages = {
        name
        for name, columns in COLUMNS.items()
        if any(column.name == "stage" and column.key for column in columns)
    }
    written = {
        stage
        for sent, values in statements
        for table in of_stages - {"section", "draft"}
        if re.match(rf"(INSERT INTO|DELETE FROM) {table} ", sent)
        for stage in re.findall(r"\(1, (\d+)", values)
    }
    assert written == {str(len(tour.stages))}


def test_a_tour_takes_at_most_35_kb_with_its_derived_rows(file: Path) -> None:
    """5 stages and 20 riders of Cyclo, journal and all."""
    sizes = []
    for first in (0, 30):
        with open_store(str(file), scorer=stored_race) as store:
            for number in range(first, first + 30):
                edition = f" {number}"
                tour = generated_tour("cyclo", 20, 5, team=5, edition=edition)
                store.save(tour, builtin_text("cyclo"), "loaded")
        sizes.append(file.stat().st_size)
    assert (sizes[1] - sizes[0]) / 30 <= 35_000


def test_the_queries_of_the_guide_run(file: Path) -> None:
    save(file, sample("cyclo"))
    text = (GUIDE / "databases.md").read_text(encoding="utf-8")
    queries = re.findall(r"^sqlite3 tours.db \"(.+)\"$", text, re.MULTILINE)
    assert len(queries) >= 3
    with closing(sqlite3.connect(file)) as connection:
        for query in queries:
            assert connection.execute(query).fetchall(), query


@pytest.mark.parametrize("name", sorted(p.stem for p in sample_tours().glob("*.toml")))
def test_other_figures_from_the_same_facts_raise_the_version_of_the_scoring(
    name: str,
) -> None:
    """Where a sample's facts or its rulebook changed, only its digest is written anew.

    Otherwise raise SCORING, and write all of them anew.
    """
    race = stored_race(
        StoredTour(tour=sample(name), rulebook_text=builtin_text(sample(name).rulebook))
    )
    assert race is not None
    figures = json.dumps(document(race)["stages"], sort_keys=True)
    found = hashlib.sha256(figures.encode()).hexdigest()[:16]
    assert (SCORING, DIGESTS[name]) == (DIGESTS_ARE_OF, found)
