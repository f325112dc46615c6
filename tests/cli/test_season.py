"""`season` and `records` over tours in the database and in files (CY-22)."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from peloton.cli.support.tour_selection import SeasonSelection
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.notation.resources import sample_tours
from peloton.notation.season_file import default_season
from peloton.store.session import open_store
from tests.cli.conftest import TOUR, Run

SCALE = """\
[places]
general = [9, 4, 1]
points = []
mountains = []
stage = []

[days]
general = 0
points = 0
mountains = 0
"""


@pytest.fixture
def years(run: Run, folder: Path) -> Run:
    """Load the small tour in two years, and once without a date."""
    for name, date in (("A", "2025-05-01"), ("B", "2026-05-01"), ("C", None)):
        text = TOUR.replace("Mini", name)
        if date:
            text = text.replace("[tour]", f"[tour]\ndate = {date}")
        (folder / f"{name}.toml").write_text(text)
        assert run("load", f"{name}.toml").code == 0
    return run


def riders(out: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(out)["riders"]
    return found


def tours_of(out: str) -> list[object]:
    """Return the tours in which the best rider of the season has points."""
    results = riders(out)[0]["results"]
    assert isinstance(results, list)
    return [each["tour"] for each in results]


def test_a_season_is_over_all_tours_in_the_database(years: Run) -> None:
    assert tours_of(years("season", "--json").out) == ["A", "B", "C"]


def test_the_tours_are_by_day_then_name_and_undated_last(
    run: Run, folder: Path
) -> None:
    days = {"b": "2026-09-01", "d": "", "c": "2026-03-01", "a": "2026-09-01"}
    for name, day in days.items():
        date = f"[tour]\ndate = {day}" if day else "[tour]"
        text = TOUR.replace("Mini", name).replace("[tour]", date)
        (folder / f"{name}.toml").write_text(text)
    assert run("load", *(f"{name}.toml" for name in days)).code == 0
    session = Session(address=str(folder / "tours.db"), tour_name=None)
    chosen = SeasonSelection(session=session)
    with chosen.tables(default_season()) as tables:
        assert tables.names == ("c", "a", "b", "d")


@pytest.mark.parametrize("command", ["season", "records"])
def test_a_sample_is_left_out_unless_it_is_named(years: Run, command: str) -> None:
    name = "Festes de la Santa Creu de Cartró"
    assert years("load", str(sample_tours() / "figueres.toml")).code == 0
    without, named = years(command, "--json"), years(command, name, "--json")

    assert "Quim Rajola" not in without.out
    assert without.err == f"Skipped sample tours: {name}.\n"
    assert "Quim Rajola" in named.out
    assert named.err == ""


def test_a_sample_that_was_changed_is_a_tour_like_any_other(years: Run) -> None:
    assert years("load", str(sample_tours() / "figueres.toml")).code == 0
    years("stage", "edit", "4", "--name", "Ours")

    assert "Quim Rajola" in years("season", "--json").out


def test_samples_alone_make_no_season(run: Run) -> None:
    run("load", str(sample_tours() / "figueres.toml"))
    ran = run("season")

    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines() == [
        "Skipped sample tours: Festes de la Santa Creu de Cartró.",
        "Error: no tour to rank: choose other dates, or give the names of sample tours",
    ]


def test_a_season_over_a_year_has_the_tours_begun_in_it(years: Run) -> None:
    ran = years("season", "--year", "2026", "--json")

    assert tours_of(ran.out) == ["B"]
    assert ran.err == "Skipped, without a date: C.\n"


def test_a_season_can_be_between_two_days_both_included(years: Run) -> None:
    days = ("--since", "2025-05-01", "--until", "2025-05-01")

    assert tours_of(years("season", *days, "--json").out) == ["A"]


def test_a_season_can_be_over_tours_by_name(years: Run) -> None:
    assert tours_of(years("season", "C", "A", "--json").out) == ["A", "C"]


def test_a_season_over_files_touches_no_database(run: Run, folder: Path) -> None:
    (folder / "mini.toml").write_text(TOUR)

    assert tours_of(run("season", "mini.toml", "--json").out) == ["Mini"]
    assert not (folder / "tours.db").exists()


def test_files_and_tours_of_the_database_go_together(years: Run, folder: Path) -> None:
    (folder / "d.toml").write_text(TOUR.replace("Mini", "D"))

    assert tours_of(years("season", "A", "d.toml", "--json").out) == ["A", "D"]


def test_a_scale_of_one_s_own_says_what_counts(tour: Run, folder: Path) -> None:
    (folder / "my.toml").write_text(SCALE)
    rows = riders(tour("season", "--scale", "my.toml", "--json").out)

    assert [(row["rider"], row["points"]) for row in rows] == [
        ("Jan Janssen", 9),
        ("Eddy Baens", 4),
        ("Leo Lakei", 1),
    ]


def test_only_the_best_tours_count_if_so_asked(years: Run) -> None:
    one, all_three = (
        riders(years("season", *best, "--json").out)[0]["points"]
        for best in (("--best", "1"), ())
    )

    assert isinstance(one, int)
    assert all_three == 3 * one


def test_the_scale_can_be_printed_and_used_as_it_is(tour: Run, folder: Path) -> None:
    (folder / "copy.toml").write_text(tour("season", "--toml").out)

    assert tour("season", "--scale", "copy.toml").out == tour("season").out


def test_only_one_ranking_can_be_shown(tour: Run) -> None:
    ran = tour("season", "--only", "teams", "--csv")

    assert "Molteni" in ran.out
    assert "Eddy" not in ran.out


@pytest.mark.parametrize("form", ["--csv", "--markdown", "--bbcode"])
@pytest.mark.parametrize("command", ["season", "records"])
def test_a_season_and_its_records_are_shown_in_every_form(
    tour: Run, command: str, form: str
) -> None:
    ran = tour(command, form)

    assert ran.code == 0
    assert "Eddy Baens" in ran.out


@pytest.mark.parametrize("command", ["season", "records"])
@pytest.mark.parametrize(("ending", "start"), [(".xlsx", b"PK"), (".pdf", b"%PDF")])
def test_a_season_and_its_records_are_written_to_a_file(
    tour: Run, folder: Path, command: str, ending: str, start: bytes
) -> None:
    assert tour(command, "-o", f"all{ending}").code == 0
    assert (folder / f"all{ending}").read_bytes().startswith(start)


@pytest.mark.parametrize(("file", "ending"), [("all.xls", ".xls"), ("", "")])
@pytest.mark.parametrize("command", ["season", "records"])
def test_a_file_of_another_ending_is_refused(
    tour: Run, command: str, file: str, ending: str
) -> None:
    ran = tour(command, "-o", file)

    assert ran.code == 1
    (error,) = ran.errors
    found = f"Error: found the extension '{ending}'"
    assert error.startswith(f"{found}, expected one of .xlsx")


def test_the_records_name_their_holders(tour: Run) -> None:
    rows = json.loads(tour("records", "--top", "1", "--json").out)
    won = next(row for row in rows if row["record"] == "climbs won")

    assert [holder["rider"] for holder in won["holders"]] == ["Jan Janssen"]


def test_all_unknown_tours_are_refused_with_the_nearest(tour: Run) -> None:
    ran = tour("season", "Mini", "Minni", "Zzz")

    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines() == [
        "no tour called 'Minni'; did you mean 'Mini'?",
        "Error: no tour called 'Zzz'; list the tours with 'peloton tours'",
    ]


def test_a_file_with_mistakes_is_left_out_and_every_mistake_named(
    tour: Run, folder: Path
) -> None:
    (folder / "bad.toml").write_text(TOUR.replace("7  2 2", "8  2 2"))
    ran = tour("season", "Mini", "bad.toml")

    assert ran.code == 1
    assert "Left out because of errors: bad.toml" in ran.out
    assert "Eddy Baens" in ran.out
    assert "bad.toml:" in ran.err
    assert ran.errors == ["Error: skipped because of mistakes: bad.toml"]


def test_a_stored_tour_with_mistakes_is_left_out_and_they_are_named(
    tour: Run, folder: Path
) -> None:
    """No command saves such a tour, but another program may have."""
    with open_store(str(folder / "tours.db")) as store:
        stored = store.tour("Mini")
        bad = replace(stored.tour, name="Bad", riders=stored.tour.riders[1:])
        store.save(bad, stored.rulebook_text, "saved")
    ran = tour("season")

    assert ran.code == 1
    assert "Left out because of errors: Bad" in ran.out
    assert "Bad: stage 1: no rider 1 on the startlist" in ran.err
    assert ran.errors == ["Error: skipped because of mistakes: Bad"]


def test_a_season_over_nothing_says_how_to_begin(run: Run) -> None:
    assert run("season").errors == [
        "Error: no tours yet; create one with 'peloton new', or try 'peloton demo'"
    ]


def test_a_year_without_tours_says_which_have_no_date(years: Run) -> None:
    assert years("season", "--year", "1999").err.splitlines() == [
        "Skipped, without a date: C.",
        "Error: no tour to rank: choose other dates, or give the names of sample tours",
    ]


def test_a_refused_season_lets_go_of_the_database_at_once(
    tour: Run, folder: Path
) -> None:
    """Not when the error is forgotten: that may be in a thread that may not close."""
    (folder / "o.toml").write_text(TOUR.replace("Mini", "Other"))
    assert tour("load", "o.toml").code == 0
    session = Session(address=str(folder / "tours.db"), tour_name=None)
    names, files = ("Mini", "Other"), (str(folder / "mini.toml"),)
    chosen = SeasonSelection(session=session, names=names, files=files)
    with (
        pytest.raises(PelotonError, match="two of these tours") as refusal,
        chosen.tables(default_season()),
    ):
        pass

    with closing(sqlite3.connect(folder / "tours.db")) as connection:
        connection.execute("BEGIN EXCLUSIVE")
    del refusal


def test_two_tours_of_one_name_are_refused(tour: Run) -> None:
    assert tour("season", "Mini", "mini.toml").errors == [
        "Error: two of these tours are called 'Mini'; leave one out"
    ]


def test_a_scale_with_mistakes_is_refused_with_each_line(
    tour: Run, folder: Path
) -> None:
    (folder / "my.toml").write_text("best = -1\n[place]\n")
    ran = tour("season", "--scale", "my.toml")

    assert ran.code == 1
    assert [line.partition(" error:")[0] for line in ran.err.splitlines()[:2]] == [
        "my.toml:1:",
        "my.toml:2:",
    ]
    assert ran.errors == ["Error: my.toml is not a season: it has 2 mistakes"]


def test_a_link_that_fits_nobody_is_remarked(tour: Run, folder: Path) -> None:
    (folder / "my.toml").write_text(
        '[same]\nriders = [["Eddy Bens / Molteni", "Eddy Baens / Molteni"]]\n'
    )
    ran = tour("season", "--scale", "my.toml")

    assert ran.code == 0
    assert ran.err == (
        "no rider 'Eddy Bens / Molteni' in these tours;"
        " did you mean 'Eddy Baens / Molteni'?\n"
    )


def test_a_hostile_name_does_not_act_on_the_terminal(run: Run, folder: Path) -> None:
    (folder / "mini.toml").write_text(TOUR.replace("Eddy Baens", r"\u001b[2J=cmd()"))
    ran = run("season", "mini.toml")

    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert r"\x1b[2J=cmd()" in ran.out


def test_a_tour_keeps_the_rulebook_it_was_loaded_with(run: Run, folder: Path) -> None:
    """The file beside the tour is changed after it was loaded."""
    rulebook = run("rules", "show", "cyclo", "--toml").out
    (folder / "own.toml").write_text(rulebook)
    (folder / "mini.toml").write_text(TOUR.replace('"cyclo"', '"own.toml"'))
    assert run("load", "mini.toml").code == 0
    before = run("season", "--json").out
    (folder / "own.toml").write_text(rulebook.replace("[15, 10, 5,", "[1, 1, 99,"))

    assert run("season", "--json").out == before
