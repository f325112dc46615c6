"""Helpers for the tests of reports: scored sample tours, and tables by name."""

from functools import cache
from typing import Any

from peloton.reports.sheet import Cell, Sheet, Table
from peloton.rules.results import Race
from tests.samples.golden import sample_text
from tests.scored import race_of

NAMES = (
    *("ciclistas", "criterium", "cyclo", "figueres"),
    *("flamme-rouge", "road", "tour-of-flanders", "track"),
)


@cache
def sample(name: str) -> Race:
    return race_of(sample_text(name))


def table(sheet: Sheet, name: str) -> Table:
    return next(found for found in sheet.tables if found.name == name)


def titles(found: Table) -> list[str]:
    return [column.title for column in found.columns]


def column(found: Table, title: str) -> list[Cell]:
    at = titles(found).index(title)
    return [row[at] for row in found.rows]


def plain_data(sheet: Sheet) -> Any:  # noqa: ANN401 - any JSON
    """Return what a command prints with --json instead of the tables."""
    return sheet.data
