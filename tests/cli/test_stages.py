"""The course of a stage, and the decisions of the game leader."""

import json
import shlex
from collections import Counter
from pathlib import Path

import pytest

from peloton.desk.proposal import draw_lots
from tests.cli.conftest import Run
from tests.cli.desks import SAVE, UNDO, sit
from tests.rules.tour_texts import startlist


def test_the_stages_are_listed_with_their_state(tour: Run) -> None:
    tour("stage", "clear", "3", "--yes")

    rows = json.loads(tour("stage", "list", "--json").out)

    assert [(row["number"], row["kind"], row["state"]) for row in rows] == [
        (1, "road", "ridden"),
        (2, "itt", "ridden"),
        (3, "road", "to be ridden"),
    ]


def test_other_keys_of_a_stage_are_set_as_in_a_tour_file(tour: Run) -> None:
    """GN-4, RR-10, CY-23."""
    values = {
        "points": "[5, 3]",
        "same_time_gap": "3",
        "time_limit": "{ turns = 9 }",
        "counts": "{ points = false }",
        "start": '[{ bibs = "4 1", lead = 25 }]',
    }
    before = tour("dump").out
    words = [
        word for key, value in values.items() for word in ("--set", f"{key}={value}")
    ]

    assert tour("stage", "edit", "3", *words).errors == []
    dumped = tour("dump").out
    for key in values:
        tour("stage", "edit", "3", "--set", key)

    assert "points = [5, 3]\nsame_time_gap = 3\n" in dumped
    assert "time_limit = { turns = 9 }\ncounts = { points = false }" in dumped
    assert 'start = [\n  { bibs = "4 1", lead = 25 },\n]' in dumped
    assert tour("dump").out == before


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("pionts=[1]", "found 'pionts', expected one of points, bonus, "),
        ("points=[", "not valid TOML: Invalid value"),
        (
            "counts={ pionts = false }",
            "pionts: found 'pionts', expected one of general",
        ),
        ("finish=1", "found 'finish', expected one of points, bonus, "),
    ],
)
def test_a_key_or_value_that_a_stage_cannot_have_is_refused(
    tour: Run, word: str, said: str
) -> None:
    ran = tour("stage", "edit", "3", "--set", word)

    assert ran.code == 1
    assert ran.errors[0].startswith(f"Error: {said}")


def test_an_edit_changes_only_what_is_given(tour: Run) -> None:
    assert tour("stage", "edit", "1", "--name", "Muur", "--length", "150").code == 0

    shown = tour("stage", "show", "1").out
    assert 'name = "Muur"\nlength = 150\n' in shown
    assert 'name = "Zottegem", at = 120' in shown


def test_a_ruling_counts_and_can_be_taken_back(tour: Run) -> None:
    before = tour("dump").out
    ruled = ("--bib", "4", "--seconds", "20", "--reason", "moved out of turn")
    assert tour("stage", "ruling", "2", *ruled, "--yes").code == 0
    row = json.loads(tour("result", "2", "--json").out)[0]
    assert (row["bib"], row["penalty"]) == ("4", 20)

    assert tour("undo").code == 0

    assert tour("dump").out == before


def test_a_cancelled_stage_counts_again_when_undone(tour: Run) -> None:
    before = tour("dump").out
    tour("stage", "cancel", "3", "--reason", "the cat sat on it", "--yes")
    assert json.loads(tour("stage", "list", "--json").out)[2]["state"] == "cancelled"

    tour("stage", "cancel", "3", "--undo", "--yes")

    assert tour("dump").out == before


def test_a_cleared_stage_keeps_its_course(tour: Run) -> None:
    for number in ("3", "2", "1"):
        assert tour("stage", "clear", number, "--yes").code == 0

    shown = tour("stage", "show", "1").out
    assert 'name = "Zottegem", at = 120' in shown
    assert tour("stage", "show", "1", "--entry").out == ""


def test_the_last_stage_is_removed_once_cleared(tour: Run) -> None:
    assert "first run 'peloton stage clear 3'" in tour("stage", "remove").err
    tour("stage", "clear", "3", "--yes")

    assert tour("stage", "remove").code == 0

    assert len(json.loads(tour("stage", "list", "--json").out)) == 2


@pytest.mark.parametrize(
    "words",
    [
        "stage ruling 1 --bib 7 --reinstated --reason cat",
        "note 1 '!7 reinstated cat'",
    ],
)
def test_a_ruling_reinstates_a_rider(tour: Run, words: str) -> None:
    """RR-10."""
    assert tour(*shlex.split(words), "--yes").code == 0

    assert 'bib = "7"\n  reinstated = true\n  reason = "cat"\n' in tour("dump").out


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("stage ruling 1 --bib 99 --seconds 5 --reason x", "no rider 99"),
        ("stage ruling 1 --bib 7 --reason x", "expected --seconds, --points"),
        (
            "stage ruling 1 --bib 7 --seconds 5",
            "found no reason, expected one such as --reason",
        ),
        ("stage ruling 1 --seconds 5 --reason x", "either --bib or --team"),
        ("stage ruling 1 --team MOLL --seconds 5 --reason x", "did you mean 'MOL'?"),
        ("stage lots 1 general 1 1", "lots: found '1' twice"),
        ("stage lots 1 general 99", "no rider 99"),
        ("stage lots 1 young 1", "cyclo has no classification 'young'"),
        ("stage cancel 1", "expected either --reason"),
        ("stage cancel 1 --undo", "stage 1 is not cancelled"),
        ("stage clear 1", "stage 2 has results but stage 1 has none; enter that one"),
        ("stage edit 1 --sprint Ninove@60", "no sprint or summit"),
        ("stage edit 1 --climb Muur@84-60", "expected 'to' beyond 'from'"),
        ("stage edit 1 --length 190 --climb Muur@60-191", "Muur: found to = 191, "),
        ("stage edit 1 --length 190 --paved 100-191", "paved: found to = 191, "),
        ("stage add --length 190 --sprint Aalst@191", "Aalst: found at = 191, "),
        ("stage edit 1 --length 70", "found to = 84, expected at most 70, the length"),
        ("stage edit 1 --length 190spaces", "expected a length in lines, such as 190"),
        ("stage edit 1 --length 0", "found '0', expected a length in lines"),
        ("stage edit 1 --sprint Muur@60", "two lines named 'Muur'"),
        ("stage edit 1 --sprint X@12o", "such as Zottegem@120"),
        ("stage edit 1 --paved Muur", "such as 100-115"),
        ("stage edit 1 --climb Muur@60-84:5", "expected one of HC, 1, 2, 3, 4"),
        ("stage edit 1 --climb Muur@60", "expected a climb such as Muur@60-84"),
        ("stage edit 9 --name X", "no stage 9; the tour has 3"),
        ("stage show 9", "no stage 9; the tour has 3"),
    ],
)
def test_what_does_not_fit_a_stage_is_refused(
    tour: Run, command: str, said: str
) -> None:
    tour("stage", "edit", "1", "--climb", "Muur@60-84")
    before = tour("dump").out

    ran = tour(*command.replace("Ninove@60", "Ninove@60 --climb Kap").split())

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert said in ran.err
    assert tour("dump").out == before


@pytest.mark.parametrize(
    ("length", "lines"),
    [("260km", 494), ("100 km", 190), ("7 KM", 13), ("190 lines", 190)],
)
def test_a_length_in_km_becomes_laps_of_the_board(
    tour: Run, length: str, lines: int
) -> None:
    """CY-21. 100 km are one lap of 190 lines: 260 km are 2.6; 7 km are 13.3 lines."""
    ran = tour("stage", "add", "--name", "Far", "--length", length)

    assert ran.code == 0
    assert f"length = {lines}\n" in tour("dump").out
    told = "lines: 100 km are a lap of 190 (CY-21)." in ran.err
    assert told is length.lower().endswith("km")


def test_a_game_without_laps_of_km_has_no_length_in_km(run: Run) -> None:
    run("demo", "criterium")
    ran = run("stage", "edit", "1", "--length", "260km")

    assert ran.errors == [
        "Error: found '260km', expected a length in spaces, such as 190"
    ]


@pytest.mark.parametrize("verb", ["ruling", "lots", "clear"])
def test_a_stage_not_ridden_has_nothing_to_rule_on(tour: Run, verb: str) -> None:
    tour("stage", "clear", "3", "--yes")
    rest = {
        "ruling": ("--bib", "1", "--seconds", "5", "--reason", "x"),
        "lots": ("general", "1"),
        "clear": (),
    }

    ran = tour("stage", verb, "3", *rest[verb])

    assert ran.code == 1
    assert "stage 3 has no results" in ran.err


def test_a_kind_that_is_none_is_wrong_usage(tour: Run) -> None:
    ran = tour("stage", "add", "--kind", "raod")

    assert ran.code == 2
    assert "'road'" in ran.err


@pytest.mark.parametrize(
    ("option", "word", "meant"),
    [
        ("--sprint", "Aalst 70", "Aalst@70"),
        ("--climb", "Muur 60-84", "Muur@60-84"),
        ("--climb", "Muur 60-84:3", "Muur@60-84:3"),
    ],
)
def test_a_place_without_its_sign_is_asked_about(
    tour: Run, option: str, word: str, meant: str
) -> None:
    ran = tour("stage", "add", "--length", "190", option, word)

    assert ran.errors == [f"Error: found '{word}' without @; did you mean '{meant}'?"]


@pytest.mark.parametrize(
    ("option", "word", "written"),
    [
        ("--sprint", "Aalst @ 70", '{ name = "Aalst", at = 70 }'),
        ("--climb", "Col: the wall @ 60 - 84 : 3", 'name = "Col: the wall", from = 60'),
        ("--climb", "Muur : HC", 'name = "Muur", category = "HC"'),
        ("--climb", "Côte 1 @ 84 : 2", 'name = "Côte 1", to = 84, category = "2"'),
        ("--paved", "100 - 115", "from = 100, to = 115"),
    ],
)
def test_spaces_around_the_signs_of_a_course_mean_nothing(
    tour: Run, option: str, word: str, written: str
) -> None:
    ran = tour("stage", "add", "--length", "190", option, word)

    assert "without @" not in ran.err
    assert written in tour("stage", "show", "4").out


@pytest.mark.parametrize(
    ("option", "word"),
    [
        *(("--sprint", word) for word in ("@", "Aalst@", "Aalst@x", "a@b@20")),
        *(("--climb", word) for word in ("Muur@", "Muur@60", "Muur:", "a@b@60-84")),
        *(("--paved", word) for word in ("Haaghoek", "60", "60:2", "60-", "60-84-90")),
    ],
)
def test_what_is_no_sprint_and_no_section_is_refused(
    tour: Run, option: str, word: str
) -> None:
    ran = tour("stage", "add", "--length", "190", option, word)

    assert ran.code == 1
    assert f"found '{word}', expected a " in ran.err


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "found '146.6', expected a length in whole km, such as 190"),
        ("fr", "une longueur en km entiers, comme 190"),
    ],
)
def test_a_length_in_km_is_a_whole_number(tour: Run, language: str, said: str) -> None:
    tour("new", "Real", "--rulebook", "road", "--language", language)

    assert said in tour("stage", "add", "--length", "146.6").err


def test_a_number_alone_is_where_a_sprint_stands(tour: Run) -> None:
    assert tour("stage", "add", "--name", "Ninove", "--sprint", "120").code == 0

    assert "{ at = 120 }" in tour("stage", "show", "4").out


LEVEL = f"""\
[tour]
name = "Level"
rulebook = "cyclo"

{startlist("1 2 3 4")}

[[stage]]
name = "Bunch"
finish = '''
(1 2 3) 0 3
4       1 0
'''
"""


@pytest.fixture
def level(run: Run, folder: Path) -> Run:
    """A tour with three equal riders after its only stage."""
    (folder / "level.toml").write_text(LEVEL)
    assert run("load", "level.toml").code == 0
    return run


def lots_of(run: Run) -> list[str]:
    """Return the stored lots of the general classification."""
    found = [line for line in run("dump").out.splitlines() if "general = " in line]
    return found[0].partition('"')[2].strip('"').split() if found else []


def test_lots_to_draw_are_reported_in_the_language_of_the_tour(level: Run) -> None:
    assert level("edit", "--language", "nl").code == 0

    assert "Loot met 'peloton stage lots 1 general --draw'." in level().out


def test_lots_are_drawn_among_those_who_are_tied(level: Run) -> None:
    """CY-7: 1, 2 and 3 are, 4 is not."""
    assert "Draw the lots with 'peloton stage lots 1 general --draw'." in level().out

    ran = level("stage", "lots", "1", "general", "--draw", "--yes")

    order = lots_of(level)
    assert sorted(order) == ["1", "2", "3"]
    assert f"Drawn: =general {' '.join(order)}\n" in ran.err
    rows = json.loads(level("standings", "general", "--json").out)
    rows = rows if isinstance(rows, list) else rows["general"]
    assert [row["bib"] for row in rows] == [*order, "4"]
    assert "lots" not in level().err


def test_a_dry_run_draws_and_keeps_nothing(level: Run) -> None:
    ran = level("stage", "lots", "1", "general", "--draw", "--dry-run")

    assert "Drawn: " in ran.err
    assert lots_of(level) == []


def test_without_a_tie_no_lots_are_drawn(level: Run) -> None:
    """CY-8: nobody has the same green points."""
    ran = level("stage", "lots", "1", "points", "--draw", "--yes")

    assert ran.code == 0
    assert "No lots to draw: nobody is tied in points." in ran.err


def test_lots_that_are_there_are_not_drawn_again(level: Run) -> None:
    """CY-7: 3 has the first lot; only 1 and 2 are still tied."""
    level("stage", "lots", "1", "general", "3", "--yes")
    level("stage", "lots", "1", "general", "--draw", "--yes")
    first = lots_of(level)
    again = level("stage", "lots", "1", "general", "--draw", "--yes")

    assert first[0] == "3"
    assert sorted(first) == ["1", "2", "3"]
    assert "No lots to draw: nobody is tied" in again.err
    assert lots_of(level) == first


def test_lots_are_either_named_or_drawn(level: Run) -> None:
    both = level("stage", "lots", "1", "general", "2", "--draw")
    neither = level("stage", "lots", "1", "general")

    expected = "expected either BIB... or --draw"
    assert both.errors == neither.errors == [f"Error: {expected}"]


def test_the_desk_draws_lots_into_the_line(level: Run) -> None:
    """CY-7. Taken back by undo, and kept once they are saved."""
    sat = sit("=general ?", "\r", SAVE, number=1)
    line = sat.desk.buffer.document.lines[-2]

    assert sat.saved
    assert line == f"=general {' '.join(lots_of(level))}"
    assert sorted(lots_of(level)) == ["1", "2", "3"]


@pytest.mark.usefixtures("level")
def test_the_desk_says_what_keeps_lots_from_being_drawn() -> None:
    sat = sit("=points ?\r", number=1)

    assert "No lots to draw: nobody is tied in points." in sat.screen
    assert sat.text.endswith("=points ?")
    assert "No lots yet: the stage is not complete." in (
        sit(UNDO, "DNS 1\r4 3\r=general ?\r", number=1).screen
    )


@pytest.mark.usefixtures("level")
def test_the_desk_reminds_of_lots_to_be_drawn(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """CY-7."""
    assert sit(SAVE, number=1).saved

    assert "Lots not drawn yet: general." in capsys.readouterr().err


def test_every_order_is_drawn_as_often() -> None:
    """10,000 draws of three: chi-square below 60, for five degrees of freedom.

    A fair draw is above that once in more than 10 ** 10 times.
    """
    draws = 10_000
    counts = Counter(draw_lots([("1", "2", "3")]) for _ in range(draws))
    expected = draws / 6

    assert len(counts) == 6
    assert sum((n - expected) ** 2 / expected for n in counts.values()) < 60


def test_each_tie_is_drawn_for_itself() -> None:
    """Of 200 draws each of the four orders is one, but for once in 10 ** 24."""
    drawn = {draw_lots([("1", "2"), ("7", "9")]) for _ in range(200)}

    assert drawn == {
        (*first, *then)
        for first in (("1", "2"), ("2", "1"))
        for then in (("7", "9"), ("9", "7"))
    }


def test_riders_missing_from_a_later_stage_are_one_line_a_stage(
    run: Run, folder: Path
) -> None:
    """GN-1, GN-4. Who left on stage 1 starts stage 2 if stage 1 is cancelled."""
    riders = "".join(f'[[rider]]\nbib = "{n}"\n' for n in range(1, 6))
    stages = [
        f'[[stage]]\nfinish = """\n{finish}"""\n'
        for finish in ("1 0 3\n2 0 4\nDNF 3\nDNF 4\nDNF 5\n", *["1 0 3\n2 0 4\n"] * 2)
    ]
    (folder / "left.toml").write_text(
        f'[tour]\nname = "Left"\nrulebook = "cyclo"\n{riders}{"".join(stages)}'
    )
    assert run("load", "left.toml").code == 0
    ran = run("stage", "cancel", "1", "--reason", "snow")

    expected = "expected a mark, or one of ABS, DNF, DNS, DSQ, OTL"
    assert ran.err.splitlines() == [
        f"stage 2: riders 3, 4, 5 are missing: {expected}",
        f"stage 3: riders 3, 4, 5 are missing: {expected}",
        "Error: the changed tour has 2 mistakes; nothing was changed",
    ]
