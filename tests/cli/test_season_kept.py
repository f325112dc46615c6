"""A season from stored results equals the season of tours that are scored again."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peloton.desk.scored_tour import stored_race
from peloton.notation.rulebook_file.reading import builtin_text
from peloton.notation.season_file import default_season
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import Tour
from peloton.rules.results import Race
from peloton.rules.season.ranking import PRIZES, TIES, SeasonScale
from peloton.store.derived.derived_rows import current_tours
from peloton.store.derived.records import records_of
from peloton.store.derived.season_tables import SeasonTables, SeasonTour
from peloton.store.derived.seasons import season_of
from peloton.store.facts.parts import StoredTour
from peloton.store.session import open_store
from tests.cli.conftest import TOUR, Run
from tests.drawing import seldom_drawn
from tests.rules.seasons import hall_of_records, season
from tests.store.test_kept import read, sample
from tests.tours import GAMES, tours

NAMES = st.sampled_from(["", "Jo", "JO ", "Eddy", "Mia\\u", "Ann"])
POINTS = st.lists(st.integers(0, 9), max_size=6).map(tuple)
scales = st.builds(
    SeasonScale,
    name=st.just("Drawn"),
    best=st.integers(0, 2),
    ties=st.permutations(list(TIES)).map(tuple),
    places=st.fixed_dictionaries(dict.fromkeys(PRIZES, POINTS)),
    days=st.fixed_dictionaries(dict.fromkeys(ClassificationName, st.integers(0, 3))),
    same=st.sampled_from([{}, {"riders": (("Jo", "Eddy"),)}]),
)


@st.composite
def several(draw: st.DrawFn) -> list[Tour]:
    """Draw several tours, with some riders of equal names or without a name."""
    found: list[Tour] = []
    for number in range(draw(st.integers(1, 4))):
        tour = read(draw(tours(draw(st.sampled_from(GAMES)))))
        riders = tuple(replace(rider, name=draw(NAMES)) for rider in tour.riders)
        teams = tuple(
            replace(team, name=draw(NAMES), player=draw(NAMES)) for team in tour.teams
        )
        short = tour.stages[: draw(st.sampled_from((1, 2, 5)))]
        again = replace(
            tour, name=f"Tour {number}", riders=riders, teams=teams, stages=short
        )
        if draw(st.booleans()) and found:
            again = replace(again, teams=teams, riders=riders)
        found.append(again)
    return found


def raced(tour: Tour) -> Race | None:
    text = builtin_text(tour.rulebook)
    return stored_race(StoredTour(tour=tour, rulebook_text=text))


def test_what_is_kept_brings_the_same_season_and_records(tmp_path: Path) -> None:
    @seldom_drawn
    @given(
        drawn=several(),
        scale=scales | st.just(default_season()),
        top=st.integers(0, 2),
    )
    def same(drawn: list[Tour], scale: SeasonScale, top: int) -> None:
        file = str(Path(mkdtemp(dir=tmp_path), "tours.db"))
        races = [race for tour in drawn if (race := raced(tour))]
        with open_store(file, scorer=stored_race) as store:
            for tour in drawn:
                store.save(tour, builtin_text(tour.rulebook), "saved")
        for scored in (0, 1):
            with open_store(file, write=False) as store:
                known = current_tours(store.database)
                assert set(known) == {race.tour.name for race in races}
                chosen: list[SeasonTour]
                chosen = [(race.tour.name, race) for race in races[:scored]]
                names = [race.tour.name for race in races[scored:]]
                chosen += [(name, known[name]) for name in names]
                tables = SeasonTables(store.database, chosen, scale)
                found = season_of(tables, top)
                assert found == season(races, scale, top=top)
                hall = records_of(tables, 2)
                assert hall == hall_of_records(races, 2, scale)

    same()


@pytest.mark.parametrize("best", [0, 1])
def test_a_server_adds_up_the_same_season_and_records(
    server: str, tmp_path: Path, best: int
) -> None:
    """Two samples, one of them under two names and shared by two riders of a name."""
    tours_of = [sample("cyclo"), replace(sample("cyclo"), name="Again"), sample("road")]
    twins = [replace(rider, name="Jo", team=None) for rider in tours_of[1].riders[:2]]
    rest = tours_of[1].riders[2:]
    tours_of[1] = replace(tours_of[1], riders=(*twins, *rest))
    scale = replace(default_season(), best=best)
    found: list[Any] = []
    for where in (server, str(tmp_path / "tours.db")):
        with open_store(where, scorer=stored_race) as store:
            for tour in tours_of:
                store.save(tour, builtin_text(tour.rulebook), "saved")
        for same in ({}, {"riders": (("Jo", "Eddy Espresso"),)}):
            with open_store(where, write=False) as store:
                known = current_tours(store.database)
                stored = [(tour.name, known[tour.name]) for tour in tours_of]
                linked = replace(scale, same=same)
                tables = SeasonTables(store.database, stored, linked)
                found.append(season_of(tables, 5))
                found.append(records_of(tables, 2))
    races = [race for tour in tours_of if (race := raced(tour))]
    assert found[:4] == found[4:]
    assert found[0] == season(races, scale, top=5)
    assert tables.remarks[0].startswith("'Again': riders with the same name")


WON = {
    "cyclo, the richest team": ("cyclo", 5, {"level": 4}, (0, 1)),
    "flamme rouge, the first of general": ("flamme-rouge", 9, {}, (1, 0)),
    "cyclo, the first home": ("cyclo", 1, {"level": 3}, (1, 0)),
    "criterium, one day by points": ("criterium", 1, {}, (1, 0)),
    "road, nothing counted": ("road", 0, {}, (0, 0)),
}


@pytest.mark.parametrize("how", WON)
def test_who_won_a_tour_is_kept_whatever_wins_it(tmp_path: Path, how: str) -> None:
    """CY-17, CR-11, GN-5. Samples, or their first stages; the last one is cancelled."""
    game, stages, options, winners = WON[how]
    tour = sample(game)
    if not stages:
        bare = Stage(name="Off", kind=tour.stages[0].kind, cancelled="snow")
        tour = replace(tour, stages=(bare,))
    tour = replace(
        tour, options={**tour.options, **options}, stages=tour.stages[: stages or 1]
    )
    with open_store(str(tmp_path / "tours.db"), scorer=stored_race) as store:
        store.save(tour, builtin_text(game), "saved")
        store.write_pending()
        assert winners == tuple(
            sum(won for (won,) in store.database.rows(table, "tour_won"))
            for table in ("palmares", "team_palmares")
        )


@pytest.mark.parametrize(
    "how",
    [
        "",
        "--best 1",
        "--only riders",
        "--year 2026",
        "A C",
        "C mini.toml",
        "--scale scale.toml",
    ],
)
@pytest.mark.parametrize("command", ["season", "records"])
def test_a_season_of_what_is_not_kept_is_the_same_to_the_letter(
    run: Run, folder: Path, how: str, command: str
) -> None:
    """Tours by name, by file and by day; one of them has a mistake."""
    if command == "records" and how in {"--best 1", "--only riders"}:
        return
    for name, head in (
        ("A", "date = 2025-05-01\n"),
        ("B", "date = 2026-05-01\n"),
        ("C", ""),
        ("D", "date = 2026-07-01\n"),
    ):
        text = TOUR.replace("Mini", name).replace("[tour]", f"[tour]\n{head}")
        (folder / f"{name}.toml").write_text(text)
        assert run("load", f"{name}.toml").code == 0
    (folder / "mini.toml").write_text(TOUR)
    (folder / "scale.toml").write_text("best = 2\n[places]\nstage = [3, 2]\n")
    with open_store(str(folder / "tours.db")) as store:
        stored = store.tour("D")
        wrong = replace(stored.tour, riders=stored.tour.riders[1:])
        store.save(wrong, stored.rulebook_text, "harmed")
    forms: list[tuple[str, ...]] = [(), ("--json",), ("--csv",)]
    first = [run(command, *how.split(), *form) for form in forms]
    with closing(sqlite3.connect(folder / "tours.db")) as connection:
        connection.execute("DELETE FROM scored_tour")
        connection.commit()
    again = [run(command, *how.split(), *form) for form in forms]

    assert [(ran.code, ran.out, ran.err) for ran in first] == [
        (ran.code, ran.out, ran.err) for ran in again
    ]
    found: Any = json.loads(first[1].out)
    assert found


def test_a_tour_that_is_kept_is_not_scored_again(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "mini.toml").write_text(TOUR)
    assert run("load", "mini.toml").code == 0

    def refuse(*_: object) -> None:
        pytest.fail("scored again")

    monkeypatch.setattr("peloton.rules.race.score", refuse)
    assert run("season").code == 0
    assert run("records").code == 0


@pytest.mark.parametrize("stage", ["[1]", f"{[1] * 20}", "[999999999]"])
def test_a_scale_is_edited_and_nothing_filled_anew(
    run: Run, folder: Path, stage: str
) -> None:
    """Up to the most places, and the most points, of a scale."""
    (folder / "mini.toml").write_text(TOUR)
    (folder / "scale.toml").write_text(f"[places]\nstage = {stage}\n")
    kept = "season", "mini.toml", "--scale", "scale.toml", "--json"
    scored = run(*kept).out
    assert run("load", "mini.toml").code == 0
    assert run(*("Mini" if a == "mini.toml" else a for a in kept)).out == scored


@pytest.mark.parametrize(
    ("change", "season", "records"),
    [
        ("tour_won = 'x'", "", ""),
        ("stages_won = x'ff'", "", ""),
        ("bib = x'ff'", "check", "check"),
        ("rider_key = x'ff'", "check", "check"),
    ],
)
def test_deeds_that_are_damaged_are_no_traceback(
    run: Run, folder: Path, change: str, season: str, records: str
) -> None:
    """A figure that is no number counts as none."""
    (folder / "mini.toml").write_text(TOUR)
    assert run("load", "mini.toml").code == 0
    with closing(sqlite3.connect(folder / "tours.db")) as connection:
        connection.execute(
            f"UPDATE palmares SET {change} WHERE bib = '1'"  # noqa: S608
        )
        connection.commit()
    for command, said in (("season", season), ("records", records)):
        ran = run(command)
        assert (ran.code, len(ran.errors)) == ((1, 1) if said else (0, 0))
        assert said in ran.err
