"""Blank forms: the values that are filled in, and the cells that stay blank."""

from dataclasses import replace

import pytest

from peloton.errors import PelotonError
from peloton.notation.rulebook_file.reading import builtin_names
from peloton.reports.blank.kinds import FORMS, all_blank_sheets, blank_sheets
from peloton.reports.sheet import Sheet, Table
from peloton.reports.shirts import Shirt
from peloton.rules.facts.kinds import SectionKind, StageKind
from peloton.rules.facts.stage import Section, Sprint, Stage
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import OptionValue, Tour
from peloton.rules.results import Race
from peloton.rules.rulebook.rulebook import Value
from peloton.writers.paper.pdf import to_pdf
from tests.reports.samples import column, titles
from tests.rules.ledger_notation import cyclo_tour, ridden
from tests.rules.notation import finish, raced

ROAD = Stage(
    name="Ninove - Muur",
    length=190,
    sections=(Section(kind=SectionKind.MOUNTAIN, name="Muur", start=60, end=84),),
    sprints=(Sprint(name="Zottegem", at=120), Sprint(at=150)),
)
TRIAL = Stage(name="Round the lamp", kind=StageKind.ITT, length=30)
TEAMS = ("MOL", "SAL", "KAS", "FAG")


def riders(count: int = 20) -> tuple[Rider, ...]:
    """The riders of four teams, each with a unique name."""
    return tuple(
        Rider(
            bib=Bib(str(number)),
            name=f"Rider-{number}-of-all",
            team=TeamCode(TEAMS[(number - 1) * 4 // count]),
            type="helper",
        )
        for number in range(1, count + 1)
    )


def race_of(
    name: str = "cyclo",
    *stages: Stage,
    startlist: tuple[Rider, ...] = (),
    **options: OptionValue,
) -> Race:
    typed = (
        startlist
        if name == "cyclo"
        else tuple(replace(r, type=None) for r in startlist)
    )
    tour = Tour(
        name="Ronde van de Tafel",
        rulebook=name,
        options=options,
        teams=tuple(Team(code=TeamCode(code)) for code in TEAMS) if startlist else (),
        riders=typed,
        stages=stages,
    )
    race = raced(tour)
    assert race.problems == ()
    return race


def page(race: Race, which: str, number: int | None = None) -> Sheet:
    (sheet,) = blank_sheets(race, which, number)
    return sheet


def table(race: Race, which: str, number: int | None = None) -> Table:
    return page(race, which, number).tables[0]


def words(sheet: Sheet) -> str:
    cells = (cell for each in sheet.tables for row in each.rows for cell in row)
    heads = (each.title for each in sheet.tables)
    return "\n".join([*heads, *(str(cell) for cell in cells if cell is not None)])


def pages(race: Race, which: str, number: int | None = None) -> int:
    return to_pdf(blank_sheets(race, which, number)).count(b"/MediaBox")


OF_RIDERS = ["startlist", "arrival", "extra-turns", "general", "time-trial"]


@pytest.mark.parametrize("which", OF_RIDERS)
@pytest.mark.parametrize("count", [20, 198])
def test_a_form_holds_every_rider_by_bib_and_name(which: str, count: int) -> None:
    race = race_of("cyclo", ROAD, TRIAL, startlist=riders(count))
    text = words(page(race, which)).splitlines()

    assert all(rider.name in text and rider.bib in text for rider in race.tour.riders)


@pytest.mark.parametrize("which", [*OF_RIDERS, "climbs", "budget"])
def test_a_tour_of_20_riders_fits_on_one_page(which: str) -> None:
    race = race_of("cyclo", ROAD, TRIAL, startlist=riders(), level=4)

    assert pages(race, which) == (4 if which == "budget" else 1)


@pytest.mark.parametrize("which", OF_RIDERS)
def test_many_riders_have_more_pages_and_every_row_is_there(which: str) -> None:
    race = race_of("cyclo", ROAD, TRIAL, startlist=riders(198))

    assert len(table(race, which).rows) == 198
    assert pages(race, which) > 1


def test_the_climbs_sheet_has_a_block_for_every_climb_and_sprint() -> None:
    """CY-8, CY-9: 24 lines are of the 3rd category; points down the places."""
    blocks = page(race_of("cyclo", ROAD, startlist=riders()), "climbs").tables

    assert [block.title for block in blocks] == [
        "Muur (climb of category 3, 24 lines, at line 84)",
        "Zottegem (intermediate sprint, at line 120)",
        "Sprint 2 (intermediate sprint, at line 150)",
    ]
    assert column(blocks[0], "Points") == [5, 3, 2, 1]
    assert column(blocks[1], "Points") == [5, 3, 2, 1]


@pytest.mark.parametrize(("climbs", "sprints"), [(3, 2), (4, 3)])
def test_the_lines_of_one_stage_stand_on_one_page(climbs: int, sprints: int) -> None:
    """CY-9: out of category, with six places each."""
    stage = Stage(
        sections=tuple(
            Section(kind=SectionKind.MOUNTAIN, start=50 * at, end=50 * at + 41)
            for at in range(climbs)
        ),
        sprints=(Sprint(),) * sprints,
    )
    race = race_of("cyclo", stage, startlist=riders())

    assert len(page(race, "climbs").tables) == climbs + sprints
    assert pages(race, "climbs") == 1


def test_bonus_seconds_stand_beside_the_points_where_a_game_has_them() -> None:
    """CR-6, CR-9."""
    race = race_of("criterium", replace(ROAD, sections=()), startlist=riders())
    block = table(race, "climbs")

    assert column(block, "Points") == [5, 3, 2, 1]
    assert column(block, "Bonus") == [6, 4, 2, None]


def test_a_scale_of_the_stages_own_stands_on_its_form() -> None:
    """GN-4."""
    stage = replace(ROAD, sections=(), sprints=(Sprint(name="Ate", points=(9, 8)),))
    block = table(race_of("cyclo", stage, startlist=riders()), "climbs")

    assert column(block, "Points") == [9, 8, None]


def test_each_lap_of_a_criterium_has_a_block() -> None:
    """CR-13. Nobody knows yet how many there will be."""
    stage = Stage(kind=StageKind.CRITERIUM)
    blocks = page(race_of("criterium", stage, startlist=riders()), "climbs").tables

    assert [block.title for block in blocks[:2]] == [
        "Lap 1 (intermediate sprint)",
        "Lap 2 (intermediate sprint)",
    ]


@pytest.mark.parametrize(
    ("game", "boxes"),
    [
        ("criterium", ["Turns", "Left", "Moved", "Time", "Gap", "Bonus"]),
        ("cyclo", ["Turns", "Lines", "Time", "Gap"]),
        ("ciclistas", ["Round", "Space", "Time", "Gap"]),
        ("figueres", ["Turn", "Space"]),
        ("flamme-rouge", ["Round", "Squares", "Time", "Gap", "Bonus"]),
        ("road", ["Time", "Gap", "Bonus"]),
    ],
)
def test_an_arrival_sheet_has_boxes_for_the_mark_of_its_game(
    game: str, boxes: list[str]
) -> None:
    """CR-1, CY-3, CI-1, FI-1, FR-1, RR-1."""
    arrivals = table(race_of(game, Stage(), startlist=riders()), "arrival")

    assert titles(arrivals) == ["Place", "Bib", "Rider", *boxes]
    assert column(arrivals, "Place") == [*range(1, 21)]


def test_a_time_trial_has_a_box_for_each_turn_then_the_mark() -> None:
    """CY-1."""
    trial = table(race_of("cyclo", TRIAL, startlist=riders()), "time-trial")

    assert titles(trial)[-4:] == ["Tick each turn", "Turns", "Lines", "Time"]
    assert column(trial, "Tick each turn")[0] == "◻◻◻◻◻ ◻◻◻"


def test_a_team_time_trial_says_whose_time_is_the_teams() -> None:
    """CY-2."""
    stage = replace(TRIAL, kind=StageKind.TTT)
    trial = table(race_of("cyclo", stage, startlist=riders()), "time-trial")

    assert column(trial, "Team") == [code for code in TEAMS for _ in range(5)]
    assert trial.notes[0] == (
        "A team's time is that of rider number 3 of the team to finish (CY-2)."
    )


def test_the_general_classification_is_added_up_as_the_game_does() -> None:
    """CY-6 levels; CR-6 has bonus seconds; FI-3 has points and no times."""
    sums = {
        game: titles(table(race_of(game, Stage(), startlist=riders()), "general"))[2:]
        for game in ("cyclo", "criterium", "figueres")
    }

    assert sums == {
        "cyclo": ["Before", "This stage", "Penalty", "Total", "Levelled", "Rank"],
        "criterium": ["Before", "This stage", "Bonus", "Penalty", "Total", "Rank"],
        "figueres": ["Before", "This stage", "Total", "Rank"],
    }


def test_points_are_not_levelled() -> None:
    """CY-6 levels times; in a tour of points, the form has no box for it."""
    race = race_of("cyclo", Stage(), startlist=riders())
    tour = replace(race.tour, rules={"general.by": "points"})
    general = table(raced(tour), "general")

    assert titles(general)[2:] == ["Before", "This stage", "Total", "Rank"]
    assert general.notes == ("Total: before + this stage.",)


def test_there_is_a_box_for_each_extra_turn() -> None:
    """CY-12. 190 lines give 4, 2 are saved of the 4 of the stage before."""
    race = cyclo_tour(
        ridden("1 0 0, 2 1 0", length=190, used={"1": 2}), ROAD, riders="MOL: 1, 2"
    )
    form = table(race, "extra-turns")

    assert column(form, "Granted") == [4, 4]
    assert column(form, "Saved") == [2, 4]
    assert column(form, "To cross out") == ["◻◻◻◻◻ ◻", "◻◻◻◻◻ ◻◻◻"]
    assert column(form, "Attacks") == column(form, "Left") == [None, None]


def test_before_the_game_there_are_boxes_for_turns_that_may_be_saved() -> None:
    """CY-12. 190 lines give 4; nobody knows what will be left of the first stage."""
    form = table(cyclo_tour(ROAD, ROAD, riders="MOL: 1"), "extra-turns", 2)

    assert column(form, "Saved") == [None]
    assert column(form, "To cross out") == ["◻◻◻◻◻ ◻◻◻◻◻"]


def test_before_the_game_only_time_riders_have_boxes_in_a_time_trial() -> None:
    """CY-13: in a time trial only riders of a type with an allowance use turns."""
    trial = Stage(kind=StageKind.ITT, length=30)
    race = cyclo_tour(ROAD, trial, riders="MOL: 1 time rider, 2 climber")
    form = table(race, "extra-turns", 2)

    assert column(form, "To cross out") == ["◻◻◻◻◻ ◻◻◻◻◻", ""]


def test_a_budget_sheet_has_prices_and_room_for_the_money_of_every_stage() -> None:
    """CY-14 to CY-17."""
    race = race_of("cyclo", ROAD, TRIAL, startlist=riders(), level=4)
    sheets = blank_sheets(race, "budget", None)
    bought, prices, sponsor, premiums = sheets[0].tables

    assert [sheet.title for sheet in sheets] == [f"Budget: {code}" for code in TEAMS]
    assert column(bought, "Price") == [1000] * 5 + [None, None]
    assert dict(zip(titles(prices), prices.rows[0], strict=True))["A"] == 6500
    assert column(sponsor, "New") == [100, 100]
    assert column(premiums, "Stage") == [1, 2, "Final"]
    assert premiums.notes[0] == (
        "Per point 10, per stage win 200, jerseys 100, 50, 50 (CY-16)."
    )


def test_both_tables_of_fractions_stand_on_one_page() -> None:
    """CR-7."""
    race = race_of("criterium")

    assert [len(each.rows) for each in page(race, "fractions").tables] == [18, 18]
    assert pages(race, "fractions") == 1


@pytest.mark.parametrize("which", [name for name in FORMS if name != "fractions"])
def test_a_form_holds_no_result(which: str) -> None:
    """The form of a stage that is ridden is that of the stage before it was."""
    stage = replace(
        ROAD,
        finish=finish("2 0 3, 1 6 7"),
        crossings={"Muur": (Bib("2"),), "Zottegem": (Bib("1"),)},
    )
    race = cyclo_tour(stage, riders="MOL: 1, 2", level=4)
    number = None if which in {"startlist", "budget", "time-trial"} else 1
    empty = cyclo_tour(
        replace(stage, finish=(), crossings={}), riders="MOL: 1, 2", level=4
    )

    ran, blank = (blank_sheets(each, which, number) for each in (race, empty))

    assert [each.tables for each in ran] == [each.tables for each in blank]


def test_only_who_is_still_racing_is_on_the_forms_of_a_stage() -> None:
    """GN-1."""
    race = cyclo_tour(ridden("1 0 0, DNF 2, 3 1 0"), ROAD, riders="MOL: 1, 2, 3")

    assert column(table(race, "general", 2), "Bib") == ["1", "3"]
    assert column(table(race, "general", 1), "Bib") == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("which", "number"),
    [("arrival", 2), ("extra-turns", 2), ("general", 2), ("time-trial", 3)],
)
def test_nobody_is_on_the_forms_of_a_stage_when_all_are_out(
    which: str, number: int
) -> None:
    """Nor the numbers that stand there before there are riders."""
    race = cyclo_tour(ridden("DNF 1"), ROAD, TRIAL)

    (printed,) = blank_sheets(race, which, number)

    assert not any(found.rows for found in printed.tables)
    assert to_pdf((printed,)).count(b"/MediaBox") == 1


def test_who_wears_a_jersey_is_marked() -> None:
    """CY-10. 1 leads and wears yellow; of two stages ahead nobody knows."""
    race = cyclo_tour(ridden("1 0 0, 2 1 0"), ROAD, ROAD, riders="MOL: 1, 2")
    yellow = Shirt(race.rulebook.jerseys[0].colour)

    assert ("1", yellow) in page(race, "arrival", 2).jerseys
    assert page(race, "arrival", 3).jerseys == ()


def test_a_form_is_for_the_next_stage_that_needs_it() -> None:
    race = cyclo_tour(ridden("1 0 0"), ROAD, TRIAL, riders="MOL: 1")

    assert page(race, "arrival").title == "Arrival: Stage 2: Ninove - Muur"
    assert page(race, "time-trial").title == "Time trial: Stage 3: Round the lamp"


@pytest.mark.parametrize("which", ["startlist", "arrival", "time-trial", "general"])
def test_a_tour_without_riders_and_stages_has_empty_numbered_rows(which: str) -> None:
    rows = table(race_of("cyclo"), which).rows

    assert [row[0] for row in rows] in ([*range(1, 21)], [str(n) for n in range(1, 21)])
    assert not any(isinstance(cell, str) and cell.isalpha() for r in rows for cell in r)


@pytest.mark.parametrize("game", builtin_names())
def test_every_game_has_all_its_forms_without_a_rider_or_a_stage(game: str) -> None:
    assert to_pdf(all_blank_sheets(race_of(game), None)).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("game", "lacks"),
    [
        ("criterium", {"budget", "extra-turns"}),
        ("cyclo", {"budget", "fractions"}),
        ("ciclistas", {"budget", "extra-turns", "climbs", "fractions"}),
        ("figueres", {"budget", "extra-turns", "climbs", "fractions", "time-trial"}),
        ("flamme-rouge", {"budget", "extra-turns", "fractions"}),
        ("road", {"budget", "extra-turns", "fractions"}),
    ],
)
def test_a_form_that_a_game_does_not_have_is_refused_with_what_there_is(
    game: str, lacks: set[str]
) -> None:
    race = race_of(game)
    for which in FORMS:
        if which not in lacks:
            assert blank_sheets(race, which, None)
            continue
        with pytest.raises(PelotonError, match=f"no form '{which}', only startlist, "):
            blank_sheets(race, which, None)


@pytest.mark.parametrize(
    ("which", "number", "said"),
    [
        ("arrival", 2, "stage 2 has no form 'arrival', only time-trial, general"),
        ("time-trial", 1, "stage 1 has no form 'time-trial', only arrival, climbs,"),
        ("climbs", 2, "stage 2 has no form 'climbs', only time-trial, general"),
    ],
)
def test_a_form_that_a_stage_does_not_need_is_refused(
    which: str, number: int, said: str
) -> None:
    race = race_of("cyclo", ROAD, TRIAL, startlist=riders())

    with pytest.raises(PelotonError, match=said):
        blank_sheets(race, which, number)


def test_all_is_what_the_tour_needs_then_stage_by_stage() -> None:
    race = race_of("cyclo", ROAD, TRIAL, startlist=riders(), level=4)

    assert [sheet.name for sheet in all_blank_sheets(race, None)] == [
        "Startlist",
        *(f"Budget {code}" for code in TEAMS),
        *("Arrival 1", "Climbs and sprints 1", "Extra turns 1"),
        "General classification 1",
        *("Time trial 2", "General classification 2"),
    ]


def test_all_of_one_stage_is_that_stages_forms() -> None:
    race = race_of("criterium", ROAD, TRIAL, startlist=riders())

    assert [sheet.name for sheet in all_blank_sheets(race, 2)] == [
        "Time trial 2",
        "General classification 2",
    ]


def test_all_of_a_tour_under_way_is_for_the_stages_to_come() -> None:
    race = cyclo_tour(ridden("1 0 0"), TRIAL, riders="MOL: 1 time rider")

    names = [sheet.name for sheet in all_blank_sheets(race, None)]
    assert names[1:] == ["Time trial 2", "Extra turns 2", "General classification 2"]


def test_hostile_names_are_printed_as_they_are_typed() -> None:
    name = '=cmd() <b>&amp;\x1b[31m \u202e"'
    race = race_of("cyclo", replace(ROAD, name=name))
    startlist = (Rider(bib=Bib("=1+1"), name=name),)
    race = replace(race, tour=replace(race.tour, name=name, riders=startlist))

    assert name in words(page(race, "startlist"))
    assert to_pdf(blank_sheets(race, "general", 1)).startswith(b"%PDF")


def test_a_value_without_a_rule_is_noted_with_the_name_of_its_rulebook() -> None:
    """As a rulebook of one's own may have it: a bare value."""
    race = race_of("cyclo", ROAD, startlist=riders())
    bare = {
        "time_limit.turns": Value(value=5),
        "time_limit.stages": Value(value=("road",)),
    }
    book = replace(race.rulebook, name="ours", values={**race.rulebook.values, **bare})
    form = page(replace(race, rulebook=book), "arrival", 1)

    assert (
        form.tables[0].notes[-1]
        == "OTL: more than 5 turns behind the first rider (ours)."
    )
