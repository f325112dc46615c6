"""`peloton stage cards`: the cards that riders keep for the next stage."""

from dataclasses import replace

import click

from peloton.cli.asking import yes_option
from peloton.cli.changing import changing, done, sentence
from peloton.cli.current import Current
from peloton.cli.session import Session, on_tour
from peloton.cli.stage_ledgers import booked
from peloton.cli.stages import number_argument, propose
from peloton.rules.model import Tour
from peloton.rules.stages import stage_at, with_stage


@click.command()
@number_argument
@click.argument("held", nargs=-1, required=True, metavar="BIB=CARDS...")
@yes_option
@on_tour
@changing
def cards(session: Session, number: int, held: tuple[str, ...], *, yes: bool) -> None:
    """Record the cards that riders hold at the end of stage N; 0 takes it back.

    In Criterium they are the good cards kept, 3 at most (CR-17), in Flamme Rouge all
    cards of exhaustion, of which half are kept (FR-2). 'peloton kit' shows what each
    rider has of them for the next stage.

    Example:

    \b
        peloton stage cards 2 1=3 7=1

    """

    def changed(now: Current) -> Tour:
        stage = stage_at(now.tour, number)
        stage = replace(stage, cards=booked(stage.cards, held, "cards"))
        return with_stage(now.tour, number, stage)

    what = f"recorded the cards of stage {number}: {' '.join(held)}"
    propose(session, session.read(), changed, what, yes=yes)
    done(session, sentence(what))
