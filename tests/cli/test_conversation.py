"""A French and a Catalan tour, from `new` over the desk to `undo`, without English."""

import re
from collections.abc import Iterator

import click
import pytest

from peloton.cli.support.prompts import beginning
from peloton.desk.session import Session
from peloton.notation.catalogue import builtin_catalogue
from peloton.rules.facts.kinds import Language, StageKind
from tests.cli.conftest import Run
from tests.cli.desks import ENTER, HELP, PAGE_DOWN, SAVE, SWITCH, sit

NAMES = "Mokka Molteni MOL Ann Again Eddy Baens Jan Janssen Leo Lakei Twice Muur Cyclo"
CODES = [
    *StageKind,
    "bad ciclistas criterium cyclo figueres flamme rouge ttt rider team leader money",
    "half climber Zottegem itt mtt general Tab purse extra",
]
COMMANDS = (
    "peloton stage add enter undo redo desk kit clear course edit kind length log"
)
ALLOWED = {
    word
    for text in (NAMES, *CODES, COMMANDS)
    for word in re.findall(r"[^\W\d_]+", text)
}
"""Words allowed in any language: names, codes of the game, and input."""
QUOTED = re.compile(r"'[^'\n]*'|«[^»\n]*»|\{\w+\}|\w*…")
"""Parts of texts that are not translated: quoted, filled in or cut."""
WORD = re.compile(r"[^\W\d_]{3,}")
YES = {"fr": "o", "ca": "s"}


def english_words(language: str, text: str) -> set[str]:
    """Return the words of a text that appear in no translation into the language.

    What stands in quotes is as typed: a name, or a command.
    """
    spoken = builtin_catalogue(Language(language)).values()
    known = {
        word.casefold()
        for said in spoken
        for word in WORD.findall(QUOTED.sub("", said))
    }
    found = WORD.findall(QUOTED.sub("", text))
    return {w for w in found if w not in ALLOWED and w.casefold() not in known}


@pytest.fixture
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make standard input look like a terminal, so that commands ask."""
    monkeypatch.setattr(
        "click.testing._NamedTextIOWrapper.isatty",
        lambda stream: stream.name == "<stdin>",
    )


@pytest.mark.usefixtures("at_a_terminal")
@pytest.mark.parametrize("language", YES)
def test_no_word_of_a_tour_is_english(run: Run, language: str) -> None:
    texts = [*commands(run, language), *screens(), *afterwards(run)]

    for text in texts:
        assert english_words(language, text) == set(), text


def commands(run: Run, language: str) -> Iterator[str]:
    """Yield the output of commands that ask, including their error messages."""
    yes = YES[language]
    new = "Mokka\nzz\ncyclo\nbad\n2\n9\n2\nzz\nn\nMOL:Molteni:Ann\n1 Eddy Baens\n"
    new += f"Jan Janssen\n{yes}\nMOL:Again\n\n\n1 Twice\n7 Leo Lakei\n\n"
    stage = f"\nbad\nroad\nx\n180\nZottegem 120\n{yes}\n\nMuur\nMuur@60-84\n\n"
    entry = "Muur: 9\nundo\n\n9 3\nx\n1 3\nundo\n1 3\n(1 7\n2 1 1 1\n2 1\n7 2 2\n"
    dialogue = [
        (("new", "--language", language), new),
        (("stage", "add"), stage),
        (("stage", "add"), "\n\n\n\n\n\n"),
        (("stage", "enter"), f"{entry}+1*99\nMuur: 1 7\n\nzz\n{yes}\n"),
        (("stage", "enter", "1"), "1 0 3\n2 0 1\n7 2 2\n\nn\n"),
    ]
    for arguments, typed in dialogue:
        ran = run(*arguments, typed=typed)
        assert ran.out or ran.err
        yield ran.out + ran.err


def screens() -> Iterator[str]:
    """Yield the screens of the desk: both views, help, mistakes and changes."""
    session = Session(address="tours.db", tour_name=None)
    session.read_language()
    with click.Context(click.Command("desk"), obj=session):
        keys = (HELP, PAGE_DOWN, PAGE_DOWN, HELP, SWITCH, SAVE, "/7", ENTER, "/zz")
        yield from sit(*keys, number=2).screens
        typed = [
            "1 0",
            ENTER,
            "/1",
            ENTER,
            "2 ",
            ENTER,
            "99 1",
            ENTER,
            SAVE,
            "DNF 7",
            ENTER,
            ENTER,
        ]
        yield from sit(*typed, "@x", ENTER, "!1 +20", number=2).screens
        yield from sit("2", number=2, finish=False, size=(40, 10)).screens


def afterwards(run: Run) -> Iterator[str]:
    """Yield the output of later commands, and of commands that fail."""
    for line in (
        *("log", "undo", "redo", "undo 9", "stage enter 5", "result 9", "standings"),
        *("rider add 9 Leo", "rider edit 99 --name x", "team remove MOL", "use nobody"),
        *("stage clear 1 --yes", "stage remove", "team add MOL"),
        *("stage edit 1 --length 10", "explain nobody", "", "undo 20", "undo 99"),
        *("log", "undo 6"),
    ):
        ran = run(*line.split())
        yield ran.out + ran.err


@pytest.mark.parametrize("language", ["fr", "es", "ca", "nl"])
def test_all_keys_of_the_desk_fit_eighty_columns(tour: Run, language: str) -> None:
    tour("edit", "--language", language)
    session = Session(address="tours.db", tour_name=None)
    session.read_language()
    with click.Context(click.Command("desk"), obj=session):
        screens = sit(SWITCH, SWITCH, number=3, size=(80, 24)).screens

    leaving = builtin_catalogue(Language(language))["Leave"]
    assert all(f"^Q {leaving}" in text.splitlines()[-1] for text in screens)


def test_an_english_word_would_be_found() -> None:
    assert english_words("fr", "Étape 1: saved the stage.") == {"saved", "the"}


@pytest.mark.parametrize("text", ["x" * 61, "環" * 61, "a " * 40])
def test_long_input_is_quoted_by_its_first_characters(text: str) -> None:
    """Also a long word, or a text in a script without spaces."""
    assert beginning([text]) == f"{text[:60]}..."
