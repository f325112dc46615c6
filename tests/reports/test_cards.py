"""A card for each rider and each team: their tour on a page."""

from dataclasses import replace

import pytest

from peloton.errors import PelotonError
from peloton.notation.catalogue import builtin_catalogue
from peloton.reports.sheet import Cell, Sheet, sheet_rows
from peloton.reports.tour.cards import printed_card, rider_sheets, team_sheets
from peloton.reports.translation import in_language
from peloton.rules.facts.kinds import ClassificationName, Language
from peloton.rules.results import Race
from peloton.writers.paper.fonts import typefaces
from peloton.writers.paper.pdf import to_pdf
from peloton.writers.paper.style import Imprint
from tests.reports.long_tours import grand_tour
from tests.reports.samples import NAMES, sample
from tests.rules.notation import criterium, stage
from tests.writers.drawn import drawn_pages


def rows(sheet: Sheet, name: str) -> list[dict[str, Cell]]:
    return sheet_rows(sheet).get(name, [])


def printed(cards: tuple[Sheet, ...]) -> tuple[Sheet, ...]:
    return tuple(map(printed_card, cards))


def small() -> Race:
    """A race: rider 1 wins both stages and the sprint, 3 leaves on the second."""
    return criterium(
        stage("1 6 1/9, 3 6 5/9, 2 7 1/9", sprints={"Aalst": "1 3"}),
        stage("1 6 1/9, 2 6 5/9, DNF 3"),
        riders="MOL: 1 2, SAL: 3",
    )


def test_a_card_has_each_stage_with_place_and_the_rank_after_it() -> None:
    (card,) = rider_sheets(small(), ("2",))
    found = rows(card, "Stages")

    assert [(row["Place"], row["Rank after"]) for row in found] == [(3, 3), (2, 2)]


def test_a_printed_card_marks_the_best_place_and_explains_the_mark() -> None:
    (card,) = printed(rider_sheets(small(), ("2",)))
    (stages,) = (table for table in card.tables if table.name == "Stages")

    assert [row["Place"] for row in rows(card, "Stages")] == [3, "* 2"]
    assert stages.notes == ("* = best place",)


def test_a_rider_out_of_the_race_has_the_reason_and_no_rank() -> None:
    (card,) = rider_sheets(small(), ("3",))
    (team,) = team_sheets(small(), ("SAL",))

    assert rows(card, "Stages")[1]["Place"] == "DNF"
    assert rows(card, "Stages")[1]["Rank after"] is None
    assert rows(team, "Riders")[0]["Note"] == "DNF, stage 2"


def test_wins_and_days_in_jerseys_are_counted() -> None:
    (card,) = rider_sheets(small(), ("1",))

    assert card.lead == "Winner of the tour, 2 stages, 2 days in yellow"
    assert [row["Jersey after"] for row in rows(card, "Stages")] == ["yellow"] * 2


def test_a_team_has_the_wins_of_its_riders_and_the_first_of_them_home() -> None:
    (card,) = team_sheets(small(), ("MOL",))

    assert card.lead == "2 stages, 2 days in yellow, 1 day in green"
    assert [row["Bib"] for row in rows(card, "Stages")] == ["1", "1"]
    assert [row["Bib"] for row in rows(card, "Riders")] == ["1", "2"]


def test_a_printed_card_has_the_palmares_and_marks_the_best_stage() -> None:
    """Rider 1 wins both stages and the tour, and is in yellow after both."""
    (card,) = printed(rider_sheets(small(), ("1",)))

    assert card.lead == "Winner of the tour, 2 stages, 2 days in yellow"
    assert [row["Place"] for row in rows(card, "Stages")] == ["* 1", 1]
    assert card.half


def test_a_printed_card_is_in_the_language() -> None:
    french = in_language(
        printed(rider_sheets(small(), ("1",))),
        Language.FRENCH,
        builtin_catalogue(Language.FRENCH),
    )

    assert french[0].lead == "Vainqueur du tour, 2 étapes, 2 jours en maillot jaune"
    assert "Rang après" in rows(french[0], "Stages")[0]


def test_a_row_of_a_card_has_the_jersey_worn_after_that_stage() -> None:
    """Road: 11 is in yellow after stages 4 and 5 only."""
    (card,) = printed(rider_sheets(sample("road"), ("11",)))

    assert [row["Jersey after"] for row in rows(card, "Stages")] == [
        *("", "", "", "yellow", "yellow")
    ]


def test_a_card_of_a_single_race_has_the_jerseys_that_were_won() -> None:
    """GN-11: 1 wins on the line and by points; 2 has more bonus, and no jersey."""
    sprints = {"Town": "2", "Village": "2"}
    race = criterium(stage("1 6 3/9, 2 6 4/11", sprints=sprints, bonus=()))
    found = [rows(card, "Stages")[0] for card in rider_sheets(race)]

    assert [row.get("Jersey after") for row in found] == ["green", None]


@pytest.mark.parametrize("stages", [1, 5, 21, 30])
def test_a_card_is_half_a_page_however_many_stages(stages: int) -> None:
    race = grand_tour(stages)
    sheets = printed(rider_sheets(race))

    assert to_pdf(sheets).count(b"/Type /Page\n") == -(-len(race.tour.riders) // 2)
    names = {score.stage.name for score in race.stages}
    for card in sheets:
        assert {row["Stage"] for row in rows(card, "Stages")} == names


def test_a_card_of_thirty_stages_can_be_read() -> None:
    sheets = printed(rider_sheets(grand_tour(30)))
    with typefaces(map(chr, range(32, 0x180))) as faces:
        texts = [text for page in drawn_pages(sheets, faces) for text in page.texts]

    named = [
        text.size for text in texts if text.line.runs[0].text.startswith("Caen - ")
    ]
    assert len(named) == len(sheets)
    assert min(named) > 6.3


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_shirt_of_a_card_is_in_the_middle(paper: str) -> None:
    """Also if it is reduced because there are many stages."""
    (card,) = printed(rider_sheets(grand_tour(30), ("1",)))
    with typefaces(map(chr, range(32, 0x180))) as faces:
        (page,) = drawn_pages([card], faces, Imprint(paper=paper))

    shirts = [area.points for area in page.areas if len(area.points) > 4]
    xs = [x for points in shirts for x, _ in points]
    assert (min(xs) + max(xs)) / 2 == pytest.approx(page.width / 2, abs=0.5)


def test_a_team_has_a_page_however_many_stages() -> None:
    sheets = printed(team_sheets(grand_tour(30)))

    assert to_pdf(sheets).count(b"/Type /Page\n") == len(sheets)


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
