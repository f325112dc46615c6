"""The score while riders finish: the same scoring, continued from before the stage."""

from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peloton.errors import PelotonError
from peloton.notation.resources import sample_tours
from peloton.rules.facts.kinds import Reason, SectionKind
from peloton.rules.facts.stage import Section, Stage, Unplaced
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import OPEN, Tour
from peloton.rules.live import LiveScore, RaceBeforeStage
from peloton.rules.race import score
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.result import outside_limit
from tests.drawing import seldom_drawn
from tests.rules.notation import rulebook_of, ruling, stage
from tests.scored import facts_of
from tests.tours import GAMES, Game, tours

SAMPLES = sorted(sample_tours().glob("*.toml"))

every_game = pytest.mark.parametrize("game", GAMES)


def race_before(
    *stages: Stage, number: int | None = None, options: dict[str, int] | None = None
) -> RaceBeforeStage:
    """Return a Cyclo tour of riders 1 to 4, before its last stage."""
    tour = Tour(
        name="Ronde",
        rulebook="cyclo",
        options=options or {},
        teams=(Team(code=TeamCode("MOL")), Team(code=TeamCode("SAL"))),
        riders=tuple(
            Rider(bib=Bib(bib), team=TeamCode(team))
            for bib, team in (("1", "MOL"), ("2", "MOL"), ("3", "SAL"), ("4", "SAL"))
        ),
        stages=stages,
    )
    race = RaceBeforeStage(tour, number or len(stages), rulebook_of(tour))
    return race.checked()


def live(text: str = "", *, options: dict[str, int] | None = None) -> LiveScore:
    """Return the live score of the first stage of a tour."""
    return race_before(Stage(), options=options).after(stage(text))


def generals(found: LiveScore) -> list[tuple[str, int]]:
    rows = next(iter(found.score.standings.values()))
    return [(row.who, row.total) for row in rows]


# One fold


@every_game
@seldom_drawn
@given(data=st.data())
def test_a_complete_stage_is_scored_as_in_the_whole_tour(
    game: Game, data: st.DataObject
) -> None:
    tour, rulebook = facts_of(data.draw(tours(game)))
    race = score(tour, rulebook)
    for done in race.stages:
        found = RaceBeforeStage(tour, done.number, rulebook).after(done.stage)

        assert found.score == done
        assert found.still_out == ()
        assert found.complete


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_the_stages_of_the_samples_are_scored_as_in_the_whole_tour(file: Path) -> None:
    """The track among them, where nobody has to be in a race (CR-13)."""
    tour, rulebook = facts_of(file.read_text(encoding="utf-8"))
    for done in score(tour, rulebook).stages:
        found = RaceBeforeStage(tour, done.number, rulebook).after(done.stage)

        assert (found.score, found.complete) == (done, True)


@every_game
@seldom_drawn
@given(data=st.data())
def test_who_is_still_out_stands_apart_as_if_given_up(
    game: Game, data: st.DataObject
) -> None:
    """Some lines of the finish: the tour scored with all others DNF says the same.

    Only the lines of those without a place are not there yet.
    """
    tour, rulebook = facts_of(data.draw(tours(game)))
    done = score(tour, rulebook).stages[-1]
    if done.stage.cancelled:
        return
    seen = done.stage.finish[: data.draw(st.integers(1, len(done.stage.finish)))]
    part = replace(done.stage, finish=seen)

    found = RaceBeforeStage(tour, done.number, rulebook).after(part)

    given_up = tuple(Unplaced(bib, Reason.DNF) for bib in found.still_out)
    ahead = tour.stages[: done.number - 1]
    after = tour.stages[done.number :]
    finished = replace(part, finish=seen + given_up)
    planned = OPEN if found.still_out else tour.planned  # nothing is final yet (GN-9)
    stages = (*ahead, finished, *after)
    expected = score(replace(tour, planned=planned, stages=stages), rulebook)
    if len(expected.stages) < done.number:
        assert not found.complete
        return
    slow = expected.stages[done.number - 1]
    assert found.score.standings == slow.standings
    assert found.score.jerseys == slow.jerseys
    assert found.score.awards == slow.awards
    assert [line for line in slow.result if line.bib not in found.still_out] == list(
        found.score.result
    )


# While they come in


def test_nothing_is_scored_before_anyone_is_home() -> None:
    found = live()

    assert (found.score.result, found.complete) == ((), False)
    assert found.still_out == ("1", "2", "3", "4")


def test_riders_home_are_ranked_and_the_others_are_out() -> None:
    """CY-3. 1 wins, 3 is a turn behind."""
    found = live("1 0 3, 3 1 3")

    assert generals(found) == [("1", 0), ("3", 10)]
    assert found.still_out == ("2", "4")
    assert found.problems == ()
    assert {problem.bib for problem in found.missing} == {"2", "4"}


def test_a_stage_is_complete_when_everybody_is_accounted_for() -> None:
    assert live("1 0 3, (2 3) 1 3, DNF 4").complete
    assert not live("1 0 3, (2 3) 1 3").complete
    assert not live("1 0 3, (2 3) 1 3, DNF 4, DNF 44").complete
    assert not live("").complete


def test_the_stages_before_count() -> None:
    """CY-6. 2 lost ten seconds on stage 1 and wins stage 2 by twenty."""
    race = race_before(stage("1 0 0, (2 3 4) 1 0"), Stage())

    assert generals(race.after(stage("2 0 0, 1 2 0"))) == [("2", 0), ("1", 10)]


def test_a_mistake_hides_nobody_who_is_right() -> None:
    """44 is nobody, 1 is there twice, and the summit is no line of the stage."""
    found = live("1 0 0, 44 0 0, 2 1 0, 1 2 0")

    assert generals(found) == [("1", 0), ("2", 10)]
    assert sorted(problem.code for problem in found.problems) == ["twice", "unknown"]
    assert not found.complete
    with_a_warning = live("1 0 0, 44 0 0, 2 1 0, 3 0 0")
    assert {each.code for each in with_a_warning.problems} == {"turns", "unknown"}
    assert generals(with_a_warning) == [("1", 0), ("3", 0), ("2", 10)]


def test_a_rider_of_before_who_left_the_race_is_a_mistake() -> None:
    """GN-1."""
    race = race_before(stage("1 0 0, (2 3) 1 0, DNF 4"), Stage())
    found = race.after(stage("4 0 0, 1 0 0"))

    assert race.racing == ("1", "2", "3")
    assert generals(found)[0][0] == "1"
    assert [problem.code for problem in found.problems] == ["left"]


def test_a_ruling_on_nobody_is_left_out() -> None:
    """GN-2."""
    rulings = (ruling("77", seconds=5), ruling("2", seconds=5))
    found = race_before(Stage()).after(stage("1 0 0, 2 0 0", rulings=rulings))

    assert generals(found) == [("1", 0), ("2", 5)]


def test_riders_are_out_in_a_race_on_the_track_only_if_its_times_count() -> None:
    """CR-13, GN-1: riders may skip a keirin, unless they have 0 seconds for it."""
    keirin, counting = (
        stage("1 0 3, 2 1 0", "keirin", counts=counts)
        for counts in ({}, {"general": True})
    )

    assert race_before(Stage()).after(keirin).still_out == ()
    assert race_before(Stage()).after(counting).still_out == ("3", "4")


# The time limit


def test_the_limit_is_a_turn_where_turns_are_counted() -> None:
    """CY-11. Level 4: 25 turns after the first arrival."""
    limit = live("1 0 3", options={"level": 4}).limit

    assert limit is not None
    assert (limit.turns, limit.time, limit.last_turn) == (25, None, 25)


def test_whoever_is_over_the_limit_is_outside() -> None:
    """CY-11. Exactly 25 turns is in time."""
    found = live("1 0 3, 2 25 0, 3 26 0", options={"level": 4})

    assert outside_limit(found.score.result) == {"3"}


def test_there_is_no_limit_before_the_first_is_home_or_without_a_rule() -> None:
    """CY-11. Level 3 has none."""
    assert live("DNF 1", options={"level": 4}).limit is None
    race = race_before(Stage(), options={"level": 4})
    assert race.after(stage("1 0 3", cancelled="snow")).limit is None
    assert live("1 0 3", options={"level": 3}).limit is None


def test_a_limit_in_seconds_is_a_time_and_the_turn_it_falls_in() -> None:
    """CR-12. The winner has 380 s, 130 s are allowed: two more turns, and no third."""
    tour = Tour(
        name="Tour",
        rulebook="criterium",
        rules={"time_limit.seconds": 130},
        riders=(Rider(bib=Bib("1")), Rider(bib=Bib("2"))),
        stages=(Stage(),),
    )
    race = RaceBeforeStage(tour, 1, rulebook_of(tour))
    limit = race.after(stage("1 6 3/9")).limit

    assert limit is not None
    assert (limit.time, limit.last_turn) == (510, 8)


# The ledgers


def test_extra_turns_left_have_the_grant_of_the_stage() -> None:
    """CY-12. 190 lines give four, home or not; 1 used three of them."""
    course = Stage(length=190)
    race = race_before(course)
    found = race.after(replace(course, extra_turns={Bib("1"): 3}))

    assert [(line.who, line.left) for line in found.score.extra_turns] == [
        ("1", 1),
        ("2", 4),
        ("3", 4),
        ("4", 4),
    ]


def test_the_purse_stands_before_anyone_is_home() -> None:
    """CY-15. Each team may still offer its 100 of the stage, and would save it."""
    found = live(options={"level": 4})

    assert [(line.team, line.balance, line.savings) for line in found.score.purse] == [
        ("MOL", 0, 100),
        ("SAL", 0, 100),
    ]


def test_the_purse_grows_as_soon_as_somebody_is_home() -> None:
    """CY-16. 200 for the stage, 15 green points, and the yellow jersey."""
    race = race_before(Stage(), Stage(), number=1, options={"level": 4})
    found = race.after(stage("1 0 3"))

    assert [(line.team, line.earned, line.balance) for line in found.score.purse] == [
        ("MOL", 450, 200 + 150 + 100),
        ("SAL", 0, 0),
    ]


# Before the stage


def test_a_stage_before_without_results_is_refused() -> None:
    with pytest.raises(PelotonError, match="stage 1 has no results"):
        race_before(Stage(), Stage())


def test_something_wrong_on_a_stage_before_is_refused() -> None:
    with pytest.raises(PelotonError, match="rider 4 is missing"):
        race_before(stage("1 0 0, (2 3) 1 0"), Stage())


def test_what_is_wrong_on_the_course_of_the_stage_is_found_and_nothing_later() -> None:
    """The summit of stage 1 is ahead of its foot; stage 2 names nobody."""
    wrong = Section(kind=SectionKind.MOUNTAIN, start=50, end=10)
    race = race_before(Stage(sections=(wrong,)), stage("9 0 0"), number=1)
    found = race.after(stage("1 0 3, (2 3) 1 3, DNF 4"))

    assert {problem.stage for problem in found.problems} == {1}
    assert not found.complete


def test_something_wrong_with_the_startlist_is_refused() -> None:
    tour = Tour(name="Ronde", rulebook="cyclo", stages=(Stage(),))
    twice = replace(tour, riders=(Rider(bib=Bib("1")), Rider(bib=Bib("1"))))

    with pytest.raises(PelotonError, match="startlist: found rider 1 twice"):
        RaceBeforeStage(twice, 1, rulebook_of(twice)).checked()


def test_what_comes_after_the_stage_changes_nothing() -> None:
    """Stage 2 stands already; stage 1 is entered anew."""
    ridden = stage("1 0 0, (2 3 4) 1 0")
    race = race_before(ridden, ridden, number=1)

    assert race.tally.latest_score is None
    assert generals(race.after(stage("2 0 0"))) == [("2", 0)]


# Scoring again: every key press starts from the same sums


def score_twice(tour: Tour, rulebook: Rulebook) -> None:
    """Score every stage of a tour twice; check that the results are equal."""
    for done in score(tour, rulebook).stages:
        race = RaceBeforeStage(tour, done.number, rulebook)
        before = deepcopy(race.tally)
        first = race.after(done.stage)

        assert race.tally == before
        assert race.after(done.stage) == first


@every_game
@seldom_drawn
@given(data=st.data())
def test_a_stage_scored_twice_has_the_same_score(
    game: Game, data: st.DataObject
) -> None:
    score_twice(*facts_of(data.draw(tours(game))))


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_a_stage_of_the_samples_scored_twice_has_the_same_score(file: Path) -> None:
    """Cyclo has a purse, where money paid twice would be seen (CY-15)."""
    score_twice(*facts_of(file.read_text(encoding="utf-8")))


def test_another_attempt_at_a_stage_does_not_change_the_first() -> None:
    race = race_before(Stage(length=190))
    first = race.after(stage("1 0 0, 2 1 0"))
    race.after(stage("2 0 0, DNF 1"))

    assert race.after(stage("1 0 0, 2 1 0")) == first
