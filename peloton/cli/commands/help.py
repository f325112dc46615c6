"""`peloton help` and `completion`: show the guide and complete commands on Tab."""

import re

import click
from click.shell_completion import get_completion_class

from peloton.cli.support.arguments import OneOf, completer
from peloton.cli.support.group import Commands, match_prefix
from peloton.cli.support.output import print_markdown
from peloton.notation.resources import RULE_NUMBER, guide

_LINK = re.compile(r"\[([^][]+)\]\(([^()]+)\)")


def _titles() -> dict[str, str]:
    return {
        subject: file.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
        for subject, file in guide().items()
    }


@click.command()
@click.argument(
    "words",
    nargs=-1,
    metavar="[SUBJECT|COMMAND]",
    shell_complete=completer(lambda _: _titles().items()),
)
@click.pass_context
def help_(context: click.Context, words: tuple[str, ...]) -> None:
    """Explain a subject or a command; without one, list all of them.

    If a word names both, the command's help is printed before the page.

    Example:
        peloton help tour-file
        peloton help stage enter
    """
    if not words:
        root = context.find_root()
        formatter = root.make_formatter()
        root.command.format_help(root, formatter)
        titles = _titles()
        width = max(map(len, titles))
        with formatter.section("Subjects, for 'peloton help SUBJECT'"):
            rows = [(name.ljust(width), text) for name, text in titles.items()]
            formatter.write_dl(rows)
        click.echo(formatter.getvalue().rstrip("\n"))
        return
    if len(words) == 1 and RULE_NUMBER.fullmatch(words[0]):
        # Imported here because most subjects do not need it.
        from peloton.cli.commands.rules import show_

        context.invoke(show_, name=words[0], toml=False)
        return
    pages = guide() if len(words) == 1 else {}
    found = match_prefix(words[0], pages)
    page = pages.get(words[0])
    command = _command(context, words, optional=bool(page) or len(found) == 1)
    if command is not None:
        click.echo(command.get_help())
    if page is not None or command is None:
        click.echo("\n" if command else "", nl=False)
        page = page or pages[found[0]]
        print_markdown(_LINK.sub(_named, page.read_text(encoding="utf-8")))


def _command(
    context: click.Context, words: tuple[str, ...], *, optional: bool
) -> click.Context | None:
    """Return the context of a command such as `stage enter`; None if `optional`."""
    found = context.find_root()
    for word in words:
        group, name, command = found.command, word, None
        if isinstance(group, Commands):
            name = group.full_name(found, word) or word
            command = group.get_command(found, name)
        if command is None and optional:
            return None
        if command is None:
            subjects = guide() if len(words) == 1 else ()
            what = "command or subject" if subjects else "command"
            hint = ""
            if isinstance(group, Commands):
                hint = group.hint(found, [word], subjects)
            raise click.UsageError(f"no such {what} '{word}'{hint}", context)
        found = click.Context(command, info_name=name, parent=found)
    return found


def _named(link: re.Match[str]) -> str:
    """Replace a link in a guide page by its text and the command to show its target."""
    text, target = link.groups()
    subject = target.removesuffix(".md")
    return f"{text} (`peloton help {subject}`)" if subject in guide() else text


@click.command()
@click.argument("shell", type=OneOf(("bash", "zsh", "fish")))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print a script that completes commands, tours, stages and bibs on Tab.

    For bash, add `eval "$(peloton completion bash)"` to ~/.bashrc; for zsh, the same
    line with zsh to ~/.zshrc. For fish, save the output to
    ~/.config/fish/completions/peloton.fish.

    Example:
        peloton completion bash
    """
    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101 - click supports all three
    script = kind(context.find_root().command, {}, "peloton", "_PELOTON_COMPLETE")
    # Without -r, bash removes the backslashes before the spaces in a name.
    click.echo(script.source().replace(" read type", " read -r type"))
