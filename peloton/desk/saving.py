"""What is done with a stage: choosing the next, drawing lots, saving it changed."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from peloton.desk.scored_tour import Current, validated, with_rulebook
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.rules.facts.tour import Tour, next_stage_number, stage_at
from peloton.store.parts import StoredTour, rebased

if TYPE_CHECKING:
    from peloton.store.tours import Store


def to_be_entered(tour: Tour) -> int:
    """Return the number of the next stage; PelotonError if all have been ridden."""
    stage_at(tour, 1)
    number = next_stage_number(tour)
    if number is None:
        message = "every stage has been ridden; name the one to enter again"
        raise PelotonError(message)
    return number


def draw_lots(
    ties: Iterable[tuple[str, ...]],
    shuffle: Callable[[list[str]], None] | None = None,
) -> tuple[str, ...]:
    """Draw lots within each tie, every order as likely as another.

    Only commands draw: what was drawn is a fact, and scoring is free of chance.
    """
    from secrets import SystemRandom

    drawn: list[str] = []
    for tie in ties:
        order = list(tie)
        (shuffle or SystemRandom().shuffle)(order)
        drawn += order
    return tuple(drawn)


def save(
    session: Session,
    before: Current,
    after: Current,
    what: str,
    again: Callable[[Current], Current] | None = None,
) -> None:
    """Save a tour changed since it was read as `before`, in one transaction.

    `what` says in words what was changed, for the journal. Others may have changed
    other parts of it meanwhile; where it was the same part, `again` changes that
    anew, and without it PelotonError: nothing is lost unseen. InputError if it is
    wrong.
    """
    after.checked()
    old, new = (
        StoredTour(tour=side.tour, rulebook_text=before.rulebook_text)
        for side in (before, after)
    )

    def work(store: "Store") -> None:
        found, saved = store.tour(before.tour.name), after
        if found != old and again is not None:
            now = with_rulebook(found.tour, found.rulebook_text)
            saved = again(now).checked()
        elif found != old:
            merged = rebased(old, new, found)
            saved = validated(merged.tour, merged.rulebook_text)
        store.save(saved.tour, saved.rulebook_text, what, race=saved.scored)

    session.write(work)
