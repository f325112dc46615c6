"""A form in any language is read back the same."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from peloton.notation.catalogue import builtin_catalogue
from peloton.notation.form.writing import form_workbook
from peloton.notation.resources import sample_tours
from peloton.reports.translation import in_language
from peloton.rules.facts.kinds import Language
from peloton.rules.words import Report, translate_report
from tests.drawing import slow_but
from tests.notation.test_form import (
    bare,
    filled,
    mini,
    said,
    seen,
    typed,
)
from tests.notation.workbooks import changed
from tests.scored import facts_of

Saying = Callable[[Any], Any]


def spoken_in(language: Language) -> Saying:
    return lambda form: in_language(form, language, builtin_catalogue(language))


def own_words(form: Report) -> Report:
    """Return a translation with words that are hostile to formulas."""
    return translate_report(form, lambda said: f'{said} d\'un "x"')


SAYINGS = {str(each): spoken_in(each) for each in Language} | {"own words": own_words}
every_saying = pytest.mark.parametrize("saying", SAYINGS.values(), ids=SAYINGS)
some_sayings = pytest.mark.parametrize(
    "saying",
    slow_but(SAYINGS.values(), SAYINGS["own words"]),
    ids=SAYINGS,
)


@some_sayings
@pytest.mark.parametrize(
    "file", sorted(sample_tours().glob("*.toml")), ids=lambda file: file.stem
)
def test_a_form_in_any_words_has_all_that_was_entered(
    file: Path, saying: Saying
) -> None:
    tour, book = facts_of(file.read_text())

    for number, stage in enumerate(tour.stages, 1):
        form = form_workbook(tour, number, book, saying)
        read = filled(form, (bare(tour, number), book), number)

        assert read.problems == ()
        assert read.stage == seen(stage)


@some_sayings
def test_a_form_in_any_words_is_filled_in_by_hand(saying: Saying) -> None:
    entered, book = facts_of((sample_tours() / "cyclo.toml").read_text())
    stages = entered.stages
    assert any(offer.target == "finish" for each in stages for offer in each.offers)

    for number, stage in enumerate(stages, 1):
        empty = bare(entered, number)
        full = form_workbook(entered, number, book, saying)
        form = changed(form_workbook(empty, number, book, saying), typed(full))
        read = filled(form, (empty, book), number)

        assert read.problems == ()
        assert read.stage == seen(stage)


def test_a_mistake_is_named_with_the_sheet_as_that_form_calls_it() -> None:
    facts = mini()

    def change(book: Workbook) -> None:
        book.worksheets[1]["B5"].value = 99
        book.worksheets[1]["D5"].value = "0 0"

    form = form_workbook(facts[0], 1, facts[1], own_words)

    assert said(filled(changed(form, change), facts), facts)[0] == (
        'f.xlsx: Results d\'un "x"!B5: no rider 99 on the startlist'
    )
