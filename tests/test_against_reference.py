"""The package scores any legal tour like the naive scorer."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from peloton.rules.stage_start import stage_start
from tests.drawing import drawn
from tests.reference import reference_document, start_groups
from tests.scored import race_of, scored
from tests.tours import GAMES, Game, tours


def differences(found: object, expected: object, path: str = "") -> Iterator[str]:
    """Yield the differences of two documents, in reading order."""
    if isinstance(found, dict) and isinstance(expected, dict):
        if list(found) != list(expected):
            yield f"{path}: keys {list(found)}, expected {list(expected)}"
        for key in [key for key in expected if key in found]:
            yield from differences(found[key], expected[key], f"{path}.{key}")
    elif isinstance(found, list) and isinstance(expected, list):
        for index, (one, other) in enumerate(zip(found, expected, strict=False)):
            yield from differences(one, other, f"{path}[{index}]")
        if len(found) != len(expected):
            yield f"{path}: {len(found)} rows, expected {len(expected)}"
    elif found != expected:
        yield f"{path}: {found!r}, expected {expected!r}"


def first_difference(toml_text: str) -> str | None:
    note(toml_text)
    found: Any = scored(toml_text)
    # What is drawn for Figueres is not all that its board could show (FI-2, FI-3).
    found["problems"] = [
        problem
        for problem in found["problems"]
        if found["tour"]["rulebook"] != "figueres"
        or problem["code"] not in ("turns", "field")
    ]
    return next(differences(found, reference_document(toml_text)), None)


@pytest.mark.parametrize("game", GAMES)
@drawn
@given(data=st.data())
def test_every_tour_scores_as_the_naive_scorer_says(
    data: st.DataObject, game: Game
) -> None:
    """CR-1 to CR-12, CR-15, CR-16, CY-1 to CY-11, CY-18, CI-1 to CI-4, FI-1 to FI-3,
    FR-1, FR-2, FR-4 to FR-6, RR-1 to RR-11, GN-1 to GN-5.
    """
    assert first_difference(data.draw(tours(game))) is None


def wrong_starts(text: str) -> Iterator[str]:
    """Yield the stages whose start order differs from the naive scorer's."""
    race = race_of(text)
    ridden = len(race.stages)
    for number, stage in enumerate(race.tour.stages[: ridden + 1], 1):
        if stage.kind.against_the_clock:
            continue
        groups: dict[int | None, set[str]] = {}
        for starter in stage_start(race, number).starters:
            groups.setdefault(starter.place, set()).add(starter.bib)
        if (found := [*groups.values()]) != (expected := start_groups(text, number)):
            yield f"stage {number}: {found}, expected {expected}"


@drawn
@given(tours("flamme-rouge"))
def test_riders_start_as_the_naive_scorer_says(text: str) -> None:
    """FR-7."""
    assert [*wrong_starts(text)] == []


@pytest.mark.endurance
@settings(drawn, max_examples=2_000)
@given(tours("flamme-rouge"))
def test_two_thousand_grand_tours_score_as_the_naive_scorer_says(text: str) -> None:
    """FR-1 to FR-7."""
    assert first_difference(text) is None
    assert [*wrong_starts(text)] == []


@drawn
@given(tours("cyclo", back=True))
def test_every_cyclo_tour_with_riders_who_come_back_scores_so_too(text: str) -> None:
    """CY-11: `time_limit.back`."""
    assert first_difference(text) is None
