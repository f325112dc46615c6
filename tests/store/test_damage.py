"""Missing, empty or unknown values in stored parts cause no traceback."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from peloton.desk.scored_tour import stored_race
from peloton.errors import StoreError
from peloton.notation.resources import sample_tours
from peloton.notation.tour_file.writing import tour_text
from peloton.store.maintenance.checking import check_database
from peloton.store.session import open_store
from tests.drawing import cases_by_cost
from tests.store.test_kept import sample, save

SAMPLES = sorted(file.stem for file in sample_tours().glob("*.toml"))
"""The samples of a slow test; former tracebacks are tested in `test_refusals.py`."""

Place = tuple[Any, ...]


def places(data: Any, place: Place = ()) -> Iterator[Place]:  # noqa: ANN401 - of any kind
    """Yield the path to every value in a body; in lists only to the first values."""
    if place:
        yield place
    if isinstance(data, dict | list):
        pairs = data.items() if isinstance(data, dict) else enumerate(data[:2])
        for key, value in pairs:
            yield from places(value, (*place, key))


def harmed(body: str) -> Iterator[tuple[Place, str]]:
    """Yield the body with one value removed, emptied or duplicated."""
    for place in places(json.loads(body)):
        for harm in ("gone", "empty", "unknown", "twice"):
            data = inside = json.loads(body)
            for key in place[:-1]:
                inside = inside[key]
            value = inside[place[-1]]
            if harm == "gone":
                del inside[place[-1]]
            elif harm == "empty":
                inside[place[-1]] = type(value)()
            elif harm == "unknown":
                inside[place[-1]] = "unknown" if isinstance(value, str) else -1
            elif isinstance(inside, list):
                inside.append(value)
            kind = tuple("#" if isinstance(key, int) else key for key in place)
            yield (*kind, harm), json.dumps(data, ensure_ascii=False)


@pytest.mark.parametrize("name", cases_by_cost(SAMPLES, quick=(), slow=("criterium",)))
def test_a_part_that_was_harmed_is_scored_or_named(file: Path, name: str) -> None:
    tour = sample(name)
    save(file, tour)
    change = "UPDATE part SET body = ? WHERE name = ?"
    tried: set[object] = set()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        parts = connection.execute("SELECT name, body FROM part").fetchall()
        for part, body in parts:
            for place, other in harmed(body) if part != "rulebook" else ():
                if (part.partition(" ")[0], place) in tried:
                    continue
                tried.add((part.partition(" ")[0], place))
                connection.execute(change, (other, part))
                found = check_database(str(file), stored_race, 0)
                assert found or json.loads(other) == json.loads(body), place
                with suppress(StoreError), open_store(str(file), write=False) as store:
                    tour_text(store.tour(tour.name).tour)
            connection.execute(change, (body, part))
    assert len(tried) > 50
    assert check_database(str(file), stored_race, 0) == ()
