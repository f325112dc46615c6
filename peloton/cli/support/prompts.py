"""Ask questions at a prompt, on stderr because stdout is for tables.

An interview is a function that asks several questions. If the user types `undo`, the
function is called again: without asking, it reuses all answers except the last, then
it asks the remaining questions. An interrupted interview is continued in the same way,
with its saved answers.
"""

import json
import sys
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import click

from peloton.cli.support.output import say, tell
from peloton.desk import session
from peloton.errors import PelotonError
from peloton.rules.names import match_name
from peloton.rules.values import unexpected
from peloton.rules.words import printable

_Answer = TypeVar("_Answer")


def should_ask(*, given: bool) -> bool:
    """Return whether to ask for details: at a terminal, or if none were given."""
    return sys.stdin.isatty() or not given


class _Interview:
    """The answers given so far, and the `saved` ones that are reused first."""

    def __init__(self, saved: Iterable[str] = (), *, can_go_back: bool = True) -> None:
        self.answers: list[str] = []
        self.saved, self.can_go_back = deque(saved), can_go_back


class _Back(Exception):  # noqa: N818 - not an error: it goes back to the previous question
    pass


_INTERVIEW = "peloton.interview"
_MAX_QUOTED = 60
"""Maximum number of characters of long input that are quoted in a message."""


def run_interview(key: str, ask: Callable[[], _Answer]) -> _Answer:
    """Run an interview: `undo` goes back one question, Ctrl-C saves the answers.

    Answers are saved only at a terminal. The next interview with the same key and the
    same command-line options can continue with them.
    """
    context = click.get_current_context()
    where = context.find_root().params.get("db")
    given = sorted((name, str(value)) for name, value in context.params.items())
    key = f"{key} {where} {given}"
    saved = _resumed_answers(key)
    try:
        while True:
            interview = context.meta[_INTERVIEW] = _Interview(saved)
            try:
                return ask()
            except _Back:
                if not interview.answers:
                    tell("This is the first question.")
                saved = interview.answers[:-1]
    except (click.Abort, KeyboardInterrupt):
        if any(interview.answers) and sys.stdin.isatty():
            with suppress(OSError, PelotonError):
                file = _answers_file()
                file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                file.write_text(json.dumps([key, *interview.answers]), "utf-8")
                click.echo(err=True)
                tell("Your answers are saved. Run the same command to continue.")
        raise
    finally:
        del context.meta[_INTERVIEW]


def _resumed_answers(key: str) -> list[str]:
    answers: list[str] = []
    with suppress(OSError, ValueError, PelotonError):
        saved = json.loads(_answers_file().read_text("utf-8"))
        if isinstance(saved, list) and saved[:1] == [key]:
            answers = saved[1:]
    if not (answers and sys.stdin.isatty()):
        return []
    with suppress(OSError):
        _answers_file().unlink()
    if not ask_yes_no(f"Continue with your last answers ({beginning(answers)})?"):
        return []
    tell("Type 'undo' to go back, answer by answer.")
    return answers


def _answers_file() -> Path:
    return session.current_tour_file().with_name("answers.json")


def _interview() -> _Interview:
    interview: _Interview | None = click.get_current_context().meta.get(_INTERVIEW)
    return interview or _Interview(can_go_back=False)


def prompt(question: str, *, default: str | None) -> str:
    """Ask for one line, unless an answer is saved; Ctrl-C stops the command.

    So does the end of input. In an interview, raises _Back for `undo`.
    """
    interview = _interview()
    if interview.saved:
        answer = interview.saved.popleft()
    else:
        words = printable(say(question))
        typed = click.prompt(
            words, default=default, show_default=bool(default), err=True
        )
        answer = typed.strip()
        if not sys.stdin.isatty():  # end the line, as Enter does at a terminal
            click.echo(err=True)
    if answer == "undo" and interview.can_go_back:
        raise _Back
    interview.answers.append(answer)
    return answer


def ask_yes_no(question: str, *, default: bool = True) -> bool:
    """Ask a yes/no question; return whether the answer is yes."""

    def read(found: str) -> bool:
        known = {word: (word[0], say(word)) for word in ("yes", "no")}
        word = match_name(found, known) if found else ""
        if word is None:
            raise unexpected(found, "yes or no")
        return word == "yes" if word else default

    choices = "[Y/n]" if default else "[y/N]"
    return prompt_until_valid(f"{question} {choices}", read, default="")


def beginning(answers: Iterable[str]) -> str:
    """Return the first words of long input, for a message that quotes it."""
    words = ", ".join(filter(None, answers))
    return words if len(words) <= _MAX_QUOTED else f"{words[:_MAX_QUOTED]}..."


def prompt_until_valid(
    question: str, read: Callable[[str], _Answer], *, default: str | None = None
) -> _Answer:
    """Ask until `read` accepts the answer; print why an answer was rejected."""
    while True:
        interview = _interview()
        given = len(interview.answers)
        try:
            return read(prompt(question, default=default))
        except PelotonError as error:
            interview.saved.clear()
            del interview.answers[given:]
            for line in (*error.lines, str(error)):
                tell(line)
