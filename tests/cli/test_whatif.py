"""`peloton whatif`, in every form; the effects are tested with the rules."""

import json

import pytest

from tests.cli.conftest import Run

ON_TIME = """\
Without              What changes
────────────────────────────────────────────────────────────────────────────────
nothing: as ridden   Jan Janssen wins by 0:15
Stage 1: Oudenaarde - Muur   Mountains: nobody; place 2: Leo Lakei; place 3: Eddy Baens
Muur (Stage 1)       Mountains: nobody
"""
"""CY-1: 4 needs 2 + 25 + 0 s, 1 needs 0 + 30 + 12 and 7 needs 21 + 29 + 9."""


def lines(text: str) -> list[list[str]]:
    """Return the cells of every line, regardless of the column widths."""
    rows = [line.split("  ") for line in text.splitlines()]
    return [[cell.strip() for cell in row if cell.strip()] for row in rows]


def test_the_largest_effects_come_first(tour: Run) -> None:
    ran = tour("whatif")

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("What decided the tour\nMini\n\n")
    found = lines(ran.out)
    for expected in lines(ON_TIME):
        if "─" not in expected[0]:
            assert expected in found
    assert ran.out.endswith("None of these alone changes the winner.\n")


def test_a_tour_in_progress_is_told_as_of_its_last_stage(tour: Run) -> None:
    tour("stage", "add", "--kind", "road", "--length", "100")
    tour("edit", "--stages", "7", "--yes")

    ran = tour("whatif")

    assert "Jan Janssen leads by 0:15" in ran.out
    assert "As of stage 3 of 7." in ran.out


def test_standings_without_a_stage_are_beside_the_real_ones(tour: Run) -> None:
    """Without stage 1: 25 s, 38 s of rider 7, 42 s of rider 1."""
    found = json.loads(tour("whatif", "--without", "stage 1", "--json").out)

    def gaps(name: str) -> list[tuple[str, int]]:
        return [(row["bib"], row["gap"]) for row in found[name]["general"]]

    assert gaps("changed") == [("4", 0), ("7", 13), ("1", 17)]
    assert gaps("as_ridden") == [("4", 0), ("1", 15), ("7", 32)]
    ran = tour("whatif", "--without", "oudenaarde", "--csv")
    assert "2,3,1,7,Leo Lakei" in ran.out.replace("General classification,", "")


@pytest.mark.parametrize("word", ["stage 1", "1", "Muur, stage 1", "muur", "home"])
def test_a_part_goes_by_any_of_its_names(tour: Run, word: str) -> None:
    ran = tour("whatif", "--without", word)

    assert ran.code == 0
    assert ran.out.startswith("What if: without ")


def test_several_changes_are_made_together(tour: Run) -> None:
    """Without stages 1 and 2 only the last one counts: 0, 12 and 9 s."""
    given = ("--without", "stage 1", "--without", "stage 2", "--json")
    found = json.loads(tour("whatif", *given).out)

    general = [(row["bib"], row["time"]) for row in found["changed"]["general"]]
    assert general == [("4", 0), ("7", 9), ("1", 12)]


def test_a_line_is_replaced_where_it_stands(tour: Run) -> None:
    """Rider 4 needs 3 turns more on the last stage, and 30 s more: 57 s."""
    ran = tour("whatif", "--line", "3", "4 0 2", "--line", "2", "4 6 5", "--json")

    found = json.loads(ran.out)["changed"]["general"]
    assert [(row["bib"], row["gap"]) for row in found] == [
        ("1", 0),
        ("4", 15),
        ("7", 17),
    ]


def test_a_line_of_a_cancelled_stage_changes_nothing(tour: Run) -> None:
    """GN-4. Rider 4 would need 30 s more on the last stage."""
    tour("stage", "cancel", "3", "--reason", "snow", "--yes")

    ran = tour("whatif", "--line", "3", "4 0 2", "--json")

    assert (ran.code, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert found["changed"]["general"] == found["as_ridden"]["general"]


def test_a_house_rule_has_the_same_option_as_in_edit(tour: Run) -> None:
    """`whatif --rule` shows what `edit --rule` changes; both have a longer name."""
    rule = "bonus.finish=40"
    changed = tour("whatif", "--rule", rule, "--json").out
    assert tour("whatif", "--house-rule", rule, "--json").out == changed

    assert tour("edit", "--rule", rule, "--yes").code == 0
    after = json.loads(changed)["changed"]
    assert (
        after == json.loads(tour("whatif", "--rule", rule, "--json").out)["as_ridden"]
    )


def test_another_rule_shows_who_moves(tour: Run) -> None:
    """Bonuses of 40 s for each win: 27 - 40 of rider 4, 42 - 40 of rider 1."""
    ran = tour("whatif", "--rule", "bonus.finish=40", "--json")

    found = json.loads(ran.out)["changed"]["general"]
    assert [(row["bib"], row["gap"]) for row in found] == [
        ("4", 0),
        ("1", 15),
        ("7", 72),
    ]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("--without", "stgae 2"), "did you mean 'stage 2'?"),
        (("--rule", "bonus.finsh=1"), "did you mean 'bonus.finish'?"),
        (("--option", "lvl=3"), "did you mean 'level'?"),
        (("--rule", "bonus.finish=many"), "found 'many', expected"),
        (("--line", "9", "4 0 2"), "no stage 9; the tour has 3"),
        (("--line", "3", "44 0 2"), "no rider 44 on the startlist; did you mean '4'?"),
        (("--line", "3", "4 two"), "expected"),
        (("--line", "3", "!4 +20 late"), "expected a finish line or the order at a"),
        (("--rule", "mark=h:mm:ss"), "cannot be read"),
        (("--rule", "space=3"), "space: no effect in cyclo: no time depends on it"),
    ],
)
def test_bad_input_gets_one_clear_line(
    tour: Run, given: tuple[str, ...], message: str
) -> None:
    ran = tour("whatif", *given)

    assert (ran.code, ran.out) == (1, "")
    assert message in ran.err


def test_an_ambiguous_name_lists_the_choices(tour: Run) -> None:
    tour("note", "1", "!4 +20 late", "--yes")
    tour("note", "3", "!4 +10 late again", "--yes")

    ran = tour("whatif", "--without", "ruling on 4")

    assert ran.code == 1
    assert "say which" in ran.err


def test_open_rules_stand_alone(tour: Run) -> None:
    ran = tour("whatif", "--open", "--without", "muur")

    assert ran.code == 2


def test_the_open_rules_that_matter_are_listed(tour: Run) -> None:
    """CY-8: without points in the time trial, 4 and 1 both have 25, and 4 is ahead."""
    ran = tour("whatif", "--open")

    assert ran.code == 0
    assert "Open rules that change a place: " in ran.out
    every = json.loads(tour("whatif", "--open", "--json").out)
    trials = next(rule for rule in every if rule["key"] == "points.time_trials")
    assert (trials["rule"], trials["value"], trials["instead"]) == ("CY-8", True, False)
    assert trials["places"] == []


def test_before_the_first_stage_there_is_nothing_to_decide(run: Run) -> None:
    run("new", "Fresh", "--rulebook", "cyclo")

    ran = run("whatif")

    assert ran.errors == ["Error: no stage has been ridden yet"]


@pytest.mark.parametrize("form", ["--csv", "--markdown", "--bbcode", "--tsv"])
@pytest.mark.parametrize("given", [(), ("--open",), ("--without", "stage 2")])
def test_it_comes_in_every_form(tour: Run, form: str, given: tuple[str, ...]) -> None:
    ran = tour("whatif", *given, form)

    assert (ran.code, ran.err) == (0, "")
    assert ran.out


def test_nothing_is_ever_saved(tour: Run) -> None:
    before = tour("dump", "-").out, tour("log", "--json").out

    for given in ((), ("--without", "stage 2"), ("--line", "3", "4 0 3"), ("--open",)):
        assert tour("whatif", *given).code == 0

    assert (tour("dump", "-").out, tour("log", "--json").out) == before
