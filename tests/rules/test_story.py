"""Kinds of sentences of a story, on races computed by hand and on random ones."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, permutations
from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from peloton.notation.stories import builtin_story
from peloton.reports.stage.story import story_sheet, story_text
from peloton.reports.tour.document import document
from peloton.rules.facts.kinds import ClassificationName, Language
from peloton.rules.facts.stage import Ruling, Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.outlook.prospects import outlook_after
from peloton.rules.outlook.situation import remaining_stages
from peloton.rules.results import Race, StageScore
from peloton.rules.story.sentences import MOST_SENTENCES, story
from peloton.rules.story.templates import STORY_FACTS, StoryFact
from tests.drawing import drawn, seldom_drawn
from tests.reference_story import CHECKS, Day
from tests.reports.samples import plain_data
from tests.rules.notation import cyclo, raced, stage, tour
from tests.rules.tour_texts import stage as road_stage
from tests.rules.tour_texts import startlist
from tests.scored import race_of
from tests.tours import GAMES, Game, tours

ENGLISH = builtin_story(Language.ENGLISH)
TO_COME = stage()


def told(race: Race, number: int | None = None) -> dict[str, dict[str, Any]]:
    return {
        kind: {name: plain(fact) for name, fact in facts.items()}
        for kind, facts in story(race, number).items()
    }


def plain(fact: StoryFact) -> object:
    match fact:
        case {"jersey": jersey, "bib": bib}:
            return jersey, bib
        case {"jersey": jersey}:
            return jersey, None
        case {"bib": code} | {"team": code}:
            return code
        case tuple():
            return [plain(part) for part in fact]
    return fact


def test_a_rider_alone_in_front_wins_with_a_gap() -> None:
    """Cyclo: a turn is 10 s, a line further 1 s less: 2 is 3 s behind 1."""
    race = cyclo(stage("1 0 5, 2 0 2, 3 1 0"), TO_COME)

    assert told(race)["win-gap"] == {"winner": "1", "stage": 1, "gap": 3, "second": "2"}


def test_riders_in_the_same_time_sprint_for_the_stage() -> None:
    """CY-3: 1, 2 and 3 are one group at 0 5; 4 is a turn behind."""
    race = cyclo(stage("1 0 5, 2 0 5, 3 0 5, 4 1 0"), TO_COME)

    assert told(race)["win-sprint"] == {
        "winner": "1",
        "stage": 1,
        "count": 3,
        "second": "2",
    }


def test_nobody_sprints_in_a_time_trial() -> None:
    race = cyclo(stage("1 3 5, 2 3 5", "itt"), TO_COME)

    assert {"win", "win-shared"} & told(race).keys()
    assert "win-sprint" not in told(race)


def test_nobody_leads_or_climbs_in_a_classification_without_a_leader() -> None:
    """GN-5. The keirin counts for nothing; before it, 4 is the last of the bibs."""
    keirin = stage("1 0 3, 2 1 2", "keirin")
    finish = stage("4 0 3, 3 1 2, 2 2 2, 1 3 2")
    race = cyclo(keirin, finish, TO_COME, riders="MOL: 1 2, SAL: 3 4")

    assert "teams-first" not in told(race, 1)
    assert told(race, 2)["teams-first"] == {"team": "SAL"}
    assert "climb" not in told(race, 2)


def test_a_team_wins_a_team_time_trial() -> None:
    facts = tour(
        "cyclo",
        (stage("(1 2) 3 0, (3 4) 4 0", "ttt"), TO_COME),
        riders="MOL: 1 2, SAL: 3 4",
    )
    race = raced(facts)
    found = story(race).items()
    win = next(facts for kind, facts in found if kind.startswith("win"))

    assert win["winner"] == {"team": "MOL"}


def test_a_team_is_ahead_by_the_time_of_the_rider_who_counts() -> None:
    """RR-6: 5 s, although the team classification gets three times both times."""
    day = road_stage(
        "1 0:33:05, 2 s, 3 s, 4 0:33:10, 5 s, 6 s, 7 0:34:22",
        "ttt",
    )
    head = '[tour]\nname = "A"\nrulebook = "road"\nstages = 2'
    riders = startlist("GEL: 1 2 3, KAS: 4 5 6 7")
    race = race_of(f"{head}\n{riders}\n{day}")

    assert [line.time for line in race.score().team_result] == [5955, 5970]
    assert told(race)["win-gap"] == {
        "winner": "GEL",
        "stage": 1,
        "gap": 5,
        "second": "KAS",
    }


def test_a_stage_without_finishers_or_cancelled_says_so() -> None:
    first = stage("1 0 5, 2 0 2")
    race = cyclo(first, stage("DNF 1, DNF 2"), TO_COME)
    assert told(race, 2)["nobody"] == {"stage": 2}
    assert told(race, 2)["out"] == {"riders": ["1", "2"]}

    race = cyclo(first, stage(cancelled="snow"), TO_COME)
    assert told(race, 2)["cancelled"] == {"stage": 2, "reason": "snow"}
    assert not {kind for kind in told(race, 2) if kind.startswith("win")}


def test_a_new_leader_takes_the_jersey_and_an_old_one_keeps_it() -> None:
    """Yellow: 1 by 3 s; then 2 wins by 10 s and leads by 7; then 2 by 27; then by 7."""
    race = cyclo(
        stage("1 0 5, 2 0 2, 3 2 0"),
        stage("2 0 5, 1 1 5, 3 2 0"),
        stage("2 0 5, 1 2 5, 3 2 0"),
        stage("1 0 5, 2 2 5, 3 2 0"),
        stage("1 0 5, 2 0 5, 3 2 0"),
        TO_COME,
    )
    yellow = ("yellow", None)

    assert told(race, 2)["leader-taken"] == {
        "rider": "2",
        "jersey": yellow,
        "loser": "1",
    }
    assert told(race, 2)["lead"] == {"rider": "2", "second": "1", "gap": 7}
    grown = {"rider": "2", "jersey": yellow, "second": "1", "gap": 27, "before": 7}
    assert told(race, 3)["leader-grows"] == grown
    shrunk = {**grown, "gap": 7, "before": 27}
    assert told(race, 4)["leader-shrinks"] == shrunk
    kept = {"rider": "2", "jersey": yellow, "second": "1", "gap": 7}
    assert told(race, 5)["leader-kept"] == kept


def test_the_lead_after_the_first_stage_is_not_told_twice() -> None:
    assert "lead" not in told(cyclo(stage("1 0 5, 2 0 2"), TO_COME))


def test_a_lead_in_points_is_told_although_it_is_the_gap_in_seconds() -> None:
    """CY-8: 1 is 10 s ahead, and leads green, the only jersey, by 10 points."""
    first = stage("1 0 0, 2 1 0", points=(15, 5))
    first = replace(first, counts={ClassificationName.GENERAL: False})

    assert told(cyclo(first, TO_COME))["lead"]["gap"] == 10


def test_the_first_jerseys_are_listed_and_the_last_ones_without_the_winner() -> None:
    """1 leads by time and by points, so 2 wears green for him."""
    day = stage("1 0 5, 2 0 2, 3 1 0")
    first = told(cyclo(day, TO_COME))["jersey-first"]
    assert first == {"jerseys": [("yellow", "1"), ("green", "2")]}

    final = told(cyclo(day, day), 2)
    assert final["tour-gap"]["winner"] == "1"
    assert final["jersey-final"] == {"jerseys": [("green", "1")]}


def with_players(race: Race) -> Race:
    teams = tuple(replace(t, player=f"Player of {t.code}") for t in race.tour.teams)
    return replace(race, tour=replace(race.tour, teams=teams))


def test_the_first_win_of_a_player_is_told_from_the_second_stage_on() -> None:
    winners = [("1", "2 3 4"), ("3", "1 2 4"), ("1", "2 3 4"), ("2", "1 3 4")]
    days = [
        stage(", ".join((f"{first} 0 5", *(f"{bib} 0 2" for bib in rest.split()))))
        for first, rest in winners
    ]
    facts = tour("cyclo", (*days, TO_COME), riders="MOL: 1 2, SAL: 3 4")
    race = with_players(raced(facts))

    assert "first-win" not in told(race, 1)
    assert told(race, 2)["first-win"] == {"player": "Player of SAL", "stage": 2}
    assert told(race, 3)["wins"] == {"rider": "1", "count": 2}
    assert not {"first-win", "wins"} & told(race, 4).keys()


def test_the_loser_among_the_first_and_the_best_climber_are_told_with_their_ranks() -> (
    None
):
    """After stage 1: 1 to 8 in order, a turn apart. 2 loses 9 turns: rank 8 of 8.

    The first four came in at 0, 90, 10 and 10 s. 8 wins: from 80 to 70 s, rank 7, no
    climb; 7 is in the bunch.
    """
    day = ", ".join(f"{bib} {bib - 1} 0" for bib in range(1, 9))
    race = cyclo(
        stage(day),
        stage("8 0 0, 1 0 0, 3 1 0, 4 1 0, 5 1 0, 6 1 0, 7 1 0, 2 9 0"),
        TO_COME,
    )
    drop = told(race, 2)["drop"]

    assert drop == {"rider": "2", "count": 4, "gap": 90, "before": 2, "rank": 8}
    assert "tail" not in told(race, 2)
    assert told(race, 1)["tail"] == {"rider": "8", "count": 8, "gap": 70}


def test_nobody_loses_most_where_one_of_the_first_is_outside_the_time_limit() -> None:
    """CY-11: 1 and 2, of the first four, are OTL; a ruling brings 2 back, a day behind.

    2 came in at 40 turns and 1 at 30, but 1 lost the tour.
    """
    day = ", ".join(f"{bib} {bib - 1} 0" for bib in range(1, 9))
    back = Ruling(bib=Bib("2"), reinstated=True, reason="held up")
    race = cyclo(
        stage(day),
        stage(
            "8 0 0, 3 1 0, 4 1 0, 5 1 0, 6 1 0, 7 1 0, 1 30 0, 2 40 0", rulings=(back,)
        ),
        TO_COME,
        level=4,
    )

    assert "drop" not in told(race, 2)


def test_penalties_are_part_of_the_loss_of_the_first() -> None:
    """GN-2. 2 is 90 s behind, 3 only 10 s, but loses 100 s more by a ruling.

    With 60 s by the ruling, 2 loses the most again.
    """
    day = ", ".join(f"{bib} {bib - 1} 0" for bib in range(1, 9))
    second = "8 0 0, 1 0 0, 3 1 0, 4 1 0, 5 1 0, 6 1 0, 7 1 0, 2 9 0"

    def drop(seconds: int) -> Any:  # noqa: ANN401 - the facts of a sentence
        late = Ruling(bib=Bib("3"), seconds=seconds, reason="late")
        race = cyclo(stage(day), stage(second, rulings=(late,)), TO_COME)
        return told(race, 2).get("drop")

    assert drop(100) == {"rider": "3", "count": 4, "gap": 110, "before": 3, "rank": 8}
    assert drop(60) == {"rider": "2", "count": 4, "gap": 90, "before": 2, "rank": 8}
    assert drop(80) is None


def test_nobody_is_last_to_finish_where_a_rider_is_over_the_time_limit() -> None:
    """CY-11, GN-1: 4 finishes last, 30 turns after the first, and has no place."""
    race = cyclo(stage("1 0 5, 2 1 0, 3 2 0, 4 30 0"), TO_COME, level=4)

    assert not {"tail", "drop"} & told(race).keys()
    assert told(race)["out"] == {"riders": ["4"]}


def test_jerseys_are_awarded_for_the_first_time_only_once() -> None:
    """GN-5. Green is the only jersey: 1 has 5 points, loses them, and wins 5 more."""
    away = Ruling(bib=Bib("1"), points=5, reason="wrong card")
    first = replace(
        stage("1 0 5, 2 0 2", points=(5,)), counts={ClassificationName.GENERAL: False}
    )
    second = replace(first, points=(0,), rulings=(away,))
    race = cyclo(first, second, first, TO_COME)

    assert "jersey-first" in told(race, 1)
    assert not race.score(2).standings[ClassificationName.POINTS]
    assert told(race, 3)["jersey-others"] == {"jerseys": [("green", "1")]}


def test_the_best_climb_is_told_if_it_is_one_riders_alone() -> None:
    """8 was 70 s behind; 1, 2 and 3 lose 47 s and have 47, 57 and 67 s, 4 has 77."""
    day = ", ".join(f"{bib} {bib - 1} 0" for bib in range(1, 9))
    gains = "8 0 0, 1 5 3, 2 5 3, 3 5 3, 4 5 3, 5 5 3, 6 5 3, 7 5 3"
    race = cyclo(stage(day), stage(gains), TO_COME)

    assert told(race, 2)["climb"] == {"rider": "8", "before": 8, "rank": 4}


def test_a_single_race_of_teams_is_won_by_a_team() -> None:
    """GN-11, CY-2. 3 is the last of SAL, with 50 s, and 1 the last of MOL, with 60."""
    race = cyclo(stage("1 6 0, 3 5 0", "ttt"), riders="MOL: 1, SAL: 3")

    assert told(race)["tour-won"]["winner"] == "SAL"


def test_a_tour_with_one_stage_left_tells_what_is_open() -> None:
    race = cyclo(stage("1 0 5, 2 0 2"), TO_COME)

    assert told(race)["last"]["next"] == 2
    assert ("yellow", None) in told(race)["last"]["jerseys"]


def outcomes(day: Stage, first: str = "") -> Iterator[Stage]:
    for order in permutations("123"):
        if order[0] == first or not first:
            lines = ", ".join(f"{bib} 0 {5 - at}" for at, bib in enumerate(order))
            yield replace(stage(lines), points=day.points)


def test_what_can_be_decided_is_decided_if_its_leader_wins_whatever_the_others_do() -> (
    None
):
    """Green by 9, 3, 1, then 5, 3, 1: 1 has 9; if he wins the second stage, 14 to 6.

    With a third stage for 10, 3 and 1 points it is open: 14 + 1 to 6 + 10.
    """
    easy, hard = (5, 3, 1), (10, 3, 1)
    for last, expected in ((easy, True), (hard, False)):
        first = replace(stage("1 0 5, 2 0 4, 3 0 3"), points=(9, 3, 1))
        second, third = replace(TO_COME, points=easy), replace(TO_COME, points=last)
        race = cyclo(first, second, third)
        found = told(race, 1).get("tomorrow")
        told_green = found is not None and found["jersey"] == ("green", None)
        assert told_green is expected
        leads = {
            (who.who, who.rank)
            for middle in outcomes(second, "1")
            for end in outcomes(third)
            for who in cyclo(first, middle, end)
            .stages[-1]
            .standings[ClassificationName.POINTS]
            if who.rank == 1
        }
        assert (leads == {("1", 1)}) is expected


def test_a_decided_jersey_is_told_once() -> None:
    """Green: 1 has 9 to 1, then 18 to 2 with 6 points left, then 21 to 3."""
    day, scales = stage("1 0 5, 2 0 4, 3 0 3"), ((9, 1), (9, 1), (3, 1))
    days = [replace(day, points=scale) for scale in scales]
    race = cyclo(*days, replace(TO_COME, points=(3, 1)))

    assert "decided" not in told(race, 1)
    assert told(race, 2)["decided"] == {"rider": "1", "jersey": ("green", None)}
    assert "decided" not in told(race, 3)


def check(text: str) -> int:
    """Check every story of a tour; return the number of stages."""
    note(text)
    race = race_of(text)
    found = document(race)
    templates = [builtin_story(language) for language in Language]
    for score in race.stages:
        day = Day(found, score.number)
        sentences = story(race, score.number)
        kinds = [*sentences]
        assert story_facts_filled(race, score.number)
        assert len(kinds) <= MOST_SENTENCES
        assert kinds == [kind for kind in STORY_FACTS if kind in kinds]
        for kind, known in sentences.items():
            assert set(known) == set(STORY_FACTS[kind])
            facts = {name: plain(fact) for name, fact in known.items()}
            if kind in CHECKS:
                true = CHECKS[kind](day, {**facts, "kind": kind})
                assert true, (score.number, kind, facts)
            else:
                assert is_open(race, score.number, kind, facts), kind
        for words in templates:
            texts = [
                str(row["text"])
                for row in plain_data(story_sheet(race, score.number, words))
            ]
            assert len({*texts}) == len(texts)
            assert not any("{" in each or "  " in each for each in texts), texts
    return len(race.stages)


def story_facts_filled(race: Race, number: int) -> bool:
    facts = [f for known in story(race, number).values() for f in known.values()]
    return all(plain(fact) and plain(fact) != ("", None) for fact in facts)


def is_open(race: Race, number: int, kind: str, facts: dict[str, Any]) -> bool:
    """Check a sentence on stages to come with the outlook, which has its own tests."""
    score, before = race.score(number), race.before(number)
    by_jersey = {j.name: j.classification for j in race.rulebook.jerseys}

    def decided(at: StageScore, jersey: str) -> bool:
        found = outlook_after(race, at)
        return any(p.decided for p in found if p.name == by_jersey[jersey])

    rest = remaining_stages(race, number)
    assert rest, kind
    if facts.get("next", rest[0]) != rest[0]:
        return False
    if kind == "last":
        open_ = [jersey for jersey, _ in facts["jerseys"]]
        return len(rest) == 1 and not any(decided(score, jersey) for jersey in open_)
    jersey = facts["jersey"][0]
    now = decided(score, jersey)
    if kind == "tomorrow":
        first = score.standings[by_jersey[jersey]][0].who
        return not now and first == facts["rider"] and len(rest) > 1
    return now and not (before and decided(before, jersey))


@pytest.mark.parametrize("game", GAMES)
@drawn
@given(data=st.data())
def test_every_sentence_is_true(data: st.DataObject, game: Game) -> None:
    check(data.draw(tours(game)))


@pytest.mark.endurance
@pytest.mark.parametrize("game", GAMES)
@settings(seldom_drawn, max_examples=300)
@given(data=st.data())
def test_every_sentence_of_4000_stages_is_true(data: st.DataObject, game: Game) -> None:
    """300 tours of each of six games have 4,300 stages ridden."""
    check(data.draw(tours(game)))


def test_two_stages_in_a_row_never_use_the_same_sentence() -> None:
    race = cyclo(*(stage("1 0 5, 2 0 2, 3 1 0") for _ in range(5)), TO_COME)
    for language in Language:
        templates = builtin_story(language)
        stories = [
            {
                row["kind"]: row["text"]
                for row in plain_data(story_sheet(race, n, templates))
            }
            for n in range(1, 6)
        ]
        for one, other in pairwise(stories):
            assert all(one[kind] != other[kind] for kind in one if kind in other)


def test_the_same_facts_give_the_same_text() -> None:
    days = stage("1 0 5, 2 0 2, 3 1 0"), TO_COME
    assert story_text(cyclo(*days), 1, ENGLISH) == story_text(cyclo(*days), 1, ENGLISH)


def test_names_come_out_as_typed() -> None:
    race = cyclo(stage("1 0 5, 2 0 2"), TO_COME)
    riders = (replace(race.tour.riders[0], name="{second} & <b>"), race.tour.riders[1])
    race = replace(race, tour=replace(race.tour, riders=riders))

    assert "{second} & <b>" in story_text(race, 1, ENGLISH)
    assert Bib("2") in story_text(race, 1, ENGLISH)
