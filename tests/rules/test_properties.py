"""Properties of the scores of every legal tour."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import Tour
from peloton.rules.live import RaceBeforeStage
from peloton.rules.race import score
from peloton.rules.results import PointsStanding, Race, TimeStanding
from peloton.rules.rulebook.rulebook import Rulebook
from tests.drawing import drawn, seldom_drawn
from tests.scored import facts_of
from tests.tours import Game, tours

if TYPE_CHECKING:
    from peloton.rules.facts.startlist import Bib

Key = TypeVar("Key")
Value = TypeVar("Value")
Facts = tuple[Tour, Rulebook]
GAMES: tuple[Game, ...] = ("criterium", "cyclo")

any_tour = pytest.mark.parametrize("game", GAMES)


def facts(data: st.DataObject, game: Game) -> Facts:
    """Draw a legal tour with its own rulebook."""
    return facts_of(data.draw(tours(game)))


def to_come(stage: Stage) -> Stage:
    """Return a stage with only its course, as before it is ridden."""
    return replace(
        stage,
        finish=(),
        cancelled="",
        crossings={},
        rulings=(),
        extra_turns={},
        offers=(),
        lots={},
    )


# Places and ranks


@any_tour
@drawn
@given(data=st.data())
def test_places_on_a_stage_are_1_to_n(game: Game, data: st.DataObject) -> None:
    """CR-2, CY-4: one rider a place, from the first line down."""
    for done in score(*facts(data, game)).stages:
        places = [line.place for line in done.result if line.place is not None]

        assert places == list(range(1, len(places) + 1))


@any_tour
@drawn
@given(data=st.data())
def test_every_starter_has_one_line_in_the_result(
    game: Game, data: st.DataObject
) -> None:
    """GN-1. Nobody is missing and nobody is twice."""
    tour, rulebook = facts(data, game)
    for done in score(tour, rulebook).stages:
        if not done.stage.cancelled:
            starters = RaceBeforeStage(tour, done.number, rulebook).racing
            assert sorted(line.bib for line in done.result) == sorted(starters)


@any_tour
@drawn
@given(data=st.data())
def test_ranks_count_those_ahead_and_only_equals_share_one(
    game: Game, data: st.DataObject
) -> None:
    """GN-3. A rank is its row, or the rank above at the same total."""
    for done in score(*facts(data, game)).stages:
        for rows in done.standings.values():
            ranks = [row.rank for row in rows]
            totals = [row[2] for row in rows]
            for number, rank in enumerate(ranks, 1):
                assert rank <= number
                assert set(ranks[rank - 1 : number]) == {rank}
                assert set(totals[rank - 1 : number]) == {totals[number - 1]}


@any_tour
@drawn
@given(data=st.data())
def test_totals_never_go_the_wrong_way_down_a_classification(
    game: Game, data: st.DataObject
) -> None:
    """CR-15, CY-6, CY-8. Lowest time first, most points first.

    Teams by times go by size before time (CY-18).
    """
    for done in score(*facts(data, game)).stages:
        for name, rows in done.standings.items():
            if name is ClassificationName.TEAMS and game == "cyclo":
                continue
            totals = [
                row.time if isinstance(row, TimeStanding) else -row.points
                for row in rows
            ]
            assert totals == sorted(totals)


@drawn
@given(data=st.data())
def test_the_leader_of_the_overall_classification_has_0(data: st.DataObject) -> None:
    """CY-6."""
    for done in score(*facts(data, "cyclo")).stages:
        for row in done.standings[ClassificationName.GENERAL][:1]:
            assert isinstance(row, TimeStanding)
            assert (row.time, row.gap) == (0, 0)


# Sums


def summed_times(race: Race, after: int) -> dict[str, int]:
    """Return each rider's times minus bonuses plus penalties, on counting stages."""
    totals: dict[str, int] = {rider.bib: 0 for rider in race.tour.riders}
    for done in race.stages[:after]:
        if done.stage.counts.get(ClassificationName.GENERAL, True):
            for line in done.result:
                if line.place is not None and line.time is not None:
                    totals[line.bib] += line.time - line.bonus + line.penalty
    return totals


@any_tour
@drawn
@given(data=st.data())
def test_a_general_time_is_the_sum_of_times_less_bonuses_plus_penalties(
    game: Game, data: st.DataObject
) -> None:
    """CR-6, CY-6, GN-2. Cyclo's less the lowest of those in the race."""
    race = score(*facts(data, game))
    assume(race.rulebook.word("missed.time") == "none")  # GN-10
    for number, done in enumerate(race.stages, 1):
        rows = done.standings[ClassificationName.GENERAL]
        if not all(isinstance(row, TimeStanding) for row in rows):
            continue  # a race by points
        sums = summed_times(race, number)
        best = min((sums[row.who] for row in rows), default=0)
        level = best if game == "cyclo" else 0

        assert [(row.who, row[2]) for row in rows] == [
            (row.who, sums[row.who] - level) for row in rows
        ]


@any_tour
@drawn
@given(data=st.data())
def test_points_and_mountains_are_the_sum_of_the_stage_results(
    game: Game, data: st.DataObject
) -> None:
    """CR-8, CR-10, CY-8, CY-9. For the stages that count."""
    race = score(*facts(data, game))
    for name in (ClassificationName.POINTS, ClassificationName.MOUNTAINS):
        sums: dict[str, int] = {}
        for done in race.stages:
            if done.stage.counts.get(name, True):
                for line in done.result:
                    won = getattr(line, str(name))
                    sums[line.bib] = sums.get(line.bib, 0) + won
            for row in done.standings[name]:
                assert isinstance(row, PointsStanding)
                assert row.points == sums[row.who]
                assert row.points > 0


# Jerseys


@any_tour
@drawn
@given(data=st.data())
def test_nobody_wears_two_jerseys(game: Game, data: st.DataObject) -> None:
    """CY-10, CR-16."""
    for done in score(*facts(data, game)).stages:
        wearers = [line.wearer for line in done.jerseys if line.wearer is not None]

        assert len(wearers) == len(set(wearers))


@any_tour
@drawn
@given(data=st.data())
def test_the_leader_of_each_jersey_has_rank_1(game: Game, data: st.DataObject) -> None:
    """CY-10, CR-16. Whoever wears it."""
    for done in score(*facts(data, game)).stages:
        for line in done.jerseys:
            assert done.standings[line.classification][0][:2] == (1, line.leader)


# The same facts, the same results


@any_tour
@seldom_drawn
@given(data=st.data())
def test_the_same_facts_score_the_same_twice(game: Game, data: st.DataObject) -> None:
    """GN-3."""
    tour, rulebook = facts(data, game)

    assert score(tour, rulebook) == score(tour, rulebook)


@any_tour
@seldom_drawn
@given(data=st.data())
def test_the_order_of_the_startlist_does_not_matter(
    game: Game, data: st.DataObject
) -> None:
    """GN-3. Riders and teams in any order."""
    tour, rulebook = facts(data, game)
    shuffled = replace(
        tour,
        riders=tuple(data.draw(st.permutations(tour.riders))),
        teams=tuple(data.draw(st.permutations(tour.teams))),
    )

    assert score(shuffled, rulebook).stages == score(tour, rulebook).stages


def outcome(tour: Tour, rulebook: Rulebook) -> list[object]:
    """Return the results of every stage, without money, which depends on the end."""
    return [
        (done.result, done.team_result, done.standings, done.jerseys, done.awards)
        for done in score(tour, rulebook).stages
    ]


def turned(table: Mapping[Key, Value]) -> dict[Key, Value]:
    """Return a table with its entries in reverse order."""
    return dict(reversed(list(table.items())))


@any_tour
@seldom_drawn
@given(data=st.data())
def test_the_order_of_crossings_and_lots_in_the_file_does_not_matter(
    game: Game, data: st.DataObject
) -> None:
    """GN-3. Crossings, lots, extra turns and what counts, the last one first."""
    tour, rulebook = facts(data, game)
    stages = tuple(
        replace(
            stage,
            crossings=turned(stage.crossings),
            lots=turned(stage.lots),
            extra_turns=turned(stage.extra_turns),
            counts=turned(stage.counts),
        )
        for stage in tour.stages
    )
    assert outcome(replace(tour, stages=stages), rulebook) == outcome(tour, rulebook)


@any_tour
@seldom_drawn
@given(data=st.data())
def test_the_first_stages_score_as_the_whole_tour_has_them(
    game: Game, data: st.DataObject
) -> None:
    """GN-3. A tour that ends after any of its stages."""
    tour, rulebook = facts(data, game)
    whole = outcome(tour, rulebook)
    for number in range(len(whole) + 1):
        first = replace(tour, stages=tour.stages[:number])

        assert outcome(first, rulebook) == whole[:number]


@any_tour
@seldom_drawn
@given(data=st.data())
def test_stages_entered_one_by_one_score_as_those_entered_at_once(
    game: Game, data: st.DataObject
) -> None:
    """GN-3. The courses are known, and the results come in day by day."""
    tour, rulebook = facts(data, game)
    whole = score(tour, rulebook).stages
    for number in range(len(whole) + 1):
        ahead = map(to_come, tour.stages[number:])
        so_far = replace(tour, stages=(*tour.stages[:number], *ahead))

        assert score(so_far, rulebook).stages == whole[:number]


@any_tour
@drawn
@given(data=st.data())
def test_who_has_left_the_race_is_in_no_classification(
    game: Game, data: st.DataObject
) -> None:
    """GN-1. From the stage on which they left."""
    tour, rulebook = facts(data, game)
    for done in score(tour, rulebook).stages:
        racing: set[Bib] = set(RaceBeforeStage(tour, done.number + 1, rulebook).racing)
        for name, rows in done.standings.items():
            if name is not ClassificationName.TEAMS:
                assert {row.who for row in rows} <= racing
