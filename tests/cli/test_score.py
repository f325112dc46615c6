"""Scoring a file without a database."""

import json
from pathlib import Path

import pytest

from peloton.notation.resources import sample_tours
from tests.cli.conftest import TOUR, Run

SAMPLES = sorted(file.stem for file in sample_tours().glob("*.toml"))


@pytest.fixture
def file(folder: Path) -> Path:
    path = folder / "mini.toml"
    path.write_text(TOUR)
    return path


def test_a_good_file_is_scored_and_no_database_made(
    run: Run, file: Path, folder: Path
) -> None:
    ran = run("score", str(file))

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Stage 3: Home\n")
    assert "General classification" in ran.out
    assert not (folder / "tours.db").exists()


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_tour_has_no_warning_on_the_screen(run: Run, name: str) -> None:
    """CY-15: money that nobody can offer any more is listed with the purse."""
    file = str(sample_tours() / f"{name}.toml")

    assert (run("score", file).code, run("score", file).err) == (0, "")
    assert run("load", file).err.startswith("Loaded ")
    assert "Check this" not in run().out


def test_a_tour_without_a_result_says_so(run: Run, folder: Path) -> None:
    (folder / "new.toml").write_text('[tour]\nname = "New"\nrulebook = "cyclo"\n')

    ran = run("score", "new.toml")

    assert (ran.code, ran.out, ran.err) == (0, "", "new.toml has no results yet.\n")


def test_after_a_stage_it_stands_as_it_did_then(run: Run, file: Path) -> None:
    ran = run("score", str(file), "--after", "2", "--json")

    stages = json.loads(ran.out)["stages"]
    assert [stage["number"] for stage in stages] == [1, 2]


def test_after_a_stage_that_is_not_there_is_refused(run: Run, file: Path) -> None:
    ran = run("score", str(file), "--after", "9")

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)


def test_a_file_with_mistakes_is_scored_up_to_the_last_good_stage(
    run: Run, file: Path
) -> None:
    """Stage 3 has a mark of another game and an unknown rider."""
    file.write_text(TOUR.replace("4  0 2\n", "4  0 2/3\n").replace("7  1 3", "8  1 3"))

    ran = run("score", str(file), "--json")

    document = json.loads(ran.out)
    assert ran.code == 1
    assert [stage["number"] for stage in document["stages"]] == [1, 2]
    assert {problem["bib"] for problem in document["problems"]} >= {"4", "8"}
    assert {problem["stage"] for problem in document["problems"]} == {3}
    assert len(ran.errors) == 1


def test_the_mistakes_of_a_file_are_said_in_its_language(run: Run, file: Path) -> None:
    """The name of a key stays as it is in the file."""
    text = TOUR.replace("[tour]\n", '[tour]\nlanguage = "fr"\nstages = "x"\n', 1)
    file.write_text(text, "utf-8")

    ran = run("score", str(file))

    mistake, last = ran.err.replace("\u00a0", " ").splitlines()
    assert f"{file}:3 : erreur : stages : trouvé : 'x' ; attendu : " in mistake
    assert last == f"Erreur : {file} : 1 erreur"


@pytest.mark.parametrize(
    ("text", "name", "rulebook"),
    [
        (TOUR.replace('"cyclo"', '"cylco"'), "Mini", "cylco"),
        ("[tour\n", None, None),
        ("", None, None),
    ],
)
def test_a_file_that_cannot_be_scored_at_all_is_still_a_document(
    run: Run, file: Path, text: str, name: str | None, rulebook: str | None
) -> None:
    file.write_text(text)

    ran = run("score", str(file), "--json")

    document = json.loads(ran.out)
    assert ran.code == 1
    assert document["tour"] == {
        "name": name,
        "rulebook": rulebook,
        "unit": None,
        "date": None,
        "stages": 3 if name else None,
        "over": False,
    }
    assert document["stages"] == []
    assert len(document["problems"]) == 1


def test_a_missing_file_is_a_document_with_one_problem(run: Run) -> None:
    ran = run("score", "missing.toml", "--json")

    assert ran.code == 1
    assert [each["code"] for each in json.loads(ran.out)["problems"]] == ["unreadable"]
    assert len(ran.errors) == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "expected one with name and rulebook"),
        (b"[tour\n", "not valid TOML"),
        (b"\x00\xff\xfe", "is not a text file in UTF-8"),
        (b"a = " + b"[" * 5000, "more than 20 nested brackets"),
        (b"a = " + b"9" * 5000, "too many digits"),
    ],
)
@pytest.mark.parametrize("command", ["score", "load"])
def test_what_is_no_tour_file_is_refused_in_a_line(
    run: Run, file: Path, command: str, content: bytes, said: str
) -> None:
    file.write_bytes(content)

    ran = run(command, str(file))

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert said in ran.err


@pytest.mark.parametrize("command", ["score", "rules check"])
def test_a_directory_is_refused_in_a_line(run: Run, command: str, folder: Path) -> None:
    ran = run(*command.split(), str(folder))

    assert (ran.code, len(ran.err.splitlines())) == (1, 1)
    assert ran.err.startswith("Error: cannot read ")


@pytest.mark.parametrize("change", ["\r\n", "\ufeff"])
def test_windows_line_ends_and_a_byte_order_mark_make_no_difference(
    run: Run, file: Path, change: str
) -> None:
    expected = run("score", str(file)).out
    text = TOUR.replace("\n", "\r\n") if change == "\r\n" else change + TOUR
    file.write_bytes(text.encode())

    assert run("score", str(file)).out == expected


def test_the_document_of_a_file_without_a_rulebook_has_every_mistake_too(
    run: Run, folder: Path
) -> None:
    text = TOUR.replace('"cyclo"', '"nope.toml"').replace('bib = "4"', 'bib = "1"')
    (folder / "mine.toml").write_text(text)

    ran = run("score", "mine.toml", "--json")
    problems = [found["message"] for found in json.loads(ran.out)["problems"]]

    assert any("no rulebook 'nope.toml'" in message for message in problems)
    assert "startlist: found rider 1 twice, expected once" in problems
    assert len(problems) == len(ran.err.splitlines()) - 1


def test_missing_riders_of_a_stage_are_one_line_and_a_problem_each(
    run: Run, folder: Path
) -> None:
    """GN-1. 12 riders: 1, 2 and 10 are home; stage 2 has only rider 1."""
    riders = "".join(f'[[rider]]\nbib = "{n}"\n' for n in [*range(1, 12), "A"])
    stage = '[[stage]]\nfinish = """\n1 0 3\n{}"""\n'
    (folder / "few.toml").write_text(
        f'[tour]\nname = "Few"\nrulebook = "cyclo"\n{riders}'
        + stage.format("2 0 3\n10 0 3\n")
        + stage.format("")
    )
    ran = run("score", "few.toml", "--json")

    expected = "expected a mark, or one of ABS, DNF, DNS, DSQ, OTL"
    problems = json.loads(ran.out)["problems"]
    assert [(p["stage"], p["bib"]) for p in problems] == [
        *((1, bib) for bib in ["3", "4", "5", "6", "7", "8", "9", "11", "A"]),
        *((2, bib) for bib in [*map(str, range(2, 12)), "A"]),
    ]
    assert problems[0]["message"] == f"rider 3 is missing: {expected}"
    first, second = "3, 4, 5, 6, 7, 8, 9, 11, A", "2, 3, 4, 5, 6, 7, 8, 9, 10, 11, A"
    assert ran.errors == ["Error: few.toml has 2 mistakes"]
    assert ran.err.splitlines()[:2] == [
        f"few.toml:29: error: riders {first} are missing: {expected}",
        f"few.toml:35: error: riders {second} are missing: {expected}",
    ]
