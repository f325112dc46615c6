"""Convert journal steps to the text lines that they added and removed."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import replace

from peloton.cli.support.output import as_message, show
from peloton.notation.desk.writing import desk_text
from peloton.notation.tour_file.writing import differing_lines, stage_text, tour_text
from peloton.reports.tour.log import LogStep, PartLines, dry_run_sheet
from peloton.rules.facts.fact_table import without_results
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import Tour
from peloton.rules.words import phrase
from peloton.store.facts.parts import (
    HEADER,
    RULEBOOK,
    STARTLIST,
    Part,
    Step,
    StepState,
    step_author,
)


def show_dry_run(steps: Iterable[Step]) -> None:
    """Print the changes that would be saved without `--dry-run`."""
    for step in steps:
        show(dry_run_sheet(log_step(step)))


def log_step(step: Step, tour: Tour | None = None) -> LogStep:
    """Return a journal step for the log, with the text lines it added and removed."""
    me = step_author()
    at = dt.datetime.fromtimestamp(step.seconds, tz=dt.UTC)
    return LogStep(
        tour=step.tour,
        number=step.number,
        when=f"{at.astimezone():%Y-%m-%d %H:%M}",
        at=f"{at:%Y-%m-%dT%H:%M:%SZ}",
        what=as_message(step.what, tour),
        who=(step.user_name, step.host, step.version),
        own=all(getattr(step, key) in {None, me[key]} for key in ("user_name", "host")),
        state=_STATES[step.state],
        stages=step.stages,
        whole=_creates_or_deletes_tour(step),
        parts=tuple(_parts(step)),
    )


def _parts(step: Step) -> Iterator[PartLines]:
    """For each part of the tour that a step changed, yield the text lines that differ.

    Results are written as desk lines. If the step created or deleted the tour, the text
    of the rulebook is left out.
    """
    for name in {**step.before, **step.after}:
        if name == RULEBOOK and _creates_or_deletes_tour(step):
            continue
        was, now = (_lines(side.get(name)) for side in (step.before, step.after))
        if was and now:
            lines = [f"{line[0]} {line[1:]}" for line in differing_lines(was, now)]
        else:
            lines = [f"- {line}" for line in was] + [f"+ {line}" for line in now]
        title = _TITLES.get(name) or phrase(
            "Stage {number}", number=int(name.rpartition(" ")[2])
        )
        yield PartLines(title=title, lines=tuple(lines))


def _creates_or_deletes_tour(step: Step) -> bool:
    return (HEADER in step.before) != (HEADER in step.after)


def _lines(part: Part | None) -> list[str]:
    if part is None:
        return []
    if isinstance(part, str):
        text = part
    elif isinstance(part, Stage):
        course = replace(without_results(part), cancelled=part.cancelled)
        text = stage_text(course) + desk_text(part)
    elif isinstance(part, Tour):
        text = tour_text(part)
    else:
        startlist = Tour(name="", rulebook="", teams=part.teams, riders=part.riders)
        text = tour_text(startlist).partition("\n\n")[2]
    return [line for line in text.splitlines() if line.strip()]


_STATES = {
    StepState.DONE: "",
    StepState.UNDONE: phrase("undone"),
    StepState.DROPPED: phrase("dropped"),
}
_TITLES = {
    HEADER: phrase("Tour"),
    RULEBOOK: phrase("Rulebook"),
    STARTLIST: phrase("Startlist"),
}
