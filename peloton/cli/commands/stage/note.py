"""`peloton note` and `stage ruling`, `lots`, `turns` and `cards`: add desk lines."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import click

from peloton.cli.support.arguments import (
    complete_bibs,
    complete_classifications,
    complete_teams,
    number_argument,
    option,
)
from peloton.cli.support.changing import confirm_save, confirming
from peloton.cli.support.output import tell
from peloton.desk.merging import with_newlines
from peloton.desk.proposal import line_after_draw, with_lines
from peloton.desk.scored_tour import ScoredTour, raise_mistakes
from peloton.desk.session import Session
from peloton.desk.state import StageAtDesk
from peloton.errors import PelotonError
from peloton.notation.desk.ghosts import DRAW_TURN
from peloton.notation.desk.ledger_lines import LOTS_PLACEHOLDER
from peloton.notation.desk.writing import lots_text, ruling_text
from peloton.rules.facts.fact_table import COUNTS
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Ruling
from peloton.rules.facts.tour import ridden_stage
from peloton.rules.names import find_bib, find_classification, find_team_code
from peloton.rules.ranking import tied_by_lots


@click.command()
@number_argument
@click.argument("lines", nargs=-1, required=True, metavar="LINE...")
@confirming
def note(session: Session, number: int, lines: tuple[str, ...]) -> None:
    """Add lines to stage N, written as at the desk.

    `!9 +20 late` is a ruling, `+12 7*2` records extra turns, `$MOL 50 Muur` is an offer
    and `=general ?` draws lots. Quote each line. For all kinds, run 'peloton help
    desk'.

    Example:
        peloton note 2 "+12 7*2" "Muur: 4 1 12"
        peloton note 3 '!9 +20 late'
    """
    _propose(session, number, lines)


@click.command()
@number_argument
@option("--bib TEXT", "Rider, by bib or name.", shell_complete=complete_bibs)
@option(
    "--team TEXT",
    "Team, by code or name, instead of a rider.",
    shell_complete=complete_teams,
)
@option("--seconds", "Penalty; negative: bonus.", type=int, default=0)
@option("--points", "Points to deduct; negative: to add.", type=int, default=0)
@option("--mountains", "Mountain points to deduct.", type=int, default=0)
@option("--reinstated", "Reinstate a rider over the time limit.")
@option("--reason TEXT", "Reason, printed on the sheets.", default="")
@confirming
def ruling(
    session: Session,
    number: int,
    *,
    bib: str | None,
    team: str | None,
    **details: Any,  # noqa: ANN401 - the facts of a ruling
) -> None:
    """Record a ruling on a rider or a team on stage N.

    A reinstated rider keeps the time and stays in the race (RR-10). A desk line is
    shorter: 'peloton note 2 "!baens +20 moved out of turn"'.

    Example:
        peloton stage ruling 2 --bib 7 --seconds 20 --reason "moved out of turn"
    """
    tour = session.read().tour
    ridden_stage(tour, number)
    if not any({**details, "reason": ""}.values()):
        raise PelotonError("expected --seconds, --points, --mountains or --reinstated")
    if (bib is None) == (team is None):
        raise PelotonError("expected either --bib or --team")
    if not details["reason"].strip():
        raise PelotonError("found no reason, expected one such as --reason 'late'")
    rider = None if bib is None else find_bib(tour, bib)
    code = None if team is None else find_team_code(tour, team)
    line = ruling_text(Ruling(bib=rider, team=code, **details))
    _propose(session, number, [line])


@click.command()
@number_argument
@click.argument("classification", shell_complete=complete_classifications)
@click.argument("drawn", nargs=-1, metavar="[BIB...]", shell_complete=complete_bibs)
@option("--draw", "Draw lots among the tied riders.")
@confirming
def lots(
    session: Session,
    number: int,
    classification: str,
    drawn: tuple[str, ...],
    *,
    draw: bool,
) -> None:
    """Record lots drawn among tied riders after stage N (CY-7).

    Give the bibs in the order drawn, or let peloton draw with --draw; lots already
    drawn are then kept.

    Example:
        peloton stage lots 1 general 12 4
        peloton stage lots 1 general --draw
    """
    before = session.read()
    name = ClassificationName(find_classification(before.rulebook, classification))
    ridden_stage(before.tour, number)
    if draw == bool(drawn):
        raise PelotonError("expected either BIB... or --draw")
    if not draw:
        _replace_values(session, number, lots_text(name, drawn), ["lots"])
    elif tied_by_lots(before.race().score(number), name, before.rulebook):
        _propose(session, number, [f"={name} {LOTS_PLACEHOLDER}"])
    else:
        tell(f"No lots to draw: nobody is tied in {name}.")


def _replace_values(
    session: Session, number: int, line: str, facts: Iterable[str]
) -> None:
    """Save the values on a line of lots or counts, in place of those with its keys."""

    def change(now: ScoredTour) -> ScoredTour:
        desk = StageAtDesk(now, number)
        reading = desk.read(line)
        raise_mistakes(reading.problems)
        values: dict[str, Any] = {}
        for name in facts:
            both = {**getattr(desk.stage, name), **getattr(reading.stage, name)}
            values[name] = {key: value for key, value in both.items() if value}
        return now.with_stage(number, replace(desk.stage, **values))

    confirm_save(session, change, f"noted on stage {number}: {line}")


def _count_command(fact: str, explained: str) -> click.Command:
    """Return a command that records a number per rider or team, such as extra turns."""
    sign = COUNTS[fact].sign
    facts = [name for name, row in COUNTS.items() if row.sign == sign]

    @click.command(help=explained)
    @number_argument
    @click.argument("words", nargs=-1, required=True, metavar="BIB=NUMBER...")
    @confirming
    def record(session: Session, number: int, words: tuple[str, ...]) -> None:
        # Users type `7=2` for the desk's `7*2`, because shells expand `*`.
        line = f"{sign}{' '.join(re.sub(r'=(?=[0-9]+$)', '*', word) for word in words)}"
        _replace_values(session, number, line, facts)

    return record


turns = _count_command(
    "extra_turns",
    """Record the extra turns that riders used on stage N (CY-12); 0 removes them.

    For a team's turns, give its code, unless a rider has the same bib. To show the
    turns left, run 'peloton standings extra-turns'.

    Example:
        peloton stage turns 2 1=2 7=1
        peloton stage turns 2 MOL=2
    """,
)
cards = _count_command(
    "cards",
    """Record the cards that riders hold at the end of stage N; 0 removes them.

    In Criterium, count the good cards kept, at most 3 (CR-17). In Flamme Rouge, count
    all exhaustion cards; half of them are kept (FR-2). For the cards of the next stage,
    run 'peloton kit'.

    Example:
        peloton stage cards 2 1=3 7=1
    """,
)


def _propose(session: Session, number: int, lines: Sequence[str]) -> None:
    """Show the effect of new lines, ask for confirmation, and add them to the stage.

    Lots are drawn first, so that exactly the lines shown are saved.
    """
    before = session.read()
    desk, drawn = StageAtDesk(before, number), list[str]()
    for line in lines:
        new = line
        if line.strip().startswith(DRAW_TURN):
            raise PelotonError(
                "the cards of ghosts are not stored with a stage; draw them with"
                f" 'peloton desk {number}'"
            )
        if line.strip().endswith(LOTS_PLACEHOLDER):
            # Lines above it decide which riders are tied.
            view = desk.view(desk.base + with_newlines(drawn))
            new = line_after_draw(view, line.strip())
        drawn.append(new)
    if results := [new for new, line in zip(drawn, lines, strict=True) if new != line]:
        tell(f"Drawn: {'; '.join(results)}")

    def change(now: ScoredTour) -> ScoredTour:
        if results and now.tour != before.tour:
            raise PelotonError(
                "the tour was changed meanwhile; nothing was saved, try again"
            )
        return with_lines(now, number, drawn)

    confirm_save(session, change, f"noted on stage {number}: {'; '.join(drawn)}")
