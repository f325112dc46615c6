"""`import peloton`: the functions for scripts, with their names."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import peloton
from peloton.notation.resources import sample_tours
from tests.cli.conftest import TOUR, Run

SAMPLE = "Tour de la Grande Table"
SAMPLES = sorted(sample_tours().glob("*.toml"))
TEAM_ROW = {"rank": 1, "team": "KRI", "team_name": "Krakeling-Kringloop"}


@pytest.fixture
def mini(tmp_path: Path) -> peloton.Race:
    """The file of a tour with three riders and three ridden stages."""
    file = tmp_path / "mini.toml"
    file.write_text(TOUR, encoding="utf-8")
    return peloton.load(file)


def test_a_result_has_names(mini: peloton.Race) -> None:
    """CY-1, CY-3. In the finish of stage 1 rider 1 has gone three lines, 4 only one."""
    rows = peloton.results(mini, 1)

    assert [(row["place"], row["bib"], row["rider"], row["team"]) for row in rows] == [
        (1, "1", "Eddy Baens", "MOL"),
        (2, "4", "Jan Janssen", "MOL"),
        (3, "7", "Leo Lakei", None),
    ]


def test_without_a_stage_it_is_the_last_one(mini: peloton.Race) -> None:
    assert peloton.results(mini) == peloton.results(mini, 3)


def test_a_classification_goes_by_its_name_or_its_jersey(mini: peloton.Race) -> None:
    assert peloton.standings(mini) == peloton.standings(mini, "yellow", after=3)
    assert peloton.standings(mini, "POINTS") == peloton.standings(mini, "green")


def test_a_team_has_its_name() -> None:
    race = peloton.load(sample_tours() / "cyclo.toml")
    (first, *_) = peloton.standings(race, "teams")

    assert {key: first[key] for key in TEAM_ROW} == TEAM_ROW  # type: ignore[literal-required]


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_the_rows_have_the_declared_keys_and_types(file: Path) -> None:
    race = peloton.load(file)
    found: list[tuple[Any, type[Any]]] = [
        *((row, peloton.RiderResult) for row in peloton.results(race)),
        *(
            (row, peloton.RankedEntrant)
            for name in race.rulebook.classifications
            for row in peloton.standings(race, name)
        ),
        *((row, peloton.JerseyHolder) for row in peloton.jerseys(race)),
    ]
    wrong = [
        (row, key)
        for row, kind in found
        for hints in [get_type_hints(kind)]
        for key in row.keys() | kind.__required_keys__
        if key not in row or type(row[key]) not in plain(hints[key])
    ]

    assert found
    assert wrong == []


def plain(hint: Any) -> tuple[type, ...]:  # noqa: ANN401 - any annotation
    return get_args(hint) or (hint,)


def test_the_current_tour_of_a_database_and_one_by_its_name(
    tour: Run, folder: Path
) -> None:
    tour("demo", "criterium")
    database = folder / "tours.db"

    assert sorted(peloton.tours(database)) == ["Mini", SAMPLE]
    assert peloton.open_tour("Mini", database).tour.name == "Mini"
    assert peloton.open_tour(database=database).tour.name == SAMPLE


def test_the_default_database_is_that_of_the_environment(
    tour: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "club.toml").write_text(TOUR.replace("Mini", "Club"), encoding="utf-8")
    assert tour("--db", "club.db", "load", "club.toml").code == 0
    monkeypatch.setenv("PELOTON_DB", str(folder / "club.db"))

    assert peloton.tours() == ["Club"]
    assert peloton.open_tour().tour.name == "Club"


def test_a_tour_that_is_not_there_is_refused(tour: Run, folder: Path) -> None:
    assert tour("tours").code == 0

    with pytest.raises(peloton.PelotonError, match="no tour called 'Nowhere'"):
        peloton.open_tour("Nowhere", folder / "tours.db")


def test_a_script_writes_what_the_commands_write(tour: Run, folder: Path) -> None:
    """In the language of the tour, or in another one."""
    race = peloton.open_tour("Mini", folder / "tours.db")
    peloton.write(race, "script.json")
    peloton.write(race, "script.csv", "standings", 1)
    peloton.write(race, "script-fr.csv", "standings", 1, language="fr")
    tour("export", "command.json")
    tour("sheet", "standings", "1", "-o", "command.csv")
    tour("sheet", "standings", "1", "-o", "command-fr.csv", "--language", "fr")

    for file in ("{}.json", "{}.csv", "{}-fr.csv"):
        script, command = (folder / file.format(who) for who in ("script", "command"))
        assert script.read_bytes() == command.read_bytes()
    assert json.loads(Path("script.json").read_text()) == peloton.document(race)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("x.pdf", "standigns"), "unknown sheet: .*'standings'"),
        (("x.doc",), "found the extension '.doc', expected"),
        (("x.pdf", "result", 9), "stage 9 has no result"),
    ],
)
def test_what_cannot_be_written_is_refused(
    mini: peloton.Race, folder: Path, arguments: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(peloton.PelotonError, match=message):
        peloton.write(mini, *arguments)

    assert list(folder.glob("x.*")) == []


def test_a_word_that_is_no_language_paper_or_format_is_refused(
    mini: peloton.Race,
) -> None:
    with pytest.raises(peloton.PelotonError, match="'xx', expected one of en, fr"):
        peloton.write(mini, "x.pdf", language="xx")
    with pytest.raises(peloton.PelotonError, match="'a9', expected one of a4"):
        peloton.write(mini, "x.pdf", paper="a9")
    with pytest.raises(peloton.PelotonError, match="'rtf', expected one of text"):
        peloton.text(mini, fmt="rtf")


def test_the_mistakes_of_a_file_are_lines_of_the_error(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(TOUR.replace("7  2 2", "8  2 2"), encoding="utf-8")

    with pytest.raises(peloton.InputError) as refused:
        peloton.load(file)

    assert any(f"{file}:" in line and "8" in line for line in refused.value.lines)


def test_every_public_name_is_there_and_no_other() -> None:
    assert {name: getattr(peloton, name).__name__ for name in peloton.__all__} == {
        name: name for name in peloton.__all__
    }
    with pytest.raises(AttributeError, match="no attribute 'laod'"):
        _ = peloton.laod


def test_dir_lists_the_public_names_before_they_are_used() -> None:
    program = "import peloton; print({*peloton.__all__} <= {*dir(peloton)})"
    ran = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert ran.stdout == "True\n"


def test_the_import_alone_imports_nothing_else() -> None:
    program = "import peloton, sys; print([m for m in sys.modules if 'peloton.' in m])"
    ran = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert ran.stdout == "[]\n"
