"""Every sheet can be read in five languages, with the sport's own words of each."""

import ast
import datetime as dt
import re
from decimal import Decimal
from pathlib import Path

import pytest

import peloton
from peloton.notation.catalogue import builtin_catalogue, read_catalogue
from peloton.notation.resources import templates
from peloton.reports.sheet import Column, Sheet, Table
from peloton.reports.translation import in_language
from peloton.rules.facts.kinds import Language
from peloton.rules.words import listed, phrase

CATALOGUES = sorted((templates() / "languages").glob("*.toml"))
OTHERS = [each for each in Language if each is not Language.ENGLISH]
GAP = re.compile(r"\{\w+\}")

every_language = pytest.mark.parametrize("language", OTHERS)


def patterns() -> set[str]:
    """Everything that the code says with `phrase`, but for bare punctuation."""
    found = set()
    for file in Path(peloton.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "phrase"
                and isinstance(node.args[0], ast.Constant)
            ):
                found.add(str(node.args[0].value))
    # French has a space ahead of a colon.
    return {
        each
        for each in found
        if any(map(str.isalpha, GAP.sub("", each))) or ":" in each
    }


def test_each_language_but_english_has_a_catalogue() -> None:
    assert [file.stem for file in CATALOGUES] == sorted(OTHERS)


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.stem)
def test_a_catalogue_has_no_mistake(file: Path) -> None:
    language, _, problems = read_catalogue(file.read_text(encoding="utf-8"))

    assert (language, problems) == (file.stem, ())


@every_language
def test_no_sentence_is_missing(language: Language) -> None:
    assert sorted(patterns() - builtin_catalogue(language).keys()) == []


@every_language
def test_no_sentence_is_there_that_no_sheet_says(language: Language) -> None:
    assert sorted(builtin_catalogue(language).keys() - patterns()) == []


@every_language
def test_what_is_filled_in_is_the_same_in_both_languages(language: Language) -> None:
    wrong = {
        english: said
        for english, said in builtin_catalogue(language).items()
        if set(GAP.findall(english)) != set(GAP.findall(said))
    }

    assert wrong == {}


@pytest.mark.parametrize(
    ("language", "general"),
    [
        ("fr", "Classement général"),
        ("es", "Clasificación general"),
        ("ca", "Classificació general"),
        ("nl", "Algemeen klassement"),
    ],
)
def test_the_general_classification_has_the_sports_own_word(
    language: str, general: str
) -> None:
    assert builtin_catalogue(Language(language))["General classification"] == general


def test_a_sheet_is_said_in_another_language_but_for_its_names() -> None:
    sheet = Sheet(
        title=phrase("Stage {number}", number=2),
        subtitle=listed(("Rank", phrase("Stage {number}", number=1))),
        tables=(
            Table(
                name="Rank",
                title=phrase("Rank"),
                columns=(Column(title=phrase("Rank")),),
                rows=(("Rank",),),
            ),
        ),
    )

    said = in_language(
        sheet, Language.FRENCH, {"Rank": "Rang", "Stage {number}": "Étape {number}"}
    )

    assert said.title == "Étape 2"
    assert said.subtitle == "Rank, Étape 1"
    assert said.tables[0].title == said.tables[0].columns[0].title == "Rang"
    assert said.tables[0].rows == (("Rank",),)
    assert said.tables[0].name == "Rank"


@pytest.mark.parametrize(
    ("language", "day"),
    [
        ("en", "November 21, 2026"),
        ("fr", "21 novembre 2026"),
        ("es", "21 de noviembre de 2026"),
        ("ca", "21 de novembre del 2026"),
        ("nl", "21 november 2026"),
    ],
)
def test_a_date_is_written_as_in_the_language(language: str, day: str) -> None:
    said = phrase("{day}", day=dt.date(2026, 11, 21))

    (shown,) = in_language((said,), Language(language), {})

    assert shown == day


def test_a_number_has_the_marks_of_the_language() -> None:
    said = phrase("{speed}, {money}", speed=Decimal("7.50"), money=12000)

    assert in_language((said,), Language.DUTCH, {}) == ("7,50, 12.000",)
    assert in_language((said,), Language.ENGLISH, {}) == ("7.50, 12,000",)


def test_braces_in_a_name_are_not_filled_in() -> None:
    said = phrase("{rider} of {team}", rider="{team}", team="{x!r}")

    assert in_language((said,), Language.DUTCH, {}) == ("{team} of {x!r}",)
