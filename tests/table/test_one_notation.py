"""A stage that is typed, entered, noted, tapped or filled in gives the same facts."""

import html
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from peloton.cli.main import main
from peloton.desk.session import Session
from peloton.desk.state import StageAtDesk
from peloton.notation.form.reading import read_form
from peloton.notation.form.writing import form_workbook
from peloton.notation.xlsx import read_workbook
from peloton.rules.facts.stage import Stage
from tests.table.tables import held, loaded

TOO_FAST = 429
"""The status of a response that asks a phone to wait."""
STAGES = {
    "cyclo": (5, "$KRI 1\n"),
    "criterium": (4, "&4 2\n!GAR +1p rode on the tablecloth\n"),
    "flamme-rouge": (4, "&S4 2\n"),
    "road": (4, ""),
}
"""A stage of each game's sample tour, and further lines."""


@pytest.fixture(params=STAGES)
def typed(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Session, int, str]:
    """A database with a stage without results, and the lines to enter."""
    number, more = STAGES[request.param]
    (tmp_path / "ridden").mkdir()
    ridden = loaded(tmp_path / "ridden", request.param)
    text = StageAtDesk(ridden.read(), number).base + more
    return loaded(tmp_path, request.param, number), number, text


def facts(session: Session, number: int) -> Stage:
    """Return the stage in the database."""
    return session.read().tour.stages[number - 1]


def run(session: Session, *arguments: str, given: str | None = None) -> None:
    ran = CliRunner().invoke(main, ["--db", str(session.address), *arguments], given)
    assert ran.exit_code == 0, ran.output


def test_one_text_gives_the_same_facts_wherever_it_is_written(
    typed: tuple[Session, int, str],
) -> None:
    session, number, text = typed
    expected = StageAtDesk(session.read(), number).read(text).stage
    assert expected.finish

    run(session, "stage", "enter", str(number), "--yes", given=text)
    assert facts(session, number) == expected
    current = session.read()
    form = form_workbook(current.tour, number, current.rulebook)
    run(session, "stage", "clear", str(number), "--yes")
    bare = session.read()
    filled = read_form(read_workbook(form), bare.tour, number, bare.rulebook)
    assert filled.stage == expected

    run(session, "note", str(number), text.removesuffix("\n"), "--yes")
    assert facts(session, number) == expected
    run(session, "undo")

    with held(session) as table:
        phone = table.leader()
        page = phone.get("/desk")
        for at, line in enumerate(text.splitlines(), 1):
            state = dict(re.findall(r'data-(\w+)="([^"]*)"', page))
            fields = {"stage": state["stage"], "was": state["turn"], "op": "add"}
            fields |= {"number": str(at), "line": tapped(page, line)}
            while (answer := phone.post("/change", **fields))[0] == TOO_FAST:
                time.sleep(0.1)
            assert answer[0] == 303, answer
            page = phone.get("/desk")
        draft = table.draft(number) or ""
    read = StageAtDesk(session.read(), number).read(draft)
    assert (read.problems, read.stage) == ((), replace(expected, cancelled=""))


def tapped(page: str, line: str) -> str:
    """Enter a line with the buttons of a phone: the prefix, the riders, the mark.

    A ruling, an offer and a turn are typed there.
    """

    def pad(name: str) -> set[str]:
        return set(map(html.unescape, re.findall(f'data-{name}="([^"]*)"', page)))

    if not line or line in pad("send") or line[0] in "!$@":
        return line
    begin = max((begin for begin in pad("for") if line.startswith(begin)), key=len)
    riders, mark = line.removeprefix(begin), ""
    if not begin:
        parts = re.fullmatch(r"(\(.*\)|\S+) (.*)", line)
        assert parts is not None, line
        riders, mark = parts[1].strip("()"), parts[2]
    counted = [rider.partition("*") for rider in riders.split()]
    if begin == "&":
        counted = counted[::2]
    assert {rider for rider, *_ in counted} <= pad("bib"), line
    if mark == "s":  # the time of the line above is that of a bib alone
        return riders
    assert mark in pad("mark") or set(mark.removesuffix(" OTL")) <= pad("key"), line
    group = f"({riders})" if line.startswith("(") else riders
    return f"{begin}{group} {mark}".rstrip()
