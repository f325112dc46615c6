"""Many tours read together, as for a season."""

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peloton.errors import StoreError
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import Tour
from peloton.store.facts.tour_rows import first_days
from peloton.store.models import StoredRow
from peloton.store.session import open_store
from tests.drawing import seldom_drawn
from tests.store.ronde import GIRO, MUUR, RONDE
from tests.store.strategies import tours


@seldom_drawn
@given(several=st.lists(tours, min_size=2, max_size=4))
def test_tours_read_together_are_what_each_is_alone(
    where: str, several: list[Tour]
) -> None:
    names = [f"Tour {number}" for number, _ in enumerate(several)]
    with open_store(where) as store:
        for name, tour in zip(names, several, strict=True):
            store.save(replace(tour, name=name), f"rulebook of {name}", "saved")
        alone = [store.tour(name) for name in names]
        together = list(store.tours(names))

    assert repr(together) == repr(alone)


def test_tours_come_in_the_order_in_which_they_are_named(where: str) -> None:
    with open_store(where) as store:
        store.save(GIRO, "", "saved")
        store.save(RONDE, "", "saved")
        names = [RONDE.name, GIRO.name]

        assert [each.tour.name for each in store.tours(names)] == names


def test_one_statement_a_table_reads_many_tours(
    where: str, statements: list[tuple[str, str]]
) -> None:
    names = [f"Tour {number}" for number in range(5)]
    with open_store(where) as store:
        for name in names:
            store.save(replace(RONDE, name=name), "", "saved")
        statements.clear()
        list(store.tours(names))

        read = [sent for sent, _ in statements if sent.startswith("SELECT")]
    assert len(read) < len(StoredRow.metadata.tables)


def test_more_tours_than_are_read_at_once_all_come(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("peloton.store.facts.tour_rows.AT_ONCE", 3)
    names = [f"Tour {number:03}" for number in range(7)]
    with open_store(where) as store:
        for name in names:
            store.save(replace(GIRO, name=name), "", "saved")

        assert [each.tour.name for each in store.tours(names)] == names


def test_a_tour_without_a_date_has_that_of_its_first_dated_stage(where: str) -> None:
    stages = (Stage(), replace(MUUR, date=dt.date(2026, 5, 2)), Stage())
    with open_store(where) as store:
        store.save(replace(GIRO, stages=stages), "", "saved")

        (summary,) = store.summaries()
        assert summary.date is None
        assert first_days(store.database) == {GIRO.name: dt.date(2026, 5, 2)}


def test_a_tour_damaged_among_others_is_named(where: str) -> None:
    with open_store(where) as store:
        for name in ("good", "bad", "fine"):
            store.save(replace(RONDE, name=name), "", "saved")
        store.database.update("part", {"body": "7"}, tour_id=2, name="stage 1")
        with pytest.raises(StoreError, match="tour 'bad' is damaged"):
            list(store.tours(["good", "bad", "fine"]))
