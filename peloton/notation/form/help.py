"""The texts of a form besides its boxes: how to fill them in, what is wrong."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from peloton.notation.form.boxes import expected
from peloton.notation.form.value import OURS, Form, FormSheet
from peloton.rules.facts.labels import KINDS, stage_name
from peloton.rules.words import Said, listed, say

LEFT = "\ue000"
"""Stands for the number of riders still to come, which the workbook counts."""
_SHEETS: Mapping[str, Said] = {
    "crossings": say(
        "Write the bibs over each line from the top, as far as it was seen."
    ),
    "laps": say("One column a lap. Columns that are not needed stay empty."),
    "heats": say("One column a heat, its winner on top."),
    "eliminated": say("Write the bibs from the top, the first to go out on top."),
    "riders": say("Only riders with something to count need a number."),
    "ruling": say("A rider or a team, how much, and why. + is a penalty, - a bonus."),
    "offer": say(
        "A team, an amount and the line it is for; Place is empty for the winner."
    ),
    "lots": say("Only if lots were drawn: the order in which they came."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FormWords:
    """The texts of a form: `headings` and `wrong` by sheet, `wrong` by column too.

    `odd` stands beside a bib that is on no rider of the stage. `to_come` has LEFT in
    place of the number of riders; `all_home` is shown once it is 0.
    """

    tab: str
    instructions: tuple[tuple[str, str], ...]
    headings: tuple[str, ...]
    wrong: tuple[tuple[str, ...], ...]
    odd: str
    to_come: str
    all_home: str
    rider: str


def form_words(form: Form) -> FormWords:
    """Collect the English texts of a form, to be translated."""
    riders = len(form.racing)
    return FormWords(
        tab=say("Instructions"),
        instructions=tuple(_instructions(form)),
        headings=tuple(_heading(form, sheet) for sheet in form.sheets),
        wrong=tuple(
            tuple(
                ""
                if column.box in OURS
                else say("Expected {what}.", what=expected(column))
                for column in sheet.columns
            )
            for sheet in form.sheets
        ),
        odd=say("not in the race"),
        to_come=say("{left} of {count} still to come", left=LEFT, count=riders),
        all_home=say("All {count} riders are accounted for.", count=riders),
        rider=say("Rider"),
    )


def _heading(form: Form, sheet: FormSheet) -> Said:
    stage = stage_name(form.number, form.stage)
    return say("{stage} - {sheet}", stage=stage, sheet=sheet.name)


def _instructions(form: Form) -> Iterator[tuple[str, str]]:
    """Explain how each sheet of a form is filled in: a heading and a text a line."""
    stage = form.stage
    yield form.tour.name, ""
    yield (
        say("Stage {number}", number=form.number),
        listed(filter(None, (stage.name, KINDS[stage.kind])), " - "),
    )
    yield (
        say("Boxes"),
        say(
            "Fill in the pale boxes and leave the others as they are: columns and"
            " sheets do not move. Values only, no formulas. What did not happen stays"
            " empty; a sheet without anything changes nothing."
        ),
    )
    yield (
        say("Bibs"),
        say("Choose them from the list or type them; the name appears beside them."),
    )
    if stage.kind.timed:
        yield from _finish(form)
    yield (
        say("Out of the race"),
        say(
            "Write the bib, and the status: DNF did not finish, DNS did not start, DSQ"
            " disqualified, OTL over the time limit (with or without a mark)."
        ),
    )
    for sheet in form.sheets[1:]:
        yield sheet.name, _SHEETS[sheet.key]
    yield (
        say("When it is full"),
        say(
            "'peloton stage enter {number} --from THIS-FILE.xlsx' shows the result and"
            " asks before anything is saved; a mistake is named with its cell.",
            number=form.number,
        ),
    )


def _finish(form: Form) -> Iterator[tuple[str, str]]:
    mark, alone = form.mark, form.stage.kind.against_the_clock
    columns = [
        column.title
        for column in form.sheets[0].columns
        if column.key not in ("", "bib", "group", "status")
    ]
    yield (
        say("Finish"),
        say(
            "One line for each rider, in the order of arrival; the top line tells who"
            " is still to come, and a bib that stands twice turns red."
        ),
    )
    yield say("The mark"), (alone and mark.boxes_alone) or mark.boxes
    yield (
        say("For example"),
        say(
            "{example}, which goes into {columns}.",
            example=mark.example,
            columns=listed(columns, " | "),
        ),
    )
    yield (
        say("Same group"),
        say(
            "Riders without a free line between them share one mark: write it for the"
            " first of them, and yes for those behind."
        ),
    )
