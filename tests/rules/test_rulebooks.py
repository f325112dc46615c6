"""The built-in rulebooks, compared with the rules as documented."""

from collections.abc import Collection
from typing import Any

import pytest

from peloton.notation.rulebook_file.reading import (
    builtin_names,
    builtin_text,
    read_rulebook,
)
from peloton.rules.facts.kinds import ClassificationName, StageKind
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import OptionValue, RuleValue, Tour
from peloton.rules.rulebook.keys import KEYS
from peloton.rules.rulebook.rulebook import Rulebook, Source, tour_rulebook


def rulebook(name: str, **options: OptionValue) -> Rulebook:
    base = read_rulebook(builtin_text(name))
    tour = Tour(name="x", rulebook=name, options=options)
    own, problems = tour_rulebook(base, tour)
    assert problems == ()
    return own


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        # CR-1: a turn is 60 s, written as turns and a fraction.
        ("turn", 60),
        ("mark", "turns left/moved"),
        ("unit", "seconds"),
        # CR-2: the timed race is the default.
        ("order", "time"),
        ("time_trials.order", "time"),
        ("general.by", "time"),
        ("general.levelled", False),
        # CR-4: 2/15 of a turn.
        ("same_time.gap", 8),
        # CR-6: bonus seconds, not in time trials.
        ("bonus.finish", (20, 12, 8)),
        ("bonus.sprint", (6, 4, 2)),
        ("bonus.time_trials", False),
        # CR-8: finish points for the points and the team classification.
        ("points.finish", (10, 6, 4, 3, 2, 1)),
        ("points.time_trials", True),
        ("teams.by", "points"),
        # CR-9: the animateur by intermediate sprints only.
        ("points.sprint", (5, 3, 2, 1)),
        ("points.sprint_counts_for", ("active",)),
        # CR-10: every summit alike.
        ("mountains.HC", (5, 3, 2, 1)),
        ("mountains.1", (5, 3, 2, 1)),
        ("mountains.2", (5, 3, 2, 1)),
        ("mountains.3", (5, 3, 2, 1)),
        ("mountains.4", (5, 3, 2, 1)),
        ("mountains.summit", (5, 3, 2, 1)),
        ("mountains.lengths", ()),
        # CR-12: no time limit.
        ("time_limit.seconds", 0),
        ("time_limit.turns", 0),
        ("time_limit.percent", 0),
        ("time_limit.stages", ("road", "criterium", "prologue", "itt", "mtt", "ttt")),
        # CR-13: timed on the third rider.
        ("ttt.rider", 3),
        # CR-15: ties.
        ("ties.general", ("sum of places", "latest place", "lots")),
        ("ties.points", ("wins", "general", "lots")),
        ("ties.mountains", ("wins", "general", "lots")),
        ("ties.active", ("wins", "general", "lots")),
        ("ties.teams", ("best rider", "lots")),
        ("classifications", ("general", "points", "mountains", "active", "teams")),
    ],
)
def test_criterium(key: str, expected: RuleValue) -> None:
    assert rulebook("criterium").values[key].value == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        # CY-1, CY-3: ten seconds a turn, a line less each line past the finish.
        ("turn", 10),
        ("mark", "turns lines"),
        ("unit", "seconds"),
        ("time_trials.order", "time, then as entered"),
        # CY-2: the third rider's time.
        ("ttt.rider", 3),
        # CY-4, CY-5: the order of crossing; groups by brackets only.
        ("order", "arrival"),
        ("same_time.gap", 0),
        # CY-6: the best has 0.
        ("general.by", "time"),
        ("general.levelled", True),
        # CY-7: ties in the overall classification.
        ("ties.general", ("previous general", "lots", "latest place", "bib")),
        # CY-8: the green shirt.
        ("points.finish", (15, 10, 5, 4, 3, 2, 1)),
        ("points.sprint", (5, 3, 2, 1)),
        ("points.sprint_counts_for", ("points",)),
        ("points.time_trials", True),
        ("ties.points", ("previous general", "lots", "general")),
        ("bonus.finish", ()),
        ("bonus.sprint", ()),
        # CY-9: the white shirt.
        ("mountains.HC", (15, 10, 5, 3, 2, 1)),
        ("mountains.1", (10, 7, 5, 3, 2, 1)),
        ("mountains.2", (7, 5, 3, 2, 1)),
        ("mountains.3", (5, 3, 2, 1)),
        ("mountains.4", (3, 2, 1)),
        ("mountains.summit", ()),
        ("mountains.lengths", (0, 20, 25, 30, 41)),
        ("ties.mountains", ("previous general", "lots", "general")),
        # CY-11: a time limit at level 4 only.
        ("time_limit.turns", 0),
        ("time_limit.stages", ("road", "criterium")),
        # CY-18: teams by their riders' overall times.
        ("teams.by", "general times"),
        ("ties.teams", ("best rider", "lots")),
        ("classifications", ("general", "points", "mountains", "teams")),
    ],
)
def test_cyclo(key: str, expected: RuleValue) -> None:
    assert rulebook("cyclo").values[key].value == expected


def test_the_simple_race_is_placed_by_turns() -> None:
    """CR-3."""
    assert rulebook("criterium", format="simple").word("order") == "turns"


def test_a_stage_race_by_points_has_its_own_ties() -> None:
    """CR-11: stage wins, then the better place on the last stage."""
    own = rulebook("criterium", format="points")

    assert own.word("general.by") == "points"
    assert own.words("ties.general") == ("wins", "latest place", "lots")
    assert own.word("order") == "turns"


@pytest.mark.parametrize(("level", "turns"), [(1, 0), (2, 0), (3, 0), (4, 25)])
def test_only_level_4_has_a_time_limit(level: int, turns: int) -> None:
    """CY-11."""
    assert rulebook("cyclo", level=level).number("time_limit.turns") == turns


def test_the_fifth_rider_may_count_in_a_team_time_trial() -> None:
    """CY-2."""
    assert rulebook("cyclo", ttt_rider=5).number("ttt.rider") == 5


def test_jerseys_are_in_the_order_they_are_worn() -> None:
    """CR-16 and CY-10."""
    jerseys = {
        name: [(each.name, each.classification) for each in rulebook(name).jerseys]
        for name in ("criterium", "cyclo")
    }

    assert jerseys == {
        "criterium": [
            ("yellow", "general"),
            ("green", "points"),
            ("polka dot", "mountains"),
        ],
        "cyclo": [("yellow", "general"), ("green", "points"), ("white", "mountains")],
    }


def test_cyclo_has_rider_types_and_criterium_none() -> None:
    """CY-13."""
    assert [each.name for each in rulebook("cyclo").types] == [
        "climber",
        "sprinter",
        "time rider",
        "helper",
        *"ABCDE",
    ]
    assert rulebook("criterium").types == ()


@pytest.mark.parametrize("name", builtin_names())
def test_every_value_says_where_it_comes_from(name: str) -> None:
    base = read_rulebook(builtin_text(name))

    assert base.values.keys() == KEYS.keys()
    for key, value in base.values.items():
        if value.source == Source.DEFAULT:
            assert value.value == KEYS[key].default, key
            continue
        assert value.rule, key
        assert value.source != Source.HOUSE, key
        assert value.confirmed or value.source != Source.SEED, key


EVERY = frozenset(ClassificationName)
POINTS = ClassificationName.POINTS
GENERAL, TEAMS = ClassificationName.GENERAL, ClassificationName.TEAMS


@pytest.mark.parametrize(
    ("kind", "facts", "format_", "names"),
    [
        ("road", {}, "ride", EVERY),
        ("road", {"cancelled": "snow"}, "ride", ()),
        ("road", {"counts": {GENERAL: False}}, "ride", EVERY - {GENERAL}),
        ("kilometre", {}, "ride", EVERY),
        ("keirin", {}, "ride", ()),
        ("keirin", {"points": (9,)}, "ride", {POINTS}),
        ("keirin", {"counts": {TEAMS: True}}, "ride", {TEAMS}),
        ("points race", {"points": (9,)}, "ride", ()),
        ("keirin", {}, "omnium", {GENERAL, TEAMS}),
        ("keirin", {"counts": {TEAMS: False}}, "omnium", {GENERAL}),
    ],
)
def test_a_race_on_the_track_counts_where_it_is_said_or_has_a_scale(
    kind: str, facts: dict[str, Any], format_: str, names: Collection[str]
) -> None:
    """GN-4, CY-1, CR-13. The laps of a points race have its scale."""
    options = {"format": format_} if format_ == "omnium" else {}
    stage = Stage(kind=StageKind(kind), **facts)

    assert rulebook("cyclo", **options).counted(stage) == frozenset(names)


@pytest.mark.parametrize(
    ("name", "options", "by_time", "team_points"),
    [
        ("cyclo", {}, {"general", "young", "teams"}, None),
        ("criterium", {}, {"general", "young"}, ("finish", "points")),
        ("criterium", {"format": "points"}, set(), ("finish", "points")),
        ("criterium", {"format": "omnium"}, set(), ("omnium", "general")),
        ("flamme-rouge", {}, {"general", "young"}, (None, "points")),
    ],
)
def test_a_classification_adds_up_times_or_points(
    name: str,
    options: dict[str, OptionValue],
    by_time: set[str],
    team_points: tuple[str | None, str] | None,
) -> None:
    """CR-8, CR-11, CY-18, FR-5. A team's points are of a source, or of every line."""
    found = rulebook(name, **options)

    assert {each for each in ClassificationName if found.adds_times(each)} == by_time
    assert found.teams_by_points is (team_points is not None)
    if team_points is not None:
        assert found.team_points_source == team_points


@pytest.mark.parametrize(
    ("name", "what", "keeps"),
    [
        ("cyclo", "points", True),
        ("cyclo", "active", False),
        ("cyclo", "nothing of this name", False),
        ("cyclo", "ttt.rider", True),
        ("cyclo", "votes.combative", False),
        ("criterium", "time_limit.seconds", False),
        ("cyclo", "missed.time", False),
        ("flamme-rouge", "start.order", True),
        ("cyclo", "setup.refreshments", False),
    ],
)
def test_a_rulebook_keeps_classifications_and_what_is_not_none(
    name: str, what: str, *, keeps: bool
) -> None:
    assert rulebook(name).uses(what) is keeps
