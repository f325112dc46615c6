"""`peloton stage turns` and `offer`: Cyclo's extra turns and its sponsors."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import click

from peloton.cli.asking import number_of, yes_option
from peloton.cli.changing import changing, done, sentence
from peloton.cli.choosing import Whole
from peloton.cli.completing import complete_teams
from peloton.cli.current import Current
from peloton.cli.session import Session, on_tour
from peloton.cli.stages import number_argument, propose
from peloton.errors import PelotonError
from peloton.rules.model import Bib, Offer, TeamCode, Tour
from peloton.rules.stages import stage_at, with_stage


@click.command()
@number_argument
@click.argument("used", nargs=-1, required=True, metavar="BIB=TURNS...")
@yes_option
@on_tour
@changing
def turns(session: Session, number: int, used: tuple[str, ...], *, yes: bool) -> None:
    """Record how many extra turns riders used on stage N (CY-12); 0 takes it back.

    'peloton standings extra_turns' shows what they have left.

    Example:

    \b
        peloton stage turns 2 1=2 7=1

    """

    def changed(now: Current) -> Tour:
        stage = stage_at(now.tour, number)
        extra_turns = booked(stage.extra_turns, used, "turns")
        return with_stage(now.tour, number, replace(stage, extra_turns=extra_turns))

    what = f"recorded the extra turns of stage {number}: {' '.join(used)}"
    propose(session, session.read(), changed, what, yes=yes)
    done(session, sentence(what))


def booked(
    before: Mapping[Bib, int], words: Iterable[str], what: str
) -> dict[Bib, int]:
    """Book how many of something riders have, written 7=2; with 0 a rider has none.

    `what` is counted, for the message; PelotonError for a word that is not so.
    """
    now = dict(before)
    for word in words:
        bib, sign, count = word.rpartition("=")
        if not (bib and sign):
            message = f"found '{word}', expected a bib and its {what}, such as 7=2"
            raise PelotonError(message)
        now[Bib(bib)] = number_of(count)
    return {bib: count for bib, count in now.items() if count}


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
    "--for", "target", default="finish", help="A sprint or summit, else the finish."
)
@click.option("--place", type=Whole(min=1), default=1, help="For who is Nth.")
@click.option("--undo", is_flag=True, help="Take this offer back.")
@yes_option
@on_tour
@changing
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

    \b
        peloton stage offer 2 --team MOL --amount 50 --for Zottegem

    """
    made = Offer(team=TeamCode(team), amount=amount, target=target, place=place)

    def changed(now: Current) -> Tour:
        stage = stage_at(now.tour, number)
        offers = list(stage.offers)
        if not undo:
            offers.append(made)
        elif made in offers:
            offers.remove(made)
        else:
            message = f"stage {number} has no such offer of team {team} to take back"
            raise PelotonError(message)
        return with_stage(now.tour, number, replace(stage, offers=tuple(offers)))

    taken = "takes back" if undo else "offers"
    what = f"team {team} {taken} {amount} for {target} on stage {number}"
    propose(session, session.read(), changed, what, yes=yes)
    done(session, sentence(what))
