"""Questions at a prompt: asked on stderr, for stdout is for tables."""

import sys
from collections.abc import Callable, Iterator
from typing import TypeVar

import click

from peloton.errors import PelotonError

Answer = TypeVar("Answer")


def asked(question: str, *, default: str | None = None) -> str:
    """Ask for one line; Ctrl-C or the end of input stops the command."""
    answer: str = click.prompt(
        question, default=default, show_default=bool(default), err=True
    )
    return answer.strip()


def answered(
    question: str, read: Callable[[str], Answer], *, default: str | None = None
) -> Answer:
    """Ask until the answer can be read; what `read` refuses is said."""
    while True:
        try:
            return read(asked(question, default=default))
        except PelotonError as error:
            click.echo(f"Error: {error}", err=True)


def listed(question: str, read: Callable[[str], Answer]) -> Iterator[Answer]:
    """Ask for one thing after another, until an empty line."""
    while True:
        answer = asked(f"{question} (empty line: no more)", default="")
        if not answer:
            return
        try:
            yield read(answer)
        except PelotonError as error:
            click.echo(f"Error: {error}", err=True)


def interviewing(given: object) -> bool:
    """Say whether to ask for everything that was not given.

    At a terminal, always. In a script, which cannot answer, only if nothing was given.
    """
    return sys.stdin.isatty() or not given
