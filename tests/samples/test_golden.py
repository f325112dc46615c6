"""The sample tours' last communiqués come out as the golden files have them."""

from pathlib import Path

import pytest

from tests.reference import reference_document
from tests.samples.golden import COMMUNIQUES, communique, communiques, sample_text
from tests.scored import scored


@pytest.mark.parametrize(("sample", "name", "path"), list(communiques()))
def test_the_last_communique_is_the_golden_one(
    sample: str, name: str, path: Path
) -> None:
    found = communique(scored(sample_text(sample)), name)

    assert found == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("sample", COMMUNIQUES)
def test_a_sample_scores_as_the_naive_scorer_says(sample: str) -> None:
    assert scored(sample_text(sample)) == reference_document(sample_text(sample))
