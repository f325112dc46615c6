"""The part of the README that is made from the help texts: its table of commands.

python -m tests.readme --write
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from peloton.cli.main import main

README = Path(__file__).parent.parent / "README.md"
TABLE = re.compile(r"(?<=\n\| command \| what it does \| for example \|\n)(\|.*\n)+")


def commands(
    command: click.Command = main, path: tuple[str, ...] = ("peloton",)
) -> Iterator[tuple[str, click.Command]]:
    """Walk down to the commands that do something, each by its full name."""
    if not isinstance(command, click.Group):
        yield " ".join(path), command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        assert found is not None
        yield from commands(found, (*path, name))


def example_lines(command: click.Command) -> list[str]:
    """The command lines under Example in a help text, each joined into one."""
    example = (command.help or "").partition("Example:\n")[2]
    lines = map(str.strip, re.sub(r"\\\n\s*", "", example).splitlines())
    return [line for line in lines if line.startswith("peloton ")]


def with_table(readme: str) -> str:
    """The README with the table that the help texts give now."""
    rows = "".join(
        f"| `{name}` | {_said(command)} | `{example_lines(command)[0]}` |\n"
        for name, command in commands()
    )
    return TABLE.sub(lambda _: f"|---|---|---|\n{rows}", readme)


def _said(command: click.Command) -> str:
    text = command.short_help or ""
    return text[:1].lower() + text[1:].removesuffix(".")


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    README.write_text(with_table(README.read_text()))
