"""Notes for the table: one line per value, the same on each sheet before a stage."""

import re
from collections.abc import Mapping

import pytest

from peloton.notation.rulebook_file.reading import builtin_names
from peloton.reports.rules.rulebook import rulebook_sheet
from peloton.reports.rules.setup import setup_sheet
from peloton.reports.stage.course import course_sheet
from peloton.reports.stage.kit import kit_sheet
from peloton.reports.table_notes import _NOTES, table_notes
from peloton.rules.facts.kinds import SectionKind, StageKind
from peloton.rules.facts.stage import Section, Stage
from peloton.rules.facts.tour import OptionValue, RuleValue, Tour
from peloton.rules.results import Race
from peloton.rules.rulebook.keys import KEYS
from peloton.rules.rulebook.rulebook import Rulebook, Source
from tests.rules.notation import raced, rulebook_of, tour


def race_of(
    game: str,
    kind: str = "road",
    rules: Mapping[str, RuleValue] | None = None,
    **options: OptionValue,
) -> Race:
    """Return a tour of six riders before a stage of a kind."""
    stage = Stage(kind=StageKind(kind), length=100)
    return raced(tour(game, (stage,), "1 2 3 4 5 6", rules, options))


def notes(game: str, kind: str = "road", **options: OptionValue) -> str:
    race = race_of(game, kind, None, **options)
    return "\n".join(table_notes(race.rulebook, race.tour.stages[0], 6))


CRITERIUM = (
    ("road", "Laps, road stage: 2, unless agreed otherwise (CR-19)."),
    ("points race", "Laps, points race: 3, unless agreed otherwise (CR-19)."),
    ("points race", "Points race: 5, 3, 2, 1 points on each lap (CR-13)."),
    ("points race", "Points race: points x 2 at the finish (CR-13)."),
    ("keirin", "Laps, keirin: 3, unless agreed otherwise (CR-13)."),
    ("keirin", "motorbike starts on space 1 (CR-13)."),
    ("keirin", "moves 11, 11, 11, 12, then leaves"),
    ("keirin", "the 3 riders behind the motorbike have a shelter of 2 (CR-13)."),
    ("keirin", "Keirin: 6 riders at most (CR-13)."),
    ("team pursuit", "Laps, team pursuit: 3, unless agreed otherwise (CR-13)."),
    ("team pursuit", "Team pursuit: 2 teams of 4 riders (CR-13)."),
    ("team pursuit", "the other on the opposite side of the track (CR-13)."),
    ("road", "Refreshment cards per rider, with 6 riders: 2 (CR-19)."),
    ("road", "designated leaders start with 6 or 7 cards (CR-19)."),
    ("road", "all riders start with cards of the same values (CR-19)."),
    ("road", "the draw pile also has cards above 12 (CR-19)."),
    ("road", "Cobbles: board spaces 45-50 (CR-19)."),
    ("road", "Risk squares and cobbles: draw a risk card for the next turn (CR-19)."),
    ("road", "the shelter on cobbles is at most 1 (CR-19)."),
    ("road", "Mountain: board spaces 25-35 (CR-19)."),
    ("road", "Each space on the mountain counts as 2, without shelter (CR-19)."),
    ("road", "No shelter cards on board spaces 25-33 (CR-19)."),
    ("road", "Passing a blocked space counts as 2"),
    ("road", "no wind on board spaces 25-44 (CR-19)."),
)
CYCLO = (
    ("sprint", "in heats 1, 3 the riders draw straws for the first throw"),
    ("sprint", "second lap: 3 dice for everybody (CY-20)."),
    ("sprint", "Laps, match sprint: 2, unless agreed otherwise (CY-20)."),
    ("keirin", "Laps, keirin: 2, unless agreed otherwise (CY-20)."),
    ("keirin", "second lap: 3 dice for everybody (CY-20)."),
    ("keirin", "a derny advances 9 per turn; nobody may pass its rear wheel (CY-20)."),
    ("pursuit", "Laps, pursuit: 4, unless agreed otherwise (CY-20)."),
    ("pursuit", "the other on the opposite side of the track (CY-20)."),
    ("pursuit", "the other has one more turn (CY-20)."),
    ("keirin", "Keirin: 10 riders at most (CY-20)."),
    ("team pursuit", "Laps, team pursuit: 4, unless agreed otherwise (CY-20)."),
    ("team pursuit", "the other on the opposite side of the track (CY-20)."),
    ("points race", "Points race: 5, 3, 2, 1 points on each lap (CY-20)."),
    ("points race", "Points race: double points after scoring 5 times (CY-20)."),
    ("points race", "Points race: points x 3 at the finish (CY-20)."),
    ("points race", "Points race: 2 riders of each team (CY-20)."),
    ("points race", "Laps, points race: 10, unless agreed otherwise (CY-20)."),
    ("1 km", "Laps, 1 km: 1, unless agreed otherwise (CY-20)."),
    ("road", "A time rider may advance 3, 7, 11 lines instead of throwing"),
    ("road", "On a mountain, climbers, B and C advance 1 more than their dice"),
    ("road", "The box contains 4 teams (CY-14)."),
    ("road", "A team has 5 riders (CY-14)."),
)
FIGUERES = (
    ("road", "a deck of 7 cards (0, 1, 2, 3, 4, 5, 6)"),
    ("road", "9 bottle cards (1, 1, 1, 2, 2, 2, 3, 3, 3), shuffled, face down (FI-4)."),
    ("road", "Space 15, refreshment: each rider who reaches or passes it"),
    (
        "road",
        "Space 21, sprint bonus: after the turn in which a rider first reaches it",
    ),
)
CICLISTAS = (
    ("road", "Bonus counters in the middle of the table: 25 (CI-5)."),
    ("road", "A team has 3 riders (CI-5)."),
)


def of_every_game() -> list[tuple[str, str, str]]:
    games = {
        "criterium": CRITERIUM,
        "cyclo": CYCLO,
        "figueres": FIGUERES,
        "ciclistas": CICLISTAS,
    }
    return [(game, *line) for game, lines in games.items() for line in lines]


@pytest.mark.parametrize(("game", "kind", "said"), of_every_game())
def test_what_the_table_sees_to_is_on_all_three_sheets(
    game: str, kind: str, said: str
) -> None:
    """CR-13, CR-19, CY-13, CY-14, CY-20, CI-5, FI-4."""
    race = race_of(game, kind)
    stage, book = race.tour.stages[0], race.rulebook
    riders = 6 if game == "criterium" else None
    sheets = [kit_sheet(race), setup_sheet(book, stage=stage, riders=riders)]
    if "Refreshment" not in said:  # said where it is known how many start
        sheets += [course_sheet(race.tour, 1, book), setup_sheet(book)]

    assert all(any(said in note for note in sheet.notes) for sheet in sheets)


@pytest.mark.parametrize("riders", range(6, 16))
def test_refreshments_are_dealt_by_the_number_of_starters(riders: int) -> None:
    """CR-19, decided: two up to ten riders, of the 25 in the box, and else one."""
    (line,) = [
        note
        for note in table_notes(race_of("criterium").rulebook, None, riders)
        if note.startswith("Refreshment")
    ]

    cards = 2 if riders <= 10 else 1
    assert (
        line == f"Refreshment cards per rider, with {riders} riders: {cards} (CR-19)."
    )
    assert riders * cards <= 25


@pytest.mark.parametrize("kind", ["sprint", "keirin", "pursuit", "1 km"])
def test_the_dangers_of_the_road_are_not_on_the_track(kind: str) -> None:
    """CR-19."""
    assert "obbles" not in notes("criterium", kind)


@pytest.mark.parametrize("kind", [kind for kind in StageKind if not kind.on_track])
def test_the_rules_of_the_track_are_not_on_the_road(kind: str) -> None:
    """CR-13, CY-20."""
    for game in ("criterium", "cyclo"):
        said = notes(game, kind)
        assert not [w for w in ("eirin", "ursuit", "print: in", "lap:") if w in said]


def test_a_points_race_may_have_points_every_half_lap() -> None:
    """CY-20. Ten laps are 20 half laps; from the 11th on they are double."""
    race = race_of("cyclo", "points race", half_laps=True)

    assert "Points race: points every half lap, too (CY-20)." in notes(
        "cyclo", "points race", half_laps=True
    )
    assert "half lap" not in notes("cyclo", "points race")
    assert race.rulebook.number("track.double_after") == 10


@pytest.mark.parametrize("points", [(3, 1), ()])
def test_a_points_race_with_its_own_points_has_a_note_on_those(
    points: tuple[int, ...],
) -> None:
    """CR-13, GN-4. Without any points, there is nothing to say of them."""
    stage = Stage(kind=StageKind.POINTS_RACE, points=points)
    said = table_notes(rulebook_of(Tour(name="A", rulebook="criterium")), stage)

    each_lap = [note for note in said if "points on each lap" in note]
    own = "Points race: 3, 1 points on each lap (GN-4)."
    assert each_lap == ([own] if points else [])


@pytest.mark.parametrize(
    ("game", "scale"),
    [("criterium", "10, 6, 4, 3, 2, 1"), ("cyclo", "15, 10, 5, 4, 3, 2, 1")],
)
def test_the_points_of_an_omnium_are_on_its_sheets(game: str, scale: str) -> None:
    """CR-13, CR-8, CY-8. Where the format is not known, it is said of an omnium."""
    note = f"Omnium: {scale} points for the places in each race"

    assert note in notes(game, "keirin", format="omnium")
    assert note not in notes(game, "keirin")
    base, road = (rulebook_of(Tour(name="A", rulebook=g)) for g in (game, "road"))
    assert note in "\n".join(setup_sheet(base).notes)
    assert "Omnium" not in "\n".join(setup_sheet(road).notes)


def test_at_level_1_there_are_no_types_to_speak_of() -> None:
    """CY-13."""
    assert "time rider" not in notes("cyclo", level=1)
    assert "climbers" not in notes("cyclo", level=1)


def test_sections_of_the_stage_replace_those_of_the_board() -> None:
    """CR-19. Only the cobbles are still those of the board."""
    mountain = Section(kind=SectionKind.MOUNTAIN, start=20, end=30)
    stage = Stage(length=200, sections=(mountain,))
    said = table_notes(rulebook_of(Tour(name="A", rulebook="criterium")), stage)

    assert [note for note in said if re.search(r"spaces \d", note)] == [
        "Cobbles: board spaces 45-50 (CR-19).",
        "No shelter cards on board spaces 25-33 (CR-19).",
        "If you play with weather: no wind on board spaces 25-44 (CR-19).",
    ]


def test_a_house_rule_changes_the_line_and_none_takes_it_away() -> None:
    """CR-19. Cobbles from 40 on; no mountain."""
    own = {"course.cobbles": (40, 50), "course.mountain": ()}
    race = race_of("criterium", rules=own)
    said = [*table_notes(race.rulebook, race.tour.stages[0])]

    assert "Cobbles: board spaces 40-50 (CR-19)." in said
    assert not [note for note in said if note.startswith("Mountain")]


@pytest.mark.parametrize("game", ["road", "flamme-rouge"])
def test_a_game_without_such_values_says_nothing(game: str) -> None:
    assert notes(game) == ""


NOTED = [*_NOTES, "setup.refreshments"]
NOTED += [key for key in KEYS if key.startswith("laps.")]


@pytest.mark.parametrize("key", NOTED)
def test_a_rulebook_written_before_these_values_is_read_without_them(key: str) -> None:
    """CR-19. Nothing is said there, and nothing is asked.

    Six riders in a keirin have always been the most, in a game that has one, and the
    points of a points race and of an omnium are as old.
    """
    old = {"track.keirin", "track.points", "track.last_lap", "track.omnium"}
    assert KEYS[key].default in (0, False, ()) or key in old


@pytest.mark.parametrize("game", builtin_names())
def test_each_of_these_values_has_a_rule_and_a_source(game: str) -> None:
    """CR-19. In `rules show` too, unless the game has it not."""
    book = rulebook_of(Tour(name="A", rulebook=game))
    shown = {row["Key"] for row in rows_of(book)}

    for key in NOTED:
        value = book.values[key]
        assert value.rule or value.source == Source.DEFAULT
        assert (key in shown) == (value.source != Source.DEFAULT)


def rows_of(book: Rulebook) -> list[dict[object, object]]:
    values = next(t for t in rulebook_sheet(book).tables if t.name == "Values")
    titles = [column.title for column in values.columns]
    return [dict(zip(titles, row, strict=True)) for row in values.rows]
