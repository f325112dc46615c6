from dataclasses import replace

from peloton.notation.tour_file.entry import read_entry
from peloton.notation.tour_file.writing import crossings_text, finish_text
from peloton.rules.facts.kinds import ClassificationName, SectionKind
from peloton.rules.facts.stage import (
    Arrival,
    FinishLine,
    Offer,
    Ruling,
    Section,
    Sprint,
    Stage,
)
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.games.cyclo import LinesMark
from tests.notation.samples import LINES, located

STAGE = Stage(
    name="Ronde",
    sections=(Section(kind=SectionKind.MOUNTAIN, name="Col: the wall", end=84),),
    sprints=(Sprint(name="Zottegem", at=120),),
)


def entered(text: str, stage: Stage = STAGE) -> Stage:
    """Read an entry that has no mistakes."""
    found, problems = read_entry(text, stage, LINES)
    assert problems == ()
    return found


def refused(text: str) -> list[tuple[int | None, str]]:
    """Read an entry that has mistakes: their lines and messages."""
    _, problems = read_entry(text, STAGE, LINES)
    return [(located(text, problem), problem.message) for problem in problems]


def arrivals(*bibs: str) -> tuple[FinishLine, ...]:
    return tuple(Arrival((Bib(bib),), LinesMark(0, 3)) for bib in bibs)


def test_plain_lines_are_results_and_crossings() -> None:
    stage = entered("1 0 3\nZottegem: 7 9 1\n2 0 3\nCol: the wall : 4\n")

    assert stage.finish == arrivals("1", "2")
    assert stage.crossings == {"Zottegem": ("7", "9", "1"), "Col: the wall": ("4",)}


def test_result_lines_replace_those_there_were_and_crossings_stay() -> None:
    before = entered("1 0 3\nZottegem: 7")

    after = entered("2 0 3", before)

    assert (after.finish, after.crossings) == (arrivals("2"), {"Zottegem": ("7",)})


def test_a_crossing_replaces_that_of_its_label_and_no_result() -> None:
    before = entered("1 0 3\nZottegem: 7\nCol: the wall: 4")

    after = entered("Zottegem: 8", before)

    assert after.finish == arrivals("1")
    assert after.crossings == {"Zottegem": ("8",), "Col: the wall": ("4",)}


def test_the_course_stays_as_it_is() -> None:
    assert entered("1 0 3").sections == STAGE.sections


def test_what_is_shown_of_a_stage_can_be_entered_again() -> None:
    stage = entered("(1 2) 0 3\nDNF 4\n5 26 3 OTL\nZottegem: 7 9\nCol: the wall: 4")

    shown = finish_text(stage.finish) + crossings_text(stage.crossings)

    assert entered(shown) == stage


def test_a_label_the_stage_does_not_have_is_kept_for_the_checks() -> None:
    assert entered("Zotegem: 7 9").crossings == {"Zotegem": ("7", "9")}


def test_of_two_labels_that_a_line_begins_with_the_longest_is_meant() -> None:
    stage = replace(STAGE, sprints=(Sprint(name="Col", at=20),))

    assert entered("Col: the wall: 4\nCol: 7", stage).crossings == {
        "Col: the wall": ("4",),
        "Col": ("7",),
    }


def test_a_colon_within_a_bib_makes_no_crossing() -> None:
    assert entered("a:b 0 3").finish == arrivals("a:b")


def test_a_piece_of_a_tour_file_may_be_entered() -> None:
    stage = entered(
        """
        finish = '''
        1 0 3
        '''
        extra_turns = { 1 = 2 }
        crossings.Zottegem = "7 9"
        [[ruling]]
        bib = "7"
        seconds = 20
        reason = "moved out of turn"
        [[offer]]
        team = "MOL"
        amount = 50
        for = "finish"
        [lots]
        general = "12 4"
        """
    )

    assert stage == Stage(
        name="Ronde",
        sections=STAGE.sections,
        sprints=STAGE.sprints,
        finish=arrivals("1"),
        crossings={"Zottegem": (Bib("7"), Bib("9"))},
        extra_turns={Bib("1"): 2},
        rulings=(Ruling(bib=Bib("7"), seconds=20, reason="moved out of turn"),),
        offers=(Offer(team=TeamCode("MOL"), amount=50, target="finish"),),
        lots={ClassificationName.GENERAL: ("12", "4")},
    )


def test_what_a_piece_of_a_tour_file_does_not_give_stays() -> None:
    before = entered("1 0 3\nZottegem: 7")

    after = entered("[extra_turns]\n1 = 2\n", before)

    assert (after.finish, after.crossings) == (before.finish, before.crossings)


def test_each_mistake_in_plain_lines_is_on_its_line() -> None:
    found = dict(refused("1 0 3\n\n2 0\nZottegem: 4, 5\n"))

    assert found.keys() == {3, 4}
    assert found[3] == "found '0', expected a mark 'turns lines' such as 2 2"
    assert found[4].startswith("Zottegem: found '4,', expected a bib")


def test_each_mistake_in_a_piece_of_a_tour_file_is_on_its_line() -> None:
    text = "finish = '''\n1 0 3\n2 0\n'''\n[extra_turns]\n1 = -1\n[stages]\n"

    assert [line for line, _ in refused(text)] == [7, 3, 6]


def test_a_piece_of_a_tour_file_that_is_not_toml_says_so() -> None:
    ((line, message),) = refused('crossings.Zottegem = "7 9\n')

    assert line == 1
    assert message.startswith("not valid TOML: ")


def test_a_mistake_leaves_no_stage_number_to_the_entry() -> None:
    _, problems = read_entry("2 0", STAGE, LINES)

    assert [(p.stage, p.where, p.offset) for p in problems] == [(None, (), 1)]


def test_nothing_entered_changes_nothing() -> None:
    before = entered("1 0 3\nZottegem: 7")

    assert entered("\n# later\n", before) == before
