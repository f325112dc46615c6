"""Define the types of options and arguments, and their Tab completion.

`peloton --help` imports this module, so slow imports are inside functions.
"""

import datetime as dt
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from peloton.desk.session import Session
from peloton.errors import InputError, PelotonError, did_you_mean

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from peloton.rules.facts.tour import Tour


_Word = TypeVar("_Word", bound=str)
_NONE: Mapping[Any, Collection[str]] = {}

FILE = click.Path(readable=False, path_type=Path)
"""Path of a file to read or write; it is checked when the file is opened."""
WORKBOOK_EXTENSIONS = frozenset({".xlsx", ".xlsm", ".xltx", ".xlsb", ".xls", ".ods"})
"""File extensions of workbooks, including unsupported ones."""


class OneOf(click.Choice[str]):
    """The type of a word from a list, or its abbreviation; `others` are synonyms."""

    def __init__(
        self, words: Iterable[str], others: Mapping[Any, Collection[str]] = _NONE
    ) -> None:
        """Set the accepted words and their synonyms."""
        self.words, self.others = tuple(words), others
        super().__init__(tuple(map(str, self.words)))  # of an enum, not its names

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Return the accepted word for a value; exit with a usage error if unknown."""
        try:
            return match_word(self.words, value, self.others)
        except PelotonError as error:
            self.fail(str(error), param, ctx)


def match_word(
    words: Iterable[_Word], found: str, others: Mapping[Any, Collection[str]] = _NONE
) -> _Word:
    """Return the word in `words` that `found` equals or abbreviates.

    `others` maps words to their synonyms. If there is no such word, raises a
    PelotonError that suggests the most similar word.
    """
    # Imported here because `--help` does not need them.
    from peloton.rules.names import match_name
    from peloton.rules.values import word_fault

    known = {word: others.get(word, ()) for word in words}
    word = match_name(found, known)
    if word is None:
        raise PelotonError(word_fault(found, known))
    return word


class Integer(click.IntRange):
    """The type of a whole number within a range, called `whole number` in errors."""

    name = "whole number"


def with_options(
    *options: Callable[[Any], Any],
) -> Callable[[click.decorators.FC], click.decorators.FC]:
    """Return a decorator that adds options and arguments in the given order."""
    return lambda command: reduce(lambda inner, add: add(inner), options[::-1], command)


def option(
    declaration: str,
    text: str,
    *names: str,
    **details: Any,  # noqa: ANN401 - click's own details of an option
) -> Callable[[click.decorators.FC], click.decorators.FC]:
    """Return a decorator that adds an option, declared as `--help` prints it.

    `-n, --top N` takes a value, and `--veil` is a flag. `text` is the help text. The
    name of the value can be omitted if there is a `type`, which has a name, too.
    `names` is the name of the parameter, if it differs from that of the option.
    """
    *short, last = declaration.split(", ")
    long, _, metavar = last.partition(" ")
    if metavar:
        details["metavar"] = metavar
    elif not details.keys() & {"type", "flag_value"}:
        details["is_flag"] = True
    return click.option(*short, long, *names, help=text, **details)


repeatable = partial(option, multiple=True)
"""Return a decorator that adds an option which may be given several times."""


def read_day(word: str) -> dt.date:
    """Read a day such as 2026-11-28; raise BadParameter for other words."""
    try:
        return dt.date.fromisoformat(word)
    except ValueError as error:
        raise click.BadParameter(
            f"found '{word}', expected a date such as 2026-11-28"
        ) from error


Completion = tuple[str, str]
"""A word offered by Tab completion, and its description."""


def completer(
    *sources: Callable[[Session], Iterable[Completion]],
) -> Callable[[click.Context, click.Parameter, str], list["CompletionItem"]]:
    """Return a Tab completer for the words of the sources; it ignores errors."""

    def complete(
        context: click.Context, _: click.Parameter, typed: str
    ) -> "list[CompletionItem]":
        # Imported here, because every command imports this module.
        from click.shell_completion import CompletionItem

        from peloton.rules.words import printable

        given = {**context.find_root().params, **context.params}
        session = Session(address=given.get("db"), tour_name=given.get("tour"))
        try:
            offers = [word for source in sources for word in source(session)]
        except PelotonError:
            return []
        start = typed.lstrip("\"'")
        return [
            CompletionItem(_quoted(printable(word)), help=printable(about))
            for word, about in offers
            if word.casefold().startswith(start.casefold())
        ]

    return complete


def _quoted(word: str) -> str:
    """Quote a word for bash; other shells quote completions themselves."""
    if not os.environ.get("_PELOTON_COMPLETE", "").startswith("bash"):
        return word
    return re.sub(r"[^-\w./:,+@%\x80-\U0010ffff]", r"\\\g<0>", word)


def _tours(session: Session) -> Iterable[Completion]:
    with session.store() as store:
        return [(tour.name, tour.rulebook) for tour in store.summaries()]


complete_tours = completer(_tours)
tour_option = partial(
    option,
    "--tour NAME",
    "Use this tour instead of the current one.",
    shell_complete=complete_tours,
)


def _choose_tour(context: click.Context, _: click.Parameter, name: str | None) -> None:
    if context.resilient_parsing and name is not None:
        context.params["tour"] = name  # for `completer`
    elif name is not None:
        context.obj = replace(context.obj, tour_name=name)


choosing_tour = tour_option(
    expose_value=False,
    is_eager=True,  # parsed before the stage argument, which depends on the tour
    callback=_choose_tour,
)


def on_tour(command: Callable[..., object]) -> Callable[..., object]:
    """Decorate a command: pass it the session, and add the option `--tour`."""
    return choosing_tour(click.pass_obj(command))


def _bibs(session: Session) -> list[Completion]:
    return [(rider.bib, rider.name) for rider in session.read().tour.riders]


def _team_codes(session: Session) -> list[Completion]:
    return [(team.code, team.name) for team in session.read().tour.teams]


def _classifications(session: Session) -> list[Completion]:
    return [(name, "") for name in session.read().rulebook.classifications]


def _stages(session: Session) -> list[Completion]:
    stages = enumerate(session.read().tour.stages, 1)
    return [(str(number), stage.name or stage.kind) for number, stage in stages]


complete_stages = completer(_stages)
complete_bibs = completer(_bibs)
complete_teams = completer(_team_codes)
complete_classifications = completer(_classifications)
complete_subjects = completer(_bibs, _team_codes, _classifications)


class StageNumber(Integer):
    """The type of a stage given by number or name, or as `last` (ridden) or `next`."""

    def convert(
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Return the stage's number; raise PelotonError if there is no such stage."""
        if isinstance(value, int) or not any(map(str.isalpha, value)) or ctx is None:
            return super().convert(cast("int", value), param, ctx)
        return named_stage(ctx.obj.read().tour, value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        """Offer the numbers of the stages."""
        return complete_stages(ctx, param, incomplete)


ANY_STAGE = StageNumber(min=1)


def named_stage(tour: "Tour", word: str) -> int:
    """Return the number of a stage given as a name, a number, `last` or `next`.

    Raises PelotonError if there is no such stage.
    """
    from peloton.rules.facts.tour import last_ridden, stage_at, stage_to_enter
    from peloton.rules.names import match_name
    from peloton.rules.values import one_of, unexpected, whole_number

    words = {"last": last_ridden, "next": stage_to_enter}
    if word.casefold() in words:
        return words[word.casefold()](tour)
    if word.isdecimal():
        stage_at(tour, number := whole_number(word))
        return number
    names = {str(n): (stage.name,) for n, stage in enumerate(tour.stages, 1)}
    if found := match_name(word, names):
        return int(found)
    known = [*words, *(stage.name for stage in tour.stages if stage.name)]
    expected = f"the number of a stage, or {one_of(known)}{did_you_mean(word, known)}"
    raise unexpected(word, expected)


stage_argument = click.argument("number", type=ANY_STAGE, metavar="[N]", required=False)
"""The optional argument N of a command: a stage, by number or name."""
name_argument = click.argument("called", metavar="[NAME]", required=False)
"""The optional argument NAME of a command that also has the option --name."""
number_argument = click.argument("number", type=ANY_STAGE, metavar="N")


def one_name(called: str | None, name: str | None) -> str | None:
    """Return the name given as NAME or with --name; UsageError if they differ."""
    if called and name and called != name:
        found = f"found two names, '{called}' and '{name}'"
        raise click.UsageError(f"{found}: expected NAME or --name")
    return name or called


@contextmanager
def error_prefix(name: str) -> Iterator[None]:
    """Put a file's name before the message of a PelotonError in the `with` block."""
    try:
        yield
    except InputError:
        raise
    except PelotonError as error:
        raise PelotonError(f"{name} {error}; nothing was changed") from error
