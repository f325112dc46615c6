"""A tour's own rules: options, then house rules (GN-4)."""

from dataclasses import replace

import pytest

from peloton.errors import did_you_mean
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.tour import OptionValue, RuleValue, Tour
from peloton.rules.rulebook.keys import KEYS, RuleKind
from peloton.rules.rulebook.rulebook import (
    Option,
    Rulebook,
    Source,
    Value,
    tour_rulebook,
    value_fault,
)
from tests.scored import race_of

BARE: dict[RuleKind, RuleValue] = {
    RuleKind.SCALE: (),
    RuleKind.NUMBER: 1,
    RuleKind.FLAG: False,
    RuleKind.WORDS: (),
}
BASE = Rulebook(
    name="ours",
    title="Ours",
    values={
        key: Value(
            value=each.words[0] if each.kind is RuleKind.WORD else BARE[each.kind],
            rule="XX-1",
            source=Source.SEED,
        )
        for key, each in KEYS.items()
    },
    options={
        "format": Option(
            default="road",
            choices=("road", "track"),
            sets={"track": {"order": "turns", "turn": 30}, "road": {"turn": 20}},
        ),
        "rider": Option(default=1, choices=(1, 3, 5), key="ttt.rider"),
        "gap": Option(default=1, key="same_time.gap"),
    },
)


def own(
    rules: dict[str, RuleValue] | None = None, **options: OptionValue
) -> tuple[Rulebook, tuple[Problem, ...]]:
    tour = Tour(name="x", rulebook="ours", options=options, rules=rules or {})
    return tour_rulebook(BASE, tour)


def applied(
    rules: dict[str, RuleValue] | None = None, **options: OptionValue
) -> Rulebook:
    """Apply options and house rules that have no mistakes."""
    rulebook, problems = own(rules, **options)
    assert problems == ()
    return rulebook


def refused(
    rules: dict[str, RuleValue] | None = None, **options: OptionValue
) -> Problem:
    """Apply an invalid option or house rule; check that the rest is unchanged."""
    rulebook, (problem,) = own(rules, **options)
    assert rulebook == own()[0]
    return problem


def test_an_option_not_chosen_has_its_default() -> None:
    assert applied().number("turn") == 20


def test_a_choice_replaces_the_default() -> None:
    rulebook = applied(format="track")

    assert (rulebook.word("order"), rulebook.number("turn")) == ("turns", 30)


def test_a_choice_may_be_the_value_of_a_key() -> None:
    assert applied(rider=5).number("ttt.rider") == 5


def test_a_choice_may_be_given_as_text() -> None:
    assert applied(rider="5").number("ttt.rider") == 5


def test_an_option_without_choices_takes_any_value_of_its_key() -> None:
    assert applied(gap=12).number("same_time.gap") == 12


def test_a_key_of_the_rulebook_may_be_given_as_an_option() -> None:
    chosen: dict[str, OptionValue] = {"time_limit.seconds": 300}

    assert applied(None, **chosen).number("time_limit.seconds") == 300


def test_a_house_rule_is_stronger_than_any_option() -> None:
    rulebook = applied({"turn": 7}, format="track", turn=9)

    assert (rulebook.number("turn"), rulebook.word("order")) == (7, "turns")


def test_a_key_given_as_an_option_is_stronger_than_a_choice() -> None:
    assert applied(turn=9, format="track").number("turn") == 9


def test_what_is_changed_is_a_house_rule_and_keeps_its_number() -> None:
    value = applied({"bonus.finish": (10, 6, 4)}).values["bonus.finish"]

    assert (value.value, value.source, value.rule) == ((10, 6, 4), "house rule", "XX-1")


def test_what_stays_the_same_keeps_where_it_comes_from() -> None:
    rulebook = applied({"bonus.finish": ()}, rider=1)

    assert rulebook.values["bonus.finish"].source == Source.SEED
    assert rulebook.values["ttt.rider"].source == Source.SEED


def test_a_choice_is_noted_where_it_changes_a_value() -> None:
    note = applied(format="track").values["turn"].note

    assert note == "format = 'track'"


def test_an_unknown_option_is_refused_with_the_nearest() -> None:
    problem = refused(fromat="track")

    assert problem.message == "no option 'fromat' in ours; did you mean 'format'?"
    assert problem.where == ("tour", "options", "fromat")


def test_an_unknown_house_rule_is_refused_with_the_nearest() -> None:
    problem = refused({"bonus.finsh": (1,)})

    assert (
        problem.message == "no rule 'bonus.finsh' in ours; did you mean 'bonus.finish'?"
    )
    assert problem.where == ("tour", "rules", "bonus.finsh")


def test_a_name_like_no_other_is_told_where_the_names_are() -> None:
    assert did_you_mean("zzzzzz", BASE.values) == ""
    assert "'peloton rules show ours' lists" in refused({"zzzzzz": 1}).message


@pytest.mark.parametrize("found", [2, True, "three", 99])
def test_a_choice_the_rulebook_does_not_have_is_refused(found: OptionValue) -> None:
    problem = refused(rider=found)

    assert problem.message.endswith(", expected one of 1, 3, 5")
    assert problem.where == ("tour", "options", "rider")


def test_a_tour_may_change_the_mark() -> None:
    assert applied({"mark": "turns lines"}).word("mark") == "turns lines"


def test_all_mistakes_are_found_at_once() -> None:
    _, problems = own({"turn": -1, "order": "x"}, format="x", laps=3)

    assert [problem.where[1:] for problem in problems] == [
        ("options", "format"),
        ("options", "laps"),
        ("rules", "turn"),
        ("rules", "order"),
    ]


SCALE = "expected a list of whole numbers, 0 or more"
WHOLE = "expected a whole number, 0 or more"
ORDERS = "expected one of time, turns, arrival, first past the line"


@pytest.mark.parametrize(
    ("key", "found", "fault"),
    [
        ("bonus.finish", (10, 6, 4), ""),
        ("bonus.finish", (), ""),
        ("bonus.finish", (10, -6), f"found [10, -6], {SCALE}"),
        ("bonus.finish", (True,), f"found [true], {SCALE}"),
        ("bonus.finish", 10, f"found 10, {SCALE}"),
        ("same_time.gap", 0, ""),
        ("same_time.gap", -1, f"found -1, {WHOLE}"),
        ("same_time.gap", True, f"found true, {WHOLE}"),
        ("same_time.gap", 10**12, f"found a huge number, {WHOLE}"),
        ("ttt.rider", 0, "found 0, expected a whole number, 1 or more"),
        ("general.levelled", True, ""),
        ("general.levelled", 1, "found 1, expected true or false"),
        ("order", "turns", ""),
        ("order", "turn", (f"found 'turn', {ORDERS}; did you mean 'turns'?")),
        ("order", 3, f"found 3, {ORDERS}"),
        ("points.sprint_counts_for", ("points",), ""),
        (
            "points.sprint_counts_for",
            ("point",),
            ("found 'point', expected one of points, active; did you mean 'points'?"),
        ),
        (
            "points.sprint_counts_for",
            "points",
            "found 'points', expected a list of words",
        ),
        ("time_limit.stages", ("itt", "itt"), "found 'itt' twice, expected once"),
        ("mountains.lengths", (0, 20, 25, 30, 41), ""),
        (
            "mountains.lengths",
            (20, 0),
            "found [20, 0], expected up to 5 numbers in ascending order",
        ),
        (
            "mountains.lengths",
            (0, 1, 2, 3, 4, 5),
            "found [0, 1, 2, 3, 4, 5], expected up to 5 numbers in ascending order",
        ),
        ("turn", (60,), "found [60], expected a whole number, 1 or more"),
    ],
)
def test_a_value_must_fit_its_key(key: str, found: object, fault: str) -> None:
    assert value_fault(key, found) == (f"{key}: {fault}" if fault else "")


@pytest.mark.parametrize(("usual", "chosen"), [("a", "b"), ("b", "a")])
def test_a_chosen_option_comes_after_those_that_are_not_chosen(
    usual: str, chosen: str
) -> None:
    """GN-4. 20 seconds a turn are usual, and 30 chosen."""
    options = {
        usual: Option(default="x", choices=("x",), sets={"x": {"turn": 20}}),
        chosen: Option(default="x", choices=("x", "y"), sets={"y": {"turn": 30}}),
    }
    facts = Tour(name="x", rulebook="ours", options={chosen: "y"})
    for listed in (options, dict(reversed(options.items()))):
        found, problems = tour_rulebook(replace(BASE, options=listed), facts)

        assert problems == ()
        assert found.number("turn") == 30


@pytest.mark.parametrize("table", ["rules", "options"])
@pytest.mark.parametrize(
    ("game", "effect"),
    [
        *(("cyclo", False), ("criterium", False), ("figueres", False)),
        *(("road", False), ("ciclistas", True), ("flamme-rouge", True)),
    ],
)
def test_a_time_of_a_space_that_no_time_depends_on_is_pointed_out(
    game: str, table: str, *, effect: bool
) -> None:
    """GN-4. The tour is scored all the same."""
    race = race_of(
        f'[tour]\nname = "x"\nrulebook = "{game}"\n[tour.{table}]\nspace = 3'
    )

    assert [(p.message, p.severity, p.where) for p in race.problems] == [
        (
            f"space: no effect in {game}: no time depends on it",
            "warning",
            ("tour", table, "space"),
        )
    ][effect:]
