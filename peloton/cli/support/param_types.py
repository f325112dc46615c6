"""Words of a command line: one of a few, a whole number, or a day `2026-11-21`.

Every command line comes by here, `peloton --help` too: so it imports little.
"""

import datetime as dt
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from peloton.errors import PelotonError

FILE = click.Path(readable=False, path_type=Path)
"""A file to read or to write, completed on Tab; it is checked when it is opened."""


class OneOf(click.Choice[str]):
    """One of a few words, however it is written; else the error names the nearest.

    `plain` returns the word meant by another way of writing it, `others` are other
    words for each.
    """

    def __init__(
        self,
        words: Sequence[str],
        plain: Callable[[str], str] = str,
        others: Mapping[Any, Collection[str]] | None = None,
    ) -> None:
        """Take the words."""
        super().__init__(words)
        self.plain, self.others = plain, others or {}

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Take a word if it is one of these."""
        value, words = self.plain(value), tuple(map(str, self.choices))
        if value not in words:
            from peloton.rules.names import meant
            from peloton.rules.rulebook.value_check import not_one_of

            try:
                found = meant(value, {w: self.others.get(w, ()) for w in words})
            except PelotonError as error:
                self.fail(str(error), param, ctx)
            value = found or self.fail(not_one_of(value, words), param, ctx)
        return super().convert(value, param, ctx)


class Whole(click.IntRange):
    """A whole number within a range; the error for anything else says so."""

    name = "whole number"


class SignedWords(click.Command):
    """A command whose words may be negative numbers: `-20` is no option there."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read a command line; NoSuchOption, with the nearest, for an unknown one."""
        ctx.ignore_unknown_options = True
        end = args.index("--") if "--" in args else len(args)
        found, words, _ = self.make_parser(ctx).parse_args(args[:end])
        for parameter in self.params:
            if isinstance(parameter, click.Argument):
                value = found[str(parameter.name)]
                words += value if isinstance(value, tuple) else [value]
        for word in words:
            if isinstance(word, str) and word[:1] == "-" and not word[1:2].isdecimal():
                known = [name for option in self.params for name in option.opts]
                option = word.partition("=")[0]
                raise click.NoSuchOption(option, possibilities=known, ctx=ctx)
        return super().parse_args(ctx, args)


def day_option(
    name: str, *, text: str, metavar: str | None = None
) -> Callable[[click.decorators.FC], click.decorators.FC]:
    """Return a decorator that adds an option for a day; the command gets a date."""
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
