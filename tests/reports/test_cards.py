"""A card for each rider and each team: their tour on a page."""

from dataclasses import replace

import pytest

from peloton.errors import PelotonError
from peloton.reports.drawing import Label
from peloton.reports.sheet import Cell, Sheet, sheet_rows
from peloton.reports.tour.cards import rider_sheets, team_sheets
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.results import Race
from tests.reports.samples import NAMES, sample
from tests.rules.notation import criterium, stage


def rows(sheet: Sheet, name: str) -> list[dict[str, Cell]]:
    return sheet_rows(sheet).get(name, [])


def small() -> Race:
    """Rider 1 wins both stages and the sprint; 3 does not finish the second."""
    return criterium(
        stage("1 6 1/9, 3 6 5/9, 2 7 1/9", sprints={"Aalst": "1 3"}),
        stage("1 6 1/9, 2 6 5/9, DNF 3"),
        riders="MOL: 1 2, SAL: 3",
    )


def test_a_card_has_each_stage_with_place_and_the_rank_after_it() -> None:
    (card,) = rider_sheets(small(), ("2",))
    found = rows(card, "Stages")

    assert [(row["Place"], row["Rank after"]) for row in found] == [(3, 3), (2, 2)]


def test_a_rider_out_of_the_race_has_the_reason_and_no_rank() -> None:
    (card,) = rider_sheets(small(), ("3",))
    (team,) = team_sheets(small(), ("SAL",))

    assert rows(card, "Stages")[1]["Place"] == "DNF"
    assert rows(card, "Stages")[1]["Rank after"] is None
    assert rows(team, "Riders")[0]["Note"] == "DNF, stage 2"


def test_wins_and_days_in_jerseys_are_counted() -> None:
    (card,) = rider_sheets(small(), ("1",))
    (figures,) = rows(card, "Figures")

    assert figures["Stages won"] == 2
    assert figures["Sprints won"] == 1
    assert figures["Days: yellow"] == 2
    assert [row["Jersey after"] for row in rows(card, "Stages")] == ["yellow"] * 2


def test_a_team_has_the_wins_of_its_riders_and_the_first_of_them_home() -> None:
    (card,) = team_sheets(small(), ("MOL",))

    assert rows(card, "Figures")[0]["Stages won"] == 2
    assert [row["Bib"] for row in rows(card, "Stages")] == ["1", "1"]
    assert [row["Bib"] for row in rows(card, "Riders")] == ["1", "2"]


def test_a_card_to_print_draws_the_rank_after_each_stage_over_its_road() -> None:
    (card,) = rider_sheets(small(), ("3",), drawn=True)
    (picture,) = card.pictures

    assert picture.about == "2, -"
    assert [s.text for s in picture.shapes if isinstance(s, Label)] == ["1", "2", "2"]


@pytest.mark.parametrize("name", NAMES)
def test_cards_agree_with_every_result_and_classification(name: str) -> None:
    race = sample(name)
    cards = dict(
        zip((r.bib for r in race.tour.riders), rider_sheets(race), strict=True)
    )
    for number, score in enumerate(race.stages):
        ranks = {line.who: line.rank for line in score.standings.get(GENERAL, ())}
        for line in score.result:
            row = rows(cards[line.bib], "Stages")[number]
            assert row["Place"] == (line.place or line.status)
            assert row.get("Time") == line.time
            assert row.get("Points") == (line.points or None)
            assert row.get("Rank after") == ranks.get(line.bib)


GENERAL = ClassificationName.GENERAL


def test_before_the_first_stage_a_card_has_the_startlist_alone(race: Race) -> None:
    unridden = replace(race, stages=())
    (rider,) = rider_sheets(unridden, ("1",))
    (team,) = team_sheets(unridden, ("MOL",))

    assert rider.title == "1 Eddy"
    assert rider.tables == ()
    assert [table.name for table in team.tables] == ["Riders"]


def test_a_card_of_nobody_is_refused(race: Race) -> None:
    nobody = replace(race, tour=replace(race.tour, riders=(), teams=()))

    for asked, said in ((("9",), "no rider 9"), ((), "has no riders")):
        with pytest.raises(PelotonError, match=said):
            rider_sheets(nobody, asked)
    with pytest.raises(PelotonError, match="has no teams"):
        team_sheets(nobody)


def test_a_printed_card_of_a_team_draws_its_rank_among_the_teams() -> None:
    (card,) = team_sheets(sample("cyclo"), ("MOK",), drawn=True)

    (ranks,) = card.pictures
    assert ranks.title == "Rank among the teams after each stage"
    assert ranks.about == ", ".join(
        str(line.rank)
        for score in sample("cyclo").stages
        for line in score.standings[ClassificationName.TEAMS]
        if line.who == "MOK"
    )
    (plain,) = team_sheets(sample("cyclo"), ("MOK",))
    assert not plain.pictures
