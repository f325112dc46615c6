"""Questions at a prompt: asked on stderr, for stdout is for tables."""

import sys
from collections.abc import Callable, Iterable
from typing import TypeVar

import click

from peloton.cli.support.output import tell
from peloton.errors import PelotonError
from peloton.rules.names import meant
from peloton.rules.numbers import LARGEST
from peloton.rules.rulebook.value_check import not_one_of, shown
from peloton.rules.words import visible

_Answer = TypeVar("_Answer")
_Word = TypeVar("_Word", bound=str)

yes_option = click.option("--yes", is_flag=True, help="Do not ask.")


def interviewing(*, given: bool) -> bool:
    """Return whether to ask for what was not given.

    At a terminal, always. In a script, which cannot answer, only if nothing was given.
    """
    return sys.stdin.isatty() or not given


def prompt(question: str, *, default: str | None) -> str:
    """Ask for one line; Ctrl-C or the end of input stops the command."""
    answer: str = click.prompt(
        visible(question), default=default, show_default=bool(default), err=True
    )
    _end_line()
    return answer.strip()


def _end_line() -> None:
    """End the line of a question where no Enter of a person at a terminal does."""
    if not sys.stdin.isatty():
        click.echo(err=True)


def ask_again(error: PelotonError) -> None:
    """Say what is wrong with an answer; not as an error, which ends a command."""
    for line in (*getattr(error, "lines", ()), str(error)):
        tell(line)


def prompt_until_valid(
    question: str, read: Callable[[str], _Answer], *, default: str | None = None
) -> _Answer:
    """Ask until `read` accepts the answer, saying what is wrong with the others."""
    while True:
        try:
            return read(prompt(question, default=default))
        except PelotonError as error:
            ask_again(error)


def prompt_list(
    thing: _Answer, question: str, add: Callable[[_Answer, str], _Answer]
) -> _Answer:
    """Ask for one item after another until an empty line; return the whole.

    What is wrong with one by the error that `add` raises is said, and it is asked for
    again.
    """
    while answer := prompt(f"{question} (Enter: no more)", default=""):
        try:
            thing = add(thing, answer)
        except PelotonError as error:
            ask_again(error)
    return thing


def agreed(question: str, *, default: bool = True) -> bool:
    """Ask whether to go on, and return whether the answer is yes."""
    answer = click.confirm(visible(question), default=default, err=True)
    _end_line()
    return answer


def confirm(question: str, *, yes: bool, default: bool = True) -> None:
    """Ask for confirmation, unless `--yes` gave it; PelotonError for a no."""
    if not yes and not agreed(question, default=default):
        message = "cancelled; nothing was changed"
        raise PelotonError(message)


def whole_number(found: str) -> int:
    """Read a whole number, 0 or more; PelotonError for anything else."""
    if found.isdecimal() and len(found) <= len(str(LARGEST)):
        return int(found)
    message = f"found {shown(found)}, expected a whole number, 0 or more"
    raise PelotonError(message)


def whole_numbers(found: str) -> tuple[int, ...]:
    """Read whole numbers such as `15,10,5`; `none` is an empty list."""
    if found == "none":
        return ()
    return tuple(whole_number(part.strip()) for part in found.split(","))


def word_of(words: Iterable[_Word], found: str) -> _Word:
    """Return the word that is meant; PelotonError naming the nearest one."""
    known = dict.fromkeys(words, ())
    word = meant(found, known)
    if word is None:
        raise PelotonError(not_one_of(found, tuple(map(str, known))))
    return word
