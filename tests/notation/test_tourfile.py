"""Reading a tour file: its facts, and every mistake at once."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peloton.notation.problems import problem_lines
from peloton.notation.tour_file.writing import tour_text
from peloton.rules.facts.kinds import (
    Category,
    ClassificationName,
    Profile,
    Reason,
    SectionKind,
    StageKind,
)
from peloton.rules.facts.stage import (
    Arrival,
    Offer,
    Ruling,
    Section,
    Sprint,
    Stage,
    Unplaced,
)
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import OPEN, Tour
from peloton.rules.games.cyclo import LinesMark
from peloton.rules.race import score
from tests.notation.samples import TOUR, read_whole, reading


def said(text: str) -> list[str]:
    """Read a file with mistakes; return the messages about them."""
    return list(problem_lines("t.toml", text, reading(text).problems))


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("sprints = [{ name = 'Aalst', at = 171 }]", "Aalst: found at = 171"),
        (
            "sections = [{ kind = 'mountain', name = 'Muur', from = 130, to = 175 }]",
            "Muur: found to = 175",
        ),
        ("sections = [{ kind = 'paved', from = 171 }]", "paved: found from = 171"),
        ("sections = [{ kind = 'mountain', name = 'Muur', from = 130, to = 170 }]", ""),
        ("sprints = [{ name = 'Aalst', at = 170 }]", ""),
    ],
)
def test_nothing_on_the_road_stands_beyond_the_finish(line: str, wrong: str) -> None:
    """GN-4. The stage is 170 spaces long."""
    text = f'[tour]\nname = "A"\nrulebook = "cyclo"\n[[stage]]\nlength = 170\n{line}'
    found = [problem.message for problem in reading(text).problems]

    end = ", expected at most 170, the length of the course"
    assert found == ([wrong + end] if wrong else [])


def changed(old: str, new: str) -> str:
    assert old in TOUR
    return TOUR.replace(old, new, 1)


def test_a_tour_file_holds_a_tour_whole() -> None:
    assert read_whole(TOUR) == Tour(
        name="Ronde van de Tafel",
        rulebook="cyclo",
        date=dt.date(2026, 11, 21),
        options={"level": 4},
        rules={"bonus.finish": (10, 6, 4)},
        teams=(
            Team(code=TeamCode("MOL"), name="Molteni", player="Ann", colour="#f2a900"),
        ),
        riders=(
            Rider(
                bib=Bib("1"),
                name="Eddy Baens",
                team=TeamCode("MOL"),
                type="climber",
                captain=True,
            ),
            Rider(bib=Bib("4")),
        ),
        stages=(
            Stage(
                name="Oudenaarde - Geraardsbergen",
                kind=StageKind.ROAD,
                profile=Profile.FLAT,
                length=190,
                points=(15, 10, 5),
                counts={ClassificationName.POINTS: False},
                sections=(
                    Section(
                        kind=SectionKind.MOUNTAIN,
                        name="Muur",
                        start=60,
                        end=84,
                        category=Category.THIRD,
                    ),
                    Section(kind=SectionKind.PAVED, start=100, end=115),
                ),
                sprints=(Sprint(name="Zottegem", at=120, bonus=(3,)),),
                finish=(
                    Arrival((Bib("1"),), LinesMark(0, 3)),
                    Arrival((Bib("4"), Bib("7"), Bib("9")), LinesMark(0, 1)),
                    Arrival((Bib("12"),), LinesMark(2, 2)),
                    Unplaced(Bib("15"), Reason.DNF),
                    Unplaced(Bib("8"), Reason.OTL),
                    Unplaced(Bib("11"), Reason.OTL),
                ),
                crossings={"Muur": (Bib("4"), Bib("1"), Bib("12"))},
                rulings=(Ruling(bib=Bib("7"), seconds=20, reason="moved out of turn"),),
                extra_turns={Bib("1"): 2},
                offers=(Offer(team=TeamCode("MOL"), amount=50, target="Zottegem"),),
                lots={ClassificationName.GENERAL: ("12", "4")},
            ),
        ),
    )


def test_the_rules_of_the_tour_come_with_it() -> None:
    """CY-11: level 4 has a time limit; the house rule gives bonus seconds."""
    rulebook = reading(TOUR).rulebook

    assert rulebook is not None
    assert rulebook.number("time_limit.turns") == 25
    assert rulebook.scale("bonus.finish") == (10, 6, 4)


def test_house_rules_may_be_opened_out_into_tables() -> None:
    text = changed('"bonus.finish" = [10, 6, 4]', "bonus = { finish = [10, 6, 4] }")

    assert read_whole(text) == read_whole(TOUR)


def test_an_option_may_be_a_key_of_the_rulebook() -> None:
    text = changed("level = 4", "time_limit = { seconds = 300 }")

    assert read_whole(text).options == {"time_limit.seconds": 300}


def test_riders_without_a_team_come_after_the_teams_wherever_they_stand() -> None:
    lone = "[[rider]]\nbib = 4\n"
    text = TOUR.replace(lone, "").replace("[[team]]", f"{lone}[[team]]")

    assert read_whole(text) == read_whole(TOUR)


@pytest.mark.parametrize(
    ("written", "planned"), [("21", 21), ('"open"', OPEN), ('"Open"', OPEN)]
)
def test_a_tour_says_how_many_stages_are_planned(
    written: str, planned: int | str
) -> None:
    """GN-9: and who leads the game, and where."""
    words = f'stages = {written}\nleader = "Ann"\nplace = "Ann\'s kitchen"'
    found = read_whole(changed("[tour]\n", f"[tour]\n{words}\n"))

    assert (found.planned, found.leader, found.place) == (
        planned,
        "Ann",
        "Ann's kitchen",
    )
    assert words.replace("Open", "open") in tour_text(found)


def test_a_plan_below_the_stages_listed_is_refused_on_its_line() -> None:
    """GN-9."""
    text = TOUR.replace("[tour]\n", "[tour]\nstages = 1\n", 1) + "\n[[stage]]\n"
    read = reading(text)
    assert read.tour is not None
    assert read.rulebook is not None
    found = score(read.tour, read.rulebook, read.problems).problems

    assert "t.toml:2: error: stages: found 1, but the tour lists 2;" in "\n".join(
        problem_lines("t.toml", text, found)
    )


def test_a_file_may_start_with_a_byte_order_mark() -> None:
    assert read_whole(f"\ufeff{TOUR}") == read_whole(TOUR)


def test_a_file_with_windows_line_ends_is_the_same_tour() -> None:
    assert read_whole(TOUR.replace("\n", "\r\n")) == read_whole(TOUR)


def test_all_mistakes_of_a_file_are_found_at_once_each_with_its_line() -> None:
    text = (
        TOUR.replace('player = "Ann"', 'plyaer = "Ann"')
        .replace('"#f2a900"', '"orange"')
        .replace("12       2 2", "12       2 -2")
        .replace("seconds = 20", "seconds = true")
    )

    assert said(text) == [
        (
            "t.toml:15: error: unknown key 'plyaer' in a team, expected one of code,"
            " name, player, colour, ghost, rider; did you mean 'player'?"
        ),
        "t.toml:16: error: colour: found 'orange', expected a colour such as '#f2a900'",
        "t.toml:42: error: found 2 turns and -2 lines, expected 0 or more of each",
        "t.toml:51: error: seconds: found true, expected a whole number",
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("[tour]\n", "[tour]\nlaps = 3\n", "t.toml:2: error: unknown key 'laps'"),
        ("[[rider]]", "[[ridder]]", "t.toml:23: error: unknown key 'ridder'"),
        ("level = 4", "levle = 4", "t.toml:7: error: no option 'levle' in cyclo"),
        ("level = 4", "level = 5", "t.toml:7: error: level: found 5, expected one of"),
        ("level = 4", "level = [4]", "t.toml:7: error: level: found [4], expected a"),
        ('"bonus.finish"', '"bonus.finsh"', "did you mean 'bonus.finish'?"),
        ("[10, 6, 4]", "[10, -6]", "t.toml:10: error: bonus.finish: found [10, -6]"),
        ("[10, 6, 4]", "[10, true]", "bonus.finish: found [10, true], expected a list"),
        ("[10, 6, 4]", "{}", "bonus.finish: found a table"),
        ("2026-11-21", '"2026-11-21"', "t.toml:4: error: date: found '2026-11-21'"),
        ("2026-11-21", "2026-11-21T10:00:00", "date: found 2026-11-21 10:00:00"),
        (
            "[tour]\n",
            "[tour]\nstages = 0\n",
            "stages: found 0, expected a whole number",
        ),
        ("[tour]\n", "[tour]\nstages = 'all'\n", "1 or more, or 'open'"),
        ('name = "Ronde van de Tafel"', "", "t.toml:1: error: a tour without 'name'"),
        ('"cyclo"', '"ciclo"', "t.toml:3: error: no rulebook 'ciclo', expected one of"),
        ('rulebook = "cyclo"', "", "a tour without 'rulebook', expected one"),
        ('code = "MOL"', "", "t.toml:12: error: a team without 'code', expected one"),
        ('code = "MOL"', 'code = " "', "13: error: code: found ' ', expected text"),
        ("bib = 4", "", "t.toml:23: error: a rider without 'bib', expected one"),
        ("bib = 4", 'bib = ""', "t.toml:24: error: bib: found '', expected a bib"),
        ("bib = 4", 'bib = "4 a"', "bib: found '4 a', expected a bib"),
        ("bib = 4", 'bib = "(4)"', "bib: found '(4)', expected a bib"),
        ("bib = 4", "bib = 4.5", "bib: found 4.5, expected a bib"),
        ("bib = 4", "bib = true", "bib: found true, expected a bib"),
        ("bib = 4", 'bib = "Dnf"', "bib: found 'Dnf', which is a status"),
        ("bib = 4", "bib = 1", "t.toml:24: error: startlist: found rider 1 twice"),
        ("bib = 4", 'bib = 4\ncode = "X"', "t.toml:25: error: unknown key 'code' in a"),
        ("captain = true", "captain = 1", "captain: found 1, expected true or false"),
        ('"road"', '"raod"', "kind: found 'raod', expected one of road,"),
        ('"flat"', '"flatt"', "expected one of flat, hilly, mountain; did you mean"),
        ("length = 190", "length = 1.5", "length: found 1.5, expected a whole number"),
        ("length = 190", "length = -1", "length: found -1, expected a whole number, 0"),
        ("length = 190", "length = 0xFFFFFFFFF", "length: found a huge number"),
        ("[15, 10, 5]", '["a"]', "points: found ['a'], expected a list of whole"),
        ("[15, 10, 5]", "[[1]]", "points: found a list, expected a list of whole"),
        ("points = false", "point = false", "found 'point', expected one of general,"),
        ("points = false", "points = 0", "points: found 0, expected true or false"),
        ('"mountain", name', '"hill", name', "t.toml:34: error: kind: found 'hill'"),
        ('kind = "paved", ', "", "t.toml:35: error: a section without 'kind'"),
        ("category = 3", "category = 5", "t.toml:34: error: category: found 5"),
        ("from = 60", "from = 90", "t.toml:34: error: found from = 90 and to = 84"),
        ('"Zottegem", at', '"Muur", at', "t.toml:37: error: the stage has two lines"),
        ('"Zottegem", at', '"finish", at', "two lines named 'finish', expected one"),
        ('"4 1 12"', '"4, 1"', "t.toml:47: error: Muur: found '4,', expected a bib"),
        ('"4 1 12"', "4", "Muur: found 4, expected the order in quotes"),
        ('reason = "moved out of turn"', "", "a ruling without 'reason', expected one"),
        ("seconds = 20", 'seconds = "20"', "seconds: found '20', expected a whole"),
        ("1 = 2\n", "1 = -2\n", "t.toml:55: error: 1: found -2, expected a whole"),
        ("amount = 50", "", "an offer without 'amount', expected one"),
        ("amount = 50", 'amount = 50\nbib = "7"', "unknown key 'bib' in an offer"),
        ('for = "Zottegem"', "for = 7", "for: found 7, expected text in quotes"),
        ("amount = 50", "amount = 50\nplace = 0", "place: found 0, expected a whole"),
        ("general =", "generel =", "generel: found 'generel', expected one of general"),
        ("  [stage.crossings]\n  Muur =", "crossings =", "crossings: found '4 1 12'"),
    ],
)
def test_each_mistake_says_what_was_found_and_expected(
    old: str, new: str, expected: str
) -> None:
    (line,) = said(changed(old, new))

    assert expected in line


def test_two_teams_with_one_code_are_refused_and_their_riders_stay() -> None:
    text = f'{TOUR}\n[[team]]\ncode = "MOL"\n[[team.rider]]\nbib = 9\n'

    found = reading(text)

    assert [p.message for p in found.problems] == [
        "found team 'MOL' twice, expected once"
    ]
    assert found.tour is not None
    assert [rider.bib for rider in found.tour.riders] == ["1", "9", "4"]


def test_riders_of_a_team_without_a_code_stay_on_the_startlist() -> None:
    found = reading(changed('code = "MOL"', ""))

    assert found.tour is not None
    assert [rider.bib for rider in found.tour.riders] == ["1", "4"]


def test_unnamed_lines_are_numbered_and_share_no_name_with_others() -> None:
    (line,) = said(
        changed('name = "Zottegem", at', 'name = "Climb 1", at').replace(
            'name = "Muur", ', ""
        )
    )

    assert "two lines named 'Climb 1'" in line


def test_a_mistake_on_a_stage_is_that_stages() -> None:
    found = reading(f'{TOUR}\n[[stage]]\nkind = "rode"\n')

    assert [problem.stage for problem in found.problems] == [2]


def test_stages_keep_their_numbers_when_one_cannot_be_read() -> None:
    text = '[tour]\nname = "x"\nrulebook = "cyclo"\n'
    found = reading(f'stage = [1, {{ name = "two" }}]\n{text}')

    assert found.tour is not None
    assert [stage.name for stage in found.tour.stages] == ["", "two"]


def test_without_a_rulebook_the_rest_of_the_file_is_still_read() -> None:
    found = reading(changed('"cyclo"', '"ciclo"').replace("= 190", "= true"))

    assert found.rulebook is None
    assert [problem.where for problem in found.problems] == [
        ("tour", "rulebook"),
        ("stage", 0, "length"),
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[tour]\nname = \n", "t.toml:2: error: not valid TOML: Invalid value"),
        ("[tour]\nname = 'x'\nname = 'y'\n", "t.toml:3: error: not valid TOML: Cannot"),
        ("[tour]\ndate = 2026-13-40\n", "found 'date = 2026-13-40'"),
        ('[tour]\nname = """x\n\n', "t.toml:4: error: not valid TOML: Unterminated"),
        (f"a = {'9' * 5000}", "t.toml: error: not valid TOML: a number has too many"),
        (f"a = {'[' * 9000}", "t.toml:1: error: found more than 20 nested brackets"),
    ],
)
def test_what_is_not_toml_is_one_problem_with_its_line(text: str, line: str) -> None:
    (found,) = said(text)

    assert line in found


def test_an_empty_file_is_told_what_it_lacks() -> None:
    assert said("") == [
        "t.toml: error: a file without [tour], expected one with name and rulebook"
    ]


# -- Whatever a file holds, reading it ends in a tour and in problems. ----------------

WORDS = [
    "tour",
    "name",
    "rulebook",
    "date",
    "options",
    "rules",
    "team",
    "code",
    "colour",
    "rider",
    "bib",
    "type",
    "captain",
    "stage",
    "kind",
    "profile",
    "length",
    "points",
    "counts",
    "cancelled",
    "sections",
    "sprints",
    "finish",
    "from",
    "to",
    "at",
    "category",
    "crossings",
    "ruling",
    "seconds",
    "reason",
    "extra_turns",
    "team_turns",
    "offer",
    "amount",
    "for",
    "place",
    "lots",
    "general",
    "bonus",
    "bonus.finish",
    "level",
    "ttt_rider",
    "cyclo",
    "x",
]
scalars = st.sampled_from(
    [
        '"cyclo"',
        '"mountain"',
        '"1 0 3"',
        '"""\n1 0 3\n(2\n"""',
        "true",
        "2026-01-01",
        "1",
        "-1",
        "1.5",
        "inf",
        "0xffffffffffffffffffffffff",
        '""',
        "'#'",
    ]
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda v: f"[{', '.join(v)}]")
        | st.dictionaries(st.sampled_from(WORDS), inner, max_size=5).map(
            lambda d: "{" + ", ".join(f'"{k}" = {v}' for k, v in d.items()) + "}"
        )
    ),
    max_leaves=12,
)
documents = st.dictionaries(
    st.sampled_from(["tour", "team", "rider", "stage", "x"]), values
).map(lambda d: "\n".join(f"{key} = {value}" for key, value in d.items()))


@given(documents)
def test_no_file_is_too_wrong_to_be_told_so(text: str) -> None:
    for found in (reading(text), reading(f'{text}\n["tour".options]\nlevel = 1\n')):
        assert found.tour is not None or found.problems[0].code == "syntax"
        for line in problem_lines("t.toml", text, found.problems):
            assert line.isprintable()


@given(st.integers(0, len(TOUR)), st.integers(0, 30), st.text(max_size=3))
def test_no_slip_of_the_keyboard_is_a_crash(at: int, cut: int, typed: str) -> None:
    text = TOUR[:at] + typed + TOUR[at + cut :]
    found = reading(text)
    if found.tour is not None and not found.problems:
        assert read_whole(tour_text(found.tour)) == found.tour
