"""`peloton note` and `stage ruling`, `lots`, `turns`, `cards`: lines of the desk."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import click

from peloton.cli.support.arguments import (
    complete_bibs,
    complete_classifications,
    complete_teams,
    number_argument,
)
from peloton.cli.support.changing import changing_tour, propose, yes_option
from peloton.cli.support.output import tell
from peloton.desk.proposal import line_drawn, noted
from peloton.desk.scored_tour import Current, refuse
from peloton.desk.session import Session
from peloton.desk.stage_lines import StageLines
from peloton.desk.state import StageAtDesk
from peloton.errors import PelotonError
from peloton.notation.desk.besides import DRAW
from peloton.notation.desk.writing import lots_text, ruling_text
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.seen import COUNTED
from peloton.rules.facts.stage import Ruling, Stage
from peloton.rules.facts.tour import ridden_stage, stage_at
from peloton.rules.names import classification_meant, rider_meant, team_meant
from peloton.rules.ranking import tied_by_lots


@click.command()
@number_argument
@click.argument("lines", nargs=-1, required=True, metavar="LINE...")
@yes_option
@changing_tour
def note(session: Session, number: int, lines: tuple[str, ...], *, yes: bool) -> None:
    """Add lines to stage N, each as it is typed at the desk.

    `!9 +20 late` is a ruling, `+12 7*2` are extra turns, `$MOL 50 Muur` is an offer,
    `=general ?` draws lots: 'peloton help desk' lists all lines. Quote each of them.

    Example:
        peloton note 2 "+12 7*2" "Muur: 4 1 12"
        peloton note 3 '!9 +20 late'
    """
    _propose(session, number, lines, yes=yes)


@click.command()
@number_argument
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
    *,
    bib: str | None,
    team: str | None,
    undo: bool,
    yes: bool,
    **details: Any,  # noqa: ANN401 - the facts of a ruling
) -> None:
    """Rule on a rider or a team on stage N: a penalty is positive, a bonus negative.

    A rider over the time limit who is reinstated keeps the time and rides on (RR-10).
    A line of the desk is shorter: 'peloton note 2 "!baens +20 moved out of turn"'.

    Example:
        peloton stage ruling 2 --bib 7 --seconds 20 --reason "moved out of turn"
    """
    tour = session.read().tour
    stage = ridden_stage(tour, number)
    if undo:
        if not stage.rulings:
            message = f"stage {number} has no ruling"
            raise PelotonError(message)
        back = f"took a ruling back on stage {number}"
        _propose(session, number, (), back, _without_last_ruling, yes=yes)
        return
    if not any({**details, "reason": ""}.values()):
        message = "a ruling needs --seconds, --points, --mountains or --reinstated"
        raise PelotonError(message)
    if (bib is None) == (team is None):
        message = "a ruling: expected either a bib or a team"
        raise PelotonError(message)
    rider = None if bib is None else rider_meant(tour, bib)
    code = None if team is None else team_meant(tour, team)
    line = ruling_text(Ruling(bib=rider, team=code, **details))
    _propose(session, number, [line], yes=yes)


def _without_last_ruling(stage: Stage) -> Stage:
    return replace(stage, rulings=stage.rulings[:-1])


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
    name = ClassificationName(classification_meant(before.rulebook, classification))
    ridden_stage(before.tour, number)
    if draw and drawn:
        message = f"found {' '.join(drawn)} and --draw, expected either"
        raise PelotonError(message)
    if draw:
        score, rulebook = before.race().score(number), before.rulebook
        if not tied_by_lots(score, name, rulebook):
            tell(f"Nobody is tied in {name} after stage {number}: no lots.")
            return
        drawn = (DRAW,)

    def without(stage: Stage) -> Stage:
        others = {key: who for key, who in stage.lots.items() if key is not name}
        return replace(stage, lots=stage.lots if draw else others)

    back = f"took the {name} lots of stage {number} back"
    lines = [lots_text(name, drawn)] if drawn else []
    _propose(session, number, lines, "" if drawn else back, without, yes=yes)


def _counting(fact: str, explained: str) -> click.Command:
    """Return the command that records what a fact counts of riders and their teams."""
    sign = COUNTED[fact].sign

    @click.command(help=explained)
    @number_argument
    @click.argument("words", nargs=-1, required=True, metavar="BIB=NUMBER...")
    @yes_option
    @changing_tour
    def record(
        session: Session, number: int, words: tuple[str, ...], *, yes: bool
    ) -> None:
        # A shell would take a * for the names of files.
        line = f"{sign}{' '.join(re.sub(r'=(?=[0-9]+$)', '*', word) for word in words)}"

        def changed(now: Current) -> Current:
            lines = StageLines(now, number)
            reading = lines.read(line)
            refuse(reading.problems)
            counts: dict[str, Any] = {}
            for name in (name for name, row in COUNTED.items() if row.sign == sign):
                both = {**getattr(lines.stage, name), **getattr(reading.stage, name)}
                counts[name] = {who: count for who, count in both.items() if count}
            return now.with_stage(number, replace(lines.stage, **counts))

        propose(session, changed, f"counted on stage {number}: {line}", yes=yes)

    return record


turns = _counting(
    "extra_turns",
    """Record how many extra turns riders used on stage N (CY-12); 0 takes it back.

    Those of a team go by its code, where no rider has that for a bib.
    'peloton standings extra-turns' shows what they have left.

    Example:
        peloton stage turns 2 1=2 7=1
        peloton stage turns 2 MOL=2
    """,
)
cards = _counting(
    "cards",
    """Record the cards that riders hold at the end of stage N; 0 takes it back.

    In Criterium they are the good cards kept, 3 at most (CR-17), in Flamme Rouge all
    cards of exhaustion, of which half are kept (FR-2). 'peloton kit' shows what each
    rider has of them for the next stage.

    Example:
        peloton stage cards 2 1=3 7=1
    """,
)


def _propose(  # noqa: PLR0913 - what a change needs
    session: Session,
    number: int,
    lines: Iterable[str],
    what: str = "",
    without: Callable[[Stage], Stage] = lambda stage: stage,
    *,
    yes: bool,
) -> None:
    """Show what lines change, ask, and add them; each draw is made once.

    `without` removes from the stage what the lines replace. `what` is the text of the
    journal, by default the lines.
    """
    before, lines = session.read(), [*lines]
    drawn = [_drawn(before, number, line) for line in lines]
    if drawn != lines:
        tell(f"Drawn: {'; '.join(drawn)}")

    def changed(now: Current) -> Current:
        if drawn != lines and now.tour != before.tour:
            message = "the tour was changed meanwhile; nothing was saved, draw again"
            raise PelotonError(message)
        stage = without(stage_at(now.tour, number))
        return noted(now.with_stage(number, stage), number, drawn)

    what = what or f"noted on stage {number}: {'; '.join(drawn)}"
    propose(session, changed, what, yes=yes)


def _drawn(before: Current, number: int, line: str) -> str:
    """Draw the lots or the turn of the ghosts that a line asks for."""
    if not line.strip().endswith(DRAW):
        return line
    desk = StageAtDesk(before, number)
    return line_drawn(desk, desk.view(desk.base), line.strip())
