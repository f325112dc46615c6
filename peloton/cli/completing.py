"""What the shell offers on Tab: tours, stages, bibs, teams and classifications.

Nothing is ever said here, and nothing goes wrong: where there is nothing to offer, or
no way to find out, nothing is offered.
"""

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

from peloton.cli.choosing import Whole
from peloton.errors import PelotonError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from peloton.cli.session import Session
    from peloton.rules.model import Tour

Offer = tuple[str, str]
"""A word and what it stands for."""
Complete = Callable[[click.Context, click.Parameter, str], list["CompletionItem"]]


def _offering(offers: Callable[["Session"], Iterable[Offer]]) -> Complete:
    """Return what offers the words that go on with what was typed."""

    def complete(
        context: click.Context, _: click.Parameter, typed: str
    ) -> "list[CompletionItem]":
        # Needed only where a shell asks, and every command comes by here.
        from click.shell_completion import CompletionItem

        try:
            found = tuple(offers(_session(context)))
        except PelotonError:
            return []
        start = typed.lstrip("\"'")
        return [
            CompletionItem(_quoted(word), help=about)
            for word, about in found
            if word.casefold().startswith(start.casefold())
        ]

    return complete


def _session(context: click.Context) -> "Session":
    """Return the session of a command line that is not run, only read."""
    # Which imports this module, for its --tour.
    from peloton.cli.session import Session

    given: dict[str, str | None] = {}
    at: click.Context | None = context
    while at is not None:
        given = {**at.params, **given}
        at = at.parent
    where = given.get("db") or os.environ.get("PELOTON_DB") or None
    return Session(where=where, wanted=given.get("tour"))


def _quoted(word: str) -> str:
    """Write a word as bash takes it; the other shells quote what they are offered."""
    if not os.environ.get("_PELOTON_COMPLETE", "").startswith("bash"):
        return word
    return "".join(
        f"\\{letter}" if letter.isascii() and not _is_plain(letter) else letter
        for letter in word
    )


def _is_plain(letter: str) -> bool:
    return letter.isalnum() or letter in "-_./:,+@%"


def _tours(session: "Session") -> Iterable[Offer]:
    with session.store() as store:
        return [(each.name, each.rulebook) for each in store.summaries()]


def _tour(session: "Session") -> "Tour":
    with session.store() as store:
        return store.tour(session.name(store)).tour


def _stages(session: "Session") -> Iterable[Offer]:
    for number, stage in enumerate(_tour(session).stages, 1):
        yield str(number), stage.name or stage.kind


def _bibs(session: "Session") -> Iterable[Offer]:
    return [(rider.bib, rider.name) for rider in _tour(session).riders]


def _teams(session: "Session") -> Iterable[Offer]:
    return [(team.code, team.name) for team in _tour(session).teams]


def _classifications(session: "Session") -> Iterable[Offer]:
    kept = session.read().rulebook.classifications
    return [(name, "") for name in kept]


def _types(session: "Session") -> Iterable[Offer]:
    return [(each.name, each.meaning) for each in session.read().rulebook.types]


complete_tours = _offering(_tours)
complete_stages = _offering(_stages)
complete_bibs = _offering(_bibs)
complete_teams = _offering(_teams)
complete_types = _offering(_types)
complete_classifications = _offering(_classifications)

stage_argument = click.argument(
    "number",
    type=Whole(min=1),
    metavar="[N]",
    required=False,
    shell_complete=complete_stages,
)
"""The number of a stage that need not be given."""
