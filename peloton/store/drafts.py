"""What is being typed of a stage: kept at every key press, not yet part of a tour."""

from dataclasses import dataclass, field

from peloton.store.shape import Database


@dataclass(frozen=True, slots=True)
class Draft:
    """What was typed so far of a stage, and what it was begun from.

    `heard` are the changes that phones made last, so that one sent again counts once.
    """

    stage: int
    text: str
    base: str
    heard: str | None = field(default=None, repr=False)


def drafts_of(database: Database, tour_id: int) -> tuple[Draft, ...]:
    """Return the drafts of a tour, by stage."""
    found = database.rows("draft", "stage text base heard", tour_id=tour_id)
    return tuple(Draft(*row) for row in found)


def keep_draft(database: Database, tour_id: int, draft: Draft) -> None:
    """Keep a draft in place of the one of that stage; what it heard stays for None."""
    place = {"tour_id": tour_id, "stage": draft.stage}
    typed = {"text": draft.text, "base": draft.base}
    if draft.heard is not None:
        typed["heard"] = draft.heard
    if not database.update("draft", typed, **place):
        database.insert("draft", [{**place, **typed}])


def drop_draft(database: Database, tour_id: int, stage: int) -> None:
    """Forget a draft, if there is one."""
    database.delete("draft", tour_id=tour_id, stage=stage)
