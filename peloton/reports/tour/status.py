"""Where a tour stands, and what to do next: what `peloton` alone says."""

from collections.abc import Collection, Iterator

from peloton.reports.classifications.jerseys import jerseys_sheet
from peloton.reports.money.purse import won_by_money
from peloton.reports.names import CLASSIFICATION_TITLES, Names
from peloton.reports.sheet import Sheet
from peloton.reports.stage.result import circumstances
from peloton.rules.classifications.jerseys import led_classifications
from peloton.rules.facts.labels import stage_name
from peloton.rules.facts.problem import Severity
from peloton.rules.facts.tour import Tour, next_stage
from peloton.rules.results import Race, TimeStanding
from peloton.rules.words import clock, listed, say


def status_sheet(race: Race, begun: Collection[int] = (), change: str = "") -> Sheet:
    """Report where a tour stands: its leaders and wearers, and what comes next.

    `begun` are the stages of which something is typed at the desk and not saved, and
    `change` says what was changed last.
    """
    tour = race.tour
    ridden = sum(stage.ridden for stage in tour.stages)
    stages = len(tour.stages)
    worn = race.stages and race.stages[-1].jerseys
    return Sheet(
        title=tour.name,
        subtitle=listed(
            (
                race.rulebook.title,
                say("{count} riders", count=len(tour.riders)),
                say("{ridden} of {stages} stages ridden", ridden=ridden, stages=stages),
            ),
            " · ",
        ),
        tables=jerseys_sheet(race).tables if worn else (),
        notes=(
            *won_by_money(race),
            *_leaders(race),
            *_problems(race),
            *_next(tour, begun),
            *_latest_change(change),
        ),
    )


def _leaders(race: Race) -> Iterator[str]:
    """Say who leads what, with the lead over the second."""
    names = Names(race.tour)
    led = led_classifications(race, race.stages[-1]) if race.stages else {}
    for name, rows in led.items():
        first = [row for row in rows if row.rank == 1]
        behind = next((row for row in rows if row.rank > 1), None)
        if len(first) != 1:
            continue
        (leader,) = first
        named = names.team if name.value == "teams" else names.rider
        said = say(
            "{classification}: {leader} leads",
            classification=CLASSIFICATION_TITLES[name],
            leader=named(leader.who),
        )
        timed = isinstance(behind, TimeStanding)
        if isinstance(behind, TimeStanding) and behind.gap is None:
            behind = None
        if behind is not None:
            ahead = abs(behind.total - leader.total)
            lead = clock(ahead, race.rulebook.unit) if timed else f"{ahead}"
            second = named(behind.who)
            said = say(
                "{said}, {lead} ahead of {second}", said=said, lead=lead, second=second
            )
        yield said


def _problems(race: Race) -> Iterator[str]:
    for problem in race.problems:
        if problem.severity is Severity.WARNING:
            yield say("Worth a look: {what}", what=problem.message)


def _next(tour: Tour, begun: Collection[int]) -> Iterator[str]:
    if not tour.riders:
        yield say(
            "Next: the startlist, with 'peloton rider import FILE' or 'rider add'."
        )
        return
    if not tour.stages:
        yield say("Next: the first stage, with 'peloton stage add'.")
        return
    for at_desk in sorted(begun):
        yield say(
            "Stage {number} is begun: 'peloton finish {number}' goes on.",
            number=at_desk,
        )
    number = next_stage(tour)
    if number is None:
        yield say(
            "Every stage is ridden: 'peloton sheet book -o book.pdf' prints it all."
        )
        yield say(
            "'peloton awards' says who earned what, and 'peloton stage add' goes on."
        )
        return
    stage = tour.stages[number - 1]
    about = listed(circumstances(stage))
    title = stage_name(number, stage)
    yield say("Next: {stage}, {about}.", stage=title, about=about)
    if number not in begun:
        yield say(
            "'peloton kit {number}' is for the table before the start,"
            " 'peloton finish {number}' for the finish.",
            number=number,
        )


def _latest_change(change: str) -> Iterator[str]:
    if change:
        yield say("Last change: {what}; 'peloton undo' takes it back.", what=change)
