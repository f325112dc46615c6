"""Every reader rejects input over a limit, in one line with the value found."""

import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from peloton.notation.desk.reading import read_desk
from peloton.notation.resources import guide
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import Tour
from peloton.rules.games import MARKS
from peloton.rules.limits import Limit
from tests.cli.conftest import TOUR, Ran, Run
from tests.notation.workbooks import plain_workbook

Patch = pytest.MonkeyPatch
HEAD = "games = 1\nfinish = 1\n"
"""The beginning of a document, with keys that every reader accepts."""
BESIDE = '[tour]\nname = "A"\nrulebook = "big.toml"\n'
GHOST = (
    '[tour]\nname = "A"\nrulebook = "cyclo"\n[[team]]\ncode = "T"\nghost = "big.toml"'
)

DOCUMENTS: dict[str, str] = {
    "a tour file": "score big.toml",
    "a tour file to load": "load big.toml",
    "a tour file on standard input": "score -",
    "a rulebook or a way of ghosts": "rules check big.toml",
    "a rulebook of a new tour": "new X --rulebook big.toml",
    "the rulebook beside a tour": "score beside.toml",
    "the way of ghosts beside a tour": "score ghost.toml",
    "a course": "stage add --course big.toml",
    "a season": "season --scale big.toml",
    "a catalogue": "result 1 --language big.toml",
    "an entry": "stage enter 1 --from big.toml --yes",
    "an entry on standard input": "stage enter 1 --from - --yes",
}
"""The readers of TOML, each with a command that reads `big.toml`."""

PARTS = ".".join(["a"] * 21)
TOO_LARGE = {
    f"{PARTS} = 1": Limit.KEY_PARTS.exceeded,
    f"[{PARTS}]": Limit.KEY_PARTS.exceeded,
    f"[[ {PARTS.replace('.', ' . ')} ]]": Limit.KEY_PARTS.exceeded,
    f"x = {{ {PARTS} = 1 }}": Limit.KEY_PARTS.exceeded,
    f"x = {'[' * 21}{']' * 21}": Limit.NESTING.exceeded,
    f"x = {'[' * 5000}": Limit.NESTING.exceeded,
    f"x = {'{ a = ' * 21}1{' }' * 21}": Limit.NESTING.exceeded,
    f"x = [{'1,' * 200_000}]": (
        "found 200,004 signs = , . and [ in a document, expected at most 200,000"
    ),
}
"""The message for each line that exceeds a limit."""


def given(folder: Path, run: Run, command: str, text: str) -> Ran:
    """Return the messages about a document that a command reads."""
    (folder / "big.toml").write_text(text)
    (folder / "beside.toml").write_text(BESIDE)
    (folder / "ghost.toml").write_text(GHOST)
    return run(*command.split(), typed=text if " -" in command else "")


@pytest.mark.parametrize("text", TOO_LARGE)
@pytest.mark.parametrize("reader", DOCUMENTS)
def test_every_reader_of_toml_refuses_a_document_over_a_limit_on_its_line(
    tour: Run, folder: Path, reader: str, text: str
) -> None:
    ran = given(folder, tour, DOCUMENTS[reader], f"{HEAD}{text}\n")

    lines = [line for line in ran.err.splitlines() if TOO_LARGE[text] in line]
    assert ran.code == 1
    assert len(lines) == 1
    assert ":3: error: " in lines[0]


@pytest.mark.parametrize("reader", DOCUMENTS)
def test_a_document_within_the_limits_is_read(
    tour: Run, folder: Path, reader: str
) -> None:
    parts = ".".join(["a"] * 20)
    text = f"{HEAD}{parts} = 1.5\nx = {'[' * 20}{']' * 20}\n# {'a.' * 99}\n"

    ran = given(folder, tour, DOCUMENTS[reader], f"{text}y = '{'a.' * 99}'\n")

    assert "more than" not in ran.err


@pytest.mark.parametrize("reader", DOCUMENTS)
def test_no_document_over_a_limit_is_parsed(
    tour: Run, folder: Path, reader: str, monkeypatch: Patch
) -> None:
    """Neither before it is refused nor to find the line of that."""
    parsed: list[str] = []
    loads = tomllib.loads

    def noted(text: str) -> dict[str, Any]:
        parsed.append(text)
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", noted)

    given(folder, tour, DOCUMENTS[reader], f"{HEAD}{PARTS} = 1\n")

    assert [text for text in parsed if PARTS in text] == []


@pytest.mark.parametrize("reader", [*DOCUMENTS, "a startlist", "an entry in lines"])
def test_every_file_has_a_largest_size(tour: Run, folder: Path, reader: str) -> None:
    commands = {
        "a startlist": "rider import big.toml --yes",
        "an entry in lines": "stage enter 1 --from big.toml --yes",
    }
    text = "#" * Limit.TEXT_FILE.most + "\n"

    ran = given(folder, tour, {**DOCUMENTS, **commands}[reader], text)

    assert ran.code == 1
    assert "is larger than 4 MB" in ran.err


class Lines(NamedTuple):
    """A reader of lines, with its command and the text around the lines."""

    command: str
    before: str = ""
    after: str = ""


LINES = {
    "an entry": Lines("stage enter 3 --from lines.txt --yes"),
    "an entry on standard input": Lines("stage enter 3 --from - --yes"),
    "an entry in TOML": Lines(
        "stage enter 3 --from lines.txt --yes", 'finish = """\n', '"""\n'
    ),
    "a tour file": Lines(
        "score lines.txt",
        TOUR.rpartition("4  0 2")[0],
        '"""\n',
    ),
    "a startlist": Lines("rider import lines.txt --yes"),
}


def refused(tour: Run, reader: str, lines: str, fault: str) -> int:
    """Return the index of the line at which a reader rejects the lines."""
    command, before, after = LINES[reader]
    text = f"{before}{lines}{after}"
    Path("lines.txt").write_text(text, encoding="utf-8")

    ran = tour(*command.split(), typed=text if " -" in command else "")

    assert ran.code == 1
    (found,) = (each for each in ran.err.splitlines() if fault in each)
    place = re.search(r":(\d+): error: |from line (\d+) on: ", found)
    assert place is not None
    return int(place[1] or place[2]) - before.count("\n")


@pytest.mark.parametrize("reader", LINES)
def test_every_reader_of_lines_refuses_too_many(
    tour: Run, monkeypatch: Patch, reader: str
) -> None:
    monkeypatch.setattr(Limit.LINES, "most", 20)
    fault = "found 21 lines, expected at most 20"

    assert refused(tour, reader, "4  0 2\n" * 21, fault) == 21


@pytest.mark.parametrize("reader", LINES)
def test_every_reader_of_lines_refuses_one_too_long(
    tour: Run, monkeypatch: Patch, reader: str
) -> None:
    monkeypatch.setattr(Limit.LINE, "most", 20)
    fault = "found 21 characters in a line, expected at most 20"

    assert refused(tour, reader, f"4  0 2\n{'1' * 21}\n", fault) == 2


def test_the_desk_reads_no_more_lines_than_the_limit(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Limit.LINES, "most", 20)
    tour = Tour(name="A", rulebook="cyclo")

    within, over = (
        read_desk("@3\n" * lines, Stage(), MARKS["turns lines"], tour)
        for lines in (20, 21)
    )

    assert within.problems == ()
    (problem,) = over.problems
    assert problem.message == "found 21 lines, expected at most 20"
    assert problem.offset == 21


def test_a_sheet_of_a_workbook_has_no_more_rows_than_the_limit(
    tour: Run, folder: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(Limit.LINES, "most", 20)
    rows: list[list[object]] = [["bib", "name"], *([n, "x"] for n in range(20, 40))]
    (folder / "list.xlsx").write_bytes(plain_workbook(rows))

    ran = tour("rider", "import", "list.xlsx", "--yes")

    assert ran.err == (
        "Error: list.xlsx cannot be read from Sheet1!A21 on: found 21 lines, expected"
        " at most 20; nothing was changed\n"
    )


START = '[tour]\nname = "Large"\nrulebook = "cyclo"\n'


@pytest.mark.parametrize(
    ("limit", "text", "line"),
    [
        (Limit.RIDERS, "".join(f'[[rider]]\nbib = "{n}"\n' for n in range(4)), 10),
        (Limit.TEAMS, "".join(f'[[team]]\ncode = "{n}"\n' for n in range(4)), 10),
        (Limit.STAGES, "[[stage]]\n" * 4, 7),
        (Limit.COURSE, "[[stage]]\nsprints = [{at = 1}, {at = 2}, {at = 3}, {}]", 4),
    ],
)
def test_a_tour_file_has_no_more_of_each_than_the_limit(
    run: Run, monkeypatch: Patch, limit: Limit, text: str, line: int
) -> None:
    monkeypatch.setattr(limit, "most", 3)
    Path("large.toml").write_text(START + text, encoding="utf-8")

    ran = run("score", "large.toml")

    message = f"found 4 {limit.unit}, expected at most 3"
    assert ran.code == 1
    assert ran.err.splitlines()[0] == f"large.toml:{line}: error: {message}"


@pytest.mark.parametrize(
    ("limit", "message"),
    [
        (Limit.RIDERS, "list.csv:4: found 13 riders, expected at most 4"),
        (Limit.TEAMS, "list.csv: found 11 teams, expected at most 3"),
    ],
)
def test_a_startlist_has_no_more_riders_or_teams_than_the_limit(
    tour: Run, folder: Path, monkeypatch: Patch, limit: Limit, message: str
) -> None:
    """The tour has a team and three riders before it."""
    monkeypatch.setattr(limit, "most", int(message.rsplit(maxsplit=1)[-1]))
    rows = "".join(f"{n},X{n},T{n}\n" for n in range(20, 30))
    (folder / "list.csv").write_text(f"bib,name,team\n{rows}")

    ran = tour("rider", "import", "list.csv", "--yes")

    assert ran.code == 1
    assert message in ran.err


@pytest.mark.parametrize(
    ("limit", "command"),
    [
        (Limit.RIDERS, "rider add 20 Jo"),
        (Limit.TEAMS, "team add SAL Salvarani"),
        (Limit.STAGES, "stage add --name Fourth"),
    ],
)
def test_a_command_adds_none_over_the_limit(
    tour: Run, monkeypatch: Patch, limit: Limit, command: str
) -> None:
    has = {Limit.RIDERS: 3, Limit.TEAMS: 1, Limit.STAGES: 3}[limit]
    monkeypatch.setattr(limit, "most", has)

    ran = tour(*command.split())

    assert ran.code == 1
    assert f"found {has + 1} {limit.unit}, expected at most {has}" in ran.err


LONG = "x" * 1001


@pytest.mark.parametrize(
    "arguments",
    [
        ["new", LONG, "--rulebook", "cyclo", "--team", "A"],
        ["new", "X", "--rulebook", "cyclo", "--team", f"A:{LONG}"],
        ["new", "X", "--rulebook", "cyclo", "--team", f"A:B:{LONG}"],
        ["team", "add", LONG, "Salvarani"],
        ["team", "edit", "MOL", "--name", LONG],
        ["rider", "add", "20", LONG],
        ["rider", "edit", "1", "--name", LONG],
        ["rider", "import", "list.csv", "--yes"],
        ["stage", "add", "--name", LONG],
        ["stage", "add", "--sprint", f"{LONG}@20"],
        ["stage", "add", "--climb", f"{LONG}@20-30"],
        ["note", "1", f"!7 +20 {LONG}"],
        ["stage", "cancel", "3", "--reason", LONG, "--yes"],
        ["score", "long.toml"],
        ["rules", "check", "rules.toml"],
        ["season", "--scale", "rules.toml"],
        ["stage", "add", "--course", "rules.toml"],
    ],
)
def test_no_text_is_longer_than_the_limit(
    tour: Run, folder: Path, arguments: list[str]
) -> None:
    (folder / "list.csv").write_text(f"bib,name\n20,{LONG}\n")
    (folder / "long.toml").write_text(TOUR.replace("Eddy Baens", LONG))
    (folder / "rules.toml").write_text(f'name = "{LONG}"\n')

    ran = tour(*arguments)

    found = "found 1,001 characters in a text, expected at most 1,000"
    assert ran.code == 1
    assert found in ran.err


def test_a_text_as_long_as_the_limit_is_taken(tour: Run) -> None:
    assert tour("rider", "edit", "1", "--name", LONG[1:]).code == 0


@pytest.mark.parametrize("limit", Limit)
def test_a_limit_is_the_most_that_is_taken(limit: Limit) -> None:
    assert limit.fault(limit.most) == ""
    assert limit.fault(limit.most + 1) == (
        f"found {limit.most + 1:,} {limit.unit}, expected at most {limit.most:,}"
    )


@pytest.mark.parametrize(
    "limit",
    [
        *(Limit.TEXT_FILE, Limit.WORKBOOK, Limit.LINES, Limit.LINE, Limit.KEY_PARTS),
        *(Limit.NESTING, Limit.RIDERS, Limit.TEAMS, Limit.STAGES, Limit.COURSE),
        *(Limit.TEXT, Limit.BIB),
    ],
)
def test_the_guide_has_the_limits(limit: Limit) -> None:
    text = guide()["tour-file"].read_text(encoding="utf-8")

    assert f"| {limit.unit} | {limit.most:,} |" in text
