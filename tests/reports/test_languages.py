"""Every sheet is available in five languages, with each language's cycling terms."""

import ast
import datetime as dt
import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

import peloton
from peloton.notation.catalogue import (
    builtin_catalogue,
    message_patterns,
    read_catalogue,
)
from peloton.notation.ghosts import builtin_ways, checked_way
from peloton.notation.resources import templates
from peloton.reports.decided import decided_sheet
from peloton.reports.headings import tour_dates
from peloton.reports.sheet import Column, Sheet, Table
from peloton.reports.translation import in_language
from peloton.rules.facts.kinds import (
    CLASSIFICATIONS,
    Category,
    Language,
    Profile,
    Reason,
    SectionKind,
    StageKind,
)
from peloton.rules.facts.labels import CATEGORIES, STAGE_KINDS, known_word
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import Tour
from peloton.rules.ghosts import GhostTerrain
from peloton.rules.season import ranking as season
from peloton.rules.words import join, phrase
from tests.reports.samples import sample
from tests.rules.ledger_notation import cyclo_tour, ridden
from tests.rules.notation import rulebook_of

CATALOGUES = sorted((templates() / "languages").glob("*.toml"))
OTHERS = [each for each in Language if each is not Language.ENGLISH]
GAP = re.compile(r"\{\w+\}")

every_language = pytest.mark.parametrize("language", OTHERS)


TEMPLATES = [*Path(peloton.__file__).parent.rglob("templates/*.html")]


def said_in(template: Path) -> Iterator[str]:
    """Yield the texts that a template of a page translates."""
    tree = Environment(autoescape=True).parse(template.read_text(encoding="utf-8"))
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "say":
            (words,) = call.args
            assert isinstance(words, nodes.Const), template
            yield words.value


RULE_WORDS = {
    *(*Profile, *SectionKind, *Reason, *season.TIES),
    *(step for row in CLASSIFICATIONS.values() for step in row.ties),
    *(*STAGE_KINDS.values(), *CATEGORIES.values(), "last km"),
    *("Road race", "Flamme Rouge (fan Grand Tour)"),
    *("climber", "sprinter", "time rider", "helper"),
    *("yellow", "green", "white", "polka dot"),
    *(terrain.capitalize() for terrain in GhostTerrain),
}
"""The words of our rulebooks and tour files that sheets print in every language."""


@cache
def patterns() -> set[str]:
    """Return every text that the code passes to `phrase`, except punctuation.

    And what templates say with `say`, the words of rulebooks, the kinds of stages, and
    the titles and steps of the ways of playing ghosts that come along.
    """
    ways = [checked_way(name, text) for name, text in builtin_ways().items()]
    found = {text for way in ways for text in (way.title, *way.steps)}
    found |= {str(word) for word in (*RULE_WORDS, *StageKind)}
    for file in Path(peloton.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "phrase"
            ):
                texts = [arg for arg in node.args if isinstance(arg, ast.Constant)]
                found.update(str(text.value) for text in texts)
    found |= {pattern for file in TEMPLATES for pattern in said_in(file)}
    found.add("{before}; {after}")  # what `join` makes of a list
    # French has a space ahead of a colon and of a semicolon.
    return {
        each
        for each in found
        if any(map(str.isalpha, GAP.sub("", each))) or {":", ";"} & set(each)
    }


def test_each_language_but_english_has_a_catalogue() -> None:
    assert [file.stem for file in CATALOGUES] == sorted(OTHERS)


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.stem)
def test_a_catalogue_has_no_mistake(file: Path) -> None:
    language, _ = read_catalogue(file.read_text(encoding="utf-8"))

    assert language == file.stem


@every_language
def test_no_sentence_is_missing(language: Language) -> None:
    assert sorted(patterns() - builtin_catalogue(language).keys()) == []


@every_language
def test_no_sentence_is_there_that_no_sheet_says(language: Language) -> None:
    sheets = builtin_catalogue(language).keys() - message_patterns()

    assert sorted(sheets - patterns()) == []


def test_the_languages_have_the_same_messages() -> None:
    for language in OTHERS:
        assert message_patterns() <= builtin_catalogue(language).keys()


@every_language
def test_what_is_filled_in_is_the_same_in_both_languages(language: Language) -> None:
    wrong = {
        english: said
        for english, said in builtin_catalogue(language).items()
        if set(GAP.findall(english)) != set(GAP.findall(said))
    }

    assert wrong == {}


@pytest.mark.parametrize(
    ("language", "days"),
    [
        ("fr", "3 jours en maillot à pois"),
        ("es", "3 días con el maillot de lunares"),
        ("ca", "3 dies amb el mallot de pics"),
        ("nl", "3 dagen in bolletjes"),
    ],
)
def test_the_days_in_a_jersey_of_two_words_are_grammatical(
    language: Language, days: str
) -> None:
    jersey = phrase("polka dot")
    said = phrase("{count} days in {jersey}", count=3, jersey=jersey)

    assert in_language((said,), language, builtin_catalogue(language)) == (days,)


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
        subtitle=join(("Rank", phrase("Stage {number}", number=1))),
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
        ("en", "21 November 2026"),
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


def test_a_number_has_the_decimal_mark_of_the_language_and_one_space_in_all() -> None:
    """A comma between thousands is read as a decimal mark in the next language."""
    said = phrase("{speed}, {money}", speed=Decimal("7.50"), money=12000)

    assert said == "7.50, 12\u202f000"
    assert in_language((said,), Language.DUTCH, {}) == ("7,50, 12\u202f000",)
    assert in_language((said,), Language.ENGLISH, {}) == ("7.50, 12\u202f000",)


@pytest.mark.parametrize(
    ("language", "first", "days"),
    [
        ("en", 11, "11 May 2026 to 15 May 2026"),
        ("fr", 11, "du 11 mai 2026 au 15 mai 2026"),
        ("es", 11, "del 11 de mayo de 2026 al 15 de mayo de 2026"),
        ("nl", 11, "11 mei 2026 t/m 15 mei 2026"),
        ("ca", 11, "11 de maig del 2026 \u2013 15 de maig del 2026"),
        ("fr", 1, "du 1er mai 2026 au 15 mai 2026"),
    ],
)
def test_a_tour_has_the_dates_of_its_first_and_last_stage(
    language: str, first: int, days: str
) -> None:
    stages = tuple(
        Stage(name="", kind=StageKind.ROAD, date=day)
        for day in (dt.date(2026, 5, first), dt.date(2026, 5, 15))
    )
    dates = tour_dates(Tour(name="", rulebook="cyclo", stages=stages))
    catalogue = {} if language == "en" else builtin_catalogue(Language(language))

    assert in_language((dates,), Language(language), catalogue) == (days,)


@pytest.mark.parametrize(
    ("language", "hardest", "third"),
    [
        ("fr", "montée hors catégorie", "montée de 3e catégorie"),
        ("es", "puerto de categoría especial", "puerto de tercera categoría"),
        ("ca", "port de categoria especial", "port de tercera categoria"),
        ("nl", "klim van buitencategorie", "klim van derde categorie"),
    ],
)
def test_a_category_of_climb_has_the_sports_own_words(
    language: str, hardest: str, third: str
) -> None:
    said = (CATEGORIES[Category.HC], CATEGORIES[Category.THIRD])

    assert said == ("HC climb", "climb of category 3")
    assert in_language(said, Language(language), builtin_catalogue(language)) == (
        *(hardest, third),
    )


@pytest.mark.parametrize("rulebook", ["road", "flamme-rouge"])
@every_language
def test_a_game_whose_title_is_english_is_named_in_the_language(
    language: Language, rulebook: str
) -> None:
    title = known_word(rulebook_of(Tour(name="A", rulebook=rulebook)).title)

    assert in_language((title,), language, builtin_catalogue(language)) != (title,)


def test_french_has_no_straight_apostrophe_within_a_word() -> None:
    words = builtin_catalogue(Language.FRENCH).values()

    assert [said for said in words if re.search(r"[^\W\d]'[^\W\d]", said)] == []


def test_french_adds_no_ending_to_a_number() -> None:
    """The ending depends on the number: `1re place`, but `2e place`."""
    files = (templates() / kind / "fr.toml" for kind in ("languages", "stories"))
    text = "".join(file.read_text(encoding="utf-8") for file in files)

    assert re.findall(r"\{\w+\}er?e?\b", text) == []


def test_french_has_a_no_break_space_at_colons_and_quotes() -> None:
    words = builtin_catalogue(Language.FRENCH).values()

    assert [said for said in words if re.search("« | [:;?!»]", said)] == []


def test_braces_in_a_name_are_not_filled_in() -> None:
    said = phrase("{rider} of {team}", rider="{team}", team="{x!r}")

    assert in_language((said,), Language.DUTCH, {}) == ("{team} of {x!r}",)


def test_braces_in_a_title_of_ones_own_stay_as_they_are() -> None:
    """Such as that of a way of playing ghosts, which is a sentence without values."""
    said = phrase("{team} of {x!r}")

    assert in_language((said,), Language.DUTCH, {}) == ("{team} of {x!r}",)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (Language.SPANISH, "gana Krakeling-Kringloop con 2205 de ventaja (Caja)"),
        (Language.DUTCH, "Krakeling-Kringloop wint met 2205 voorsprong (Ploegkas)"),
    ],
)
def test_the_lead_by_money_names_the_purse_after_the_words_of_the_lead(
    language: Language, said: str
) -> None:
    """CY-17: 4,885 against 2,680."""
    sheet = decided_sheet(sample("cyclo"), ())
    (shown,) = in_language((sheet,), language, builtin_catalogue(language))

    assert shown.tables[0].rows[0][1] == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (Language.ENGLISH, "nobody wins"),
        (Language.FRENCH, "personne ne gagne"),
        (Language.SPANISH, "no gana nadie"),
    ],
)
def test_that_nobody_wins_is_a_sentence(language: Language, said: str) -> None:
    sheet = decided_sheet(cyclo_tour(ridden("DNF 1, DNF 2"), riders="1, 2"), ())
    (shown,) = in_language((sheet,), language, builtin_catalogue(language))

    assert shown.tables[0].rows[0][1] == said
