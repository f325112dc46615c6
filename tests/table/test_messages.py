"""The messages of the live table are in its language, with names as typed."""

from peloton.notation.catalogue import builtin_catalogue
from peloton.reports.translation import in_language
from peloton.rules.facts.kinds import Language
from peloton.rules.words import Report
from peloton.table.pages import Pages


def french(report: Report) -> Report:
    return in_language(report, Language.FRENCH, builtin_catalogue(Language.FRENCH))


def test_a_refusal_is_in_the_language_of_the_table() -> None:
    pages = Pages(french, "fr")

    page = pages.render("sit", message="too many requests: wait a moment", seated=False)
    assert "trop de demandes" in page
    assert "too many" not in page


def test_a_name_in_a_message_is_escaped() -> None:
    page = Pages(french, "fr").render("sit", message="no team '<b>'", seated=False)

    assert "pas d\u2019équipe &#39;&lt;b&gt;&#39;" in page


def test_an_english_table_answers_as_before() -> None:
    pages = Pages(lambda report: report, "en")

    assert pages.message("no team 'x'") == "no team 'x'"
