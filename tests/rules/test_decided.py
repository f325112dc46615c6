"""What decided a tour, and the effects of open rules, in tours computed by hand."""

import re
from dataclasses import replace

import pytest

from peloton.rules.explain.decided import (
    PartKind,
    alternatives,
    largest_effects,
    open_effects,
    open_keys,
    part_effects,
    removable_parts,
    rescored,
)
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.tour import with_stage
from peloton.rules.results import Race, Standings
from tests.scored import facts_of, race_of

CLOSE = """\
[tour]
name = "Close"
rulebook = "road"

[[rider]]
bib = "1"
[[rider]]
bib = "2"
[[rider]]
bib = "3"

[[stage]]
name = "First"
finish = \"\"\"
1 3:00:00
2 +0:05
3 +0:30
\"\"\"

[[stage]]
name = "Second"
finish = \"\"\"
2 3:00:00
1 +0:02
3 +0:40
\"\"\"
  [[stage.ruling]]
  bib = "1"
  seconds = 2
  reason = "late"
"""
"""Rider 1 wins by a second: 5 - 6 - 10 = -11 of 2 against -10 + 2 - 6 + 2 = -12."""


def test_a_stage_without_which_another_rider_wins_decided_the_tour() -> None:
    """RR-3: without stage 1 it is 2 - 6 + 2 = -2 against -10 of rider 2, who leads
    green with 50 points. As ridden both have 80 and a win, and 1 is ahead by RR-4.
    """
    (effect,) = largest_effects(part_effects(race_of(CLOSE)))

    assert (effect.part.kind, effect.part.number) == (PartKind.STAGE, 1)
    assert effect.places == {
        ("general", 1): ("2",),
        ("general", 2): ("1",),
        ("points", 1): ("2",),
    }
    assert (effect.margin, effect.size) == (8, (1, 1, 1))


def test_every_stage_ruling_and_kind_of_bonus_is_a_part_once() -> None:
    parts = [
        (part.kind, part.number, part.label) for part in removable_parts(race_of(CLOSE))
    ]

    assert parts == [
        (PartKind.STAGE, 1, ""),
        (PartKind.STAGE, 2, ""),
        (PartKind.RULING, 2, ""),
        (PartKind.BONUS, 0, "bonus.finish"),
    ]


def test_a_tour_of_one_stage_is_not_scored_without_it() -> None:
    text = CLOSE[: CLOSE.index('[[stage]]\nname = "Second"')]

    assert [part.kind for part in removable_parts(race_of(text))] == [PartKind.BONUS]


def test_a_stage_without_weight_pays_no_premiums_of_the_day() -> None:
    """CY-16: 200 for each stage and 100 for yellow, 50 for green, 10 a point."""
    text = CYCLO.replace("[tour.options]", "[tour.options]\nlevel = 4")
    race = race_of(text)
    without = {part.number: part.without for part in removable_parts(race)}

    def money(changed: Race) -> list[tuple[str, int]]:
        return [(line.team, line.balance) for line in changed.stages[-1].purse]

    # Stage 1: win 200, 15 + 10 points, yellow 100 and green 50 to rider 4.
    # Stage 2: win 200, 15 + 5 points, and the shirts: 100 + 50.
    assert money(race) == [("MOL", 200 + 250 + 150 + 200 + 200 + 150)]
    assert money(rescored(without[2])) == [("MOL", 200 + 250 + 150)]


CYCLO = """\
[tour]
name = "Mini"
rulebook = "cyclo"
stages = 3

[tour.options]

[[team]]
code = "MOL"
  [[team.rider]]
  bib = "1"
  [[team.rider]]
  bib = "4"

[[rider]]
bib = "7"

[[stage]]
name = "Road"
finish = \"\"\"
1  0 3
4  0 1
7  2 2
\"\"\"

[[stage]]
name = "Time trial"
kind = "itt"
finish = \"\"\"
7  3 1
1  3 0
4  3 5
\"\"\"
"""


def test_the_only_open_rule_that_matters_is_points_in_time_trials() -> None:
    """CY-8: 4, 7, 1 in the time trial: 25, 20 and 15 points. Without: 15, 10 and 5.

    There is one team, so that the way of adding teams up cannot matter.
    """
    mattering = [rule for rule in open_effects(race_of(CYCLO)) if rule.places]

    assert [(rule.key, rule.value, rule.places) for rule in mattering] == [
        (
            "points.time_trials",
            False,
            {("points", 1): ("1",), ("points", 2): ("4",)},
        )
    ]


def test_a_value_that_the_tour_sets_is_not_open() -> None:
    text = CYCLO.replace("[tour.options]", '[tour.rules]\n"points.time_trials" = false')

    assert "points.time_trials" not in open_keys(race_of(text).rulebook)


@pytest.mark.parametrize(
    ("game", "key", "expected"),
    [
        ("cyclo", "points.time_trials", [False]),
        ("road", "teams.riders", [2, 4]),
        ("road", "time_limit.seconds", []),
        ("road", "mountains.3", [(2,), (2, 1, 1)]),
        ("cyclo", "mountains.lengths", [(0, 19, 24, 29, 40), (1, 21, 26, 31, 42)]),
        ("cyclo", "ties.teams", [("lots",), ("best rider",), ("lots", "best rider")]),
        ("cyclo", "teams.by", ["points", "rider points", "best times"]),
    ],
)
def test_other_values_are_the_choices_or_the_neighbours(
    game: str, key: str, expected: list[object]
) -> None:
    _, rulebook = facts_of(f'[tour]\nname = "None"\nrulebook = "{game}"\n')

    found = [*alternatives(key, rulebook)]

    assert sorted(map(str, found)) == sorted(map(str, expected))


GAPS = """\
[tour]
name = "Gaps"
rulebook = "road"

[[rider]]
bib = "1"
[[rider]]
bib = "2"
[[rider]]
bib = "3"

[[stage]]
finish = \"\"\"
2 3:00:00
1 +0:03
3 +0:05
\"\"\"

[[stage]]
finish = \"\"\"
1 3:00:00
2 +0:10
3 s
\"\"\"
"""


def with_first_finish(text: str, finish: str) -> Standings:
    """Return the final general classification with another finish of stage 1."""
    race = race_of(text)
    lines = re.compile(r'(?<=finish = """\n).*?(?=""")', re.DOTALL)
    other, _ = facts_of(lines.sub(finish, text[: text.rindex("[[stage]]")]))
    changed = replace(race, tour=with_stage(race.tour, 1, other.stages[0]))
    return rescored(changed).stages[-1].standings[ClassificationName.GENERAL]


def test_later_lines_of_a_rider_put_out_of_the_race_are_ignored() -> None:
    """RR-1, GN-1: rider 1 abandons on stage 1 instead. Riders 2 and 3 keep 3:00:10 on
    stage 2, and have the bonuses of places 1 and 2 on both: 20 and 12 s.
    """
    rows = with_first_finish(GAPS, "2 3:00:00\n3 +0:05\nDNF 1\n")

    hours = 6 * 3600
    assert [(row.who, row.total) for row in rows] == [
        ("2", hours + 10 - 20),
        ("3", hours + 5 + 10 - 12),
    ]


def test_a_rider_kept_in_the_race_without_later_lines_does_not_start() -> None:
    """GN-1: rider 3 finishes stage 1 after all, but has no line on stage 2."""
    text = GAPS.replace("3 +0:05", "DNF 3").replace("\n3 s", "")
    rows = with_first_finish(text, "2 3:00:00\n1 +0:03\n3 +0:05\n")

    assert [row.who for row in rows] == ["1", "2"]
