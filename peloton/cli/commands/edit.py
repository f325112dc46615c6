"""`peloton edit` and `close`: change the details of a tour, or end it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import click

from peloton.cli.support.arguments import OneOf
from peloton.cli.support.changing import (
    change_tour,
    changing_tour,
    confirm_save,
    yes_option,
)
from peloton.cli.support.tour_options import read_plan, tour_options, with_rules
from peloton.desk.scored_tour import ScoredTour, with_rulebook
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.tour import Tour
from peloton.rules.names import LANGUAGES
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.values import quote


@click.command()
@click.option("--name", metavar="NAME", help="New name; the journal is renamed too.")
@tour_options
@click.option("--leader", metavar="NAME", help="Game leader's name, printed on sheets.")
@click.option("--place", metavar="PLACE", help="Where you play, printed on sheets.")
@click.option(
    "--language",
    type=OneOf(Language, others=LANGUAGES),
    help="Language of the tour's sheets and messages.",
)
@yes_option
@changing_tour
def edit(session: Session, /, *, yes: bool, **given: Any) -> None:  # noqa: ANN401 - click's values
    """Change the name, plan, language, options or house rules of the current tour.

    An empty --leader or --place removes it. A change to the options, rules or number
    of stages is shown first, with its effect on the standings.

    Example:
        peloton edit --stages 7 --leader Ann
        peloton edit --house-rule "bonus.finish=10,6,4"
    """
    if not any(value is not None and value != () for value in given.values()):
        raise PelotonError("found no option, expected one such as --stages 7")

    def change(now: ScoredTour) -> Tour:
        return _edited(now.tour, now.rulebook, given)

    def change_rules(now: ScoredTour) -> ScoredTour:
        return with_rulebook(change(now), now.rulebook_text)

    names = [name for name, value in given.items() if value not in (None, ())]
    what = f"changed the tour: {', '.join(names)}"
    if {"stages", "options", "rules"}.isdisjoint(names):
        change_tour(session, change, what)
    else:
        confirm_save(session, change_rules, what, yes=yes)


@click.command()
@yes_option
@changing_tour
def close(session: Session, *, yes: bool) -> None:
    """End the current tour with the stages it has (GN-9).

    Its classifications are then final. To add stages later, run
    `peloton edit --stages open`.

    Example:
        peloton close
    """

    def change(now: ScoredTour) -> ScoredTour:
        return now.with_tour(_closed(now.tour))

    confirm_save(session, change, "closed the tour", yes=yes)


def _edited(tour: Tour, rulebook: Rulebook, given: Mapping[str, Any]) -> Tour:
    plain = ("name", "date", "leader", "place", "language")
    values = {name: given[name] for name in plain if given[name] is not None}
    if given["name"] is not None and not given["name"].strip():
        raise PelotonError(
            f"found {quote(given['name'])}, expected a name for the tour"
        )
    if given["stages"] is not None:
        values["planned"] = read_plan(given["stages"])
    tour = with_rules(tour, rulebook, given["options"], given["rules"])
    return replace(tour, **values)


def _closed(tour: Tour) -> Tour:
    """Return the tour, planned to end after the stages that have been ridden."""
    to_come = [n for n, stage in enumerate(tour.stages, 1) if not stage.ridden]
    if not tour.stages or len(to_come) == len(tour.stages):
        raise PelotonError(
            "no stage has been ridden yet; to remove the tour, use 'peloton delete'"
        )
    if to_come:
        raise PelotonError(
            f"stage {to_come[0]} has not been ridden: enter it, or remove the last"
            " stages with 'peloton stage remove'"
        )
    if not tour.expects_more_stages:
        raise PelotonError(f"'{tour.name}' is already over: all its stages are ridden")
    return replace(tour, planned=len(tour.stages))
