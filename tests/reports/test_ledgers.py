"""The sheets of money and extra turns."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from peloton.errors import PelotonError
from peloton.reports.ledgers import extra_turns_sheet, purse_sheet
from peloton.reports.sheet import Sheet
from peloton.reports.stage.communique import communique_sheet
from peloton.reports.tour.cards import rider_sheets
from peloton.reports.tour.document import document, stage_row
from peloton.reports.tour.honours import awards_sheet
from peloton.reports.tour.status import status_sheet
from peloton.reports.tour.tour import tour_sheets
from peloton.rules.facts.startlist import Bib
from peloton.rules.results import Race
from tests.reports.samples import column
from tests.rules.ledger_notation import cyclo_tour, offer, ridden, won_by_money

RIDERS = "MOL: 1 A; SAL: 2 helper"
DAY = ridden("1 0 0, 2 0 0", length=190, used={"1": 2})
OFFERED = ridden("2 0 0, 1 0 0", length=60, offers=(offer("MOL", 50),))
TO_COME = ridden("")


@pytest.fixture
def race() -> Race:
    """A race after two of three stages: 1 wins the first, 2 the second and an offer."""
    return cyclo_tour(DAY, OFFERED, TO_COME, riders=RIDERS, level=4)


def test_the_purse_says_what_was_earned_for_what(race: Race) -> None:
    """CY-15, CY-16: 10 and 15 points; the stage; yellow and green; an offer."""
    table = purse_sheet(race).tables[0]

    assert column(table, "Code") == ["MOL", "SAL"]
    assert column(table, "Points") == [100, 150]
    assert column(table, "Stage win") == [None, 200]
    assert column(table, "Jerseys") == [100, 50]
    assert column(table, "Sponsors") == [None, 50]
    assert column(table, "Earned") == [200, 450]
    assert column(table, "Balance") == [650, 600]
    assert column(table, "Saved") == [150, 200]  # the kit adds the 100 of a stage
    saved = "Saved: sponsor money, not included in the balance (CY-15)."
    assert [str(note) for note in table.notes] == [saved]
    assert "Final" not in [each.title for each in table.columns]


def test_every_premium_is_listed_with_its_rule(race: Race) -> None:
    """CY-15."""
    table = purse_sheet(race).tables[1]
    rows = dict(zip(column(table, "For"), column(table, "Rule"), strict=True))

    assert rows["place 1, finish: offered by MOL"] == "CY-15"
    assert sum(int(each or 0) for each in column(table, "Premium")) == 650


def test_a_tour_under_way_says_what_wins_it(race: Race) -> None:
    """CY-17."""
    assert purse_sheet(race).notes == (
        "The team with the most money after the last stage wins (CY-17).",
    )


def test_a_tour_that_is_over_names_the_richest_team() -> None:
    """CY-17: MOL has yellow and green; and the sponsor money left over (CY-15)."""
    race = cyclo_tour(DAY, OFFERED, riders=RIDERS, level=4)

    assert purse_sheet(race).notes == (
        "Winner of the tour, with the most money (CY-17): MOL.",
        "Sponsor money never offered: MOL 150, SAL 200 (CY-15).",
    )


@pytest.mark.parametrize(
    "sheet", [purse_sheet, communique_sheet, status_sheet, awards_sheet]
)
def test_every_sheet_that_says_who_won_names_the_richest_team(
    sheet: Callable[[Race], Sheet],
) -> None:
    """CY-17. Not before the last stage is ridden."""
    won = "Winner of the tour, with the most money (CY-17): SAL."

    assert won in sheet(won_by_money()).notes
    assert won not in sheet(won_by_money(TO_COME)).notes


def test_teams_of_one_balance_share_the_tour() -> None:
    """CY-17: a rider without a team wins whatever there is."""
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

    assert purse_sheet(race).notes == (
        "Joint winners of the tour, with the most money (CY-17): MOL, SAL.",
    )


def test_money_below_level_4_wins_no_tour() -> None:
    """CY-17."""
    race = cyclo_tour(DAY, TO_COME, riders=RIDERS, money=True)

    assert purse_sheet(race).notes == ()


def test_a_tour_without_money_has_no_purse() -> None:
    """CY-16."""
    race = cyclo_tour(DAY, riders=RIDERS)

    with pytest.raises(PelotonError, match=r"no money is in play .*\(CY-16\)"):
        purse_sheet(race)


def test_extra_turns_are_saved_granted_used_and_left(race: Race) -> None:
    """CY-12: 6 of which 2 were used, then 3; and 4, then 2."""
    table = extra_turns_sheet(race).tables[0]

    assert column(table, "Type") == ["A", "helper"]
    assert column(table, "Saved") == [4, 4]
    assert column(table, "Granted") == [3, 2]
    assert column(table, "Used") == [0, 0]
    assert column(table, "Left") == [7, 6]


def test_attacks_are_told_apart_on_sheets_and_cards() -> None:
    """CY-12: 3 extra turns were used, 2 of them by an attack."""
    day = replace(DAY, extra_turns={Bib("1"): 1}, attacks={Bib("1"): 1})
    race = cyclo_tour(day, riders=RIDERS, level=4)
    table = extra_turns_sheet(race).tables[0]
    card, _ = rider_sheets(race)
    stages = next(table for table in card.tables if table.name == "Stages")

    assert column(table, "Used") == [3, 0]
    assert column(table, "Attacks") == [1, None]
    assert column(stages, "Extra turns") == [3]
    assert stage_row(race.score())["attacks"] == [{"bib": "1", "count": 1}]


def test_a_tour_without_extra_turns_says_so() -> None:
    """CY-12."""
    race = cyclo_tour(ridden("1 0 0, 2 0 0"), riders=RIDERS, level=1)

    with pytest.raises(PelotonError, match=r"no extra turns .*\(CY-12\)"):
        extra_turns_sheet(race)


def test_the_whole_tour_has_their_sheets_where_there_are_any(race: Race) -> None:
    bare = cyclo_tour(ridden("1 0 0, 2 0 0"), riders=RIDERS, level=1)
    ledgers = {"Purse", "Extra turns"}

    assert ledgers <= {sheet.name for sheet in tour_sheets(race)}
    assert not ledgers & {sheet.name for sheet in tour_sheets(bare)}


def test_the_document_has_their_rows_where_there_are_any(race: Race) -> None:
    bare = cyclo_tour(ridden("1 0 0, 2 0 0"), riders=RIDERS, level=1)
    stages: list[dict[str, object]] = document(race)["stages"]
    plain: list[dict[str, object]] = document(bare)["stages"]

    assert list(stages[0])[-3:] == ["jerseys", "purse", "extra_turns"]
    assert stages[0]["purse"] == [
        {"team": "MOL", "earned": 450, "balance": 450},
        {"team": "SAL", "earned": 150, "balance": 150},
    ]
    assert stages[0]["extra_turns"] == [
        {"bib": "1", "granted": 6, "used": 2, "left": 4},
        {"bib": "2", "granted": 4, "used": 0, "left": 4},
    ]
    assert list(plain[0])[-1] == "jerseys"
