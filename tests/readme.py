"""Generate parts of the pages: the table of commands and the README's list of pages.

`python -m tests.readme --write` updates them.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from peloton.cli.main import main

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
GUIDE = ROOT / "peloton" / "guide"
COMMANDS = GUIDE / "commands.md"
TABLE = re.compile(r"(?<=\n\| command \| what it does \| for example \|\n)(\|.*\n)+")
LIST = re.compile(r"(?<=\n\| page \| subject \|\n)(\|.*\n)+")


def commands(
    command: click.Command = main, path: tuple[str, ...] = ("peloton",)
) -> Iterator[tuple[str, click.Command]]:
    """Yield every command that is not a group, with its full name."""
    if not isinstance(command, click.Group):
        yield " ".join(path), command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        assert found is not None
        yield from commands(found, (*path, name))


def example_lines(command: click.Command) -> list[str]:
    """Return the command lines under Example in a help text, each on one line."""
    example = (command.help or "").partition("Example:\n")[2]
    lines = map(str.strip, re.sub(r"\\\n\s*", "", example).splitlines())
    return [line for line in lines if line.startswith("peloton ")]


def with_table(page: str) -> str:
    """Return the page on commands with the table updated from the help texts."""
    rows = "".join(
        f"| `{name}` | {_said(command)} | `{example_lines(command)[0]}` |\n"
        for name, command in commands()
    )
    return TABLE.sub(lambda _: f"|---|---|---|\n{rows}", page)


def with_list(readme: str) -> str:
    """Return the README with an updated list of pages."""
    rows = "".join(
        f"| [{file.stem}]({file.relative_to(ROOT).as_posix()}) | {_title(file)} |\n"
        for file in sorted(GUIDE.glob("*.md"))
    )
    return LIST.sub(lambda _: f"|---|---|\n{rows}", readme)


def _title(file: Path) -> str:
    return file.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def _said(command: click.Command) -> str:
    text = command.short_help or ""
    return text[:1].lower() + text[1:].removesuffix(".")


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    README.write_text(with_list(README.read_text()))
    COMMANDS.write_text(with_table(COMMANDS.read_text()))
