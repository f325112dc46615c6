"""A stored tour that cannot be scored."""

from pathlib import Path

import pytest

from peloton.desk import scored_tour
from tests.table.tables import loaded


@pytest.mark.parametrize("game", ["cyclo", "road", "track"])
def test_an_error_of_the_program_is_not_taken_for_marks_of_another_game(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise AttributeError("a bug")

    tour = loaded(tmp_path, game).read()
    monkeypatch.setattr(scored_tour, "score", broken)

    with pytest.raises(AttributeError, match="a bug"):
        _ = scored_tour.ScoredTour(tour=tour.tour, rulebook=tour.rulebook).scored
