from dataclasses import replace

from peloton.notation.desk.entry import Entry, read_entry
from peloton.notation.desk.reading import read_desk
from peloton.notation.desk.writing import desk_text
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
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.games.cyclo import LinesMark
from tests.notation.samples import LINES, located

STAGE = Stage(
    name="Ronde",
    sections=(Section(kind=SectionKind.MOUNTAIN, name="Col: the wall", end=84),),
    sprints=(Sprint(name="Zottegem", at=120),),
)


TOUR = Tour(
    name="Ronde",
    rulebook="cyclo",
    riders=tuple(Rider(bib=Bib(bib)) for bib in (*"1234579", "8", "12", "a:b")),
    teams=(Team(code=TeamCode("MOL")),),
)


def entry(text: str, stage: Stage = STAGE) -> Entry:
    return read_entry(
        text, stage, LINES, lambda lines: read_desk(lines, stage, LINES, TOUR)
    )


def entered(text: str, stage: Stage = STAGE) -> Stage:
    """Read an entry that has no mistakes."""
    found = entry(text, stage)
    assert found.problems == ()
    return found.stage


def refused(text: str) -> list[tuple[int | None, str]]:
    """Read an entry that has mistakes; return their lines and messages."""
    return [(located(text, wrong), wrong.message) for wrong in entry(text).problems]


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

    assert entered(desk_text(stage)) == stage


def test_every_line_of_the_desk_is_one_of_an_entry() -> None:
    stage = entered(
        "1 3\n\n(2 4) 1\n+1 7*2\n+MOL*2\n*9\n&7 2\n!9 +20 late\n!MOL -2p fair\n"
        "$MOL 50 Zottegem 2\n=general 12 4\n"
    )

    assert stage.finish == (
        Arrival((Bib("1"),), LinesMark(0, 3)),
        Arrival((Bib("2"), Bib("4")), LinesMark(1, 1)),
    )
    assert (stage.extra_turns, stage.team_turns) == ({"1": 1, "7": 2}, {"MOL": 2})
    assert (stage.attacks, stage.cards) == ({"9": 1}, {"7": 2})
    assert stage.rulings == (
        Ruling(bib=Bib("9"), seconds=20, reason="late"),
        Ruling(team=TeamCode("MOL"), points=-2, reason="fair"),
    )
    assert stage.offers == (
        Offer(team=TeamCode("MOL"), amount=50, target="Zottegem", place=2),
    )
    assert stage.lots == {ClassificationName.GENERAL: ("12", "4")}


def test_an_entry_replaces_only_the_facts_that_it_gives() -> None:
    before = entered("1 0 3\n+1 7*2\n!9 +20 late\n")

    after = entered("+9\n", before)

    assert after == replace(before, extra_turns={Bib("9"): 1})


def test_a_label_that_the_stage_does_not_have_is_refused_with_the_nearest() -> None:
    message = "no sprint or summit 'Zotegem', expected one of Col: the wall, Zottegem"
    assert refused("1 0 3\nZotegem: 7 9") == [
        (2, f"{message}; did you mean 'Zottegem'?")
    ]


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
    found = dict(refused("1 0 3\n\n2 0/\nZottegem: 4, 5(\n"))

    assert found.keys() == {3, 4}
    marks = "a mark 'lines' such as 2, or 'turns lines' such as 2 2"
    assert found[3] == f"found '0/', expected {marks}"
    assert found[4].startswith("found '5(', expected a bib")


def test_each_mistake_in_a_piece_of_a_tour_file_is_on_its_line() -> None:
    text = "finish = '''\n1 0 3\n2 0\n'''\n[extra_turns]\n1 = -1\n[stages]\n"

    assert {line for line, _ in refused(text)} == {3, 6, 7}


def test_a_piece_of_a_tour_file_that_is_not_toml_says_so() -> None:
    ((line, message),) = refused('crossings.Zottegem = "7 9\n')

    assert line == 1
    assert message.startswith("not valid TOML: ")


def test_a_mistake_leaves_no_stage_number_to_the_entry() -> None:
    problems = entry("2 0/").problems

    assert [(p.stage, p.where, p.offset) for p in problems] == [(None, (), 1)]


def test_nothing_entered_changes_nothing() -> None:
    before = entered("1 0 3\nZottegem: 7")

    assert entered("\n# later\n", before) == before
