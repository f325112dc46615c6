"""Single facts from their rows."""

from collections.abc import Iterable
from functools import lru_cache

from peloton.rules.games import MARKS, Mark
from peloton.rules.model import (
    Arrival,
    Bib,
    Category,
    FinishLine,
    Offer,
    Reason,
    Rider,
    Ruling,
    Section,
    SectionKind,
    Sprint,
    Team,
    TeamCode,
    Unplaced,
)
from peloton.store import tables as t


def orders(rows: Iterable[Iterable[str]] | None) -> tuple[tuple[Bib, ...], ...]:
    """Return the orders over a line on the track, lap by lap or heat by heat."""
    return tuple(tuple(map(Bib, row)) for row in rows or ())


def team_of(row: t.TeamRow) -> Team:
    """Return a team."""
    return Team(
        code=TeamCode(row.code), name=row.name, player=row.player, colour=row.colour
    )


def rider_of(row: t.RiderRow) -> Rider:
    """Return one line of the startlist."""
    return Rider(
        bib=Bib(row.bib),
        name=row.name,
        team=_code(row.team),
        type=row.type,
        captain=row.captain,
        young=row.young,
        neutral=row.neutral,
    )


def section_of(row: t.SectionRow) -> Section:
    """Return a stretch of the course."""
    return Section(
        kind=SectionKind(row.kind),
        name=row.name,
        start=row.start,
        end=row.end,
        category=None if row.category is None else Category(row.category),
        points=row.points,
        bonus=row.bonus,
    )


def sprint_of(row: t.SprintRow) -> Sprint:
    """Return an intermediate sprint."""
    return Sprint(name=row.name, at=row.at, points=row.points, bonus=row.bonus)


def finish_line_of(row: t.FinishLineRow, bibs: tuple[Bib, ...]) -> FinishLine:
    """Return a line of the arrival sheet; ValueError for an arrival without mark."""
    if row.mark is None or row.mark_form is None:
        mark = None
    else:
        mark = _mark(row.mark_form, row.mark)
    if row.reason is not None:
        (bib,) = bibs
        return Unplaced(bib, Reason(row.reason), mark)
    if mark is None:
        message = f"no mark for {' '.join(bibs)}"
        raise ValueError(message)
    return Arrival(bibs, mark)


@lru_cache(maxsize=4096)
def _mark(form: str, text: str) -> Mark:
    """Read a mark; there are few different ones in many tours."""
    mark: Mark = MARKS[form].read(text)
    return mark


def ruling_of(row: t.RulingRow) -> Ruling:
    """Return a decision of the game leader."""
    return Ruling(
        reason=row.reason,
        bib=None if row.bib is None else Bib(row.bib),
        team=_code(row.team),
        seconds=row.seconds,
        points=row.points,
        mountains=row.mountains,
    )


def offer_of(row: t.OfferRow) -> Offer:
    """Return a sponsor's premium."""
    return Offer(
        team=TeamCode(row.team), amount=row.amount, target=row.target, place=row.place
    )


def _code(text: str | None) -> TeamCode | None:
    return None if text is None else TeamCode(text)
