"""A rider explained: every second and point, its reason and its rule, as a sheet."""

from functools import partial
from itertools import groupby
from operator import attrgetter

from peloton.reports.names import CLASSIFICATION_TITLES, POINTS, TIMES, Names
from peloton.reports.sheet import Cell, Column, Sheet, table_of
from peloton.rules.explain.rider import Reasoned, explanation
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib
from peloton.rules.results import Race
from peloton.rules.words import phrase

_AMOUNT = (Column(phrase("What")), TIMES[0], POINTS)
_TITLES: dict[str, str] = {
    **{str(name): title for name, title in CLASSIFICATION_TITLES.items()},
    "time": phrase("time"),
    "bonus": phrase("bonus"),
    "penalty": phrase("penalty"),
}


def explanation_sheet(race: Race, bib: Bib, after: int | None = None) -> Sheet:
    """Report every second and point of a rider with its reason, a table a stage.

    Raises PelotonError for an unknown bib, and a stage without a result.
    """
    reasons = _reasons(race, bib, after)
    stages = {score.number: score.title for score in race.stages}
    title, name = Names(race.tour).titles(bib)
    return Sheet(
        title=title,
        name=name,
        subtitle=race.tour.name,
        unit=race.rulebook.unit,
        tables=tuple(
            table_of(
                f"Stage {number}",
                stages[number],
                group,
                (_AMOUNT, partial(_amount, race)),
                (Column(phrase("Why"), weight=1), attrgetter("why")),
                (Column(phrase("Rule")), attrgetter("rule")),
            )
            for number, group in groupby(reasons, key=lambda each: each.stage)
        ),
    )


def explanation_rows(
    race: Race, bib: Bib, after: int | None = None
) -> list[dict[str, str | int | bool | None]]:
    """Return the amounts of a rider as rows for scripts.

    Raises PelotonError as `explanation_sheet` does.
    """
    return [reasoned._asdict() for reasoned in _reasons(race, bib, after)]


def _reasons(race: Race, bib: Bib, after: int | None) -> list[Reasoned]:
    race.score(after)
    return explanation(race, bib, after)


def _amount(race: Race, reasoned: Reasoned) -> tuple[Cell, ...]:
    timed = reasoned.towards in {"time", "bonus", "penalty"} or (
        reasoned.towards in {ClassificationName.GENERAL, ClassificationName.YOUNG}
        and race.rulebook.word("general.by") == "time"
    )
    what = _TITLES.get(reasoned.towards, reasoned.towards)
    amount = reasoned.amount
    if reasoned.towards == "bonus" and amount is not None:
        amount = -amount
    return (
        phrase("{classification}: total", classification=what)
        if reasoned.total
        else what,
        amount if timed else None,
        None if timed else amount,
    )
