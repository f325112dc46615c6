"""Instructions on how to fill in the entry form, shown in its workbook."""

from collections.abc import Iterator

from peloton.notation.desk.examples import other_examples
from peloton.notation.form.layout import StageForm
from peloton.notation.messages import as_phrase
from peloton.rules.facts.labels import STAGE_KINDS
from peloton.rules.words import join, phrase


def form_instructions(form: StageForm) -> Iterator[tuple[str, str]]:
    """Yield the instructions for a form as rows of (heading, text)."""
    stage = form.stage
    yield form.tour.name, ""
    yield (
        phrase("Stage {number}", number=form.number),
        join(filter(None, (stage.name, STAGE_KINDS[stage.kind])), " - "),
    )
    yield (
        phrase("Boxes"),
        phrase(
            "Fill in the pale boxes only, with values and not formulas. Do not move"
            " columns or sheets. Leave a box empty if there is nothing to enter; an"
            " empty sheet changes nothing."
        ),
    )
    yield (
        phrase("Bibs"),
        phrase("Choose them from the list or type them; the name appears beside them."),
    )
    yield from _finish(form)
    yield (
        phrase("Out of the race"),
        phrase(
            "Write the bib and the status: DNF did not finish, DNS did not start, DSQ"
            " disqualified, OTL over the time limit (with or without a mark), ABS"
            " absent on this stage only."
        ),
    )
    for sheet in form.sheets[1:]:
        yield sheet.name, sheet.hint
    for typed, meaning in other_examples(stage, form.rulebook):
        yield as_phrase(typed), as_phrase(meaning)
    yield (
        phrase("When it is filled in"),
        phrase(
            "'peloton stage enter {number} --from THIS-FILE.xlsx' shows the result and"
            " asks before it saves; mistakes are listed with their cells.",
            number=form.number,
        ),
    )


def _finish(form: StageForm) -> Iterator[tuple[str, str]]:
    if not form.stage.kind.timed:
        return
    mark, alone = form.rulebook.mark, form.stage.kind.against_the_clock
    yield (
        phrase("Finish"),
        phrase(
            "One line for each rider, in the order of arrival. A bib entered twice"
            " turns red."
        ),
    )
    yield phrase("The mark"), (alone and mark.time_trial_help) or mark.columns_help
    yield phrase("For example"), mark.example
    yield (
        phrase("Same group"),
        phrase(
            "Riders without a free line between them share one mark: write it for the"
            " first rider, and yes for the others."
        ),
    )
