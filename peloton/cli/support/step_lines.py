"""Report steps of the journal, with the text lines that they added and removed."""

from collections.abc import Iterable, Iterator, Sequence
from time import gmtime, localtime, strftime

from peloton.cli.support.output import differing_lines, show
from peloton.notation.desk.writing import desk_text
from peloton.notation.tour_file.writing import stage_text, tour_text
from peloton.reports.sheet import Column, Sheet, Table, numbers, record_table
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
    step_author,
)

_LINES = Column(phrase("Lines of the file"), weight=1)
_TITLES = {
    HEADER: phrase("Tour"),
    RULEBOOK: phrase("Rulebook"),
    STARTLIST: phrase("Startlist"),
}


def show_dry_run(steps: Iterable[Step], tour: Tour | None) -> None:
    """Print the lines that steps of a tour change, or a note for a whole tour."""
    for step in steps:
        whole = _creates_or_deletes_tour(step)
        parts = () if whole else _parts(step)
        tables = [
            record_table(part, part, lines, (_LINES, str)) for part, lines in parts
        ]
        sheet = Sheet(
            title=phrase("What would change"),
            subtitle=step.tour,
            tables=tuple(tables),
            notes=(phrase("The whole tour."),) if whole else (),
        )
        show(sheet, tour)


def show_log(
    steps: Sequence[Step], name: str, tour: Tour | None, *, full: bool, more: bool
) -> None:
    """Print steps of a tour's journal; with `full`, also the lines that they changed.

    With `more`, a note mentions that there are older steps. `tour` is None if it cannot
    be read.
    """
    tables = [_steps_table(steps)]
    for step in steps if full else ():
        for part, lines in _parts(step):
            title = phrase("Step {number}: {part}", number=step.number, part=part)
            tables.append(record_table(title, title, lines, (_LINES, str)))
    older = phrase("There are older steps: show more with --limit.")
    sheet = Sheet(
        title=phrase("Journal"),
        subtitle=name,
        tables=tuple(tables),
        notes=(older,) if more else (),
        data=[_row(step) for step in steps],
    )
    show(sheet, tour)


def _steps_table(steps: Iterable[Step]) -> Table:
    me = step_author()

    def who(step: Step) -> str:
        author = step.user_name, step.host
        own = author == (me["user_name"], me["host"])
        return "" if own else "@".join(filter(None, author))

    return record_table(
        phrase("Journal"),
        "",
        steps,
        (numbers(phrase("Step")), lambda step: step.number),
        (
            Column(phrase("When")),
            lambda step: strftime("%Y-%m-%d %H:%M", localtime(step.seconds)),
        ),
        (Column(phrase("Who")), who),
        (
            Column(phrase("What"), weight=1),
            lambda step: phrase("{message}", message=step.what),
        ),
        (
            Column(phrase("State")),
            lambda step: "" if step.state == "done" else step.state,
        ),
    )


def _row(step: Step) -> dict[str, object]:
    """Return a step of the journal as plain data."""

    def texts(lines: Iterable[str], sign: str) -> tuple[str, ...]:
        return tuple(line[2:] for line in lines if line.startswith(sign))

    return {
        "tour": step.tour,
        "step": step.number,
        "at": strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(step.seconds)),
        "what": step.what,
        "user": step.user_name,
        "host": step.host,
        "version": step.version,
        "state": step.state,
        "stages": step.stages,
        "parts": [
            {"part": part, "gone": texts(lines, "-"), "came": texts(lines, "+")}
            for part, lines in _parts(step)
        ],
    }


def _parts(step: Step) -> Iterator[tuple[str, list[str]]]:
    """For each part of the tour that a step changed, yield its title and its lines.

    These are the text lines that the step added (`+`) or removed (`-`). Results are
    written as desk lines. If the step created or deleted the tour, the text of the
    rulebook is left out.
    """
    for name in {**step.before, **step.after}:
        if name == RULEBOOK and _creates_or_deletes_tour(step):
            continue
        was, now = (_lines(side.get(name)) for side in (step.before, step.after))
        lines = [f"{line[0]} {line[1:]}" for line in differing_lines(was, now)]
        title = _TITLES.get(name) or phrase(
            "Stage {number}", number=int(name.rpartition(" ")[2])
        )
        yield title, lines


def _creates_or_deletes_tour(step: Step) -> bool:
    return (HEADER in step.before) != (HEADER in step.after)


def _lines(part: Part | None) -> list[str]:
    if part is None:
        return []
    if isinstance(part, str):
        text = part
    elif isinstance(part, Stage):
        text = stage_text(without_results(part)) + desk_text(part)
    elif isinstance(part, Tour):
        text = tour_text(part)
    else:
        startlist = Tour(name="", rulebook="", teams=part.teams, riders=part.riders)
        text = tour_text(startlist).partition("\n\n")[2]
    return [line for line in text.splitlines() if line.strip()]
