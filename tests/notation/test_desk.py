"""The notation of the desk: a stage line by line, with as few keys as possible."""

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from peloton.notation.desk.examples import other_examples
from peloton.notation.desk.lines import DeskReading, LineKind, without_remark
from peloton.notation.desk.reading import read_desk
from peloton.notation.desk.writing import desk_text
from peloton.notation.resources import sample_tours
from peloton.rules.facts.kinds import ClassificationName, Reason, SectionKind, StageKind
from peloton.rules.facts.stage import (
    Arrival,
    FinishLine,
    Offer,
    Ruling,
    Section,
    Sprint,
    Stage,
    Unplaced,
)
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.games import MARKS, Mark
from peloton.rules.games.ciclistas import RoundMark
from peloton.rules.games.criterium import FractionMark
from peloton.rules.games.cyclo import LinesMark
from peloton.rules.games.figueres import SpaceMark
from peloton.rules.games.mark import MarkFormat
from peloton.rules.games.road import ClockMark, SameMark
from peloton.rules.live import RaceBeforeStage
from tests.drawing import drawn
from tests.notation import samples
from tests.rules.notation import rulebook_of
from tests.scored import facts_of
from tests.tours import GAMES, Game, tours

LINES = MARKS["turns lines"]
FRACTIONS = MARKS["turns left/moved"]
CLOCK = MARKS["h:mm:ss"]
MOL, SAL = TeamCode("MOL"), TeamCode("SAL")
TOUR = Tour(
    name="Ronde van de Tafel",
    rulebook="cyclo",
    teams=(Team(code=MOL, name="Molteni"), Team(code=SAL, name="Salvarani")),
    riders=(
        Rider(bib=Bib("1"), name="Eddy Baéns", team=MOL),
        Rider(bib=Bib("4"), name="Siska Sluys", team=SAL),
        Rider(bib=Bib("7"), name="Loes Baert"),
        Rider(bib=Bib("9"), name="Piet Plakker"),
        Rider(bib=Bib("12"), name="Roger Rennes", team=SAL),
        Rider(bib=Bib("15")),
    ),
)
COURSE = Stage(
    name="Oudenaarde - Geraardsbergen",
    sections=(Section(kind=SectionKind.MOUNTAIN, name="Muur", start=60, end=84),),
    sprints=(Sprint(name="Zottegem", at=120),),
)
TIME_TRIAL = Stage(kind=StageKind.ITT)


def desk(text: str, stage: Stage = COURSE, form: MarkFormat = LINES) -> DeskReading:
    return read_desk(text, stage, form, TOUR)


def entered(text: str, stage: Stage = COURSE, form: MarkFormat = LINES) -> Stage:
    """Read the text of a desk that has no mistakes."""
    found = desk(text, stage, form)
    assert found.problems == ()
    return found.stage


def refused(text: str, stage: Stage = COURSE, form: MarkFormat = LINES) -> str:
    """Read one line with a mistake; return its message."""
    (problem,) = desk(text, stage, form).problems
    return problem.message


def home(*marked: tuple[str, Mark]) -> tuple[FinishLine, ...]:
    """Return the riders or groups of a reading, with their marks."""
    return tuple(Arrival(tuple(map(Bib, who.split())), mark) for who, mark in marked)


def order(bibs: str) -> tuple[Bib, ...]:
    return tuple(map(Bib, bibs.split()))


# The turn counter


def test_on_the_road_turns_count_from_the_first_arrival() -> None:
    """CY-3. Two turns before the first is home do not count, the two after it do."""
    assert entered("\n\n1 3\n\n\n12 2\n").finish == home(
        ("1", LinesMark(0, 3)), ("12", LinesMark(2, 2))
    )


def test_against_the_clock_the_first_turn_is_turn_1() -> None:
    """CY-1. 12 needed three turns."""
    assert entered("\n\n12 2\n", TIME_TRIAL).finish == home(("12", LinesMark(3, 2)))


def test_criterium_counts_the_turns_played_before() -> None:
    """CR-1. Six turns were played, then 12 went home."""
    assert entered("\n" * 6 + "12 3/9", form=FRACTIONS).finish == home(
        ("12", FractionMark(6, 3, 9))
    )


def test_the_first_round_of_ciclistas_is_that_of_the_first_arrival() -> None:
    """CI-1. Spaces as they stand on the tile, or past the line; 4 a round later."""
    form = MARKS["round'space"]

    assert entered("\n\n12 3\n1 +6\n\n4 9\n", form=form).finish == home(
        ("12", RoundMark(1, 3)), ("1", RoundMark(1, 4)), ("4", RoundMark(2, 9))
    )


def test_figueres_counts_turns_from_1() -> None:
    """FI-1. The second turn."""
    assert entered("\n12 33", form=MARKS["turn space"]).finish == home(
        ("12", SpaceMark(2, 33))
    )


def test_flamme_rouge_counts_rounds_from_the_first_arrival() -> None:
    """FR-1."""
    assert entered("\n1 4\n\n12 2", form=MARKS["round squares"]).finish == home(
        ("1", LinesMark(0, 4)), ("12", LinesMark(1, 2))
    )


def test_where_times_are_given_an_empty_line_means_nothing() -> None:
    """RR-1. A bib alone has the time of the line above, and so has a group."""
    found = desk("1 3:25:10\n\n12\n(4 7)\n9 +1:07\n", form=CLOCK)

    assert found.problems == ()
    assert found.turn is None
    assert found.stage.finish == home(
        ("1", ClockMark(12_310_000)),
        ("12", SameMark()),
        ("4 7", SameMark()),
        ("9", ClockMark(67_000, gap=True)),
    )


def test_the_counter_is_set_with_an_at_sign() -> None:
    found = desk("1 3\n@14\n12 2\n\n")

    assert found.stage.finish[-1] == Arrival(order("12"), LinesMark(14, 2))
    assert found.turn == 15


def test_the_line_being_typed_is_not_yet_the_next_turn() -> None:
    """It is, once it is ended."""
    assert (desk("1 3\n").turn, desk("1 3\n\n").turn) == (0, 1)


def test_a_wrong_line_does_not_stop_the_counter() -> None:
    """The first arrival was mistyped; turns count from it all the same."""
    assert desk("1 x\n\n12 2").stage.finish == home(("12", LinesMark(1, 2)))


# Result lines


@pytest.mark.parametrize("line", ["12 2 2", "12 2", "(12) 2", "12  2  # alone"])
def test_a_mark_is_written_with_or_without_its_turn(line: str) -> None:
    assert entered(f"@2\n{line}").finish == home(("12", LinesMark(2, 2)))


def test_a_group_has_one_mark() -> None:
    assert entered("(4 7 9) 1").finish == home(("4 7 9", LinesMark(0, 1)))


def test_who_has_no_place_is_written_as_in_result_lines() -> None:
    assert entered("1 3\nDNF 4 12\nOTL 9\n@26\n7 3 OTL\n").finish[1:] == (
        Unplaced(Bib("4"), Reason.DNF),
        Unplaced(Bib("12"), Reason.DNF),
        Unplaced(Bib("9"), Reason.OTL),
        Unplaced(Bib("7"), Reason.OTL, LinesMark(26, 3)),
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("12 3 # late", "12 3"),
        ('$MOL 5 "No. #1" # one', '$MOL 5 "No. #1"'),
        (r'$MOL 5 "a \" # b" # c', r'$MOL 5 "a \" # b"'),
        ('!7 +5 said "no # never', '!7 +5 said "no'),
        (r'!7 +5 "a" "\" # b', r'!7 +5 "a" "\"'),
        ("# all of it", ""),
    ],
)
def test_a_remark_begins_at_a_sign_that_no_quotes_enclose(
    line: str, words: str
) -> None:
    assert without_remark(line) == words


def test_a_remark_is_no_turn() -> None:
    assert desk("1 3\n# the cat\n").turn == 0


# Sprints and summits


@pytest.mark.parametrize(
    "name", ["Muur: ", "muur:", "m:", "M :", "1:", '"Muur": ', "# no\nm:"]
)
def test_a_line_on_the_road_is_named_as_briefly_as_can_be(name: str) -> None:
    assert entered(f"{name}4 1 12").crossings == {"Muur": order("4 1 12")}


def test_a_name_of_spaces_is_written_in_quotes() -> None:
    course = replace(COURSE, sprints=(Sprint(name="\u2028"),), sections=())
    stage = replace(course, crossings={"\u2028": order("4")})

    text = desk_text(stage)

    assert text == '"\\u2028": 4\n'
    assert entered(text, course).crossings == stage.crossings


def test_an_order_is_added_to_as_it_happens() -> None:
    assert entered("m:4\nz:9\nm:1 12\n").crossings == {
        "Muur": order("4 1 12"),
        "Zottegem": order("9"),
    }


def test_a_colon_may_be_that_of_a_time() -> None:
    """RR-1. No line of the stage is called `12 3`."""
    found = entered("12 3:25:10\nm:4\n", form=CLOCK)

    assert (len(found.finish), found.crossings) == (1, {"Muur": order("4")})


def test_a_label_may_hold_a_colon() -> None:
    course = replace(COURSE, sprints=(Sprint(name="Col: the wall"),), sections=())

    assert entered("Col: the wall: 4", course).crossings == {
        "Col: the wall": order("4")
    }


# What else is seen


def test_extra_turns_add_up() -> None:
    """CY-12. One each, then two more for 12."""
    assert entered("+12 7\n+12*2\n").extra_turns == {"12": 3, "7": 1}


def test_who_leads_after_each_turn_is_counted() -> None:
    """FR-6."""
    assert entered(">12\n>12 7\n>4\n").combativity == {"12": 2, "7": 1, "4": 1}


def test_votes_add_up_line_by_line() -> None:
    """GN-13."""
    assert entered("%12 7*2\n%12\n").votes == {"12": 2, "7": 2}


def test_attacks_are_written_down_apart_from_other_extra_turns() -> None:
    """CY-12."""
    found = entered("*12 7\n+12\n*12\n")

    assert (found.attacks, found.extra_turns) == ({"12": 2, "7": 1}, {"12": 1})


def test_extra_turns_of_a_team_go_by_its_code() -> None:
    """CY-12. A rider of the same name goes before it, unless it stands in quotes."""
    found = entered('+12 MOL*2\n+MOL "MOL"*3\n')
    both = replace(TOUR, riders=(Rider(bib=Bib("MOL")),))
    rider = read_desk('+MOL*2 "MOL"\n', COURSE, LINES, both).stage

    assert (found.extra_turns, found.team_turns) == ({"12": 1}, {"MOL": 6})
    assert (rider.extra_turns, rider.team_turns) == ({"MOL": 2}, {"MOL": 1})


def test_a_team_plays_no_turns_of_its_own_against_the_clock() -> None:
    """CY-1."""
    found = desk('."MOL"*2\n', TIME_TRIAL)

    assert len(found.problems) == 1


def test_turns_of_single_riders_are_counted_against_the_clock() -> None:
    """CY-1. 12 played three turns and 7 one; the others are in turn 1."""
    found = desk(".12 7\n.12*2\n12 2\n4 3\n", TIME_TRIAL)

    assert found.problems == ()
    assert found.played == {"12": 3, "7": 1}
    assert found.stage.finish == home(("12", LinesMark(3, 2)), ("4", LinesMark(1, 3)))


@pytest.mark.parametrize(
    ("line", "ruling"),
    [
        (
            "!7 +20 moved out of turn",
            Ruling(bib=Bib("7"), seconds=20, reason="moved out of turn"),
        ),
        ("!7 20 late", Ruling(bib=Bib("7"), seconds=20, reason="late")),
        (
            "!7 -2p +1m 3 turns",
            Ruling(bib=Bib("7"), points=-2, mountains=1, reason="3 turns"),
        ),
        ("!MOL -10 fair play", Ruling(team=MOL, seconds=-10, reason="fair play")),
        ("!team SAL +5 late", Ruling(team=SAL, seconds=5, reason="late")),
        ("!7 Reinstated fell", Ruling(bib=Bib("7"), reinstated=True, reason="fell")),
        (
            "!7 reinstated +10 20 late",
            Ruling(bib=Bib("7"), seconds=10, reinstated=True, reason="20 late"),
        ),
        ("!7 +5 reinstated", Ruling(bib=Bib("7"), seconds=5, reason="reinstated")),
        ('!7 +20 "#1 seen"', Ruling(bib=Bib("7"), seconds=20, reason="#1 seen")),
    ],
)
def test_a_ruling_is_on_a_rider_or_a_team(line: str, ruling: Ruling) -> None:
    """GN-2."""
    assert entered(line).rulings == (ruling,)


def test_a_bib_goes_before_a_team_of_the_same_name() -> None:
    tour = replace(TOUR, riders=(*TOUR.riders, Rider(bib=Bib("MOL"))))
    stage = read_desk("!MOL 5 late\n!team MOL 5 late", COURSE, LINES, tour).stage

    assert [(each.bib, each.team) for each in stage.rulings] == [
        ("MOL", None),
        (None, "MOL"),
    ]


@pytest.mark.parametrize(
    ("line", "target", "place"),
    [
        ("$MOL 50", "finish", 1),
        ("$MOL 50 zot", "Zottegem", 1),
        ("$MOL 50 Zottegem 2", "Zottegem", 2),
        ("$MOL 50 f 3", "finish", 3),
        ("$MOL 50 2", "Zottegem", 1),
    ],
)
def test_a_sponsor_offers_for_a_line(line: str, target: str, place: int) -> None:
    """CY-15."""
    offer = Offer(team=MOL, amount=50, target=target, place=place)

    assert entered(line).offers == (offer,)


def test_lots_and_cards_are_written_down() -> None:
    found = entered("=g 12 4\n=teams SAL MOL\n&7 2 9 1\n")

    assert found.lots == {
        ClassificationName.GENERAL: ("12", "4"),
        ClassificationName.TEAMS: ("SAL", "MOL"),
    }
    assert found.cards == {"7": 2, "9": 1}


def test_the_text_replaces_all_that_was_entered_and_the_course_stays() -> None:
    before = entered("1 3\nm:4\n+7\n&7 1\n=g 1\n$MOL 5\n!7 5 late\n")

    assert entered("12 3", before) == replace(
        COURSE, finish=home(("12", LinesMark(0, 3)))
    )


# The track


def test_orders_stand_line_by_line_where_no_marks_decide() -> None:
    """CR-13, CY-20."""
    points, sprint, out = (
        Stage(kind=StageKind(kind)) for kind in ("points race", "sprint", "elimination")
    )

    assert entered("1 4\n\n4 1\nDNF 9\n", points).laps == (order("1 4"), order("4 1"))
    assert entered("1 4\n4 1\n1 4", sprint).heats == (
        order("1 4"),
        order("4 1"),
        order("1 4"),
    )
    assert entered("9\n4 7\n", out).eliminated == order("9 4 7")


def test_laps_of_a_criterium_are_named_and_added_to() -> None:
    """CR-13. The second lap is seen before the first is complete."""
    race = Stage(kind=StageKind.CRITERIUM)

    found = entered("l1:1 4\nLap 2: 4\nl1:7\n1 3/9\n", race, FRACTIONS)

    assert found.laps == (order("1 4 7"), order("4"))
    assert len(found.finish) == 1


def test_bib_and_mark_may_be_parted_by_a_tab_as_in_a_spreadsheet() -> None:
    assert desk("12\t3\n").stage.finish == desk("12 3\n").stage.finish
    assert not desk("12\t3\n").problems


# Mistakes


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("12", "found no mark, expected 'lines' such as 2, or 'turns lines' such as"),
        ("12 x", "found 'x', expected a mark 'lines' such as 2, or 'turns lines'"),
        ("(4 7 1", "expected a closing bracket after the group"),
        ("Mur: 4", "no sprint or summit 'Mur', expected one of Muur, Zottegem; did"),
        (
            "zottegem 1 2",
            "no rider zottegem on the startlist; did you mean 'Zottegem: 1",
        ),
        ("Zot 1 2 7", "no rider Zot on the startlist; did you mean 'Zottegem: 1 2 7'?"),
        ("DFN 4", "no rider DFN on the startlist; did you mean 'DNS'?"),
        ("@x", "expected a turn such as @14"),
        (".12", "expected them only against the clock"),
        ("+", "found no rider, expected bibs such as 12 7"),
        ("&7", "expected a bib and a number such as 7 2"),
        ("!7 +20", "a ruling without a reason"),
        ("!7 reinstated", "a ruling without a reason"),
        ("!7 late", "found 'late', expected seconds such as +20"),
        ("!7 +2p -1p late", "found points twice"),
        ("!MOLL 5 late", "no rider or team 'MOLL'; did you mean 'MOL'?"),
        ("$MOL Muur", "expected a team and an amount such as MOL 50"),
        ("$MOL 50 Mur", "no sprint or summit 'Mur'"),
        ("=gneral 1", "did you mean 'general'?"),
        ("=m 1 #", ""),
        ('"Muur 4', "expected the closing quote"),
    ],
)
def test_a_mistake_is_said_in_one_line(line: str, said: str) -> None:
    """`=m` is short for mountains, and no mistake."""
    messages = [problem.message for problem in desk(line).problems]

    assert bool(messages) is bool(said)
    assert all(said in message for message in messages)


def test_two_labels_that_begin_alike_are_both_named() -> None:
    course = replace(COURSE, sprints=(Sprint(name="Molen"),))

    assert refused("m: 4", course) == "'m' fits Muur, Molen: say which"


def test_riders_of_a_group_with_turns_of_their_own_need_a_line_each() -> None:
    """CY-1."""
    assert "a line for each" in refused(".12\n.12\n(12 7) 2", TIME_TRIAL)


def test_every_mistake_is_on_its_own_line_and_hides_no_other() -> None:
    found = desk("1 3\n12 x\nMur: 4\n\n4 2\n!7\n")

    assert [problem.offset for problem in found.problems] == [2, 3, 6]
    assert [line.bibs for line in found.lines if line.kind is LineKind.FINISH] == [
        ("1",),
        ("12",),
        ("4",),
    ]
    assert found.stage.finish == home(("1", LinesMark(0, 3)), ("4", LinesMark(1, 2)))


def test_what_is_wrong_with_the_facts_is_on_the_line_where_it_stands() -> None:
    """GN-1, GN-2, CY-12, CY-15: the checks of a stage, placed at its desk.

    40 lines are worth one extra turn, a sponsor has 100. Nobody has to be missing.
    """
    climb = Section(kind=SectionKind.MOUNTAIN, name="Muur", start=10, end=30)
    sprint = Sprint(name="Zottegem", at=35)
    stage = replace(COURSE, length=40, sections=(climb,), sprints=(sprint,))
    tour = replace(TOUR, options={"level": 4}, stages=(stage,))
    text = (
        "1 3\nm:4 88\n44 2\n1 2\n+7\n+7\n!4 5 late\n$SAL 10\n$MOL 500\n=g 66\n"
        "&77 1\nz:4 4\nz:7\n"
    )
    live = RaceBeforeStage(tour, 1, rulebook_of(tour))
    found = read_desk(text, stage, LINES, tour)
    assert found.problems == ()

    placed = [found.with_line(problem) for problem in live.after(found.stage).problems]

    assert {each.offset: each.code for each in reversed(placed)} == {
        2: "unknown",
        3: "unknown",
        4: "twice",
        6: "extra_turns",
        9: "offer",
        10: "unknown",
        11: "unknown",
        12: "twice",
    }


def test_a_wrong_heat_is_on_its_line() -> None:
    """CY-20: the second heat is of 1 and 4 too, not of 7."""
    stage = Stage(kind=StageKind.SPRINT)
    tour = replace(TOUR, stages=(stage,))
    live = RaceBeforeStage(tour, 1, rulebook_of(tour))
    found = read_desk("1 4\n1 7\n1 4\n", stage, LINES, tour)

    placed = [found.with_line(problem) for problem in live.after(found.stage).problems]

    assert [(each.code, each.offset) for each in placed] == [("heats", 2)]


# There and back


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_the_text_of_a_stage_gives_the_stage_again(
    game: Game, data: st.DataObject
) -> None:
    assert_typed_again(data.draw(tours(game)))


def assert_typed_again(text: str) -> None:
    tour, book = facts_of(text)
    for stage in tour.stages:
        again = read_desk(desk_text(stage, book.mark), stage, book.mark, tour)
        assert (again.stage, again.problems) == (stage, ())


@pytest.mark.parametrize(
    "file", sorted(sample_tours().glob("*.toml")), ids=lambda file: file.stem
)
def test_the_stages_of_the_sample_tours_can_be_typed(file: Path) -> None:
    assert_typed_again(file.read_text(encoding="utf-8"))


counts = st.integers(0, 999)
bibs = samples.bibs | st.sampled_from(("team", "+1", "a*2", "@9", "m:", "1", "2")).map(
    Bib
)
clock_marks = st.builds(ClockMark, st.integers(0, 9_999_999), st.booleans())
ANY_MARKS: dict[str, st.SearchStrategy[Mark]] = {
    "turns left/moved": samples.fraction_marks,
    "turns lines": samples.line_marks,
    "round squares": samples.line_marks,
    "round'space": st.builds(RoundMark, st.integers(1, 99), st.integers(0, 9)),
    "turn space": st.builds(SpaceMark, counts, counts),
    "h:mm:ss": clock_marks | st.just(SameMark()),
}


ANY_STAGES = {form: samples.stages(marks) for form, marks in ANY_MARKS.items()}


@pytest.mark.parametrize("form", MARKS)
@settings(drawn, phases=[Phase.generate])
@given(data=st.data())
def test_whatever_names_there_are_the_text_gives_the_stage_again(
    form: str, data: st.DataObject
) -> None:
    """Bibs, labels, teams and reasons that look like something else of the desk."""
    stage = data.draw(ANY_STAGES[form])
    labels = st.sampled_from((*stage.primes, "m", "Lap 1", "12 3", "x"))
    stage = replace(
        stage,
        cards=data.draw(st.dictionaries(bibs, counts, max_size=2)),
        extra_turns=data.draw(st.dictionaries(bibs, counts, max_size=2)),
        crossings=data.draw(
            st.dictionaries(labels, st.lists(bibs, max_size=2).map(tuple), max_size=2)
        ),
        laps=stage.laps if stage.kind.ordered_by == "laps" else (),
        heats=stage.heats if stage.kind is StageKind.SPRINT else (),
        eliminated=stage.eliminated if stage.kind is StageKind.ELIMINATION else (),
    )
    orders = (*stage.crossings.values(), *stage.laps, *stage.heats, stage.eliminated)
    riders = {
        *(ruling.bib for ruling in stage.rulings if ruling.bib is not None),
        *(bib for line in stage.finish for bib in line.bibs),
        *(bib for order in orders for bib in order),
        *(
            *stage.cards,
            *stage.extra_turns,
            *stage.combativity,
            *(x for y in stage.lots.values() for x in y),
        ),
    }
    teams = {
        *(ruling.team for ruling in stage.rulings if ruling.team is not None),
        *(*stage.team_turns, *(offer.team for offer in stage.offers)),
        *(TeamCode(who) for who in stage.lots.get(ClassificationName.TEAMS, ())),
    }
    tour = replace(
        TOUR,
        riders=tuple(Rider(bib=Bib(bib)) for bib in sorted(riders)),
        teams=tuple(Team(code=code) for code in sorted(teams)),
    )

    for text in (desk_text(stage, MARKS[form]), desk_text(stage)):
        again = read_desk(text, stage, MARKS[form], tour)

        assert again.problems == ()
        for fact in fields(stage):
            assert getattr(again.stage, fact.name) == getattr(stage, fact.name)


NAMED = replace(
    TOUR,
    riders=(
        Rider(bib=Bib("1"), name="Jan Baens", team=MOL),
        Rider(bib=Bib("7"), name="Gino Bartali", team=SAL),
        Rider(bib=Bib("9"), name="Ginette Saelens", team=SAL),
        Rider(bib=Bib("A"), name="Bo", team=MOL),
        Rider(bib=Bib("Jan"), name="Piet", team=MOL),
    ),
)
HILLY = Stage(name="S", length=100, sprints=(Sprint(name="Muur", at=50),))


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("baens 0 3", "1 0 3"),
        ("Jan 0 3", "Jan 0 3"),
        ("a 0 3 OTL", "A 0 3 OTL"),
        ("(gino baens)  0 3", "(7 1) 0 3"),
        ("(gino,1) 0 3", "(7 1) 0 3"),
        ("dnf bart bae", "DNF 7 1"),
        ("Muur: bartali 1 gine", "Muur: 7 1 9"),
        ("Muur: 7, 1,9", "Muur: 7 1 9"),
        ("7, 0 3", "7 0 3"),
        ("\uff17 0 3", "7 0 3"),
        ("+gino*2 bo", "+7*2 A"),
        ("+molt*2", "+MOL*2"),
        ("&gino 2", "&7 2"),
        ("!gino +20 late", "!7 +20 late"),
        ("!salv +20 late", "!SAL +20 late"),
        ("$molteni 50 Muur", "$MOL 50 Muur"),
        ("=gc bartali 1", "=general 7 1"),
        ("=teams molt sal", "=teams MOL SAL"),
    ],
)
def test_whoever_is_named_at_the_desk_may_be_named_by_a_beginning(
    typed: str, written: str
) -> None:
    named, plain = (read_desk(text, HILLY, LINES, NAMED) for text in (typed, written))

    assert (plain.problems, named.problems) == ((), ())
    assert named.stage == plain.stage != HILLY
    assert named.lines[0].bibs == plain.lines[0].bibs
    assert named.lines[0].text == typed


@pytest.mark.parametrize(
    "typed", ["gin 0 3", "DNF gin", "Muur: 1 gin", "+gin", "!gin +20 late", "=gc gin"]
)
def test_a_beginning_that_fits_several_is_the_mistake_of_its_line(typed: str) -> None:
    reading = read_desk(f"1 0 2\n{typed}", HILLY, LINES, NAMED)

    (problem,) = reading.problems
    assert problem.offset == 2
    expected = "'gin' fits 7 (Gino Bartali), 9 (Ginette Saelens): say which"
    assert problem.message == expected


@pytest.mark.parametrize("typed", ["1,7 3", "jan,7 0 3", "1,7", '"gino 0 3'])
def test_what_is_no_word_for_one_rider_is_taken_for_none(typed: str) -> None:
    """`1,7 3` is no rider 1 who came home with 7 turns and 3 lines."""
    reading = read_desk(f"9 0 2\n{typed}", HILLY, LINES, NAMED)

    assert [line.bibs for line in reading.stage.finish] == [("9",)]
    assert [problem.offset for problem in reading.problems] == [2]


@given(text=st.text("12 ()@.+&!$=:\"#*mMuLR\nOTLp/'-", max_size=60))
@pytest.mark.parametrize("form", [LINES, CLOCK], ids=["lines", "clock"])
def test_whatever_is_typed_there_is_a_line_for_each_line(
    form: MarkFormat, text: str
) -> None:
    """And every problem is on one of them."""
    found = desk(text, form=form)

    assert [line.text for line in found.lines] == text.split("\n")
    assert all(1 <= p.offset <= len(found.lines) for p in found.problems)


# As few keys as can be


def test_a_stage_takes_no_more_keys_than_the_paper_form() -> None:
    """Twenty riders home over turns, three climbs and two sprints, extra turns.

    The form has, for each rider, bib, turns and lines in boxes of their own, and the
    name of each line on the road beside the order over it.
    """
    bibs = [str(number) for number in range(1, 21)]
    course = replace(
        COURSE,
        sections=tuple(
            Section(kind=SectionKind.MOUNTAIN, name=name)
            for name in ("Kwaremont", "Paterberg", "Muur")
        ),
        sprints=(Sprint(name="Zottegem"), Sprint(name="Ninove")),
    )
    groups = [bibs[at : at + 2] for at in range(0, 20, 2)]
    stage = replace(
        course,
        finish=tuple(
            Arrival(tuple(map(Bib, group)), LinesMark(turn, 3))
            for turn, group in enumerate(groups)
        ),
        crossings={label: order("12 4 1 7 9") for label in course.primes},
    )
    keys = "".join(
        f"{label[0]}:{' '.join(bibs)}\n" for label, bibs in stage.crossings.items()
    ) + "\n".join(f"({' '.join(group)}) 3\n" for group in groups)
    tour = replace(TOUR, riders=tuple(Rider(bib=Bib(bib)) for bib in bibs))

    assert read_desk(keys, course, LINES, tour).stage == stage
    assert len(keys) <= len(desk_text(stage))


# How to go on


@pytest.mark.parametrize(
    ("names", "typed"),
    [(("Col A", "Muur"), "c"), (("Col A", "Col B"), "1"), (("'t Kuipke",), "1")],
)
def test_the_example_of_an_order_can_be_typed(names: Sequence[str], typed: str) -> None:
    sprints = tuple(Sprint(name=name, at=30 + n) for n, name in enumerate(names))
    stage = Stage(name="S", kind=StageKind.CRITERIUM, sprints=sprints)

    orders = [
        typed
        for typed, meaning in other_examples(stage, rulebook_of(TOUR))
        if meaning.startswith("order over")
    ]

    assert orders == [f"{typed}:4 1 12", "l1:4 1 12"]
    reading = read_desk("\n".join(orders), stage, LINES, TOUR)
    assert reading.problems == ()
    assert reading.stage.crossings == {names[0]: ("4", "1", "12")}
    assert reading.stage.laps == (("4", "1", "12"),)


def test_the_example_of_an_attack_says_how_many_extra_turns_it_uses() -> None:
    """CY-12: two, or as many as the house rules say."""
    house = replace(TOUR, rules={"extra_turns.attack": 3})

    said = [
        [
            meaning
            for typed, meaning in other_examples(COURSE, rulebook_of(tour))
            if typed == "*12 7"
        ]
        for tour in (TOUR, house)
    ]

    start = "12 and 7 attacked; extra turns used by each: "
    assert said == [[f"{start}2"], [f"{start}3"]]


def test_an_unknown_word_before_a_comma_is_quoted_as_typed() -> None:
    (problem,) = read_desk("bib,turns,lines", COURSE, LINES, TOUR).problems

    assert problem.message.startswith("no rider bib on the startlist")
