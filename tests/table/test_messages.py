"""The messages of the live table are in its language, with names as typed."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from peloton.api.formats import FileOptions
from peloton.notation.stories import builtin_story
from peloton.rules.facts.kinds import Language
from peloton.store.seats import Seat
from peloton.table.pages import Pages
from tests.table import tables


def sit_page(message: str) -> str:
    """Return the page for a phone without a seat."""
    visit = SimpleNamespace(message=message, seat=Seat(id=""))
    french = FileOptions(language=Language.FRENCH).translated
    return Pages(french, "fr", None).render("refusal", visit=visit, page="/")


def test_a_refusal_is_in_the_language_of_the_table() -> None:
    page = sit_page("too many requests: wait a moment")
    assert "trop de demandes" in page
    assert "too many" not in page


def test_the_last_change_is_in_the_language_of_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    french = FileOptions(language=Language.FRENCH).translated
    pages = Pages(french, "fr", builtin_story(Language.FRENCH))
    monkeypatch.setattr(tables, "Pages", lambda *_: pages)
    with tables.held(tables.loaded(tmp_path, "flamme-rouge", 4)) as table:
        page = table.leader().get("/desk")

    assert "Dernière modification : étape 4 vidée" in page.replace("\u00a0", " ")


def test_a_name_in_a_message_is_escaped() -> None:
    page = sit_page("no team '<b>'")

    assert "pas d\u2019équipe &#39;&lt;b&gt;&#39;" in page


def test_an_english_table_answers_as_before() -> None:
    pages = Pages(lambda report: report, "en", None)

    assert pages.message("no team 'x'") == "no team 'x'"
