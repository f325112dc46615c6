"""Report a tour's state and the next step, as shown by `peloton` without a command."""

from collections.abc import Collection, Iterator

from peloton.reports.classifications.standings import jerseys_table, lots_note
from peloton.reports.headings import problem_notes, stage_facts, subtitle_of
from peloton.reports.sheet import Sheet
from peloton.reports.tour.startlist import rider_count
from peloton.reports.winners import leader_notes, winner_notes
from peloton.rules.facts.labels import known_word, stage_name
from peloton.rules.facts.tour import next_stage_number
from peloton.rules.lots import pending_lots
from peloton.rules.results import Race
from peloton.rules.words import join, phrase


def status_sheet(
    race: Race, begun: Collection[int] = (), change: str | None = None
) -> Sheet:
    """Report the leaders and wearers of a tour, and the next step.

    `begun` lists the stages with result lines that were entered at the desk but not
    saved yet. `change` describes the last change.
    """
    tour, last = race.tour, race.stages[-1:]
    called_off = sum(bool(stage.cancelled) for stage in tour.stages)
    ridden = sum(stage.ridden for stage in tour.stages) - called_off
    total = tour.total_stages
    done = phrase("stages ridden: {ridden}, more may follow", ridden=ridden)
    if total is not None:
        done = phrase("{ridden} of {stages} stages ridden", ridden=ridden, stages=total)
    cancelled = phrase("{count} cancelled", count=called_off) if called_off else ""
    undo = phrase(
        "Last change: {message}. Undo with 'peloton undo'.", message=change or ""
    )
    game = known_word(race.rulebook.title)
    jerseys = [jerseys_table(race, score) for score in last if score.jerseys]
    return Sheet(
        title=tour.name,
        subtitle=subtitle_of(game, rider_count(tour), done, cancelled),
        tables=tuple(table for table in jerseys if table.rows),
        notes=(
            *winner_notes(race),
            *leader_notes(race),
            *problem_notes(race),
            *_lots(race),
            *_next(race, begun),
            *([undo] if change else []),
        ),
    )


def _lots(race: Race) -> Iterator[str]:
    """Yield which lots are still to be drawn, and the commands to draw them (CY-7)."""
    for tied, name, _ in pending_lots(race, race.stages):
        yield lots_note(tied, name, race.stages[-1])
        command = f"peloton stage lots {tied.number} {name} --draw"
        yield phrase("Draw the lots with '{command}'.", command=command)


def _next(race: Race, begun: Collection[int]) -> Iterator[str]:
    tour = race.tour
    if not tour.riders:
        yield phrase(
            "Next: the startlist, with 'peloton rider import FILE' or 'rider add'."
        )
        return
    for at_desk in sorted(begun):
        yield phrase(
            "Stage {number} has unsaved lines: open 'peloton desk {number}'.",
            number=at_desk,
        )
    number = next_stage_number(tour)
    if number is not None:
        stage = tour.stages[number - 1]
        about = join(stage_facts(stage, race.rulebook))
        title = stage_name(number, stage)
        yield phrase("Next: {stage}, {about}.", stage=title, about=about)
        if number not in begun:
            yield phrase(
                "'peloton kit {number}' shows what the table needs before the start;"
                " enter the finish with 'peloton desk {number}'.",
                number=number,
            )
    elif tour.stages and not tour.expects_more_stages:
        yield phrase("No stage is left: 'peloton sheet book' prints the tour.")
    else:
        following = len(tour.stages) + 1
        yield phrase(
            "Next: stage {number}, with 'peloton stage add'.", number=following
        )
        if tour.stages and tour.total_stages is None:
            yield phrase("If the tour is over, end it with 'peloton close'.")
