"""GN-9: how many stages a tour will have, asked, changed and shown."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

FINISH = "1 0 3\n4 0 1\n"


@pytest.fixture
def planned(run: Run) -> Run:
    """A tour with money and two planned stages, of which the first is ridden."""
    assert (
        run(
            *("new", "Ronde", "--rulebook", "cyclo", "--option", "level=4"),
            *("--stages", "2", "--team", "MOL:Molteni:Ann"),
        ).code
        == 0
    )
    for bib in "14":
        assert run("rider", "add", bib, "--team", "MOL").code == 0
    add_and_ride(run, 1)
    return run


def add_and_ride(run: Run, number: int, *options: str) -> None:
    assert run("stage", "add", "--length", "100", *options).code == 0
    ran = run("stage", "enter", str(number), "--from", "-", "--yes", typed=FINISH)
    assert ran.code == 0


def told(run: Run) -> dict[str, object]:
    document = run("export", "tour.json")
    assert document.code == 0
    found: dict[str, object] = json.loads(Path("tour.json").read_bytes())["tour"]
    return found


def test_a_new_tour_is_open_unless_it_says_otherwise(run: Run) -> None:
    run("new", "Ronde", "--rulebook", "cyclo")
    run("new", "Giro", "--rulebook", "cyclo", "--stages", "21")

    assert 'stages = "open"' in run("--tour", "Ronde", "dump").out
    assert "stages = 21" in run("--tour", "Giro", "dump").out


@pytest.mark.parametrize("wrong", ["0", "-1", "many", "1.5"])
def test_a_plan_is_a_number_or_open(run: Run, wrong: str) -> None:
    ran = run("new", "Ronde", "--rulebook", "cyclo", "--stages", wrong)

    expected = "expected a whole number, 1 or more, or 'open'"
    assert ran.errors == [f"Error: found '{wrong}' stages, {expected}"]


def test_the_word_final_is_said_of_no_stage_before_the_last(planned: Run) -> None:
    shown = [
        planned(*command.split()).out
        for command in ("communique", "standings", "outlook", "result", "season", "")
    ]

    assert not any("final" in out.lower() for out in shown)
    assert not any("Winner of the tour" in out for out in shown)
    add_and_ride(planned, 2)
    assert "General classification, final" in planned("communique").out
    assert "Winner of the tour" in planned().out


def test_the_home_page_says_who_leads_and_at_the_end_who_wins(planned: Run) -> None:
    before = planned().out
    add_and_ride(planned, 2)

    assert "General classification: " in before
    assert (" leads" in before, " wins" in before) == (True, False)
    assert (" leads" in planned().out, " wins" in planned().out) == (False, True)


def test_adding_a_stage_never_lowers_a_purse(planned: Run) -> None:
    def purse() -> int:
        planned("export", "tour.json")
        stages = json.loads(Path("tour.json").read_bytes())["stages"]
        balance: int = stages[-1]["purse"][0]["balance"]
        return balance

    before = purse()
    assert planned("stage", "add", "--length", "50").code == 0
    assert purse() == before


def test_a_stage_beyond_the_plan_asks_whether_to_raise_it(planned: Run) -> None:
    planned("stage", "add", "--length", "50")
    no = planned("stage", "add", "--length", "60", typed="n\n")
    yes = planned("stage", "add", "--length", "60", typed="y\n")

    question = "The tour is planned for 2 stages. Change to 3?"
    assert question in no.err
    assert (no.code, no.errors[-1]) == (
        1,
        "Error: the tour already has all its planned stages; nothing was changed",
    )
    assert yes.code == 0
    assert "stages = 3" in planned("dump").out


def test_the_plan_of_a_classic_is_one_stage(run: Run) -> None:
    run("new", "--classic", "paris-roubaix", "--level", "2")
    ran = run("stage", "add", "--course", "prologue", typed="n\n")

    assert "The tour is planned for 1 stage. Change to 2?" in ran.err


def test_a_script_raises_the_plan_by_an_option(planned: Run) -> None:
    planned("stage", "add", "--length", "50")
    ran = planned("stage", "add", "--length", "60", "--raise-plan")

    assert ran.code == 0
    assert "?" not in ran.err
    assert "stages = 3" in planned("dump").out


def test_edit_changes_the_plan_and_shows_what_follows(planned: Run) -> None:
    ran = planned("edit", "--stages", "1", "--yes")

    assert ran.code == 0
    assert "purse: MOL +2850" in ran.out
    assert told(planned)["over"] is True


def test_edit_below_the_stages_listed_is_refused(planned: Run) -> None:
    planned("stage", "add", "--length", "50")
    ran = planned("edit", "--stages", "1", "--yes")

    assert ran.code == 1
    assert "stages: found 1, but the tour lists 2" in ran.err
    assert "stages = 2" in planned("dump").out


def test_edit_sets_leader_place_date_options_and_rules(planned: Run) -> None:
    ran = planned(
        *("edit", "--leader", "Ann", "--place", "Ann's kitchen"),
        *("--date", "2026-11-21", "--option", "level=3"),
        *("--house-rule", "bonus.finish=10,6", "--yes"),
    )

    assert ran.code == 0
    dumped = planned("dump").out
    for line in (
        'leader = "Ann"',
        'place = "Ann\'s kitchen"',
        "date = 2026-11-21",
        "level = 3",
        '"bonus.finish" = [10, 6]',
    ):
        assert line in dumped


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("bonus.finish=[10, 6]", '"bonus.finish" = [10, 6]'),
        ("bonus.finish=[]", '"bonus.finish" = []'),
        ("bonus.finish=none", '"bonus.finish" = []'),
        (
            'classifications=["general", "teams"]',
            'classifications = ["general", "teams"]',
        ),
    ],
)
def test_a_list_of_a_house_rule_may_be_written_as_in_a_tour_file(
    planned: Run, rule: str, line: str
) -> None:
    assert planned("edit", "--house-rule", rule, "--yes").code == 0

    assert line in planned("dump").out


def test_edit_without_a_value_goes_back_to_the_rule_of_the_game(planned: Run) -> None:
    planned("edit", "--house-rule", "bonus.finish=10,6", "--leader", "Ann", "--yes")
    ran = planned(
        *("edit", "--house-rule", "bonus.finish=", "--option", "level="),
        *("--leader", "", "--yes"),
    )

    assert ran.code == 0
    dumped = planned("dump").out
    assert "bonus.finish" not in dumped
    assert "level" not in dumped
    assert "leader" not in dumped


def test_edit_gives_the_tour_another_name(planned: Run) -> None:
    planned("new", "Giro", "--rulebook", "cyclo")
    ran = planned("--tour", "Ronde", "edit", "--name", "Ronde 2026")

    assert "Changed the tour: name." in ran.err
    assert "entered stage 1" in planned("--tour", "Ronde 2026", "log").out
    taken = planned("--tour", "Ronde 2026", "edit", "--name", "Giro")
    assert taken.errors == [
        "Error: there is or was a tour called 'Giro': choose another name"
    ]
    empty = planned("edit", "--name", " ")
    assert empty.errors == ["Error: found ' ', expected a name"]


def test_edit_without_options_is_refused(planned: Run) -> None:
    ran = planned("edit")

    assert ran.errors == ["Error: found no option, expected one such as --stages 7"]


def test_close_ends_the_tour_with_the_stages_it_has(planned: Run) -> None:
    ran = planned("close", "--yes")

    assert ran.code == 0
    assert told(planned)["over"] is True
    assert "stages = 1" in planned("dump").out
    assert planned("undo").code == 0
    assert told(planned)["over"] is False


def test_close_needs_every_listed_stage_ridden(planned: Run) -> None:
    planned("stage", "add", "--length", "50")

    ran = planned("close", "--yes")

    (error,) = ran.errors
    assert error == (
        "Error: stage 2 has not been ridden: enter it, or remove the last stages with"
        " 'peloton stage remove'"
    )


def test_a_tour_is_closed_once(planned: Run) -> None:
    planned("close", "--yes")

    ran = planned("close", "--yes")

    assert ran.errors == ["Error: 'Ronde' is already over: all its stages are ridden"]


def test_a_tour_in_which_nothing_was_ridden_is_not_closed(run: Run) -> None:
    run("new", "Ronde", "--rulebook", "cyclo")

    assert "the tour has no stages yet" in run("close", "--yes").err


def test_there_are_no_chances_before_all_planned_stages_are_added(planned: Run) -> None:
    ran = planned("outlook", "--chance")

    assert ran.errors == [
        "Error: chances need all planned stages: add the missing ones (GN-9)"
    ]


@pytest.mark.parametrize(
    ("option", "word", "said"),
    [
        ("--house-rule", "bonus.finish=a", "bonus.finish: found 'a', expected a whole"),
        ("--option", "level=9", "level: found '9', expected one of 1, 2, 3, 4"),
        ("--option", "levl=2", "levl: expected NAME=VALUE with one of the options "),
    ],
)
def test_a_wrong_value_is_refused_with_the_name_of_its_rule_or_option(
    planned: Run, option: str, word: str, said: str
) -> None:
    (error,) = planned("edit", option, word).errors

    assert error.startswith(f"Error: {said}")
