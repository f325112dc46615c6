"""Options that are days, `2026-11-21`, without a time of day."""

import datetime as dt
from collections.abc import Callable

import click


def day_option(
    name: str, *, text: str, metavar: str | None = None
) -> Callable[[click.decorators.FC], click.decorators.FC]:
    """Return what adds an option that is a day; the command is handed a date."""
    return click.option(
        name,
        type=click.DateTime(["%Y-%m-%d"]),
        callback=_day,
        metavar=metavar,
        help=text,
    )


def _day(
    _context: click.Context, _parameter: click.Parameter, moment: dt.datetime | None
) -> dt.date | None:
    return None if moment is None else moment.date()
