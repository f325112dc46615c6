"""What is being typed of a stage: kept at every key press, not yet part of a tour."""

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from peloton.store import tables as t

_DRAFT = t.table_of(t.DraftRow)


@dataclass(frozen=True, slots=True)
class Draft:
    """What was typed so far of a stage, and what it was begun from."""

    stage: int
    text: str
    base: str


def drafts_of(connection: Connection, tour_id: int | None) -> tuple[Draft, ...]:
    """Return the drafts of a tour, by stage."""
    chosen = (
        select(_DRAFT.c.stage, _DRAFT.c.text, _DRAFT.c.base)
        .where(_DRAFT.c.tour_id == tour_id)
        .order_by(_DRAFT.c.stage)
    )
    return tuple(Draft(*row) for row in connection.execute(chosen))


def keep_draft(connection: Connection, tour_id: int | None, draft: Draft) -> None:
    """Keep a draft in place of the one of that stage."""
    place = (_DRAFT.c.tour_id == tour_id) & (_DRAFT.c.stage == draft.stage)
    typed = {"text": draft.text, "base": draft.base}
    if not connection.execute(update(_DRAFT).where(place).values(**typed)).rowcount:
        fresh = {"tour_id": tour_id, "stage": draft.stage, **typed}
        connection.execute(insert(_DRAFT).values(**fresh))


def drop_draft(connection: Connection, tour_id: int | None, stage: int) -> None:
    """Forget a draft, if there is one."""
    place = (_DRAFT.c.tour_id == tour_id) & (_DRAFT.c.stage == stage)
    connection.execute(delete(_DRAFT).where(place))
