"""Riders who start ahead of the field: read, and checked (CY-23)."""

import pytest

from peloton.notation.tour_file.writing import stage_text
from peloton.rules.facts.stage import StartGroup
from peloton.rules.facts.startlist import Bib
from peloton.rules.race import score
from tests.notation.samples import read_whole, reading

START = """\
[tour]
name = "A"
rulebook = "cyclo"
[[rider]]
bib = "1"
[[rider]]
bib = "2"
[[stage]]
start = {start}
"""


def test_who_starts_ahead_is_kept_with_the_stage() -> None:
    """CY-23. 1 has 25 lines on everybody, 2 has 10."""
    start = '[ { bibs = "1", lead = 25 }, { bibs = ["2"], lead = 10 } ]'

    (stage,) = read_whole(START.format(start=start)).stages

    assert stage.start == (
        StartGroup(bibs=(Bib("1"),), lead=25),
        StartGroup(bibs=(Bib("2"),), lead=10),
    )


def test_who_starts_ahead_is_written_as_it_is_read() -> None:
    """CY-23."""
    start = '[\n  { bibs = "1 2", lead = 25 },\n]\n'

    (stage,) = read_whole(START.format(start=start)).stages

    assert stage_text(stage) == f"[[stage]]\nstart = {start}"


FROM_1 = "expected a whole number, 1 or more"
QUOTED = "expected the bibs in quotes, such as '1 2 3'"


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ('{ bibs = "1" }', "a group at the start without 'lead', expected one"),
        ("{ lead = 25 }", "a group at the start without 'bibs', expected one"),
        ('{ bibs = "1", lead = 0 }', f"lead: found 0, {FROM_1}"),
        ('{ bibs = "1", lead = -5 }', f"lead: found -5, {FROM_1}"),
        ('{ bibs = "", lead = 5 }', f"bibs: found '', {QUOTED}"),
        (
            '{ bibs = "1 2", lead = 25 }, { bibs = "2", lead = 5 }',
            "start: found rider 2 twice, expected once (CY-23)",
        ),
    ],
)
def test_a_start_that_does_not_hold_together_is_refused(
    start: str, message: str
) -> None:
    """CY-23."""
    problems = reading(START.format(start=f"[ {start} ]")).problems

    assert [problem.message for problem in problems] == [message]


def test_an_unknown_rider_at_the_start_is_refused_before_the_stage_is_ridden() -> None:
    """CY-23. There is no rider 11."""
    found = reading(START.format(start='[ { bibs = "11", lead = 25 } ]'))
    assert found.tour is not None
    assert found.rulebook is not None

    (problem,) = score(found.tour, found.rulebook).problems

    assert problem.message == "no rider 11 on the startlist; did you mean '1'?"
    assert (problem.stage, problem.where) == (1, ("stage", 0, "start", 0, "bibs"))
