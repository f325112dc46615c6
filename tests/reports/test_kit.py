"""The kit of a stage: one page for the table before the next start."""

from dataclasses import replace

import pytest

from peloton.reports.blank.books import extra_turns_form
from peloton.reports.sheet import Cell, Sheet
from peloton.reports.stage.communique import communique_sheet
from peloton.reports.stage.course import course_sheet
from peloton.reports.stage.kit import kit_sheet
from peloton.rules.facts.kinds import SectionKind, StageKind
from peloton.rules.facts.stage import Section, Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.live import RaceBeforeStage
from peloton.rules.results import Race
from peloton.writers.paper.pdf import to_pdf
from peloton.writers.text import to_text
from tests.reports.samples import NAMES, plain_data, sample, table
from tests.rules.ledger_notation import cyclo_tour, offer, ridden
from tests.rules.notation import raced, ruling, stage, tour

PAVED = Section(kind=SectionKind.PAVED, name="Arenberg", start=40, end=55)
RIDERS = "MOL: 1 A, 2 helper, 3 helper; SAL: 4 climber, 5 helper, 6 helper"


@pytest.fixture
def race() -> Race:
    """A tour of level 4: 4 wins all, 6 leaves; then a stage with paved roads."""
    day = ridden(
        "4 0 3, 1 1 0, 2 1 2, 5 2 0, 3 3 0, DNF 6",
        length=190,
        used={"1": 2},
        climbs={"Muur 1": "4 1"},
    )
    day = replace(day, rulings=(ruling("2", seconds=20, reason="moved out of turn"),))
    to_come = Stage(
        name="Hell", length=100, sections=(PAVED,), offers=(offer("MOL", 75),)
    )
    return cyclo_tour(day, to_come, riders=RIDERS, level=4)


def rows(sheet: Sheet, name: str, *titles: str) -> list[tuple[Cell, ...]]:
    """Return some columns of a table."""
    found = table(sheet, name)
    at = [[column.title for column in found.columns].index(title) for title in titles]
    return [tuple(row[index] for index in at) for row in found.rows]


def test_the_start_has_everybodys_jersey_and_extra_turns(race: Race) -> None:
    """CY-10, CY-12, CY-13: 190 lines gave A 6, a climber 4 + 1 for the Muur."""
    found = rows(kit_sheet(race), "Start", "Bib", "Jersey", "Extra turns")

    assert found[:2] == [("4", "yellow", None), ("1", "green", 4 + 3)]


def test_who_wears_a_jersey_and_stands_in_for_whom_is_said(race: Race) -> None:
    """CY-10. 4 leads all three."""
    found = rows(kit_sheet(race), "Jerseys", "Jersey", "Bib", "Stands in for")

    assert found[:2] == [("yellow", "4", ""), ("green", "1", "4")]


def test_who_is_out_stands_with_the_stage_and_the_reason(race: Race) -> None:
    """GN-1."""
    found = rows(kit_sheet(race), "Out", "Bib", "Stage", "Reason")

    assert found == [("6", 1, "did not finish")]


def test_who_is_out_for_one_ride_is_told_from_who_is_out() -> None:
    """CY-11. 4 was back on stage 3, and gave up there."""
    late, without = ridden("1 0 0, 2 26 0, 4 26 0, DNF 3"), ridden("1 0 0")
    again = ridden("1 0 0, 2 27 0, DNF 4")
    riders, rules = "MOL: 1, 2; SAL: 3, 4", {"time_limit.back": True}
    race = cyclo_tour(
        late, without, again, Stage(), riders=riders, rules=rules, level=4
    )
    missed = "outside the time limit, misses the next ride only"

    assert rows(kit_sheet(race), "Out", "Bib", "Stage", "Reason") == [
        *(("3", 1, "did not finish"), ("2", 3, missed), ("4", 3, "did not finish")),
    ]
    sheet = communique_sheet(race, 3)
    assert table(sheet, "Result").notes == (f"OTL = {missed}, DNF = did not finish",)


def test_money_and_what_a_team_may_still_offer_are_said(race: Race) -> None:
    """CY-15. MOL saved 100, has 100 more, and 75 of them are on offer."""
    found = rows(kit_sheet(race), "Money", "Code", "Offered", "To offer")

    assert found == [("MOL", 75, 125), ("SAL", None, 200)]
    assert rows(kit_sheet(race), "Offers", "For", "Offered") == [("finish", 75)]


def test_dice_and_dangers_of_the_course_are_said(race: Race) -> None:
    """CY-19."""
    found = rows(kit_sheet(race), "Course", "From", "Section", "Dice", "Danger")

    assert found[1] == (40, "paved", "2", "odd line: move 3 back")


def test_the_rulings_of_the_stage_before_are_said(race: Race) -> None:
    """GN-2."""
    found = rows(kit_sheet(race), "Rulings", "Bib", "Seconds", "Reason")

    assert found == [("2", 20, "moved out of turn")]


def test_good_cards_kept_and_the_leaders_refreshment_are_said() -> None:
    """CR-17."""
    day = replace(stage("2 6 3/9, 1 6 5/9"), cards={Bib("1"): 3})
    sheet = kit_sheet(raced(tour("criterium", (day, Stage()))))

    assert rows(sheet, "Start", "Bib", "Good cards") == [("2", None), ("1", 3)]
    assert "2 2 leads and gets extra refreshment cards: 2 (CR-17)." in sheet.notes


def test_half_of_the_exhaustion_is_in_hand() -> None:
    """FR-2."""
    day = replace(stage("2 0 3, 1 1 1"), cards={Bib("1"): 5})
    sheet = kit_sheet(raced(tour("flamme-rouge", (day, Stage()))))

    assert rows(sheet, "Start", "Bib", "Exhaustion") == [("1", 3), ("2", None)]


def test_bonus_counters_are_none_at_the_start_and_how_many_may_be_held() -> None:
    """CI-5."""
    sheet = kit_sheet(raced(tour("ciclistas", (Stage(length=60),), "1 2 3")))

    assert rows(sheet, "Bonus counters", "What", "Number") == [
        ("maximum per team", 5),
        ("maximum added to one roll", 3),
        ("carried over to the next stage", 0),
    ]


@pytest.mark.parametrize("kind", ["itt", "ttt"])
def test_an_order_of_the_start_that_no_game_sets_is_named(kind: str) -> None:
    """CY-23."""
    sheet = kit_sheet(cyclo_tour(ridden("1 0 0"), Stage(kind=StageKind(kind))))

    assert table(sheet, "Start").title == "Start"
    assert sheet.notes[0].startswith("The game sets no start order")


def test_a_team_starts_together_with_one_number() -> None:
    """CY-23. SAL lost the most on the first stage."""
    stages = ridden("(1 2) 0 0, (3 4) 3 0"), Stage(kind=StageKind.TTT)
    race = cyclo_tour(*stages, riders="MOL: 1, 2; SAL: 3, 4")

    assert rows(kit_sheet(race), "Start", "Start", "Bib") == [
        *((1, "3"), (None, "4"), (2, "1"), (None, "2")),
    ]


@pytest.mark.parametrize(
    ("game", "note"),
    [
        ("cyclo", "Start order: highest die first, (.*) (CY-23)."),
        ("ciclistas", "Start order: highest throw of two dice (.*) (CI-5)."),
        ("criterium", "Start order: as on the podium, (.*) (CR-14)."),
        ("figueres", "Start order: drawn (.*) (FI-3)."),
    ],
)
def test_how_a_game_finds_who_starts_first_is_said_on_kit_and_course(
    game: str, note: str
) -> None:
    """CY-23, CI-5, CR-14, FI-3: so the list of the kit has no places."""
    race = raced(tour(game, (Stage(),), "1 2"))
    begin, _, end = note.partition("(.*)")
    sheets = kit_sheet(race), course_sheet(race.tour, 1, race.rulebook)

    assert table(sheets[0], "Start").columns[0].title == "Bib"
    for sheet in sheets:
        assert sheet.notes[0].startswith(begin)
        assert sheet.notes[0].endswith(end.strip())


def test_a_game_without_an_order_of_the_start_has_pelotons() -> None:
    """CY-23."""
    days = stage("2 0 3, 1 1 1"), Stage()
    facts = tour("flamme-rouge", days, rules={"start.order": "none"})
    sheet = kit_sheet(raced(facts))

    assert table(sheet, "Start").title == "Start"
    assert sheet.notes[0].startswith("The game sets no start order")


def test_a_tour_of_four_teams_of_three_fits_on_one_page() -> None:
    """Whatever there is: money, mountains, jerseys, riders out, a ruling, offers."""
    names = ("MOL", "SAL", "KAS", "FAG")
    teams = (
        f"{code}: {n} helper, 1{n} climber, 2{n} E" for n, code in enumerate(names)
    )
    lines = [f"{tens}{n}" for tens in ("", "1", "2") for n in range(4)]
    finish = ", ".join(f"{bib} {at} 0" for at, bib in enumerate(lines[:-2]))
    mountains = tuple(
        Section(kind=SectionKind.MOUNTAIN, name=f"Col {at}", start=at, end=at + 20)
        for at in (20, 60, 120)
    )
    day = replace(
        ridden(f"{finish}, DNF {lines[-1]} {lines[-2]}", climbs={"Muur 1": "1 2"}),
        rulings=(ruling("1", seconds=20), ruling("2", points=3)),
    )
    to_come = Stage(length=190, sections=mountains, offers=(offer("MOL", 75),))
    race = cyclo_tour(day, to_come, riders="; ".join(teams), level=4)

    assert race.problems == ()
    assert to_pdf([kit_sheet(race)]).count(b"/MediaBox") == 1


def test_fifteen_riders_of_criterium_fit_on_one_page_with_its_dangers() -> None:
    """CR-19. A full board, with climbs, cobbles and everybody's cards."""
    order = ", ".join(f"{bib} 6 {bib}/16" for bib in range(1, 16))
    day = replace(stage(order), cards={Bib(str(n)): 3 for n in range(1, 16)})
    climb = Section(kind=SectionKind.MOUNTAIN, start=20, end=30)
    cobbles = replace(climb, kind=SectionKind.PAVED, start=40, end=45)
    sections = (climb, cobbles, replace(climb, start=75, end=85))
    to_come = Stage(length=110, sections=sections)
    race = raced(tour("criterium", (day, to_come)))

    assert race.problems == ()
    assert to_pdf([kit_sheet(race)]).count(b"/MediaBox") == 1


def test_the_rows_for_scripts_are_those_of_the_sheet(race: Race) -> None:
    """CY-16: MOL has 18 points, 7 on the Muur, green; SAL 19, 10, the stage, yellow."""
    found = plain_data(kit_sheet(race))

    assert found["stage"] == 2
    assert found["out"] == [{"bib": "6", "stage": 1, "reason": "DNF"}]
    assert found["money"] == [
        {"team": "MOL", "balance": 300, "offered": 75, "to_offer": 125},
        {"team": "SAL", "balance": 590, "offered": 0, "to_offer": 200},
    ]


def test_every_rider_is_on_the_terminal_too(race: Race) -> None:
    text = to_text(kit_sheet(race))

    assert "Before Stage 2: Hell" in text
    assert "odd line: move 3 back" in text


TYPES = ("-", "climber", "sprinter", "time rider", "helper", "A", "B", "C", "D", "E")


def one_of_every_kind() -> Race:
    """Return a tour with every kind of stage and every rider type."""
    climb = Section(kind=SectionKind.MOUNTAIN, start=10, end=60)
    ahead = ridden(
        ", ".join(f"{n} 0 0" for n, _ in enumerate(TYPES, 1)),
        length=190,
        sections=(climb,),
    )
    days = tuple(
        Stage(kind=kind, length=120, sections=() if kind.on_track else (climb,))
        for kind in StageKind
    )
    riders = ", ".join(f"{n} {kind}*" for n, kind in enumerate(TYPES, 1))
    return cyclo_tour(ahead, *days, riders=f"MOL: {riders}", level=2, team_leader=True)


@pytest.mark.parametrize("name", NAMES)
def test_every_sheet_of_a_sample_grants_the_same_extra_turns(name: str) -> None:
    """CY-12, CY-13."""
    race = sample(name)
    for number, _ in enumerate(race.tour.stages, 1):
        agree_on_extra_turns(race, number)


@pytest.mark.parametrize("kind", StageKind)
def test_every_sheet_of_a_stage_to_come_grants_the_same_extra_turns(
    kind: StageKind,
) -> None:
    """CY-12, CY-13: of a team leader too, who has no more in time rides."""
    race = one_of_every_kind()
    day = next(each for each in race.tour.stages[1:] if each.kind is kind)
    stages = (race.tour.stages[0], day)
    agree_on_extra_turns(raced(replace(race.tour, stages=stages)), 2)


def agree_on_extra_turns(race: Race, number: int) -> None:
    """Check that the kit, the course, the form and the desk show the same figure."""
    riders = {rider.bib: rider for rider in race.tour.riders}
    course = course_sheet(race.tour, number, race.rulebook)
    by_type: dict[object, int] = {}
    more = 0
    for each in course.tables:
        if each.name == "Extra turns":
            by_type = {row[0]: int(str(row[1])) for row in each.rows}
            more = 2 * any(note.startswith("A captain gets") for note in each.notes)
    said = plain_data(kit_sheet(race, number))["start"]
    assert isinstance(said, list)
    kit = {line["bib"]: line["granted"] for line in said}
    live = RaceBeforeStage(race.tour, number, race.rulebook)
    desk = live.after(race.tour.stages[number - 1]).score.extra_turns

    if race.rulebook.number("extra_turns.lines"):
        ((form,),) = (page.tables for page in extra_turns_form(race, number))
        assert kit == {row[0]: row[3] for row in form.rows}
    assert kit.items() >= {line.who: line.granted for line in desk}.items()
    for bib, granted in kit.items():
        rider = riders[bib]
        if by_type:
            assert granted == by_type[rider.type or "helper"] + more * rider.captain
        else:
            assert not granted


def test_the_kit_says_who_joins_later_and_lists_who_starts_today(race: Race) -> None:
    """GN-10."""
    riders = (*race.tour.riders[:-1], replace(race.tour.riders[-1], joins=3))
    days = (
        replace(race.tour.stages[0], finish=race.tour.stages[0].finish[:-1]),
        Stage(length=100),
    )
    later = raced(replace(race.tour, riders=riders, stages=days))
    sheet = kit_sheet(later, 2)

    assert "6" not in [bib for (bib,) in rows(sheet, "Start", "Bib")]
    assert "6 joins on stage 3 (GN-10)." in sheet.notes
