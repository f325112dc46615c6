"""`peloton language`: show or set the language of a tour."""

from dataclasses import replace

import click

from peloton.cli.support.arguments import OneOf
from peloton.cli.support.changing import changing_tour, report
from peloton.cli.support.output import tell
from peloton.desk.session import Session
from peloton.rules.facts.kinds import Language
from peloton.rules.names import LANGUAGES


@click.command()
@click.argument(
    "code",
    type=OneOf(Language, others=LANGUAGES),
    metavar=f"[{'|'.join(Language)}]",
    required=False,
)
@changing_tour
def language(session: Session, *, code: Language | None) -> None:
    """Set the language of the current tour's sheets and messages, or show it.

    To use another language for one command only, add --language to it. JSON, tour
    files and help stay in English.

    Example:
        peloton language fr
    """
    if code is None:
        now = session.read().tour.language or Language.ENGLISH
        tell(f"The sheets and messages are in {LANGUAGES[now][0]} ({now}).")
        return
    name = LANGUAGES[code][0]
    session.change(
        lambda now: replace(now.tour, language=code), f"set the language to {name}"
    )
    report(session, f"The sheets and messages are now in {name}.")
