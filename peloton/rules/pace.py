"""How fast a stage was won: spaces a turn, where the marks tell."""

from fractions import Fraction

from peloton.rules.marks import FractionMark, LinesMark, SpaceMark
from peloton.rules.model import Stage
from peloton.rules.results import StageScore
from peloton.rules.rulebook import Rulebook


def average_speed(score: StageScore, rulebook: Rulebook) -> Fraction | None:
    """Return the average speed of a stage's winner, in spaces a turn, exactly.

    With a fraction of a turn it is the length over the turns and that fraction
    (CR-1); with turns used and lines past the finish, the lines ridden over the turns
    (CY-1); with the space stood on, that space over the turns (FI-1). It is None for
    marks that only count turns or rounds from the first home on (CY-3, CI-1, FR-1),
    as nobody wrote down how many went before, for times as given (RR-1), and where
    the length is not known. A team's speed is that of the rider whose time it has.
    """
    stage = score.stage
    winner = next((line for line in score.result if line.place == 1), None)
    if winner is None or not stage.kind.timed:
        return None
    timed = winner.leader or winner.bib
    mark = next((line.mark for line in stage.finish if timed in line.bibs), None)
    if isinstance(mark, SpaceMark):
        return _over(mark.space, mark.turns)
    if not stage.length:
        return None
    if isinstance(mark, FractionMark):
        return stage.length / (mark.turns + Fraction(mark.left, mark.moved))
    if isinstance(mark, LinesMark) and _counts_from_the_start(stage, rulebook):
        return _over(stage.length + mark.lines, mark.turns)
    return None


def _counts_from_the_start(stage: Stage, rulebook: Rulebook) -> bool:
    """Whether the turns of a mark are those used, and not those since the first."""
    used = rulebook.word("clock") == "turns and lines"
    return used and stage.kind.against_the_clock


def _over(spaces: int, turns: int) -> Fraction | None:
    return Fraction(spaces, turns) if turns else None
