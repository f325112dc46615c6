"""Report the journal: each change to a tour, with the lines added and removed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from peloton.reports.sheet import Column, Sheet, Table, numbers, record_table
from peloton.rules.words import join, phrase

_LINES = Column(phrase("Lines of the file"), weight=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PartLines:
    """The text lines that a step added (`+`) or removed (`-`) in a part of a tour file.

    `title` names the part, such as a stage.
    """

    title: str
    lines: tuple[str, ...]

    @property
    def removed(self) -> tuple[str, ...]:
        """The removed lines, without the `-`."""
        return tuple(line[2:] for line in self.lines if line.startswith("-"))

    @property
    def added(self) -> tuple[str, ...]:
        """The added lines, without the `+`."""
        return tuple(line[2:] for line in self.lines if line.startswith("+"))


@dataclass(frozen=True, slots=True, kw_only=True)
class LogStep:
    """A step of the journal: one change to a tour.

    `when` is the time as shown to users, `at` the time for programs (UTC). `what`
    describes the change. `who` contains the user, the computer and the version of
    peloton, each None if unknown. `own` is True if the current user made the step on
    this computer. `state` is empty unless the step is undone or dropped. `whole` is
    True if the step added or removed the whole tour.
    """

    tour: str
    number: int
    when: str
    at: str
    what: str
    who: tuple[str | None, str | None, str | None]
    own: bool
    state: str
    stages: tuple[int, ...]
    whole: bool
    parts: tuple[PartLines, ...]


def log_sheet(
    steps: Sequence[LogStep], tour: str, *, full: bool = False, more: bool = False
) -> Sheet:
    """Report steps of the journal with the number of changed lines.

    With `full`, the lines are listed, too. `tour` is the name of the tour, or empty if
    the steps belong to several tours. With `more`, a note mentions that there are older
    steps.
    """
    tables = [_steps_table(steps, named=not tour)]
    for step in steps if full else ():
        for part in step.parts:
            title = phrase("Step {number}: {part}", number=step.number, part=part.title)
            tables.append(_lines_table(title, part))
    return Sheet(
        title=phrase("Journal"),
        subtitle=tour,
        tables=tuple(tables),
        notes=(phrase("There are older steps: show more with --limit."),)
        if more
        else (),
    )


def dry_run_sheet(step: LogStep) -> Sheet:
    """Report the lines that a step would add to a tour file and remove from it.

    If the step adds or removes the whole tour, report only a note that says so.
    """
    tables = tuple(_lines_table(part.title, part) for part in step.parts)
    return Sheet(
        title=phrase("What would change"),
        subtitle=step.tour,
        tables=() if step.whole else tables,
        notes=(phrase("The whole tour."),) if step.whole else (),
    )


def _steps_table(steps: Iterable[LogStep], *, named: bool) -> Table:
    def who(step: LogStep) -> str:
        return "" if step.own else "@".join(filter(None, step.who[:2]))

    return record_table(
        phrase("Journal"),
        "",
        steps,
        (numbers(phrase("Step")), lambda step: step.number),
        (Column(phrase("When")), lambda step: step.when),
        (Column(phrase("Who")), who),
        (Column(phrase("Tour")), lambda step: step.tour if named else ""),
        (Column(phrase("What"), weight=1), lambda step: step.what),
        (_LINES, _counted),
        (Column(phrase("State")), lambda step: step.state),
    ).without_empty_columns()


def _counted(step: LogStep) -> str:
    if step.whole:
        return phrase("the whole tour")
    counted = []
    for part in step.parts:
        counts = ((part.added, "+"), (part.removed, "-"))
        lines = " ".join(f"{sign}{len(texts)}" for texts, sign in counts if texts)
        text = phrase("{part} {lines}", part=part.title, lines=lines)
        counted.append(text if lines else part.title)
    return join(counted)


def _lines_table(title: str, part: PartLines) -> Table:
    return record_table(title, title, part.lines, (_LINES, str))


def log_rows(steps: Iterable[LogStep]) -> list[dict[str, object]]:
    """Return steps of the journal as plain data."""
    return [
        {
            "tour": step.tour,
            "step": step.number,
            "at": step.at,
            "what": step.what,
            **dict(zip(("user", "host", "version"), step.who, strict=True)),
            "state": step.state or "done",
            "stages": step.stages,
            "parts": [
                {"part": part.title, "gone": part.removed, "came": part.added}
                for part in step.parts
            ],
        }
        for step in steps
    ]
