"""`peloton language`: the language that a tour's sheets are in."""

from dataclasses import replace

import click

from peloton.cli.support.arguments import OneOf
from peloton.cli.support.changing import changing_tour, done
from peloton.cli.support.output import tell
from peloton.desk.session import Session
from peloton.rules.facts.kinds import Language
from peloton.rules.names import LANGUAGES


@click.command()
@click.argument(
    "code",
    type=OneOf([code.value for code in Language], others=LANGUAGES),
    metavar=f"[{'|'.join(Language)}]",
    required=False,
)
@changing_tour
def language(session: Session, *, code: str | None) -> None:
    """Put the sheets of the current tour into a language, or say which it is.

    What is shown and written is in it from then on; --language asks for another one
    just once. JSON, tour files and the answers of commands stay in English.

    Example:
        peloton language fr
    """
    if code is None:
        now = session.read().tour.language or Language.ENGLISH
        tell(f"The sheets are in {LANGUAGES[now][0]} ({now}).")
        return
    chosen = Language(code)
    name = LANGUAGES[chosen][0]
    session.change(
        lambda now: replace(now.tour, language=chosen), f"chose {name} for its sheets"
    )
    done(session, f"The sheets are in {name} now.")
