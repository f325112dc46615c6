"""The sample classic: a Cyclo race of one day over a built-in course."""

import tomllib
from pathlib import Path
from typing import Any

from tests.reference import reference_document
from tests.samples.golden import ROOT, sample_text

TOUR = tomllib.loads(sample_text("tour-of-flanders"))
(STAGE,) = TOUR["stage"]
(SCORED,) = reference_document(sample_text("tour-of-flanders"))["stages"]
COURSE = ROOT / "templates" / "courses" / "tour-of-flanders.toml"


def ready_course(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def test_it_is_two_laps_at_level_2() -> None:
    """CY-21."""
    course = ready_course(COURSE)

    assert TOUR["tour"]["options"]["level"] == 2
    assert course["levels"]["2"] == [2]
    assert STAGE["length"] == 2 * course["lap"]


def test_its_sections_are_those_of_the_ready_course_on_the_last_lap() -> None:
    """CY-21: six mountains of 10 to 15 lines, and a paved road after the fourth."""
    course = ready_course(COURSE)
    shifted = [
        {**each, "from": each["from"] + 190, "to": each["to"] + 190}
        for each in course["last_lap"]["sections"]
    ]

    assert STAGE["sections"] == shifted


def test_every_climb_is_of_the_fourth_category() -> None:
    """CY-9: under 20 lines, so 3, 2 and 1 point six times."""
    climbs = [each for each in STAGE["sections"] if each["kind"] == "mountain"]

    assert len(climbs) == 6
    assert all(10 <= each["to"] - each["from"] <= 15 for each in climbs)
    assert sum(row["mountains"] for row in SCORED["result"]) == 6 * (3 + 2 + 1)


def test_the_second_over_the_line_is_ahead_on_the_clock() -> None:
    """CY-3, CY-4: the same turn, three lines further."""
    first, second = SCORED["result"][:2]

    assert (first["bib"], first["time"]) == ("10", 0)
    assert (second["bib"], second["time"]) == ("6", -3)
    assert SCORED["general"][0]["bib"] == "6"


def test_nobody_used_more_extra_turns_than_granted() -> None:
    """CY-12, CY-13: 8 for 380 lines, a climber 3 more for 73 lines of mountain."""
    left = {row["bib"]: (row["granted"], row["left"]) for row in SCORED["extra_turns"]}

    assert left["6"] == (11, 0)
    assert left["4"] == (8, 0)
    assert all(unused >= 0 for _, unused in left.values())
