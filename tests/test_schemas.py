"""The published JSON Schemas, checked with a library for schemas."""

import json
import tomllib
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft4Validator

from peloton.notation.resources import sample_tours, templates
from peloton.notation.tour_file.reading import read_tour
from peloton.reports.tour.document import document, unscored_document
from peloton.rules.race import score
from tests.drawing import seldom_drawn
from tests.schemas import SCHEMAS, schema_text
from tests.scored import race_of
from tests.tours import GAMES, RESULT_TABLES, Game, tours

SAMPLES = sorted(sample_tours().glob("*.toml"))


@cache
def validator(name: str) -> Draft4Validator:
    text = (templates() / "schemas" / f"{name}.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    Draft4Validator.check_schema(schema)
    return Draft4Validator(schema, format_checker=Draft4Validator.FORMAT_CHECKER)


def faults(name: str, found: object) -> list[str]:
    """Return the faults found with the schema; dates are texts, as in editors."""
    plain = json.loads(json.dumps(found, default=str))
    return [f"{list(e.path)}: {e.message}" for e in validator(name).iter_errors(plain)]


def file_faults(text: str) -> list[str]:
    return faults("tour-file", tomllib.loads(text))


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_published_schema_is_that_of_the_code(name: str) -> None:
    """`python -m tests.schemas` writes it."""
    file = templates() / "schemas" / f"{name}.json"

    assert file.read_text(encoding="utf-8") == schema_text(name)


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_every_sample_fits_the_schemas(file: Any) -> None:  # noqa: ANN401 - a path
    text = file.read_text(encoding="utf-8")

    assert file_faults(text) == []
    assert faults("score", document(race_of(text))) == []


@pytest.mark.parametrize("game", GAMES)
@seldom_drawn
@given(data=st.data())
def test_every_tour_fits_the_schemas(data: st.DataObject, game: Game) -> None:
    text = data.draw(tours(game))

    assert file_faults(text) == []
    assert faults("score", document(race_of(text))) == []


def test_the_document_of_a_file_with_mistakes_fits_the_schema() -> None:
    text = GOOD.replace('"road"', '"raod"').replace('bib = "1"', 'bib = "DNF"')
    reading = read_tour(text)

    assert faults("score", unscored_document(None, reading.problems)) == []
    assert faults("score", unscored_document(reading.tour, reading.problems)) == []


GOOD = (
    """\
[tour]
name = "Ronde"
rulebook = "road"
date = 2026-11-21
stages = 7
language = "nl"

[tour.options]
teams = "times"

[tour.rules]
"bonus.finish" = [10, 6, 4]
bonus.sprint = [3]

[[team]]
code = "MOL"
colour = "#f2a900"
  [[team.rider]]
  bib = "1"
  captain = true
  joins = 2

[[rider]]
bib = 7
young = false

[[stage]]
name = "Gent - Gent"
kind = "points-race"
profile = "flat"
length = 190
points = [15, 10]
sections = [ { kind = "mountain", from = 60, to = 84, category = 3 } ]
sprints = [ { name = "Zottegem", at = 120 } ]
laps = ["1 7", "7 1"]
finish = "1 0"
  [stage.crossings]
  Zottegem = "7 1"

"""
    + RESULT_TABLES.replace("= 20", "= -20")
    + """\

  [stage.counts]
  points = false

  [stage.time_limit]
  percent = 10
"""
)
DEFECTS = [
    ('[tour]\nname = "Ronde"', "[tour]"),
    ('name = "Ronde"', 'name = " "'),
    ('name = "Ronde"', 'nam = "R"\nname = "Ronde"'),
    ("date = 2026-11-21", 'date = "21.11.2026"'),
    ("stages = 7", "stages = 0"),
    ('language = "nl"', 'language = "xx"'),
    ('teams = "times"', "teams = 1.5"),
    ('[[team]]\ncode = "MOL"', "[[team]]"),
    ("#f2a900", "yellow"),
    ('bib = "1"', 'bib = "dnf"'),
    ('bib = "1"', 'bib = "1 2"'),
    ("captain = true", 'captain = "yes"'),
    ("joins = 2", "joins = 0"),
    ("bib = 7\n", ""),
    ('"points-race"', '"raod"'),
    ('"flat"', '"steep"'),
    ("length = 190", "length = -1"),
    ("points = [15, 10]", 'points = "15 10"'),
    ('kind = "mountain", ', ""),
    ("category = 3", "category = 5"),
    ("at = 120", "km = 120"),
    ('finish = "1 0"', 'finish = ["1 0"]'),
    ('laps = ["1 7", "7 1"]', 'laps = "1 7"'),
    ('Zottegem = "7 1"', "Zottegem = 7"),
    ('bib = "7"\n', 'bib = "7"\n  team = "MOL"\n'),
    ('  reason = "moved out of turn"\n', ""),
    ("  1 = 2", '  1 = "2"'),
    ("amount = 50\n", "amount = 50\n  bib = 7\n"),
    ('general = "12 4"', 'generel = "12 4"'),
    ("points = false", "points = 0"),
    ("percent = 10", "procent = 10"),
    ("[stage.lots]", "[stage.lot]"),
    ("[[team]]", "[[teams]]\n[[team]]"),
]


def test_a_good_file_has_no_faults() -> None:
    assert file_faults(GOOD) == []


@pytest.mark.parametrize(("good", "bad"), DEFECTS)
def test_each_defect_is_found(good: str, bad: str) -> None:
    """The program refuses each of them as well."""
    assert GOOD.count(good) == 1
    text = GOOD.replace(good, bad)

    assert file_faults(text)
    reading = read_tour(text)
    problems = reading.problems
    if reading.tour is not None and reading.rulebook is not None:
        problems = score(reading.tour, reading.rulebook, problems).problems
    assert any(problem.severity == "error" for problem in problems)
