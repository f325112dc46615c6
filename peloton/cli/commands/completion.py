"""`peloton completion`: what makes a shell complete peloton's command lines."""

import click
from click.shell_completion import get_completion_class

from peloton.cli.support.arguments import OneOf

_SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=OneOf(_SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that lets Tab complete commands, tours, stages and bibs.

    For bash, put `eval "$(peloton completion bash)"` into ~/.bashrc, and likewise for
    zsh into ~/.zshrc. For fish, write it to ~/.config/fish/completions/peloton.fish.

    Example:
        peloton completion bash
    """
    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101 - click brings these three
    script = kind(context.find_root().command, {}, "peloton", "_PELOTON_COMPLETE")
    # Or else bash takes away the backslashes before the spaces of a name.
    click.echo(script.source().replace(" read type", " read -r type"))
