"""Any saved tour is read back unchanged."""

from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given

from peloton.errors import StoreError
from peloton.rules.facts.stage import Arrival, Sprint, Stage
from peloton.rules.facts.startlist import Bib, Team
from peloton.rules.facts.tour import Tour
from peloton.rules.games import MARKS
from peloton.rules.games.criterium import FractionMark
from peloton.store.session import open_store
from tests.drawing import seldom_drawn
from tests.store.ronde import MUUR, RONDE
from tests.store.strategies import texts, tours


def exactly(tour: Tour) -> str:
    """Return a tour as text, which differs for 1 and true, and by the order of keys."""
    return repr(tour)


@seldom_drawn
@given(tour=tours, rulebook_text=texts)
def test_a_tour_comes_back_exactly_as_it_was_saved(
    where: str, tour: Tour, rulebook_text: str
) -> None:
    with open_store(where) as store:
        store.save(tour, rulebook_text, "saved")
    with open_store(where, write=False) as store:
        stored = store.tour(tour.name)

    assert exactly(stored.tour) == exactly(tour)
    assert stored.rulebook_text == rulebook_text


@seldom_drawn
@given(before=tours, after=tours)
def test_a_tour_saved_again_leaves_nothing_of_what_it_was(
    where: str, before: Tour, after: Tour
) -> None:
    with open_store(where) as store:
        store.save(replace(before, name=after.name), "before", "saved")
        store.save(after, "after", "saved")
        stored = store.tour(after.name)

    assert exactly(stored.tour) == exactly(after)
    assert stored.rulebook_text == "after"


@pytest.mark.parametrize(
    "values",
    [
        (RONDE,),
        RONDE.teams,
        RONDE.riders,
        RONDE.stages,
        MUUR.sections,
        MUUR.sprints,
        MUUR.rulings,
        MUUR.offers,
    ],
    ids=lambda values: type(values[0]).__name__,
)
def test_no_fact_of_the_sample_tour_is_left_at_its_default(
    values: tuple[Tour | Team, ...],
) -> None:
    """Else the tests that use it would not notice a fact that the store forgets."""
    left = {
        field.name
        for field in fields(values[0])
        if all(getattr(value, field.name) in (field.default, {}) for value in values)
    }

    assert left == set()


def test_every_fact_of_a_tour_comes_back(where: str) -> None:
    with open_store(where) as store:
        store.save(RONDE, "", "saved")
    with open_store(where, write=False) as store:
        assert exactly(store.tour(RONDE.name).tour) == exactly(RONDE)


@pytest.mark.parametrize("form", MARKS.values(), ids=MARKS)
def test_a_mark_of_every_game_comes_back(where: str, form: object) -> None:
    assert isinstance(form, type(MARKS["turns lines"]))
    stage = Stage(finish=(Arrival((Bib("1"),), form.parse(form.example)),))
    tour = Tour(name="Marks", rulebook="any", stages=(stage,))

    with open_store(where) as store:
        store.save(tour, "", "saved")
        assert store.tour("Marks").tour == tour


def test_a_mark_that_no_game_could_read_back_is_refused(where: str) -> None:
    """CR-1: of the spaces moved, from 1 to all of them led to the line."""
    stage = Stage(finish=(Arrival((Bib("1"),), FractionMark(6, 0, 9)),))
    tour = Tour(name="Marks", rulebook="criterium", stages=(stage,))

    with open_store(where) as store, pytest.raises(StoreError, match="6 0/9"):
        store.save(tour, "", "saved")


def test_a_number_beyond_those_of_a_database_comes_back(where: str) -> None:
    tour = Tour(
        name="Far", rulebook="cyclo", stages=(Stage(sprints=(Sprint(at=2**63),)),)
    )

    with open_store(where) as store:
        store.save(tour, "", "saved")
        assert store.tour("Far").tour == tour


def test_half_a_character_is_refused(where: str) -> None:
    tour = Tour(name="Half \ud83d", rulebook="cyclo")

    with (
        pytest.raises(StoreError, match="cannot store a value"),
        open_store(where) as s,
    ):
        s.save(tour, "", "saved")


def test_half_a_character_is_refused_without_a_database_too(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.db")

    with (
        pytest.raises(StoreError, match="cannot store a value"),
        open_store(missing, write=False) as store,
    ):
        store.tour("Half \ud83d")


def test_a_server_refuses_the_character_0(server: str) -> None:
    tour = Tour(name="Zero \0", rulebook="cyclo")

    with (
        pytest.raises(StoreError, match="cannot store a value"),
        open_store(server) as s,
    ):
        s.save(tour, "", "saved")
