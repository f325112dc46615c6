"""Questions at a prompt: asked on stderr, for stdout is for tables.

Several of them are an interview. It is a function that asks, and is begun again with
the answers it had: without the last one for `undo`, or with those kept from last time.
"""

import json
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import click

from peloton.cli.support.output import tell
from peloton.desk import session
from peloton.errors import PelotonError
from peloton.rules.names import meant
from peloton.rules.values import LARGEST, not_one_of, shown
from peloton.rules.words import visible

_Answer = TypeVar("_Answer")
_Word = TypeVar("_Word", bound=str)


def interviewing(*, given: bool) -> bool:
    """Return whether to ask for what was not given.

    At a terminal, always. In a script, which cannot answer, only if nothing was given.
    """
    return sys.stdin.isatty() or not given


class _Interview:
    """The answers so far: `given` of them again, unasked; the rest is asked for."""

    def __init__(self, answers: list[str]) -> None:
        self.answers, self.given = answers, 0

    def answer(self, ask: Callable[[], str]) -> str:
        """Return the next answer; _Back for `undo`."""
        if self.given == len(self.answers):
            answer = ask()
            if answer == "undo":
                raise _Back
            self.answers.append(answer)
        self.given += 1
        return self.answers[self.given - 1]


class _Back(Exception):  # noqa: N818 - no error: the question before is asked again
    pass


_INTERVIEW = "peloton.interview"
_MOST = 60


def interviewed(key: str, ask: Callable[[], _Answer]) -> _Answer:
    """Ask for a whole thing: `undo` goes back a question, Ctrl-C keeps the answers.

    They are kept at a terminal, and the next interview of that key goes on with them,
    if the same options are given.
    """
    context = click.get_current_context()
    where = context.find_root().params.get("db")
    given = sorted((name, str(value)) for name, value in context.params.items())
    key = f"{key} {where} {given}"
    interview = context.meta[_INTERVIEW] = _Interview(_taken_up(key))
    try:
        while True:
            interview.given = 0
            try:
                return ask()
            except _Back:
                if not interview.answers:
                    tell("There is nothing before this question.")
                del interview.answers[-1:]
    except (click.Abort, KeyboardInterrupt):
        if any(interview.answers) and sys.stdin.isatty():
            with suppress(OSError):
                file = _kept_answers()
                file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                file.write_text(json.dumps({**_kept(), key: interview.answers}))
                click.echo(err=True)
                tell("What was typed is kept: the same command goes on with it.")
        raise
    finally:
        del context.meta[_INTERVIEW]


def _taken_up(key: str) -> list[str]:
    """Return the answers of an interview that was stopped, if they are wanted."""
    kept = _kept() if sys.stdin.isatty() else {}
    answers = kept.pop(key, [])
    if answers:
        with suppress(OSError):
            _kept_answers().write_text(json.dumps(kept))
        words = ", ".join(filter(None, answers))
        words = words if len(words) <= _MOST else f"{words[:_MOST]}..."
        if not agreed(f"Go on with what was typed last time ({words})?"):
            return []
        tell("'undo' goes back, answer by answer.")
    return answers


def _kept() -> dict[str, list[str]]:
    with suppress(OSError, ValueError):
        kept: dict[str, list[str]] = json.loads(_kept_answers().read_text())
        return kept
    return {}


def _kept_answers() -> Path:
    return session.own_file().with_name("answers.json")


def _interview() -> _Interview:
    """Return the interview that goes on, or one of a single question."""
    interview: _Interview | None = click.get_current_context().meta.get(_INTERVIEW)
    return interview or _Interview([])


def prompt(question: str, *, default: str | None) -> str:
    """Ask for one line; Ctrl-C or the end of input stops the command."""

    def ask() -> str:
        answer: str = click.prompt(
            visible(question), default=default, show_default=bool(default), err=True
        )
        _end_line()
        return answer.strip()

    return _interview().answer(ask)


def agreed(question: str, *, default: bool = True) -> bool:
    """Ask for a yes or a no."""

    def ask() -> str:
        yes = click.confirm(visible(question), default=default, err=True)
        _end_line()
        return "yes" if yes else "no"

    return _interview().answer(ask) == "yes"


def _end_line() -> None:
    """End the line of a question where no Enter of a person at a terminal does."""
    if not sys.stdin.isatty():
        click.echo(err=True)


def prompt_until_valid(
    question: str, read: Callable[[str], _Answer], *, default: str | None = None
) -> _Answer:
    """Ask until `read` accepts the answer, saying what is wrong with the others.

    That is said without `Error:`, which ends a command.
    """
    while True:
        interview = _interview()
        given = interview.given
        try:
            return read(prompt(question, default=default))
        except PelotonError as error:
            interview.given = given
            del interview.answers[given:]
            for line in (*getattr(error, "lines", ()), str(error)):
                tell(line)


def prompt_list(
    thing: _Answer, question: str, add: Callable[[_Answer, str], _Answer]
) -> _Answer:
    """Ask for one item after another until an empty line; return the whole.

    The errors that `add` raises are shown and the item asked for again.
    """

    def added(answer: str) -> _Answer | None:
        return add(thing, answer) if answer else None

    question = f"{question} (Enter: no more)"
    while (more := prompt_until_valid(question, added, default="")) is not None:
        thing = more
    return thing


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
