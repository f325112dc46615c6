"""The combination: the sum of the ranks in three classifications (RR-11)."""

from dataclasses import replace

import pytest

from peloton.rules.explain.rider import explanation
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib
from peloton.rules.outlook.prospects import Prospects, outlook_after
from peloton.rules.results import Race as Scored
from tests.rules import notation
from tests.rules.tour_texts import Race, column, parted, race, stage, startlist
from tests.scored import race_of

DAY = "1 0:10:00, 2 +0:10, 3 +0:20, 4 +0:30"
"""A finish that ranks 1, 2, 3, 4 by time and by points, without bonuses."""
NO_BONUS = '"bonus.finish" = []'
COMBINED = "combination = true"


def ridden(*stages: str) -> Race:
    return race("road", *stages, rules=NO_BONUS, options=COMBINED)


def ranks(rows: list[dict[str, object]]) -> list[tuple[object, object, object]]:
    return [(row["rank"], row["bib"], row["points"]) for row in rows]


def test_the_ranks_in_general_points_and_mountains_are_added_up() -> None:
    """RR-11. 2: 2 + 2 + 2, 3: 3 + 3 + 1, 4: 4 + 4 + 3; 1 won nothing on the climb."""
    (result,) = ridden(stage(DAY, climbs={"Col cat1": "3 2 4"}))

    assert ranks(result["combination"]) == [(1, "2", 6), (2, "3", 7), (3, "4", 11)]


def test_the_ranks_are_those_after_the_stage_and_not_added_up_by_stage() -> None:
    """RR-11. 4 wins the second day by 12 minutes."""
    second = "4 0:10:00, 3 +12:00, 2 s, 1 s"
    _, result = ridden(stage(DAY, climbs={"Col cat1": "3 2 4"}), stage(second))

    assert column(result["general"], "rank") == {"4": 1, "1": 2, "2": 3, "3": 4}
    # 4: 18 + 50, 1: 50 + 18; 2: 30 + 20, 3: 20 + 30; the general rank parts both pairs.
    assert column(result["points"], "rank") == {"4": 1, "1": 2, "2": 3, "3": 4}
    assert ranks(result["combination"]) == [(1, "4", 5), (2, "2", 8), (3, "3", 9)]


def test_equal_sums_are_parted_by_the_general_rank() -> None:
    """RR-11. 2: 2 + 2 + 3, 3: 3 + 3 + 1."""
    (result,) = ridden(stage(DAY, climbs={"Col cat1": "3 4 2"}))

    assert parted(result["combination"]) == [
        ("2", "general"),
        ("3", "general"),
        ("4", None),
    ]


@pytest.mark.parametrize(
    "day",
    [
        stage(DAY),
        stage(DAY, climbs={"Col cat1": "3 2 4"}, more="counts = { general = false }"),
    ],
)
def test_nobody_is_ranked_before_all_three_have_a_leader(day: str) -> None:
    """RR-11, GN-5."""
    (result,) = ridden(day)

    assert result["combination"] == []


def test_it_is_off_by_default() -> None:
    """RR-11."""
    (result,) = race("road", stage(DAY, climbs={"Col cat1": "3 2 4"}))

    assert "combination" not in result


def test_who_left_the_race_is_not_ranked() -> None:
    """RR-11, GN-1. The ranks of the others are those without 2."""
    climbed = stage(DAY, climbs={"Col cat1": "3 2 4"})
    _, result = ridden(climbed, stage("1 0:10:00, 3 +0:20, 4 +0:30, DNF 2"))

    assert ranks(result["combination"]) == [(1, "3", 2 + 2 + 1), (2, "4", 3 + 3 + 2)]


TEXT = f"""\
[tour]
name = "Ronde"
rulebook = "road"
stages = 2
options = {{ {COMBINED} }}
rules = {{ {NO_BONUS} }}
{startlist("1 2 3 4")}
"""


def combination(scored: Scored, after: int) -> Prospects:
    outlook = outlook_after(scored, scored.score(after))
    return next(p for p in outlook if p.name == "combination")


def test_nobody_is_out_of_it_before_the_last_stage() -> None:
    """RR-11, GN-6: ranks to come have no bound; 1 may still win it too."""
    day = stage(DAY, climbs={"Col cat1": "3 2 4"})
    to_come = combination(race_of(f"{TEXT}{day}\n[[stage]]"), 1)
    over = combination(race_of(f"{TEXT}{day}\n{day}"), 2)

    assert {(row.who, row.can) for row in to_come.rows} == {(b, None) for b in "1234"}
    assert not to_come.decided
    assert over.decided


def test_points_at_the_end_may_still_decide_it() -> None:
    """RR-11, FR-4, GN-6: the last stage is cancelled, and the end is still to come."""
    lines = "1 0 4, 2 0 3, 3 0 2"
    kept = ("general", "points", "mountains", "active", "combination", "teams")
    day = notation.stage(lines, climbs={"Col 4 lines": "2 3"})
    facts = notation.tour(
        "flamme-rouge",
        (day, notation.stage(cancelled="snow")),
        rules={"classifications": kept},
    )
    scored = notation.raced(facts)

    assert not combination(scored, 1).decided
    assert combination(scored, 2).decided


def test_the_end_of_a_grand_tour_changes_the_ranks_it_adds_up() -> None:
    """RR-11, FR-4. 3 is third by points before the end, and first after it."""
    kept = ("general", "points", "mountains", "active", "combination", "teams")
    day = notation.stage("1 0 4, 2 0 3, 3 0 2", climbs={"Col 4 lines": "3 2"})
    fought = replace(day, combativity={Bib("3"): 2})
    facts = notation.tour("flamme-rouge", (fought,), rules={"classifications": kept})

    # 1: 3 + 3, 2: 2 + 2 + 2, 3: 1 + 1 + 3 + 3.
    assert notation.standings(notation.raced(facts), "points")[0] == (1, "3", 8)
    # 3: 3 + 1 + 1. 2: 2 + 3 + 2, behind 1 by points for the win. 1 has no climb.
    assert notation.standings(notation.raced(facts), "combination") == [
        (1, "3", 5),
        (2, "2", 7),
    ]


def test_it_is_explained_by_its_three_ranks() -> None:
    """RR-11."""
    scored = race_of(TEXT + stage(DAY, climbs={"Col cat1": "3 2 4"}))
    name = ClassificationName.COMBINATION
    (total,) = [
        reason for reason in explanation(scored, Bib("3")) if reason.towards == name
    ]

    assert (total.amount, total.rule) == (7, "RR-11")
    assert total.why == "rank 2; the sum of the ranks 3, 3 and 1"


def test_it_is_explained_so_in_the_other_games_too() -> None:
    """RR-11: where a tour adds it to the classifications of its game."""
    kept = ("general", "points", "mountains", "combination", "teams")
    day = notation.stage("1 0 4, 2 0 3", climbs={"Col 1": "2 1"})
    facts = notation.tour("cyclo", (day,), rules={"classifications": kept})
    reasons = explanation(notation.raced(facts), Bib("1"))

    assert [r.rule for r in reasons if r.towards == "combination"] == ["RR-11"]
