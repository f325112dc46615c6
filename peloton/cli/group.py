"""The command group: loads a command when it is called, and says no in one line."""

import errno
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from peloton.errors import PelotonError, did_you_mean


class Commands(click.Group):
    """A group that imports a command's module only to run it.

    `lazy` maps a command to its module in peloton.cli and its short help, so that
    `peloton --help` imports none of them. Every PelotonError becomes one line
    `Error: ...` and exit 1, here and nowhere else.
    """

    def __init__(
        self,
        *args: Any,  # noqa: ANN401 - click's own arguments, passed on
        lazy: Mapping[str, tuple[str, str]] | None = None,
        **kwargs: Any,  # noqa: ANN401 - click's own arguments, passed on
    ) -> None:
        """Take click's arguments and the table of commands."""
        super().__init__(*args, **kwargs)
        self.lazy = lazy or {}

    def main(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - click's own
        """Run the program; a stream it was started without is an empty one."""
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:
                nothing = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - stays open
                setattr(sys, name, nothing)
        return super().main(*args, **kwargs)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in the order a new user meets them."""
        return [*self.lazy, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command."""
        if cmd_name not in self.lazy:
            return super().get_command(ctx, cmd_name)
        module = import_module(f"peloton.cli.{self.lazy[cmd_name][0]}")
        # `list_` and `show_`, where the plain name is taken.
        found = getattr(module, f"{cmd_name}_", None) or getattr(module, cmd_name)
        command: click.Command = found
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or name the nearest one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            known = self.list_commands(ctx)
            message = f"no such command '{args[0]}'{did_you_mean(args[0], known)}"
            raise click.UsageError(message, ctx) from error

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """List the commands without importing them."""
        if not self.lazy:
            super().format_commands(ctx, formatter)
            return
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self.lazy.items()])

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a refusal is said on stderr and exits 1."""
        try:
            return super().invoke(ctx)
        except PelotonError as error:
            _refuse(error)
        except (click.Abort, EOFError, KeyboardInterrupt):
            # The question, unanswered, still stands on the line.
            click.echo(err=True)
            _refuse(PelotonError("stopped; nothing was saved"))
        except OSError as error:
            # A closed pipe (`| head`) is no mistake: click leaves quietly.
            if error.errno == errno.EPIPE:
                raise
            _refuse(PelotonError(f"cannot write: {error.strerror or error}"))
        raise click.exceptions.Exit(1)


def _refuse(error: PelotonError) -> None:
    # Not imported at the top: `--help` shows no sheets.
    from peloton.cli.output import said_no

    said_no(error)
