"""The meaning of a word, compared with a search through every name."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peloton.errors import PelotonError
from peloton.notation.rulebook_file.reading import builtin_text, read_rulebook
from peloton.rules import names
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib, Rider
from peloton.rules.names import match_name, startlist_names
from peloton.rules.rulebook.rulebook import Jersey

WORDS = st.text(alphabet="aAbé 12-'", max_size=4)


def plain(text: str) -> str:
    """Return a text without case, accents and signs, as names are compared."""
    letters = text.casefold().replace("é", "e")
    return " ".join("".join(x if x.isalnum() else " " for x in letters).split())


def fitting(word: str, known: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return the names that a word matches: exactly, as an alias, or as a prefix."""
    word = plain(word)
    called = {name: [plain(name), *map(plain, known[name])] for name in known}
    return (
        [name for name in known if called[name][0] == word]
        or [name for name in known if word in called[name]]
        or [
            name
            for name in known
            if not word.isdecimal() and any(f" {word}" in f" {c}" for c in called[name])
        ]
    )


@given(WORDS, st.dictionaries(WORDS, st.lists(WORDS, max_size=2).map(tuple)))
def test_a_word_stands_for_the_one_name_that_it_fits(
    word: str, known: dict[str, tuple[str, ...]]
) -> None:
    fits = fitting(word, known) if plain(word) else []
    if word in known or len(fits) == 1:
        assert match_name(word, known) == (word if word in known else fits[0])
    elif fits:
        with pytest.raises(PelotonError, match="say which"):
            match_name(word, known)
    else:
        assert match_name(word, known) is None


def test_a_name_as_typed_comes_before_other_spellings_and_aliases() -> None:
    assert match_name("A", {"a": (), "A": ()}) == "A"
    assert match_name("x", {"Y": ("x",), "X": ()}) == "X"
    assert match_name("77", {"A": ("77",), "B": ("777",)}) == "A"


def test_a_status_is_no_beginning_of_a_name() -> None:
    """GN-1. Otlet is rider 1."""
    known_names = startlist_names((Rider(bib=Bib("1"), name="Otlet"),), ())

    assert known_names.split_bibs("OTL 4") == ["OTL", "4"]
    assert known_names.split_bibs("otle, 4") == ["1", "4"]


@pytest.mark.parametrize(
    ("known", "choices"),
    [
        ({"1": ("Eddy",), "2": ("Egan",)}, "1 (Eddy), 2 (Egan)"),
        ({"Eddy": ("",), "Egan": ()}, "Eddy, Egan"),
        (dict.fromkeys(("E1", "E2", "E3", "E4", "E5"), ()), "E1, E2, E3, E4, E5"),
        (
            dict.fromkeys(("E1", "E2", "E3", "E4", "E5", "E6", "E7"), ()),
            "E1, E2, E3, E4, E5, ...",
        ),
    ],
)
def test_up_to_five_names_that_a_word_fits_are_listed(
    known: dict[str, tuple[str, ...]], choices: str
) -> None:
    with pytest.raises(PelotonError) as refused:
        match_name("e", known)

    assert str(refused.value) == f"'e' fits {choices}: say which"


def test_each_word_of_an_entry_is_looked_up_without_going_through_all_riders(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    riders = tuple(Rider(bib=Bib(str(n)), name=f"Rider {n}") for n in range(500))
    compared: list[str] = []
    known = names._normalized  # noqa: SLF001 - counted

    def noted(text: str) -> str:
        compared.append(text)
        return known(text)

    monkeypatch.setattr(names, "_normalized", noted)

    known_names = startlist_names(riders, ())
    for number in range(500):
        known_names.split_bibs(f"unknown{number}")

    assert len(compared) < 10 * len(riders)


def test_a_jersey_of_a_house_rulebook_names_its_own_classification() -> None:
    """In this one, yellow is for points; elsewhere it is for the general time."""
    road = read_rulebook(builtin_text("road"))
    points = ClassificationName.POINTS
    yellow = Jersey(name="yellow", classification=points, colour="#ffff00")

    assert names.find_classification(road, "yellow") == "general"
    house = replace(road, jerseys=(yellow,))
    assert names.find_classification(house, "yellow") == "points"
    assert names.find_classification(house, "overall") == "general"
    with pytest.raises(PelotonError, match="did you mean 'yellow'"):
        names.find_classification(road, "yelow")
