"""The scenes of a ceremony: what is revealed, in which order, and the replay."""

from dataclasses import replace

import pytest

from peloton.errors import PelotonError
from peloton.reports.decided import decided_sheet
from peloton.reports.scenes import ReplayRow, Scene, SceneKind
from peloton.reports.shirts import Shirt, jersey_shirt
from peloton.reports.tour.ceremony import ceremony
from peloton.reports.tour.honours import AWARD_TITLES
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import jersey_title
from peloton.rules.honours import tour_honours
from peloton.rules.race import score
from peloton.rules.results import Race
from peloton.rules.winners import deciding_ranking, shown_jerseys
from tests.reports.samples import NAMES, sample
from tests.rules.ledger_notation import cyclo_tour, ridden
from tests.rules.notation import cyclo, stage

POINTS = {"flamme-rouge"}
MONEY = {"cyclo"}
ORDER = [SceneKind.TITLE, SceneKind.AWARD, SceneKind.JERSEY, SceneKind.PODIUM]
every_sample = pytest.mark.parametrize("name", NAMES)


def scenes(race: Race, *kinds: SceneKind) -> list[Scene]:
    return [each for each in ceremony(race) if not kinds or each.kind in kinds]


def ranks(rows: tuple[ReplayRow, ...]) -> list[tuple[int, str]]:
    return [(row.rank, row.who) for row in rows]


def standings(name: str, race: Race) -> list[list[tuple[int, str]]]:
    """Return the ranking that decides a sample after each stage (FR-5, CY-17)."""
    if name in MONEY:
        sums = [{row.team: row.balance for row in at.purse} for at in race.stages]
        return [
            [
                (1 + sum(more > total for more in each.values()), team)
                for team, total in each.items()
                if total > 0
            ]
            for each in sums
        ]
    by = ClassificationName.POINTS if name in POINTS else ClassificationName.GENERAL
    return [[(row.rank, row.who) for row in at.standings[by]] for at in race.stages]


@every_sample
def test_each_frame_of_the_replay_is_the_standings_after_its_stage(name: str) -> None:
    race = sample(name)
    frames = scenes(race, SceneKind.REPLAY)
    if race.is_one_day:
        assert frames == []
        return
    assert [frame.title for frame in frames] == [each.title for each in race.stages]
    for frame, expected in zip(frames, standings(name, race), strict=True):
        assert sorted(ranks(frame.rows)) == sorted(expected[:10])
        assert [row.rank for row in frame.rows] == sorted(r.rank for r in frame.rows)


@every_sample
def test_each_frame_has_the_wearers_of_the_jerseys_after_its_stage(name: str) -> None:
    race = sample(name)
    worn = dict[Shirt, str]()
    for frame, after in zip(scenes(race, SceneKind.REPLAY), race.stages, strict=False):
        lines = [line for line in shown_jerseys(race, after) if line.wearer]
        riders = {rider.bib: rider.name or rider.bib for rider in race.tour.riders}
        shirts = {x.jersey: jersey_shirt(x.jersey, race.rulebook) for x in lines}
        expected = {shirts[x.jersey]: riders[x.wearer or x.leader] for x in lines}
        assert {each.shirt: each.wearer for each in frame.jerseys} == expected
        for each in frame.jerseys:
            assert each.changed == (worn.get(each.shirt, each.wearer) != each.wearer)
        worn = {each.shirt: each.wearer for each in frame.jerseys}


@every_sample
def test_awards_are_before_jerseys_before_the_podium_before_the_replay(
    name: str,
) -> None:
    kinds = [each.kind for each in scenes(sample(name))]
    until = kinds[: len(kinds) - kinds[::-1].index(SceneKind.PODIUM)]
    rest = kinds[len(until) :]

    assert until == sorted(until, key=ORDER.index)
    assert rest == sorted(rest, key=[SceneKind.AWARD, SceneKind.REPLAY].index)


@every_sample
def test_every_award_jersey_and_place_on_the_podium_is_revealed_once(name: str) -> None:
    race = sample(name)
    by, rows = deciding_ranking(race)
    given = [AWARD_TITLES[line.honour] for line in tour_honours(race)]
    worn = shown_jerseys(race, race.stages[-1])
    others = [line for line in worn[::-1] if line.wearer and line.classification != by]
    podium = scenes(race, SceneKind.PODIUM)

    assert sorted(x.title for x in scenes(race, SceneKind.AWARD)) == sorted(given)
    assert [each.title for each in scenes(race, SceneKind.JERSEY)] == [
        jersey_title(line.jersey) for line in others
    ]
    assert [len(each.names) for each in podium] == [
        count for rank in (3, 2, 1) if (count := sum(row.rank == rank for row in rows))
    ]
    assert podium[-1].title == "Winner of the tour"
    assert (podium[-1].shirt is None) == (by not in {x.classification for x in worn})


def test_the_podium_of_flamme_rouge_is_that_of_the_points() -> None:
    """Firmin has 11 points; Solange and Honoré 10, and she is ahead (FR-5)."""
    podium = scenes(sample("flamme-rouge"), SceneKind.PODIUM)

    assert [(each.names[0].name, *each.about) for each in podium] == [
        ("Honoré Cochonnet", "10 points"),
        ("Solange Serviette", "10 points"),
        (
            "Firmin Ficelle",
            "Firmin Ficelle wins by 1 point",
            "Winning team: Pastèque-Pétanque",
        ),
    ]


def test_an_award_that_tells_a_rank_on_the_podium_is_after_the_winner() -> None:
    """Honoré came from rank 7 to rank 3, in the sample of Flamme Rouge."""
    titles = [each.title for each in scenes(sample("flamme-rouge"))]

    assert titles[titles.index("Winner of the tour") + 1] == "Comeback of the tour"


def test_teams_that_share_first_place_share_a_scene() -> None:
    """Rider 9, who wins the money, has no team (CY-17)."""
    race = cyclo_tour(
        ridden("9 0 0, 1 1 0, 2 1 0"),
        riders="MOL: 1; SAL: 2; : 9",
        rules={
            "money.final.general": (1000,),
            "money.final.points": (600,),
            "money.final.teams": (),
            "points.finish": (15, 10, 10),
            "money.wearer": (),
            "money.offer": 0,
        },
        level=4,
    )
    podium = scenes(race, SceneKind.PODIUM)

    assert [[each.name for each in place.names] for place in podium] == [["MOL", "SAL"]]
    assert podium[0].about[0] == "first place is shared: MOL, SAL"


def test_bars_by_time_are_longest_in_front_and_by_points_at_the_end() -> None:
    for frame in scenes(sample("road"), SceneKind.REPLAY):
        shares = [row.share for row in frame.rows]
        assert shares == sorted(shares, reverse=True)
        assert shares[0] == 100
        assert min(shares) >= 25
    tops = [f.rows[0].share for f in scenes(sample("flamme-rouge"), SceneKind.REPLAY)]
    assert tops == [100 * points // 11 for points in (3, 4, 4, 11)]


@pytest.mark.parametrize(
    ("planned", "ridden", "count"),
    [
        (4, 3, "3 of 4"),
        (7, 3, "3 of 7"),
        (3, 0, "0 of 3"),
        (None, 0, "0 of 0"),
        ("open", 2, "2 of ?"),
    ],
)
def test_a_tour_that_is_not_over_has_no_ceremony(
    planned: int | str | None, ridden: int, count: str
) -> None:
    race = sample("flamme-rouge")
    tour = replace(race.tour, stages=race.tour.stages[:ridden], planned=planned)
    with pytest.raises(PelotonError) as error:
        ceremony(score(tour, race.rulebook))
    assert str(error.value) == (
        f"the ceremony needs a tour that is over; stages ridden: {count};"
        " to end the tour now, run 'peloton close'"
    )


def test_in_a_single_race_an_award_for_second_place_comes_after_the_podium() -> None:
    """The award names the second place, which is not revealed yet."""
    race = cyclo_tour(ridden("1 0 0, 2 9 0, 3 9 0, 4 9 0"), riders="1, 2, 3, 4")
    titles = [scene.title for scene in ceremony(race)]

    assert titles.index("Winner of the tour") < titles.index("Unluckiest rider")
    assert titles.index("Lanterne rouge") < titles.index("Winner of the tour")


def test_a_single_race_of_teams_ends_with_the_winning_team() -> None:
    """GN-11, CY-2: MOL won the time trial, and no rider."""
    race = cyclo(stage("1 5 0, 2 6 0", "ttt"), riders="MOL: 1, SAL: 2")
    (podium,) = scenes(race, SceneKind.PODIUM)

    assert podium.title == "Winner of the tour"
    assert [name.name for name in podium.names] == ["MOL"]
    assert podium.about == ("MOL wins",)
    assert decided_sheet(race, ()).tables[0].rows[0][1] == "MOL wins"
