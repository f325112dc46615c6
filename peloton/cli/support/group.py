"""Define the command group, which imports commands on demand and prints errors."""

import os
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from inspect import cleandoc
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

import click
from click.exceptions import NoArgsIsHelpError, NoSuchOption

from peloton.errors import PelotonError, did_you_mean, limited_hints, nearest_word
from peloton.rules.words import printable


class Commands(click.Group):
    """A group that imports a command's module only when the command is run.

    `sections` maps each heading of the help to its commands, and each command to its
    module in `commands` and its short help, so that `peloton --help` imports no module.
    Only this class prints PelotonErrors, as `Error: ...`; the exit code is then 1.
    """

    def __init__(
        self,
        *args: Any,  # noqa: ANN401 - click's own arguments, passed on
        sections: Mapping[str, Mapping[str, tuple[str, str]]] | None = None,
        **kwargs: Any,  # noqa: ANN401 - click's own arguments, passed on
    ) -> None:
        """Set the commands to import when they are run."""
        super().__init__(*args, **kwargs)
        self.sections = sections or {}
        self.lazy = {
            n: row for rows in self.sections.values() for n, row in rows.items()
        }

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:  # noqa: ANN401 - click's own
        """Run the program and exit; print an error on one line on stderr."""
        _prepare_streams()
        kwargs["standalone_mode"] = False
        with limited_hints():
            try:
                code = super().main(*args, **kwargs)
            except (click.ClickException, click.Abort, PelotonError, OSError) as error:
                code = _print_error(error)
        sys.exit(code)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in the order of the help."""
        return [*self.lazy, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command and return it; the Example in its help is not wrapped."""
        command = super().get_command(ctx, cmd_name)
        if cmd_name in self.lazy:
            module_name, text = self.lazy[cmd_name]
            module = import_module(f"peloton.cli.commands.{module_name}")
            # Some functions end in an underscore, such as `list_`.
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
        """Return the command for the first word; raise UsageError if it is unknown.

        In a group with the command `show`, a word that suggests no command means `show
        WORD`, as in `stage 2` or `rules cyclo`.
        """
        if not ctx.resilient_parsing:
            known, name = self.list_commands(ctx), self.full_name(ctx, args[0])
            if name is not None:
                args = [name, *args[1:]]
            elif (hint := self.hint(ctx, args)) or "show" not in known:
                raise click.UsageError(f"no such command '{args[0]}'{hint}", ctx)
            else:
                args = ["show", *args]
        return super().resolve_command(ctx, args)

    def full_name(self, ctx: click.Context, word: str) -> str | None:
        """Return the command that a word is or abbreviates; None if unclear."""
        known = self.list_commands(ctx)
        if word in known:
            return word
        found = match_prefix(word, known)
        others = {*self._synonyms(ctx, word)} - {*found}
        alone = len(found) == 1 and not NEVER_ABBREVIATED & {*found}
        return found[0] if alone and not others else None

    def _synonyms(self, ctx: click.Context, word: str) -> list[str]:
        """Return the commands that a synonym may mean, likeliest first."""
        known = {*self.list_commands(ctx)}
        if ctx.parent is None:
            known |= {"", "--version"}
        meant = _hints("commands").get(word.casefold(), ())
        return [to for to in meant if to.partition(" ")[0] in known]

    def hint(
        self, ctx: click.Context, words: Sequence[str], subjects: Collection[str] = ()
    ) -> str:
        """Return `; did you mean 'peloton x'?` for likely commands or subjects, or "".

        For `add rider`, it suggests `rider add`. It never suggests `delete`.
        """
        word, noun = words[0].casefold(), "".join(words[1:2]).casefold()
        known, synonyms = self.list_commands(ctx), _hints("commands")
        meant: list[str] = []
        group = self.get_command(ctx, self.full_name(ctx, noun.removesuffix("s")) or "")
        if isinstance(group, Commands):
            commands = group.list_commands(ctx)
            verbs = (v for v in (word, *synonyms.get(word, ())) if v in commands)
            meant = [f"{group.name} {verb}" for verb in verbs][:1]
        meant = meant or [*self._synonyms(ctx, word), *match_prefix(word, known)]
        if not meant:
            near = nearest_word(word, (*known, *subjects), _TYPO)
            near = near or nearest_word(word, tuple(synonyms), _TYPO)
            if near in subjects:
                return f"; did you mean '{near}'?"
            meant = [near] if near in known else self._synonyms(ctx, near)
        meant = [to for to in dict.fromkeys(meant) if to != "delete"]
        if not meant:
            return ""
        paths = [f"'{ctx.command_path} {to}".strip() + "'" for to in meant]
        listed = " or ".join(filter(None, (", ".join(paths[:-1]), paths[-1])))
        return f"; did you mean {listed}?"

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """List the commands without importing them."""
        if not self.lazy:
            super().format_commands(ctx, formatter)
            return
        width = max(map(len, self.lazy))
        for heading, commands in self.sections.items():
            with formatter.section(heading):
                rows = [(n.ljust(width), text) for n, (_, text) in commands.items()]
                formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; on an error, print it in the tour's language and exit."""
        if ctx.parent is not None:
            return super().invoke(ctx)
        try:
            return super().invoke(ctx)
        except PelotonError as error:
            needs_none = ctx.invoked_subcommand in _WITHOUT_DATABASE
            if not (ctx.obj.tours_read or needs_none or ctx.meta.get(FROM_FILE)):
                # The error came before a tour was read.
                replace(ctx.obj, tour_name=None, wait=0).read_language()
            ctx.exit(_print_error(error))
        except (click.Abort, EOFError, KeyboardInterrupt, UnicodeDecodeError) as error:
            # The cursor may be behind an unanswered question: start a new line.
            click.echo(err=True)
            message = _STOPPED
            if isinstance(error, UnicodeDecodeError):
                message = f"the input is not text in {error.encoding}"
            ctx.exit(_print_error(PelotonError(message)))


FROM_FILE = "peloton.from_file"
"""Key in the context: True if the command reads a tour file instead of a database."""
_WITHOUT_DATABASE = frozenset(("score", "rules", "help", "completion"))
"""Commands that use no database, not even to find the language of an error."""
_STOPPED = "stopped; nothing was changed"
NEVER_ABBREVIATED = frozenset(
    ("cancel", "clear", "close", "delete", "redo", "remove", "undo", "upgrade")
)
"""Commands that cannot be abbreviated, because they remove or replace data."""
_TYPO = 0.75
"""Minimum similarity of an unknown word to the command or option suggested for it."""


def match_prefix(word: str, known: Iterable[str]) -> list[str]:
    """Return the known words that begin with `word`, ignoring the case of `word`."""
    return [name for name in known if name.startswith(word.casefold())]


def _hints(section: str) -> Mapping[str, Sequence[str]]:
    """Return a section of synonyms.toml: suggestions for words that users type."""
    # Imported here because it is only needed after an unknown command or option.
    import tomllib

    file = Path(__file__).with_name("synonyms.toml")
    meanings: dict[str, list[str]] = tomllib.loads(file.read_text("utf-8"))[section]
    return {word: to for words, to in meanings.items() for word in words.split()}


def _option_hint(error: NoSuchOption) -> str:
    known = (o for p in error.ctx.command.params for o in p.opts) if error.ctx else ()
    if error.option_name in (hints := _hints("options")):
        return f"; {hints[error.option_name][0]}"
    return did_you_mean(error.option_name, known, cutoff=_TYPO)


def _prepare_streams() -> None:
    """Replace missing streams; use UTF-8, or escape what a terminal cannot show."""
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
    # Imported here because `--help` does not need it.
    from peloton.cli.support.output import tell_error

    code = 1
    with suppress(OSError):
        if isinstance(error, click.ClickException):
            code = error.exit_code
            if isinstance(error, NoSuchOption):
                message = f"no such option '{error.option_name}'{_option_hint(error)}"
                vars(error).update(message=message, possibilities=None)
            # Messages may contain user input, which may contain escape codes.
            if not isinstance(error, NoArgsIsHelpError):
                vars(error)["message"] = printable(error.message)
            error.show()
        elif isinstance(error, PelotonError):
            tell_error(error)
        elif isinstance(error, OSError):
            reason = error.strerror or error
            # Only an error of a stream, such as a full disk, has no file name.
            action = f"access {error.filename}" if error.filename else "write"
            tell_error(PelotonError(f"cannot {action}: {reason}"))
        else:
            tell_error(PelotonError(_STOPPED))
    for name in ("stdout", "stderr"):
        try:
            getattr(sys, name).flush()
        except OSError:  # discard the output, because Python would try again at exit
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - stays open
    return code
