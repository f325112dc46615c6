"""The command group: imports commands when called and prints errors in one line."""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from inspect import cleandoc
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

import click
from click.exceptions import NoArgsIsHelpError

from peloton.errors import HINTS, MOST_LISTED, PelotonError, did_you_mean
from peloton.rules.words import printable


class Commands(click.Group):
    """A group that imports a command's module only to run it.

    `lazy` maps a command to its module in `commands` and its short help, so that
    `peloton --help` imports no module. `headings` maps a command to the heading above
    it in that help. Only this class turns a PelotonError into a line `Error: ...` and
    exit code 1.
    """

    def __init__(
        self,
        *args: Any,  # noqa: ANN401 - click's own arguments, passed on
        lazy: Mapping[str, tuple[str, str]] | None = None,
        headings: Mapping[str, str] | None = None,
        **kwargs: Any,  # noqa: ANN401 - click's own arguments, passed on
    ) -> None:
        """Set the lazy commands and their headings."""
        super().__init__(*args, **kwargs)
        self.lazy = lazy or {}
        self.headings = headings or {}

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:  # noqa: ANN401 - click's own
        """Run the program; print an error in one line on stderr and exit with its code.

        Missing standard streams are replaced by empty ones.
        """
        _prepare_streams()
        hints = HINTS.set(iter(range(MOST_LISTED, 0, -1)))
        kwargs["standalone_mode"] = False
        try:
            code = super().main(*args, **kwargs)
        except (click.ClickException, click.Abort, PelotonError, OSError) as error:
            code = _print_error(error)
        finally:
            HINTS.reset(hints)
        sys.exit(code)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in the order of the help."""
        return [*self.lazy, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; the Example in its help is not wrapped."""
        command = super().get_command(ctx, cmd_name)
        if cmd_name in self.lazy:
            module_name, text = self.lazy[cmd_name]
            module = import_module(f"peloton.cli.commands.{module_name}")
            # Some functions have an underscore, such as `list_`.
            command = getattr(module, f"{cmd_name}_", None) or getattr(module, cmd_name)
            command.short_help = text  # shown by Tab completion
        if command is not None and command.help:
            text = cleandoc(command.help)
            # \b stops click from wrapping the paragraph.
            command.help = text.replace("Example:\n  ", "Example:\n\n\b\n  ")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command; UsageError with the nearest one if it is unknown.

        A number means `show`, as in `stage 2`.
        """
        known = self.list_commands(ctx)
        if args[0].isdecimal() and "show" in known:
            args = ["show", *args]
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            near = _swapped_hint(ctx, args) or did_you_mean_command(ctx, args[0])
            message = f"no such command '{args[0]}'{near}"
            raise click.UsageError(message, ctx) from error

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """List the commands without importing them."""
        if not self.lazy:
            super().format_commands(ctx, formatter)
            return
        width = max(map(len, self.lazy))
        sections: dict[str, list[tuple[str, str]]] = {}
        heading = "Commands"
        for name, (_, text) in self.lazy.items():
            heading = self.headings.get(name, heading)
            sections.setdefault(heading, []).append((name.ljust(width), text))
        for title, rows in sections.items():
            with formatter.section(title):
                formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; PelotonError if it is stopped, such as by Ctrl-C."""
        try:
            return super().invoke(ctx)
        except (click.Abort, EOFError, KeyboardInterrupt, UnicodeDecodeError) as error:
            # End the line of an unanswered question.
            click.echo(err=True)
            message = _STOPPED
            if isinstance(error, UnicodeDecodeError):
                message = f"the input is not text in {error.encoding}"
            raise PelotonError(message) from error


_STOPPED = "stopped; nothing was changed"


def _synonyms(word: str) -> Sequence[str]:
    """Return the commands that a synonym stands for, likeliest first."""
    # Only needed for unknown commands.
    import tomllib

    file = Path(__file__).with_name("synonyms.toml")
    meanings: dict[str, list[str]] = tomllib.loads(file.read_text(encoding="utf-8"))
    found = (to for words, to in meanings.items() if word in words.split())
    return next(found, ())


def _swapped_hint(context: click.Context, args: list[str]) -> str:
    """Return `; did you mean 'rider add'?` for `add rider`, else an empty string."""
    verb, *nouns = (word.casefold() for word in args[:2])
    for noun in (other for word in nouns for other in (word, word.removesuffix("s"))):
        group = subcommand(context, noun)
        known = group.list_commands(context) if isinstance(group, click.Group) else []
        for other in (verb, *_synonyms(verb)):
            if other in known:
                return f"; did you mean '{context.command_path} {noun} {other}'?"
    return ""


def subcommand(context: click.Context, word: str) -> click.Command | None:
    """Return a command of the context's group, or None."""
    group = context.command
    return group.get_command(context, word) if isinstance(group, click.Group) else None


def did_you_mean_command(
    context: click.Context, word: str, subjects: Iterable[str] = ()
) -> str:
    """Return `; did you mean 'x'?` for a synonym or a similar command or subject.

    `delete` is never suggested.
    """
    group, path = context.command, context.command_path
    known = group.list_commands(context) if isinstance(group, click.Group) else []
    others = _synonyms(word.casefold())
    here = {*known, ""} if context.parent is None else {*known}
    meant = [other for other in others if other.partition(" ")[0] in here]
    if meant:
        listed = " or ".join(f"'{f'{path} {other}'.strip()}'" for other in meant)
        return f"; did you mean {listed}?"
    near = did_you_mean(word, [*known, *subjects])
    return "" if "'delete'" in near else near


def _prepare_streams() -> None:
    """Replace missing streams, and make the others accept any character.

    Files and pipes are UTF-8. Terminals escape characters they cannot show.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            nothing = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - stays open
            setattr(sys, name, nothing)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.encoding.lower() != "utf-8":
            encoding = None if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")


def _print_error(error: Exception) -> int:
    """Print an error, if stderr is open; return the exit code."""
    # Imported here, because `--help` does not need it.
    from peloton.cli.support.output import tell_error

    code = 1
    with suppress(OSError):
        if isinstance(error, click.ClickException):
            code = error.exit_code
            # Messages may contain user input, which may contain escape codes.
            if not isinstance(error, NoArgsIsHelpError):
                vars(error)["message"] = printable(error.message)
            error.show()
        elif isinstance(error, PelotonError):
            tell_error(error)
        elif isinstance(error, OSError):
            tell_error(PelotonError(f"cannot write: {error.strerror or error}"))
        else:
            tell_error(PelotonError(_STOPPED))
    for name in ("stdout", "stderr"):
        _discard_unwritten(name)
    return code


def _discard_unwritten(name: str) -> None:
    """Discard unwritten output, because Python would fail again at exit."""
    try:
        getattr(sys, name).flush()
    except OSError:
        setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - stays open
