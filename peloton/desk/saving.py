"""What is done with a stage: choosing the next, drawing lots."""

from collections.abc import Iterable

from peloton.errors import PelotonError
from peloton.rules.facts.tour import Tour, next_stage_number, stage_at


def to_be_entered(tour: Tour) -> int:
    """Return the number of the next stage; PelotonError if all have been ridden."""
    stage_at(tour, 1)
    number = next_stage_number(tour)
    if number is None:
        message = "every stage has been ridden; name the one to enter again"
        raise PelotonError(message)
    return number


def draw_lots(ties: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Draw lots within each tie, every order as likely as another.

    Only commands draw: what was drawn is a fact, and scoring is free of chance.
    """
    from secrets import SystemRandom

    draw = SystemRandom().sample
    return tuple(who for tie in ties for who in draw(tie, len(tie)))
