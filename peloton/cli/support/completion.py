"""What the shell offers on Tab: stages, bibs, teams, types and classifications."""

from typing import TYPE_CHECKING

import click

from peloton.cli.support.param_types import Whole
from peloton.cli.support.session import Session, offering

if TYPE_CHECKING:
    from peloton.rules.facts.tour import Tour


def _tour(session: Session) -> "Tour":
    with session.store() as store:
        return store.tour(session.name(store)).tour


complete_stages = offering(
    lambda session: (
        (str(number), stage.name or stage.kind)
        for number, stage in enumerate(_tour(session).stages, 1)
    )
)
complete_bibs = offering(
    lambda session: ((rider.bib, rider.name) for rider in _tour(session).riders)
)
complete_teams = offering(
    lambda session: ((team.code, team.name) for team in _tour(session).teams)
)
complete_types = offering(
    lambda session: (
        (kind.name, kind.meaning) for kind in session.read().rulebook.types
    )
)
complete_classifications = offering(
    lambda session: ((name, "") for name in session.read().rulebook.classifications)
)

stage_argument = click.argument(
    "number",
    type=Whole(min=1),
    metavar="[N]",
    required=False,
    shell_complete=complete_stages,
)
"""The number of a stage, which may be left out."""
