"""The last communiqués of the sample tours equal the golden files."""

import tomllib
from pathlib import Path

import pytest

from peloton.notation.rulebook_file.reading import builtin_names
from tests.drawn_marks import LATE_MARKS, MARKS
from tests.reference import reference_document
from tests.samples.golden import COMMUNIQUES, communique, communiques, sample_text
from tests.scored import scored


@pytest.mark.parametrize(("sample", "name", "path"), list(communiques()))
def test_the_last_communique_is_the_golden_one(
    sample: str, name: str, path: Path
) -> None:
    found = communique(scored(sample_text(sample)), name)

    assert found == path.read_text(encoding="utf-8")


def test_every_game_has_a_golden_communique_and_marks_for_drawn_tours() -> None:
    games = {
        tomllib.loads(sample_text(sample))["tour"]["rulebook"] for sample in COMMUNIQUES
    }

    assert games == MARKS.keys() == LATE_MARKS.keys() == {*builtin_names()}


@pytest.mark.parametrize("sample", COMMUNIQUES)
def test_a_sample_scores_as_the_naive_scorer_says(sample: str) -> None:
    assert scored(sample_text(sample)) == reference_document(sample_text(sample))
