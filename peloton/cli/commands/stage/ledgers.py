"""`peloton stage turns`, `offer` and `cards`: what is kept from stage to stage."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

import click

from peloton.cli.support.arguments import Whole, complete_teams, number_argument
from peloton.cli.support.changing import changing_tour, propose, yes_option
from peloton.cli.support.prompts import whole_number
from peloton.desk.scored_tour import Current
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.rules.facts.stage import FINISH, Offer
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.facts.tour import Tour, stage_at
from peloton.rules.names import entrant_meant, meant, rider_meant, team_meant

_Who = TypeVar("_Who", Bib, TeamCode)


@click.command()
@number_argument
@click.argument("used", nargs=-1, required=True, metavar="BIB=TURNS...")
@click.option("--attacks", is_flag=True, help="Record attacks, of 2 extra turns each.")
@yes_option
@changing_tour
def turns(
    session: Session, number: int, used: tuple[str, ...], *, attacks: bool, yes: bool
) -> None:
    """Record how many extra turns riders used on stage N (CY-12); 0 takes it back.

    Attacks are recorded apart from other extra turns. A team's extra turns go by its
    code, where no rider has that for a bib. 'peloton standings extra-turns' shows what
    is left.

    Example:
        peloton stage turns 2 1=2 7=1
        peloton stage turns 2 7=1 --attacks
        peloton stage turns 2 MOL=2
    """

    def changed(now: Current) -> Current:
        stage = stage_at(now.tour, number)
        if attacks:
            counts = _of_riders(now.tour, stage.attacks, used, "attacks")
            return now.with_stage(number, replace(stage, attacks=counts))
        riders, teams = dict(stage.extra_turns), dict(stage.team_turns)
        for word, count in _counts(used, "turns"):
            who = entrant_meant(now.tour, word)
            if any(rider.bib == who for rider in now.tour.riders):
                riders[Bib(who)] = count
            else:
                teams[TeamCode(who)] = count
        stage = replace(stage, extra_turns=_kept(riders), team_turns=_kept(teams))
        return now.with_stage(number, stage)

    recorded = "attacks" if attacks else "extra turns"
    what = f"recorded the {recorded} of stage {number}: {' '.join(used)}"
    propose(session, changed, what, yes=yes)


def _counts(words: Iterable[str], what: str) -> Iterator[tuple[str, int]]:
    """Go through words such as 7=2; PelotonError, naming `what`, for any other word."""
    for word in words:
        who, sign, count = word.rpartition("=")
        if not (who and sign):
            message = f"found '{word}', expected a bib and its {what}, such as 7=2"
            raise PelotonError(message)
        yield who, whole_number(count)


def _of_riders(
    tour: Tour, before: Mapping[Bib, int], words: Iterable[str], what: str
) -> dict[Bib, int]:
    """Return the counts `before` with those of the words; 0 removes a rider's."""
    counts = {rider_meant(tour, word): count for word, count in _counts(words, what)}
    return _kept({**before, **counts})


def _kept(counts: dict[_Who, int]) -> dict[_Who, int]:
    return {who: count for who, count in counts.items() if count}


@click.command()
@number_argument
@click.option(
    "--team",
    required=True,
    shell_complete=complete_teams,
    help="The team that offers it.",
)
@click.option("--amount", type=Whole(min=0), required=True, help="How much.")
@click.option(
    "--for", "target", default=FINISH, help="A sprint or summit, else the finish."
)
@click.option("--place", type=Whole(min=1), default=1, help="For who is Nth.")
@click.option("--undo", is_flag=True, help="Take this offer back.")
@yes_option
@changing_tour
def offer(  # noqa: PLR0913 - one argument for each option of the command
    session: Session,
    number: int,
    *,
    team: str,
    amount: int,
    target: str,
    place: int,
    undo: bool,
    yes: bool,
) -> None:
    """Offer a premium on stage N, for a sprint, a summit or the finish (CY-15).

    Example:
        peloton stage offer 2 --team MOL --amount 50 --for Zottegem
    """

    def changed(now: Current) -> Current:
        stage = stage_at(now.tour, number)
        lines = dict.fromkeys((FINISH, *stage.primes), ())
        made = Offer(
            team=team_meant(now.tour, team),
            amount=amount,
            target=meant(target, lines) or target,
            place=place,
        )
        offers = list(stage.offers)
        if not undo:
            offers.append(made)
        elif made in offers:
            offers.remove(made)
        else:
            message = f"stage {number} has no such offer of team {team} to take back"
            raise PelotonError(message)
        return now.with_stage(number, replace(stage, offers=tuple(offers)))

    taken = "takes back" if undo else "offers"
    what = f"team {team} {taken} {amount} for {target} on stage {number}"
    propose(session, changed, what, yes=yes)


@click.command()
@number_argument
@click.argument("held", nargs=-1, required=True, metavar="BIB=CARDS...")
@yes_option
@changing_tour
def cards(session: Session, number: int, held: tuple[str, ...], *, yes: bool) -> None:
    """Record the cards that riders hold at the end of stage N; 0 takes it back.

    In Criterium they are the good cards kept, 3 at most (CR-17), in Flamme Rouge all
    cards of exhaustion, of which half are kept (FR-2). 'peloton kit' shows what each
    rider has of them for the next stage.

    Example:
        peloton stage cards 2 1=3 7=1
    """

    def changed(now: Current) -> Current:
        stage = stage_at(now.tour, number)
        cards = _of_riders(now.tour, stage.cards, held, "cards")
        return now.with_stage(number, replace(stage, cards=cards))

    what = f"recorded the cards of stage {number}: {' '.join(held)}"
    propose(session, changed, what, yes=yes)
