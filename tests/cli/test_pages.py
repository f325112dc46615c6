"""The command lines in the README and in the guide do what the pages claim."""

import re
import shlex
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook

from peloton.notation.resources import sample_tours
from tests.cli.conftest import TOUR, Run
from tests.readme import GUIDE, README

SHELL = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ASKING = {"peloton new", "peloton stage add", "peloton stage enter"}
"""Commands that ask for everything; they are tested at a terminal."""
SERVING = ("desk", "finish", "table")
"""Commands that fill the screen or serve phones; they are tested elsewhere."""
ELSEWHERE = {
    "peloton --db 'postgresql:///?service=peloton' tours": "needs a server",
    "peloton backup moving/tours-2026-11-22-120000.db --restore": "a day of its own",
    "peloton close": "the lines after it need an open tour",
    "peloton sheet blank arrival 3 -o arrival-3.pdf": "asks which stage is the third",
}
SAMPLES = {"ghosts": "flamme-rouge.toml", "explain": "cyclo.toml"}
"""The sample for each page that needs another tour than the small one."""
STARTLIST: list[tuple[str, ...]]
STARTLIST = [("bib", "rider", "team"), ("21", "Rik Rails", "Rail")]
STAGE = "1 0 3\nZottegem: 1\nMuur: 1\n"


def tried() -> list[object]:
    """Return the pages that have command lines, each with its lines."""
    found: list[object] = []
    for page in (README, *sorted(GUIDE.glob("*.md"))):
        blocks = "".join(SHELL.findall(page.read_text(encoding="utf-8")))
        lines = [
            line
            for line in blocks.splitlines()
            if line.startswith("peloton ")
            and line not in ASKING | ELSEWHERE.keys()
            and line.split()[1] not in SERVING
        ]
        if lines:
            found.append(pytest.param(page, lines, id=page.stem))
    return found


@pytest.fixture
def files(folder: Path) -> Path:
    """Create the files that the command lines use, and no others."""
    (folder / "stage-1.txt").write_text(STAGE, encoding="utf-8")
    for name in ("my-tour", "spring", "autumn"):
        text = TOUR.replace("[tour]", "[tour]\ndate = 2026-05-01").replace("Mini", name)
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    lines = (";".join(map(str, row)) for row in STARTLIST)
    (folder / "startlist.csv").write_text("\n".join(lines), encoding="utf-8")
    book, data = Workbook(), BytesIO()
    for row in STARTLIST:
        book.worksheets[0].append(row)
    book.save(data)
    (folder / "startlist.xlsx").write_bytes(data.getvalue())
    return folder


@pytest.mark.parametrize(("page", "lines"), tried())
def test_every_line_of_a_page_runs(
    run: Run, files: Path, page: Path, lines: list[str]
) -> None:
    """In their order, in a folder with a tour of three stages; `>` writes a file."""
    own = files / "my-tour.toml"
    if page.stem in SAMPLES:
        text = (sample_tours() / SAMPLES[page.stem]).read_text(encoding="utf-8")
        own.write_text(text.replace('code = "POL"', 'code = "MOL"'), encoding="utf-8")
    assert run("load", str(own)).code == 0

    for line in lines:
        command, _, file = line.partition(" > ")
        ran = run(*shlex.split(command, comments=True)[1:], typed="y\n" * 3)
        assert ran.code == 0, (line, ran.err)
        if file:
            (files / file).write_text(ran.out, encoding="utf-8")


def test_the_lines_left_out_are_on_a_page() -> None:
    text = "".join(page.read_text("utf-8") for page in (README, *GUIDE.glob("*.md")))
    left_out = ASKING | ELSEWHERE.keys()

    assert [line for line in left_out if f"\n{line}\n" not in text] == []
