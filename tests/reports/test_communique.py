"""The communiqué that is published after a stage."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from peloton.errors import PelotonError
from peloton.notation.result_lines import finish_lines
from peloton.reports.classifications.outlook import jersey_outlook
from peloton.reports.drawing import Label
from peloton.reports.sheet import ColumnKind, Sheet, Table
from peloton.reports.stage.communique import (
    communique_sheet,
    printed_communique,
    with_stamp,
)
from peloton.reports.tour.document import document
from peloton.reports.tour.poster import share_sheet
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import TeamCode
from peloton.rules.facts.tour import OPEN, Tour
from peloton.rules.games import MARKS
from peloton.rules.race import score
from peloton.rules.results import Race
from peloton.writers.paper.pdf import to_pdf
from tests.benchmarks.generated import generated_tour
from tests.reports.samples import NAMES, sample, table
from tests.rules import track_meeting
from tests.rules.notation import criterium, cyclo, raced, stage, tour

EVERY_STAGE = [
    (name, number)
    for name in NAMES
    for number in range(1, len(sample(name).stages) + 1)
]


def column(found: Table, title: str) -> list[Any]:
    index = [each.title for each in found.columns].index(title)
    return [row[index] for row in found.rows]


def optional(found: Table, title: str) -> list[Any]:
    kept = title in [each.title for each in found.columns]
    return column(found, title) if kept else [None] * len(found.rows)


def stage_facts(race: Race) -> dict[str, object]:
    rows = table(communique_sheet(race), "Stage").rows
    return {str(about): figure for about, figure in rows}


def stage_document(race: Race, number: int) -> Any:  # noqa: ANN401 - JSON
    stages: Any = document(race)["stages"]
    return stages[number - 1]


@pytest.mark.parametrize(("name", "number"), EVERY_STAGE)
def test_the_result_is_that_of_the_document(name: str, number: int) -> None:
    race = sample(name)
    rows = stage_document(race, number)["result"]
    if not rows:
        return

    found = table(communique_sheet(race, number), "Result")

    assert column(found, "Bib") == [row["bib"] for row in rows]
    times = [row["time"] for row in rows]
    gaps = [row["gap"] for row in rows]
    assert optional(found, "Time") == times
    assert optional(found, "Gap") == ([None] * len(rows) if gaps == times else gaps)
    for title in ("Bonus", "Penalty", "Points", "Mountains"):
        expected = [row[title.lower()] or None for row in rows]
        assert optional(found, title) == expected


@pytest.mark.parametrize(("name", "number"), EVERY_STAGE)
@pytest.mark.parametrize("title", ["Points", "Mountains"])
def test_printed_points_line_by_line_add_up_to_those_of_the_document(
    name: str, number: int, title: str
) -> None:
    """At the finish, at each sprint and summit, less what rulings took (GN-2)."""
    race = sample(name)
    won: Counter[str] = Counter()
    sheet = printed_communique(race, number)
    for found in _whole(sheet):
        titles = [each.title for each in found.columns]
        total = found.name.endswith("classification") or "at the end" in found.name
        if total or not {"Bib", title} <= set(titles):
            continue
        sign = -1 if found.name == "Rulings" else 1
        for bib, points in zip(column(found, "Bib"), column(found, title), strict=True):
            won[bib] += sign * (points or 0)

    rows = stage_document(race, number)["result"]
    assert {bib: points for bib, points in won.items() if points} == {
        row["bib"]: row[title.lower()] for row in rows if row[title.lower()]
    }


def _whole(sheet: Sheet) -> Iterable[Table]:
    """Return each table once; the full one if the first page has a part of it."""
    return {each.name.rstrip("*"): each for each in sheet.tables}.values()


def whole(sheet: Sheet, name: str) -> Table:
    return next(each for each in _whole(sheet) if each.name.rstrip("*") == name)


def road(*lines: str, length: int | None = None) -> Race:
    """Return a `road` race of one stage with these finish lines."""
    finish = tuple(
        each for line in lines for each in finish_lines(line, MARKS["h:mm:ss"])
    )
    stages = (Stage(finish=finish, length=length),)
    return raced(tour("road", stages, riders=" ".join(map(str, range(1, 7)))))


def test_a_printed_result_has_what_the_finish_was_worth() -> None:
    found = whole(printed_communique(sample("criterium"), 4), "Result")

    assert [each.title for each in found.columns] == [
        *("Place", "Bib", "Rider", "Team", "Time", "Bonus", "Points"),
    ]
    assert found.rows[0] == (1, "4", "Gaspard Gruyère", "VEL", "10:22", 20, 10)


def test_printed_teams_stand_as_codes_and_the_codes_beside_the_names() -> None:
    sheet = printed_communique(sample("criterium"), 4)

    assert column(table(sheet, "Result"), "Team")[:2] == ["VEL", "GAR"]
    assert column(table(sheet, "General classification"), "Team")[:2] == ["VEL", "CHA"]
    found = table(sheet, "Teams classification")
    assert ("GAR", "Garage Gigot") in zip(
        column(found, "Code"), column(found, "Team"), strict=True
    )


def test_a_time_is_printed_once_with_gaps_behind_and_st_for_the_same() -> None:
    """RR-1. 4 came in the time of 3, and 5 did not finish."""
    race = road("1 3:25:10", "(2 3) +0:07", "4 s", "6 +1:10", "DNF 5")

    found = table(printed_communique(race), "Result")

    assert column(found, "Time") == ["3:25:10", 7, "s.t.", "s.t.", 70, None]


def test_the_first_page_has_the_first_ten_of_the_stage_and_of_the_tour() -> None:
    """Cyclo's 19 riders stand whole on the next page."""
    sheet = printed_communique(sample("cyclo"), 5)
    facts, result, general = sheet.tables[: sheet.front]

    assert facts.title == "Hervé Hérisson (Éclair Cycles) wins the stage"
    assert [len(each.rows) for each in (facts, result, general)] == [1, 10, 10]
    assert result.title == "Stage result: the first 10"
    assert len(whole(sheet, "Result").rows) == 19
    assert [each.name for each in sheet.pictures] == ["Profile", "Wearers"]


def test_what_stands_whole_on_the_first_page_is_not_said_again() -> None:
    """The general classification of 13 riders; their result has points as well."""
    sheet = printed_communique(sample("road"), 5)
    names = [each.name.rstrip("*") for each in sheet.tables]

    assert names.count("General classification") == 1
    assert names.count("Result") == 2
    assert not {"Finish", "Jerseys", "Headline", "Out"} & set(names)


def test_a_short_result_with_points_alone_is_whole_on_the_first_page() -> None:
    """The 12 riders of a stage without bonus seconds."""
    sheet = printed_communique(sample("tour-of-flanders"))
    (result,) = (each for each in sheet.tables if each.name.startswith("Result"))

    assert result in sheet.tables[: sheet.front]
    assert [each.title for each in result.columns][-2:] == ["Time", "Points"]
    assert result.notes == ("DNF = did not finish",)


def test_on_a_stage_of_teams_the_teams_stand_on_the_first_page() -> None:
    ttt = stage("1 4 0, 2 5 0, 3 4 1, 4 4 1", "ttt")
    race = cyclo(ttt, riders="MOL: 1 2, SAL: 3 4")
    sheet = printed_communique(race)

    assert [each.name for each in sheet.tables[: sheet.front]] == [
        *("Stage", "Teams", "General classification"),
    ]


def test_it_is_stamped_with_when_and_by_whom_and_has_room_to_sign() -> None:
    at = dt.datetime(2026, 11, 22, 16, 40, tzinfo=dt.UTC)
    sheet = printed_communique(sample("road"), 5)

    led = Tour(name="A", rulebook="road", leader="Ann", place="Ann's kitchen")
    found = with_stamp(sheet, led, at)
    nameless = with_stamp(sheet, replace(led, leader="", place=""), at)

    assert found.front == sheet.front + 1
    stamp = found.tables[sheet.front]
    when = "22 November 2026, 16:40"
    assert (stamp.blank, stamp.rows) == (
        True,
        ((f"{when}, Ann's kitchen", "Ann", ""),),
    )
    assert nameless.tables[sheet.front].rows == ((when, "", ""),)


def test_a_provisional_one_says_so_across_its_pages() -> None:
    assert printed_communique(sample("road"), 5).watermark == ""
    race = cyclo(stage("(1 2) 0 3, 3 2 2"))
    assert printed_communique(race).watermark == "provisional"


def test_where_no_teams_are_ranked_a_note_says_what_the_codes_are() -> None:
    ridden = stage("1 0 3, 2 0 1")
    race = cyclo(ridden, riders="MOL: 1, SAL: 2")
    teams = tuple(replace(each, name=f"Team {each.code}") for each in race.tour.teams)
    named = replace(race, tour=replace(race.tour, teams=teams))
    without = tuple(
        replace(
            each,
            team_result=(),
            standings={
                name: rows
                for name, rows in each.standings.items()
                if name is not ClassificationName.TEAMS
            },
        )
        for each in named.stages
    )

    notes = printed_communique(replace(named, stages=without)).notes

    assert "MOL: Team MOL, SAL: Team SAL" in notes


@pytest.mark.parametrize(("name", "number"), EVERY_STAGE)
def test_every_classification_is_that_of_the_document(name: str, number: int) -> None:
    race = sample(name)
    scored = stage_document(race, number)
    sheet = communique_sheet(race, number)

    for classification in ClassificationName:
        rows = scored.get(str(classification))
        if not rows:
            continue
        found = table(sheet, f"{classification.capitalize()} classification")
        key = "time" if "time" in rows[0] else "points"
        assert column(found, "Rank") == [row["rank"] for row in rows]
        assert column(found, key.capitalize()) == [row[key] for row in rows]


@pytest.mark.parametrize(("name", "number"), EVERY_STAGE)
def test_who_leads_and_who_wears_is_that_of_the_document(
    name: str, number: int
) -> None:
    race = sample(name)
    rows = stage_document(race, number)["jerseys"]
    sheet = communique_sheet(race, number)
    # GN-11: at the end each jersey is its winner's, and the race of a day has one.
    final = number == len(race.stages)
    if final and race.is_one_day:
        rows = [row for row in rows if row["classification"] != "general"]
    shown = [row["leader" if final else "wearer"] for row in rows]

    assert [bib for bib, _ in sheet.jerseys] == shown
    if rows:
        found = table(sheet, "Jerseys")
        assert column(found, "Bib") == shown


def test_the_winner_is_the_headline(race: Race) -> None:
    title = table(communique_sheet(race, 2), "Stage").title

    assert title == "Eddy (Molteni) wins the stage"


def test_a_rider_without_a_team_wins_without_one(race: Race) -> None:
    assert table(communique_sheet(race, 1), "Stage").title == "Zoë wins the stage"


def test_a_stage_of_teams_is_won_by_a_team() -> None:
    ttt = stage("1 4 0, 2 5 0, 3 4 1, 4 4 1", "ttt")
    race = cyclo(ttt, riders="MOL: 1 2, SAL: 3 4")

    assert table(communique_sheet(race), "Stage").title == "SAL wins the stage"


def test_who_is_level_in_front_shares_the_headline() -> None:
    """CR-13. 5 and 3 points each, twice; the last lap, which counts twice, is 3's."""
    laps = 'kind = "points race"\nlaps = ["1 2", "2 1", "1 2", "2 1", "3"]'
    race = track_meeting.raced("criterium", "1 2 3", laps)

    assert track_meeting.placed(race) == [(1, "1"), (1, "2"), (3, "3")]
    title = table(communique_sheet(race), "Stage").title
    assert title == "1, 2 share the stage win"


def test_the_stage_has_its_starters_and_who_was_classified() -> None:
    """GN-10. Two of six are home; two of the four others never started."""
    race = cyclo(stage("1 0 3, 2 0 1, DNF 3 4, DNS 5, ABS 6"))

    facts = stage_facts(race)

    assert [facts[name] for name in ("Starters", "Classified", "DNF", "DNS")] == [
        *(4, 2, 2, 1),
    ]


def test_the_time_limit_is_told() -> None:
    """CR-12, CY-11. Twelve minutes after 6 turns and a third, or 25 turns."""
    by_time = criterium(stage("1 6 3/9, 2 6 4/9"), rules={"time_limit.seconds": 720})
    by_turns = cyclo(stage("1 0 3, 2 2 1"), rules={"time_limit.turns": 25})

    assert stage_facts(by_time)["Time limit"] == "18:20"
    assert stage_facts(by_turns)["Time limit"] == "25 turns"


def test_a_real_race_has_its_speed_in_kilometres_an_hour() -> None:
    """RR-1. 100 km in two and a half hours."""
    race = road("1 2:30:00", "(2 3 4 5 6) +0:07", length=100)

    assert stage_facts(race)["Average speed"] == "40.0 km/h"


def test_the_average_speed_is_rounded_half_up_to_a_decimal() -> None:
    """CR-1. Six turns and 3/9, over 95 spaces: exactly 15."""
    facts = [
        stage_facts(criterium(each))
        for each in (
            replace(stage("1 6 3/9"), length=95),
            replace(stage("1 3 9/9"), length=49),
        )
    ]

    assert [each["Average speed"] for each in facts] == [
        "15.0 spaces a turn",
        "12.3 spaces a turn",
    ]


def test_riders_without_a_place_stand_with_a_code_and_what_it_means() -> None:
    """GN-1."""
    race = cyclo(stage("1 0 3, 2 26 1 OTL, DNF 3, DSQ 4"))

    found = table(communique_sheet(race), "Result")

    assert column(found, "Place") == [1, "OTL", "DNF", "DSQ"]
    assert found.notes == (
        "OTL = outside the time limit, DNF = did not finish, DSQ = disqualified",
    )


def test_a_ruling_stands_with_its_reason(race: Race) -> None:
    """GN-2."""
    found = table(communique_sheet(race, 2), "Rulings")

    assert column(found, "Reason") == ["moved out of turn"]


def test_each_classification_has_its_moves(race: Race) -> None:
    found = table(communique_sheet(race, 2), "General classification")

    kinds = {each.title: each.kind for each in found.columns}
    assert kinds["Move"] is ColumnKind.MOVE
    assert column(found, "Move") == [1, 0]


def test_the_wearers_are_drawn_with_whom_they_stand_in_for() -> None:
    """CY-10. Rider 6 leads green too, and 5 wears it."""
    (picture,) = communique_sheet(sample("cyclo"), 2).pictures
    words = [part.text for part in picture.shapes if isinstance(part, Label)]

    assert "6 Björn Kettingvet" in words
    assert "5 Jef Kaneel" in words
    assert words[-2:] == ["standing in for", "Björn Kettingvet"]


def test_under_a_jersey_stands_by_how_much_its_wearer_leads() -> None:
    """Road: 11 has 14:12:21, 1 is 6 seconds behind; 12 has 123 points."""
    picture = printed_communique(sample("road"), 5).pictures[-1]
    words = [part.text for part in picture.shapes if isinstance(part, Label)]

    assert {"0:06 ahead", "123 points"} <= set(words)


def test_under_a_jersey_a_tie_and_a_single_point_are_named() -> None:
    """Riders 1 and 2 have the same time; 1 wears yellow, and 2 green with a point."""
    day = stage("1 0 3, 2 0 3", points=(2, 1))
    picture = printed_communique(cyclo(day, stage()), 1).pictures[-1]
    texts = {part.text for part in picture.shapes if isinstance(part, Label)}

    assert {"tie on time", "1 point"} <= texts


def test_what_a_jersey_takes_is_a_sentence() -> None:
    """2 is 21 s behind with two stages to come; white is won by nobody else."""
    days = stage("1 0 3, 2 2 2", climbs={"Muur 4": "2 1"}), stage(), stage()
    race = cyclo(*days)

    assert [*jersey_outlook(race, race.score(1))] == [
        "Yellow jersey: 2 must gain 11 s per stage.",
        "Green jersey: 2 riders can still win.",
        "White jersey: decided.",
        "Stages added later are not counted.",
    ]


def test_with_a_plan_no_stage_is_added_later() -> None:
    """GN-9."""
    days = stage("1 0 3, 2 2 2", climbs={"Muur 4": "2 1"}), stage("1 0 3, 2 0 3")
    race = cyclo(*days, stage(points=()))
    planned = raced(replace(race.tour, planned=3))

    assert [*jersey_outlook(planned, planned.score(1))][1:] == [
        "Green jersey: 2 riders can still win.",
        "White jersey: decided.",
    ]
    assert [*jersey_outlook(planned, planned.score(2))][1:] == [
        "Green jersey: decided.",
        "White jersey: decided.",
    ]


def test_it_is_provisional_while_lots_are_undrawn() -> None:
    """CY-7. Two riders are level after the first stage, and nothing parts them."""
    race = cyclo(stage("(1 2) 0 3, 3 2 2"))

    sheet = communique_sheet(race)

    assert sheet.subtitle.endswith("provisional")
    assert "General classification: lots are still to be drawn." in sheet.notes


BEHIND_THE_WINNER = "1 0 3, (2 3) 1 2"
"""Riders 2 and 3 are level, 1 has yellow and green."""


def test_it_is_provisional_while_the_latest_lots_are_undrawn() -> None:
    race = cyclo(stage(BEHIND_THE_WINNER))

    assert communique_sheet(race).subtitle.endswith("provisional")


@pytest.mark.parametrize("between", [(), (stage(BEHIND_THE_WINNER),)])
def test_it_is_final_where_nothing_depends_on_lots_that_are_undrawn(
    between: tuple[Stage, ...],
) -> None:
    """CY-7. On the last stage rider 2 gains on 3: the lots part nobody then."""
    last = stage("1 0 3, 2 1 2, 3 2 2")
    race = cyclo(stage(BEHIND_THE_WINNER), *between, last)

    assert communique_sheet(race, 1).subtitle.endswith("Communiqué 1")
    assert not printed_communique(race, 1).watermark


def test_it_is_provisional_while_a_later_tie_depends_on_lots_undrawn() -> None:
    """CY-7. Level again after stage 2, they are parted by their ranks before it."""
    race = cyclo(stage(BEHIND_THE_WINNER), stage(BEHIND_THE_WINNER))

    note = "General classification: lots are still to be drawn."
    assert communique_sheet(race, 1).subtitle.endswith("provisional")
    assert note in communique_sheet(race, 1).notes
    sheet = communique_sheet(race, 2)
    assert sheet.subtitle.endswith("provisional")
    assert f"Stage 1: {note}" in sheet.notes
    assert not [table.title for table in sheet.tables if "final" in table.title]


def test_the_last_one_is_final_where_only_an_earlier_jersey_depends_on_lots() -> None:
    """CY-7, CY-10. Rider 1 or 2 wears yellow on stage 2, and 1 wins the tour."""
    race = cyclo(stage("(1 2) 0 3, 3 2 2"), stage("1 0 3, 2 1 2, 3 2 2"))
    sheet = communique_sheet(race, 2)

    assert sheet.subtitle.endswith("Communiqué 2")
    assert "General classification, final" in [table.title for table in sheet.tables]


def test_it_is_provisional_while_a_jersey_depends_on_lots_undrawn() -> None:
    """CY-7, CY-10. Riders 1 and 2 are level, and one of them wore yellow on stage 2."""
    race = cyclo(stage("(1 2) 0 3, 3 2 2"), stage("1 0 3, 2 1 2, 3 2 2"))

    assert communique_sheet(race, 1).subtitle.endswith("provisional")


def test_it_is_final_once_they_are_drawn() -> None:
    drawn = stage("(1 2) 0 3, 3 2 2", lots={"general": "2 1"})

    assert communique_sheet(cyclo(drawn)).subtitle.endswith("Communiqué 1")


def test_it_is_provisional_while_there_is_a_warning(race: Race) -> None:
    (problem,) = race.problems
    warned = replace(race, problems=(replace(problem, stage=1, warning=True),))

    sheet = communique_sheet(warned, 1)

    assert sheet.subtitle.endswith("provisional")
    assert "Check this: no mark for 2" in sheet.notes
    assert "Check this: no mark for 2" not in communique_sheet(warned, 2).notes


@pytest.mark.parametrize(("planned", "stage"), [(7, "2 of 7"), (OPEN, "2")])
def test_nothing_is_final_while_stages_are_planned(
    race: Race, planned: int | str, stage: str
) -> None:
    """GN-9."""
    race = replace(race, tour=replace(race.tour, planned=planned))
    titles = [found.title for found in communique_sheet(race).tables]

    assert f"General classification after stage {stage}" in titles
    assert not any("final" in title for title in titles)


def test_classifications_are_final_when_every_stage_is_ridden() -> None:
    ridden = stage("1 0 3, 2 1 2"), stage("1 0 3, 2 1 2")
    over, race = cyclo(*ridden), cyclo(*ridden, stage())

    assert (
        table(communique_sheet(over), "General classification").title
        == "General classification, final"
    )
    assert (
        table(communique_sheet(over, 1), "General classification").title
        == "General classification after stage 1"
    )
    assert (
        table(communique_sheet(race), "General classification").title
        == "General classification after stage 2"
    )


def test_a_stage_that_nobody_finished_says_so() -> None:
    race = cyclo(stage("1 0 3, 2 0 1"), stage("DNF 1 2"))

    sheet = communique_sheet(race, 2)

    assert table(sheet, "Stage").title == "Nobody finished the stage"


def test_a_cancelled_stage_says_why_and_has_no_winner() -> None:
    """GN-4."""
    race = cyclo(stage("1 0 3, 2 0 1"), stage(cancelled="the cat"))

    sheet = communique_sheet(race, 2)

    assert "Cancelled: the cat" in sheet.notes
    assert table(sheet, "Stage").title == "The stage"
    assert "Result" not in {each.name for each in sheet.tables}
    assert column(table(sheet, "General classification"), "Move") == [0, 0]


def test_a_sprint_called_like_a_table_has_its_own() -> None:
    ridden = stage("1 0 3, 2 0 1", sprints={"Result": "2 1", "Out": "1"})

    found = [each.name for each in communique_sheet(cyclo(ridden)).tables]

    assert {"Result", "Result*", "Out"} <= set(found)
    assert len(set(found)) == len(found)


def test_a_stage_not_ridden_is_refused(race: Race) -> None:
    with pytest.raises(PelotonError, match="stage 3"):
        communique_sheet(race, 3)


def test_long_team_codes_are_in_every_list_too() -> None:
    """No list is without the teams."""
    race = sample("criterium")
    tour = replace(
        race.tour,
        teams=tuple(
            replace(team, code=TeamCode(f"{team.code} RACING"))
            for team in race.tour.teams
        ),
        riders=tuple(
            replace(rider, team=rider.team and TeamCode(f"{rider.team} RACING"))
            for rider in race.tour.riders
        ),
    )
    sheet = printed_communique(score(tour, race.rulebook), 2)

    teams = {
        str(cell)
        for table in sheet.tables
        for column, *cells in zip(table.columns, *table.rows, strict=True)
        if column.title == "Team" and "Bib" in [each.title for each in table.columns]
        for cell in cells
    }
    assert teams == {team.code for team in tour.teams}
    assert {"Team", "Bib"} <= {
        column.title for column in whole(sheet, "Result").columns
    }


@pytest.mark.parametrize("game", ["cyclo", "criterium"])
def test_the_lists_of_198_riders_are_complete(game: str) -> None:
    """Every rider has a rank, a name, a team and a move, in no more than 8 pages.

    The last communiqué has one more page, for what decided the tour.
    """
    race = raced(generated_tour(game, 198, 21))
    sheet = printed_communique(race)

    assert to_pdf([sheet]).count(b"/MediaBox") <= 8 + 1
    assert len(whole(sheet, "Result").rows) == len(race.stages[-1].result)
    assert "Team" in [each.title for each in whole(sheet, "Result").columns]
    for name in ("General", "Points", "Mountains"):
        found = whole(sheet, f"{name} classification")
        ranked = race.stages[-1].standings[ClassificationName(name.lower())]
        assert column(found, "Bib") == [line.who for line in ranked]
        assert {"Rank", "Move", "Rider", "Team"} <= {c.title for c in found.columns}


def test_the_last_communique_names_the_winners_with_their_own_figures() -> None:
    """GN-11: Björn wins green and white, and nobody stands in for him (CY-10)."""
    race = sample("cyclo")
    sheet = communique_sheet(race)
    found = table(sheet, "Jerseys")
    white = [column(found, "Jersey").index("white")]
    pictures = [
        label.text
        for p in sheet.pictures
        for label in p.shapes
        if isinstance(label, Label)
    ]

    assert found.title == "Jersey winners"
    assert "Stands in for" not in [each.title for each in found.columns]
    assert [column(found, "Winner")[n] for n in white] == ["Björn Kettingvet"]
    assert "36 points" in pictures
    assert not any("standing in" in text for text in pictures)


def test_the_last_communique_names_the_winner_of_the_tour() -> None:
    """GN-11: 2 is first home on the last stage, a turn behind 1 on the first."""
    days = stage("1 6 3/9, 2 7 4/11"), stage("2 5 1/8, 1 5 2/8")
    notes = communique_sheet(criterium(*days)).notes

    assert "Winner of the tour: 1." in notes
    assert not any(
        "Winner of the tour" in n for n in communique_sheet(criterium(*days), 1).notes
    )


def test_a_race_of_one_day_names_one_winner() -> None:
    """GN-11, RR-3: 2 has less time by the bonus of a sprint, and 1 was first home."""
    day = stage("1 0 0, 2 0 0", sprints={"Town": "2"})
    race = cyclo(day, rules={"bonus.sprint": (9,)})
    sheet = communique_sheet(race)

    assert [row.who for row in race.score().standings[ClassificationName.GENERAL]] == [
        "2",
        "1",
    ]
    assert "Winner of the tour: 1." in sheet.notes
    assert "yellow" not in column(table(sheet, "Jerseys"), "Jersey")


def test_a_stage_of_teams_without_a_winning_team_was_finished_all_the_same() -> None:
    """CY-2: the riders of the time trial have no team."""
    race = cyclo(stage("1 5 0, 2 6 0", "ttt"), riders="1, 2")

    assert communique_sheet(race).tables[0].title == "The stage"
    assert [picture.about for picture in share_sheet(race).pictures] == ["The stage"]
