"""A tour as a play in BG Stats: the winners and the places, or an error."""

import json
from dataclasses import replace
from datetime import date
from typing import Any
from urllib.parse import unquote

import pytest

from peloton.notation.rulebook_file.reading import (
    builtin_names,
    builtin_text,
    read_rulebook,
)
from peloton.reports.pictures.qr_code import play_link, play_picture
from peloton.reports.stage.communique import communique_sheet, printed_communique
from peloton.rules.results import Race
from peloton.writers.html.page import to_html
from tests.reports.samples import sample
from tests.scored import race_of

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
ONE_RACE = """\
[tour]
name = "Table & <b>chairs</b>"
rulebook = "flamme-rouge"
stages = 1
[[team]]
code = "A"
name = "Azure"
player = "Ann \\"=1+1\\""
[[team.rider]]
bib = "A1"
[[team.rider]]
bib = "A2"
[[team]]
code = "B"
name = "Blue"
player = "李 & Bob"
[[team.rider]]
bib = "B1"
[[team]]
code = "C"
name = "Cyan"
player = "Cleo"
[[team.rider]]
bib = "C1"
[[team]]
code = "N"
name = "Nobody's"
[[team.rider]]
bib = "N1"
[[stage]]
date = 2026-07-12
finish = "A1 0 6\\nB1 0 4\\nN1 0 3\\nA2 1 6\\nC1 2 4"
"""


def play(race: Race) -> Any:  # noqa: ANN401 - JSON
    link = play_link(race)
    assert link.startswith(ADDRESS)
    assert link.isascii()
    assert not set(link) & set(' "<>\\{}|^`')
    return json.loads(unquote(link.removeprefix(ADDRESS)))


def test_a_player_is_placed_by_the_best_of_the_riders() -> None:
    """FR-5. A1, B1 and N1 have the points; the team of no player has no place."""
    players = play(race_of(ONE_RACE))["players"]

    assert [(p["name"], p["rank"], p["winner"]) for p in players] == [
        ('Ann "=1+1"', 1, True),
        ("李 & Bob", 2, False),
        ("Cleo", 3, False),
    ]


def test_the_play_has_the_game_the_day_and_a_lasting_name() -> None:
    """The app matches games, players and plays that it met before by these."""
    found = play(race_of(ONE_RACE))

    assert found["game"]["bggId"] == 199478
    assert found["playDate"] == "2026-07-12 12:00:00"
    assert found["sourcePlayId"] == "Table & <b>chairs</b> 2026-07-12"
    assert all(p["sourcePlayerId"] == p["name"] for p in found["players"])


def test_a_tour_is_won_by_its_rule() -> None:
    """FR-5. In the sample Firmin Ficelle, of Cécile's team, has the most points."""
    players = play(sample("flamme-rouge"))["players"]

    assert [p["name"] for p in players if p["winner"]] == ["Cécile"]
    assert [p["rank"] for p in players] == [1, 2, 3, 4]


def with_number(name: str) -> Race:
    """Return a sample tour whose game has a number on BoardGameGeek."""
    race = sample(name)
    return replace(race, rulebook=replace(race.rulebook, bgg=1))


def test_a_tour_won_by_money_is_won_by_the_player_of_the_richest_team() -> None:
    """CY-17. Krakeling-Kringloop has 4,885, Polderwind 2,680: their players."""
    race = with_number("cyclo")
    who = {str(team.code): team.player for team in race.tour.teams}
    players = play(race)["players"]

    assert [(p["name"], p["winner"]) for p in players] == [
        *((who["KRI"], True), (who["POL"], False)),
        *((who["MOK"], False), (who["ECL"], False)),
    ]


CRITERIUM = ONE_RACE.replace("flamme-rouge", "criterium").replace(
    "A1 0 6\\nB1 0 4\\nN1 0 3\\nA2 1 6\\nC1 2 4",
    "A1 6 1/9\\nB1 6 2/9\\nN1 6 3/9\\nA2 6 4/9\\nC1 6 5/9",
)
"""The same result in a game without a number on BoardGameGeek."""


def test_players_whose_riders_share_a_place_share_it_too() -> None:
    """CR-11. One race by time is won on the line; a dead heat has two winners."""
    race = race_of(CRITERIUM)
    tied = [
        line._replace(place=1) if line.bib in {"A1", "B1"} else line
        for line in race.stages[0].result
    ]
    race = replace(
        race,
        rulebook=replace(race.rulebook, bgg=1),
        stages=(replace(race.stages[0], result=tuple(tied)),),
    )

    assert [(p["rank"], p["winner"]) for p in play(race)["players"]] == [
        *((1, True), (1, True), (3, False)),
    ]


@pytest.mark.parametrize(
    "text",
    [
        ONE_RACE.replace("stages = 1", "stages = 2"),
        ONE_RACE.replace("date = 2026-07-12", ""),
        ONE_RACE.replace("player =", "colour = '#ff0000' #"),
        CRITERIUM,
    ],
    ids=["not over", "no date", "no players", "no number"],
)
def test_a_tour_that_cannot_be_logged_has_no_link(text: str) -> None:
    race = race_of(text)

    assert race.stages
    assert race.problems == ()
    assert play_link(race) == ""


def test_only_games_whose_number_is_public_have_one() -> None:
    """Flamme Rouge is boardgamegeek.com/boardgame/199478; of others none is known."""
    books = {name: read_rulebook(builtin_text(name)) for name in builtin_names()}

    assert {name: book.bgg for name, book in books.items() if book and book.bgg} == {
        "flamme-rouge": 199478
    }


def test_the_code_is_on_the_last_communique_and_its_page_leads_there() -> None:
    race = sample("flamme-rouge")
    link = play_link(race)

    for report in (communique_sheet, printed_communique):
        assert link in [picture.link for picture in report(race, 4).pictures]
        assert link not in [picture.link for picture in report(race, 3).pictures]
    page = to_html([communique_sheet(race, 4)])
    assert f'<a href="{link}">' in page
    assert "Log the tour in BG Stats</text>" in page


def test_a_link_too_long_for_a_code_is_left_out() -> None:
    """A phone could not read it; nothing else is missing."""
    race = race_of(ONE_RACE)
    teams = tuple(
        replace(t, player=t.player and t.player * 90) for t in race.tour.teams
    )
    race = replace(race, tour=replace(race.tour, teams=teams))

    assert play_picture(race) is None
    assert communique_sheet(race).title == "Stage 1"


def test_the_day_is_that_of_the_last_stage_or_else_of_the_tour() -> None:
    race = race_of(ONE_RACE)
    stage = replace(race.tour.stages[0], date=None)
    tour = replace(race.tour, stages=(stage,), date=date(2026, 1, 2))

    assert play(replace(race, tour=tour))["playDate"] == "2026-01-02 12:00:00"
