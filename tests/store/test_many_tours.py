"""Several tours in one database: their days, and damage to one of them."""

import datetime as dt
from dataclasses import replace

import pytest

from peloton.errors import StoreError
from peloton.rules.facts.stage import Stage
from peloton.store.facts.tour_rows import first_days
from peloton.store.session import open_store
from tests.store.ronde import GIRO, MUUR, RONDE


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
        assert store.tour("good").tour.stages == store.tour("fine").tour.stages
        with pytest.raises(StoreError, match="tour 'bad' is damaged"):
            store.tour("bad")
