"""`peloton stage ruling`, `lots` and `cancel`: what the game leader decides."""

from dataclasses import replace
from typing import Any

import click

from peloton.cli.support.arguments import (
    SignedWords,
    complete_bibs,
    complete_classifications,
    complete_teams,
    number_argument,
)
from peloton.cli.support.changing import changing_tour, propose, yes_option
from peloton.cli.support.output import tell
from peloton.desk.scored_tour import Current, draw_lots
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.notation.desk.besides import read_ruling
from peloton.notation.toml.values import FormError
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Ruling
from peloton.rules.facts.tour import Tour, ridden_stage, stage_at
from peloton.rules.names import (
    classification_meant,
    rider_meant,
    startlist_names,
    team_meant,
)
from peloton.rules.ranking import tied_by_lots


@click.command(cls=SignedWords)
@number_argument
@click.argument("words", nargs=-1, metavar="[WHO SECONDS REASON]")
@click.option("--bib", shell_complete=complete_bibs, help="The rider, by bib or name.")
@click.option(
    "--team",
    shell_complete=complete_teams,
    help="The team, by code or name, in place of a rider.",
)
@click.option("--seconds", type=int, default=0, help="+ penalty, - bonus.")
@click.option("--points", type=int, default=0, help="+ taken off, - given.")
@click.option("--mountains", type=int, default=0, help="+ taken off, - given.")
@click.option("--reinstated", is_flag=True, help="Keep a rider over the time limit.")
@click.option("--reason", default="", help="Why; it stands on the sheet.")
@click.option("--undo", is_flag=True, help="Take the last ruling back.")
@yes_option
@changing_tour
def ruling(  # noqa: PLR0913 - one argument for each option of the command
    session: Session,
    number: int,
    words: tuple[str, ...],
    *,
    bib: str | None,
    team: str | None,
    undo: bool,
    yes: bool,
    **details: Any,  # noqa: ANN401 - the facts of a ruling
) -> None:
    """Rule on a rider or a team on stage N: a penalty is positive, a bonus negative.

    It may be typed as at the desk, without options: `+2p` are points. A rider over the
    time limit who is reinstated keeps the time and rides on (RR-10).

    Example:
        peloton stage ruling 2 --bib 7 --seconds 20 --reason "moved out of turn"
        peloton stage ruling 2 baens +20 moved out of turn
        peloton stage ruling 2 baens -5 helped a rider up
        peloton stage ruling 2 baens reinstated held up by the cat
    """
    typed = " ".join(words)
    ruled = Ruling(**details)
    if typed and (bib or team or undo or any(details.values())):
        message = f"found '{typed}' and options, expected either"
        raise PelotonError(message)
    if not (typed or undo or any({**details, "reason": ""}.values())):
        message = "a ruling needs --seconds, --points, --mountains or --reinstated"
        raise PelotonError(message)

    def changed(now: Current) -> Current:
        stage = ridden_stage(now.tour, number)
        if undo and not stage.rulings:
            message = f"stage {number} has no ruling"
            raise PelotonError(message)
        given = _given(now.tour, typed, bib, team, ruled)
        rulings = stage.rulings[:-1] if undo else (*stage.rulings, given)
        return now.with_stage(number, replace(stage, rulings=rulings))

    what = f"{'took a ruling back' if undo else 'ruled'} on stage {number}"
    propose(session, changed, what, yes=yes)


def _given(
    tour: Tour, typed: str, bib: str | None, team: str | None, ruling: Ruling
) -> Ruling:
    """Read a ruling as it was typed, or say on whom one given by options is."""
    try:
        if typed:
            return read_ruling(typed, startlist_names(tour.riders, tour.teams))
    except FormError as error:
        raise PelotonError(str(error)) from error
    return replace(
        ruling,
        bib=None if bib is None else rider_meant(tour, bib),
        team=None if team is None else team_meant(tour, team),
    )


@click.command()
@number_argument
@click.argument("classification", shell_complete=complete_classifications)
@click.argument("drawn", nargs=-1, metavar="[BIB...]", shell_complete=complete_bibs)
@click.option("--draw", is_flag=True, help="Draw them, among those who are tied.")
@yes_option
@changing_tour
def lots(  # noqa: PLR0913 - one argument for each option of the command
    session: Session,
    number: int,
    classification: str,
    drawn: tuple[str, ...],
    *,
    draw: bool,
    yes: bool,
) -> None:
    """Record the order in which tied riders were drawn after stage N (CY-7).

    With --draw they are drawn here, among those who are tied; lots that are there
    already stay. Without bibs the lots of that classification are taken back.

    Example:
        peloton stage lots 1 general 12 4
        peloton stage lots 1 general --draw
    """
    before = session.read()
    race = before.race()
    name = ClassificationName(classification_meant(race.rulebook, classification))
    find = team_meant if name is ClassificationName.TEAMS else rider_meant
    drawn = tuple(find(before.tour, who) for who in drawn)
    if draw:
        if drawn:
            message = f"found {' '.join(drawn)} and --draw, expected either"
            raise PelotonError(message)
        stage = ridden_stage(before.tour, number)
        ties = tied_by_lots(race.score(number), name, race.rulebook)
        if not ties:
            tell(f"Nobody is tied in {name} after stage {number}: no lots.")
            return
        new = draw_lots(ties)
        tell(f"Tied: {'; '.join(map(' '.join, ties))}. Drawn: {' '.join(new)}.")
        drawn = (*stage.lots.get(name, ()), *new)

    def changed(now: Current) -> Current:
        if draw and now.tour != before.tour:
            message = "the tour was changed meanwhile; nothing was saved, draw again"
            raise PelotonError(message)
        stage = ridden_stage(now.tour, number)
        order = {**stage.lots, name: drawn}
        lots = {name: who for name, who in order.items() if who}
        return now.with_stage(number, replace(stage, lots=lots))

    what = f"{name} lots of stage {number}: {' '.join(drawn) or 'none'}"
    propose(session, changed, what, f"The {what}.", yes=yes)


@click.command()
@number_argument
@click.option("--reason", help="Why; it stands on the sheet.")
@click.option("--undo", is_flag=True, help="It counts after all.")
@yes_option
@changing_tour
def cancel(
    session: Session, number: int, *, reason: str | None, undo: bool, yes: bool
) -> None:
    """Cancel stage N: what was entered stays, and counts for nothing (GN-4).

    Example:
        peloton stage cancel 4 --reason "the cat sat on the Galibier"
    """
    if undo == bool(reason):
        message = "expected either --reason, to cancel it, or --undo"
        raise PelotonError(message)

    def changed(now: Current) -> Current:
        stage = stage_at(now.tour, number)
        if undo and not stage.cancelled:
            message = f"stage {number} is not cancelled"
            raise PelotonError(message)
        return now.with_stage(number, replace(stage, cancelled=reason or ""))

    what = f"stage {number} {'counts again' if undo else 'is cancelled'}"
    propose(session, changed, what, yes=yes)
