"""What the shell offers on Tab: stages, bibs, teams, types and classifications."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from peloton.cli.support.param_types import Whole
from peloton.cli.support.session import Completion, Session, offering

if TYPE_CHECKING:
    from peloton.rules.facts.tour import Tour


def _tour(session: Session) -> "Tour":
    with session.store() as store:
        return store.tour(session.name(store)).tour


def _stages(session: Session) -> Iterable[Completion]:
    for number, stage in enumerate(_tour(session).stages, 1):
        yield str(number), stage.name or stage.kind


def _bibs(session: Session) -> Iterable[Completion]:
    return [(rider.bib, rider.name) for rider in _tour(session).riders]


def _teams(session: Session) -> Iterable[Completion]:
    return [(team.code, team.name) for team in _tour(session).teams]


def _classifications(session: Session) -> Iterable[Completion]:
    kept = session.read().rulebook.classifications
    return [(name, "") for name in kept]


def _types(session: Session) -> Iterable[Completion]:
    return [(each.name, each.meaning) for each in session.read().rulebook.types]


complete_stages = offering(_stages)
complete_bibs = offering(_bibs)
complete_teams = offering(_teams)
complete_types = offering(_types)
complete_classifications = offering(_classifications)

stage_argument = click.argument(
    "number",
    type=Whole(min=1),
    metavar="[N]",
    required=False,
    shell_complete=complete_stages,
)
"""The number of a stage that need not be given."""
