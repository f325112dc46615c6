"""A rulebook copied for house rules."""

import re
from pathlib import Path

import pytest

from peloton.errors import PelotonError
from peloton.notation.rulebook_file.copy import house_rules_text
from peloton.notation.rulebook_file.reading import (
    builtin_names,
    builtin_text,
    read_rulebook,
)
from peloton.notation.tour_file.reading import read_tour
from peloton.rules.race import score
from peloton.rules.rulebook.keys import KEYS
from peloton.rules.rulebook.rulebook import Source
from tests.notation.documents import problems_of

TOUR = """\
[tour]
name = "House rules"
rulebook = "my-cyclo.toml"

[[rider]]
bib = "1"
[[rider]]
bib = "2"

[[stage]]
finish = \"\"\"
1 0 3
2 2 2
\"\"\"
"""


@pytest.mark.parametrize("game", builtin_names())
def test_a_copy_has_every_value_of_the_original_with_its_provenance(game: str) -> None:
    copy, original = (
        read_rulebook(house_rules_text("mine", game)),
        read_rulebook(builtin_text(game)),
    )

    assert copy.values == original.values
    assert (copy.options, copy.types) == (original.options, original.types)
    assert copy.jerseys == original.jerseys
    assert copy.name == "mine"


@pytest.mark.parametrize("game", builtin_names())
def test_every_value_stands_in_the_copy_under_what_it_means(game: str) -> None:
    text = house_rules_text("mine", game)
    unfolded = re.sub(r"\n# (?!\[|value)", " ", text)

    for key, known in KEYS.items():
        above = unfolded.partition(f"[{key}]\n")[0].splitlines()[-2:]
        assert known.meaning in " ".join(above), key
        assert not known.minimum or "number, 1 or more)" in " ".join(above), key


@pytest.mark.parametrize("game", builtin_names())
def test_what_a_game_leaves_as_in_every_game_is_there_to_be_changed(game: str) -> None:
    """All of the commented values, without their #, are a rulebook too."""
    text = house_rules_text("mine", game)
    uncommented = re.sub(
        r"^# (\[[\w.]+\]|value = .*)$", r"\1", text, flags=re.MULTILINE
    )

    book = read_rulebook(uncommented)

    assert all(value.source != Source.DEFAULT for value in book.values.values())


def test_a_value_changed_in_a_copy_is_a_house_rule() -> None:
    """The source of the value that was copied is not the source of this one."""
    text = house_rules_text("my-cyclo", "cyclo")
    changed = read_rulebook(
        text.replace("value = [15, 10, 5, 4, 3, 2, 1]", "value = [9]")
    )

    points = changed.values["points.finish"]
    assert (points.value, points.source, points.rule) == ((9,), "house rule", "CY-8")
    assert changed.values["points.sprint"].source == "seed"


def test_a_value_changed_with_its_source_keeps_that_source() -> None:
    text = house_rules_text("my-cyclo", "cyclo")
    block = 'value = [5, 3, 2, 1]\nrule = "CY-8"\nsource = "seed"'
    own = 'value = [9]\nrule = "CY-8"\nsource = "Club rules, 1998"'

    changed = read_rulebook(text.replace(block, own, 1))

    assert changed.values["points.sprint"].source == "Club rules, 1998"


def test_a_copy_from_nowhere_is_refused() -> None:
    text = house_rules_text("mine", "cyclo").replace('from = "cyclo"', 'from = "cyklo"')

    problems = problems_of(text, read_rulebook)

    assert [each.message.split(",")[0] for each in problems] == ["from: found 'cyklo'"]


@pytest.mark.parametrize("name", ["", "cyclo", "a b", "a/b", '"', "-x", "ö"])
def test_a_name_that_is_no_name_of_ones_own_is_refused(name: str) -> None:
    with pytest.raises(PelotonError, match="expected a new name"):
        house_rules_text(name, "cyclo")


def test_a_tour_beside_a_copy_is_scored_by_it(tmp_path: Path) -> None:
    """A turn of 12 in place of 10: 2 x 12 - 2 + 3 = 25 (CY-3)."""
    text = house_rules_text("my-cyclo", "cyclo").replace(
        "value = 10\n", "value = 12\n", 1
    )
    (tmp_path / "my-cyclo.toml").write_text(text)

    reading = read_tour(TOUR, tmp_path)

    assert reading.tour is not None
    assert reading.rulebook is not None
    race = score(reading.tour, reading.rulebook, reading.problems)
    assert [line.time for line in race.stages[0].result] == [0, 25]
