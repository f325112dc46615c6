"""Matching riders, teams and players across tours (CY-22)."""

from dataclasses import replace

from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.results import Race
from peloton.rules.season.entrants import Groups
from peloton.rules.season.ranking import Contest
from tests.rules.seasons import (
    home,
    points,
    renamed,
    rode,
    scale,
    season,
    season_tables,
)

GIRO = rode("Giro", home("Eddy Jo"), home("Eddy Jo"), riders="MOL: Eddy, TIR: Jo")
MOL = TeamCode("MOL")


def ronde(name: str = "Eddy", team: str = "MOL", player: str = "mol") -> Race:
    """Return another tour, whose winner and winning team may have other names."""
    race = rode("Ronde", home("Eddy Jo"), home("Eddy Jo"), riders="MOL: Eddy, TIR: Jo")
    return renamed(
        race,
        Rider(bib=Bib("Eddy"), name=name, team=MOL),
        Team(code=MOL, name=team, player=player),
    )


def won(
    race: Race,
    contest: str = "riders",
    *,
    riders: Groups = (),
    teams: Groups = (),
    players: Groups = (),
) -> dict[str, int]:
    """Return the stages won in the Giro and in another tour, by name."""
    same = {"riders": riders, "teams": teams, "players": players}
    return points(season([GIRO, race], scale(stage=(1,), same=same)), contest)


def test_a_rider_of_one_name_and_team_is_one_rider() -> None:
    """CY-22. Eddy of MOL wins two stages in each tour."""
    assert won(ronde()) == {"Eddy": 4}


def test_letter_case_and_spaces_do_not_make_another_rider() -> None:
    """CY-22. The name shown is the latest one."""
    assert won(ronde("  EDDY", "mol")) == {"  EDDY": 4}


def test_a_rider_of_another_team_is_another_rider() -> None:
    """CY-22. There may be two riders of one name."""
    result = season([GIRO, ronde(team="Molteni")], scale(stage=(1,)))

    assert [(line.name, line.team, line.figure) for line in result[Contest.RIDERS]] == [
        ("Eddy", "MOL", 2),
        ("Eddy", "Molteni", 2),
    ]


def test_a_link_makes_two_names_one_rider() -> None:
    """CY-22. The link is written with or without spaces, in any letter case."""
    links = (("eddy/mol", "E. Baens / Molteni"),)

    assert won(ronde("E. Baens", "Molteni"), riders=links) == {"E. Baens": 4}


def test_a_rider_without_a_team_is_linked_by_name() -> None:
    """CY-22. Without a team there is no slash."""
    race = renamed(ronde(), Rider(bib=Bib("Eddy"), name="Eddy"))

    assert won(race, riders=(("Eddy", "Eddy / MOL"),)) == {"Eddy": 4}


def test_the_riders_of_a_linked_team_are_the_same() -> None:
    """CY-22. MOL became Molteni."""
    assert won(ronde(team="Molteni"), teams=(("MOL", "Molteni"),)) == {"Eddy": 4}


def test_a_link_makes_two_names_one_team() -> None:
    """CY-22. MOL became Molteni."""
    links = (("MOL", "Molteni"),)

    assert won(ronde(team="Molteni"), "teams", teams=links) == {"Molteni": 4}


def test_a_link_makes_two_names_one_player() -> None:
    """CY-22. Ann plays MOL in one tour as mol."""
    assert won(ronde(player="Ann"), "players", players=(("Ann", "mol"),)) == {"Ann": 4}


def test_a_team_without_a_name_goes_by_its_code() -> None:
    """CY-22. As on every sheet."""
    assert won(ronde(team=""), "teams") == {"MOL": 4}


def test_riders_without_a_name_are_never_the_same() -> None:
    """CY-22. Both are shown by their bib."""
    nameless = Rider(bib=Bib("Eddy"), team=MOL)
    races = [renamed(GIRO, nameless), renamed(ronde(), nameless)]
    result = season(races, scale(stage=(1,)))

    assert [(line.name, line.figure) for line in result[Contest.RIDERS]] == [
        ("bib Eddy", 2),
        ("bib Eddy", 2),
    ]


def test_the_link_of_a_rider_may_name_a_team_that_is_linked_too() -> None:
    """CY-22."""
    links = (("Eddy / MOL", "Baens / Kas"),)
    teams = (("Molteni", "MOL"),)

    assert won(ronde("Baens", "Kas"), riders=links, teams=teams) == {"Baens": 4}


def test_a_team_without_a_player_is_nobodys() -> None:
    """CY-22."""
    race = ronde(player=" ")

    assert points(season([race], scale(stage=(1, 5))), "players") == {"tir": 10}


def test_a_ghost_team_is_ranked_where_the_scale_counts_ghosts() -> None:
    """GN-7, CY-22."""
    race = renamed(GIRO, Team(code=MOL, ghost="steady"))
    without, with_ghosts = (
        scale(stage=(1, 5), teams=(9, 4), ghosts=ghosts) for ghosts in (False, True)
    )

    assert points(season([race], without), "teams") == {"TIR": 14}
    assert points(season([race], with_ghosts), "teams") == {"MOL": 11, "TIR": 14}


def test_two_riders_of_one_name_and_team_in_one_tour_are_not_one() -> None:
    """CY-22. Nobody knows which of them rode another tour, and the remark says so."""
    twin = Rider(bib=Bib("Jo"), name="Eddy", team=MOL)
    result = season([renamed(GIRO, twin), ronde()], scale(stage=(1, 5)))

    assert sorted(line.figure for line in result[Contest.RIDERS]) == [
        2,
        2,
        10,
        10,
    ]
    with season_tables([renamed(GIRO, twin), ronde()], scale()) as tables:
        (remark,) = tables.remarks
    assert remark == (
        "'Giro': riders with the same name and team are counted separately, and not"
        " matched with other tours"
    )


def test_who_rides_beside_two_of_one_name_is_still_the_same_in_other_tours() -> None:
    """CY-22. Leo is third of each stage of both tours."""
    three = home("Eddy Jo Leo"), home("Eddy Jo Leo")
    first, second = (rode(n, *three, riders="MOL: Eddy Jo Leo") for n in "AB")
    twin = Rider(bib=Bib("Jo"), name="Eddy", team=MOL)
    result = season([renamed(first, twin), second], scale(stage=(0, 0, 1)))

    assert points(result) == {"Leo": 4}


def test_a_link_that_no_tour_has_is_remarked_with_the_nearest_name() -> None:
    """CY-22. It is no mistake: the rider may ride another year."""
    same = {"riders": (("Eddy / MOL", "Edy / MOL"),)}
    with season_tables([GIRO], scale(stage=(1,), same=same)) as tables:
        assert tables.remarks == (
            "no rider 'Edy / MOL' in these tours; did you mean 'Eddy / MOL'?",
        )


def test_an_accent_written_in_two_ways_is_the_same_letter() -> None:
    """CY-22. One keyboard writes é, another e and an accent."""
    first = replace(GIRO, tour=replace(GIRO.tour, name="Tour"))
    composed = Rider(bib=Bib("Eddy"), name="Andr\u00e9", team=MOL)
    decomposed = Rider(bib=Bib("Eddy"), name="Andre\u0301", team=MOL)
    result = season(
        [renamed(first, composed), renamed(GIRO, decomposed)], scale(stage=(1,))
    )

    assert [line.figure for line in result[Contest.RIDERS]] == [4]
