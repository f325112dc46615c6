"""`peloton ghosts`, and `?` at the desk: teams that no person plays (GN-7)."""

import json
import os
import select
import signal
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from peloton.desk.session import Session
from peloton.desk.state import StageAtDesk
from peloton.notation.resources import sample_tours
from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.stage import Stage
from peloton.rules.race import score_stage
from peloton.rules.results import StageScore, TurnLines
from tests.cli.conftest import Run
from tests.cli.desks import BACKSPACE, ENTER, HELP, SAVE, UNDO, leave, sit
from tests.cli.killed_desk import DRAWN, Starter, Terminal
from tests.machine import PATIENCE

TOUR = """\
[tour]
name = "Ghosts"
rulebook = "flamme-rouge"

[[team]]
code = "ANN"
  [[team.rider]]
  bib = "1"

[[team]]
code = "GHO"
name = "Les Fantômes"
ghost = "brain"
  [[team.rider]]
  bib = "21"
  type = "sprinteur"
  [[team.rider]]
  bib = "22"
  type = "rouleur"

[[stage]]
kind = "road"
length = 60
finish = \"\"\"
1   0 3
21  0 2
22  1 1
\"\"\"
  [stage.cards]
  21 = 3

[[stage]]
kind = "road"
length = 60

[[stage]]
kind = "road"
length = 60
"""


@pytest.fixture
def ghosts(run: Run, folder: Path) -> Run:
    (folder / "g.toml").write_text(TOUR)
    assert run("load", "g.toml").code == 0
    return run


def decks(run: Run, *number: str) -> dict[str, dict[str, object]]:
    rows = json.loads(run("ghosts", *number, "--json").out)
    return {row["owner"]: row for row in rows}


def test_question_mark_and_enter_write_the_turn_of_all_ghosts(ghosts: Run) -> None:
    sitting = sit(f"?{ENTER}")

    line, last = sitting.text.split("\n")
    sign, first, cards, *_ = line.split()
    assert (sign, first, last) == ("?", "21", "")
    assert cards.removeprefix("e")[:1].isdigit(), "a card, or one of exhaustion"
    assert line.count("(") == 2, "each looked at three cards besides"
    after = decks(ghosts)
    assert [len(after[bib]["played"]) for bib in after] == [1, 1]  # type: ignore[arg-type]


def test_a_ghost_may_be_named_as_any_rider(ghosts: Run) -> None:
    ghosts("rider", "edit", "21", "--name", "Le Muscle")

    sitting = sit(f"?- muscle{ENTER}? musc 9{ENTER}")

    assert "! " not in sitting.screen


def test_exhaustion_of_the_stage_before_is_in_the_deck(ghosts: Run) -> None:
    """FR-2: half of 3, rounded up."""
    row = decks(ghosts)["21"]

    assert (row["exhaustion"], row["left"]) == (2, 17)


@pytest.mark.parametrize("command", [("ghosts",), ("sheet", "ghosts", "-o", "g.txt")])
def test_the_sign_of_an_exhaustion_card_is_explained_once(
    ghosts: Run, folder: Path, command: tuple[str, ...]
) -> None:
    """FR-2: nobody need know what e2 is."""
    shown = ghosts(*command).out
    shown += (folder / "g.txt").read_text() if "g.txt" in command else ""

    assert shown.count("e2 is an exhaustion card: 2 spaces.") == 1


def test_the_desk_scores_the_stages_before_it_once(
    ghosts: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The decks and the totals before the stage come from the same scores."""
    scored = []

    def counted(
        number: int, stage: Stage, turns: TurnLines, tally: Tally
    ) -> StageScore:
        scored.append(number)
        return score_stage(number, stage, turns, tally)

    del ghosts
    desk = StageAtDesk(Session(address="tours.db", tour_name=None).read(), 2)
    monkeypatch.setattr("peloton.rules.race.score_stage", counted)

    assert desk.view("? 21 4").reading.ghosts.ghosts
    assert scored == [1]


def test_a_deleted_line_puts_the_cards_back(ghosts: Run) -> None:
    before = decks(ghosts)

    drawn = sit(f"?{ENTER}")
    assert decks(ghosts) != before
    sit(UNDO, UNDO, UNDO, desk=None)
    sit(BACKSPACE * len(drawn.text))

    assert decks(ghosts) == before


@pytest.mark.usefixtures("ghosts")
def test_ghosts_that_are_home_or_out_draw_no_more() -> None:
    text = sit(f"21 0 2{ENTER}?{ENTER}").text

    assert text.split("\n")[1].startswith("? 22 ")
    out = sit(f"DNF 22{ENTER}?", ENTER)
    assert "no ghost on the road has a card left" in out.screen


def test_a_line_that_draws_what_is_not_there_is_said_and_the_stage_saved(
    ghosts: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = "? 21 9\n" * 4
    sitting = sit(
        *typed.replace("\n", ENTER),
        *f"21 0 3{ENTER}22 0 2{ENTER}1 1 0{ENTER}",
        SAVE,
    )

    assert sitting.saved
    assert "! 21 has no 9 left; played so far: 9 9 9" in capsys.readouterr().err
    shown = ghosts("stage", "show", "2").out
    assert "? 21" not in shown
    assert "21 = 2" in ghosts("dump").out, "its exhaustion cards go to the next stage"


def test_an_exhaustion_card_is_kept_for_the_next_stage_unless_counted_by_hand(
    ghosts: Run,
) -> None:
    """FR-2: 22 took one, 21 two besides its two; of 21 it was counted: 1."""
    typed = f"?- 22 21 21{ENTER}&21 1{ENTER}1 0 3{ENTER}21 0 2{ENTER}22 0 1{ENTER}"
    sitting = sit(*typed, SAVE)
    leave(sitting)

    cards = ghosts("dump").out.split("[[stage]]")[2].partition("[stage.cards]")[2]
    assert cards.split() == ["21", "=", "1", "22", "=", "1"]


def test_no_ghosts_is_said_with_how_to_make_one(tour: Run) -> None:
    tour("stage", "clear", "3", "--yes")
    # A late draft may draw the screen once more: the message stands on one of them.
    sitting = sit("?", ENTER, HELP, HELP)

    said = "\n".join(sitting.screens)
    assert "no ghost with cards is in the race: 'peloton team edit CODE" in said
    assert sitting.text.endswith("?")
    assert "no ghost with cards is" in tour("ghosts").err


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (
            ("team", "edit", "GHO", "--ghost", "mussle"),
            "no way of playing ghosts 'mussle', expected one of",
        ),
        (("team", "edit", "GHO", "--ghost", "mussle"), "did you mean 'muscle'?"),
        (
            ("team", "edit", "ANN", "--ghost", "muscle"),
            "rider 1: found no type, expected one of sprinteur, rouleur",
        ),
        (
            ("team", "edit", "GHO", "--ghost", "wheel"),
            "ghost 'wheel' is for criterium",
        ),
        (("team", "edit", "GHO", "--ghost", "../x.toml"), "expected one of brain"),
    ],
)
def test_a_way_that_cannot_be_is_refused(
    ghosts: Run, args: tuple[str, ...], error: str
) -> None:
    before = ghosts("dump").out
    ran = ghosts(*args)

    assert ran.code == 1
    assert error in ran.err
    assert ghosts("dump").out == before


def test_a_way_with_decks_by_type_is_refused_in_a_game_without_types(run: Run) -> None:
    """No type is expected of a rider, because the game would refuse it."""
    run("load", str(sample_tours() / "road.toml"))
    ran = run("team", "edit", "SLO", "--ghost", "muscle")

    assert ran.code == 1
    assert "ghost 'muscle' has decks by type, but road has no" in ran.err
    assert "found no type" not in ran.err


def test_a_way_that_throws_dice_needs_no_decks(tour: Run) -> None:
    assert tour("team", "edit", "MOL", "--ghost", "follower").code == 0
    assert tour("dump", "-o", "g.toml").code == 0
    assert tour("score", "g.toml").err == ""


def test_an_unknown_way_in_a_file_is_an_error_on_its_line(
    run: Run, folder: Path
) -> None:
    (folder / "g.toml").write_text(TOUR.replace("brain", "bran"))
    ran = run("load", "g.toml")

    assert ran.code == 1
    assert ran.err.startswith("g.toml:13: error: no way of playing ghosts 'bran'")
    assert "did you mean 'brain'?" in ran.err


def test_a_way_with_too_long_a_name_is_an_error_on_its_line(
    run: Run, folder: Path
) -> None:
    (folder / "g.toml").write_text(TOUR.replace("brain", f"{'b' * 300}.toml"))
    ran = run("load", "g.toml")

    assert ran.code == 1
    assert ran.err.startswith("g.toml:13: error: cannot read bbb")


def test_a_way_that_cannot_be_read_is_one_mistake_among_others(
    run: Run, folder: Path
) -> None:
    (folder / "own.toml").write_bytes(b"\xff\xfe\x00")
    text = TOUR.replace("brain", "own.toml").replace("length = 60", "length = -1", 1)
    (folder / "g.toml").write_text(text)
    ran = run("load", "g.toml")

    assert ran.err.splitlines()[:2] == [
        "g.toml:13: error: own.toml is not a text file in UTF-8",
        "g.toml:23: error: length: found -1, expected a whole number, 0 or more",
    ]


def test_a_wrong_type_of_a_ghost_is_one_mistake(run: Run, folder: Path) -> None:
    (folder / "g.toml").write_text(TOUR.replace('"rouleur"', '"rouler"'))
    ran = run("load", "g.toml")

    mistake = "g.toml:19: error: rider 22: found type 'rouler', expected one of rouleur"
    assert ran.err.startswith(mistake)
    assert ran.errors == ["Error: g.toml has 1 mistake; nothing was changed"]


def test_a_way_of_ones_own_travels_with_the_tour(ghosts: Run, folder: Path) -> None:
    """Copied, changed, checked, taken in, and written beside the dump."""
    assert ghosts("rules", "new", "mine", "--from", "brain").code == 0
    own = folder / "mine.toml"
    own.write_text(own.read_text().replace("value = 4\n", "value = 2\n"))
    checked = ghosts("rules", "check", "mine.toml")
    assert "is valid: Brain team, with 10 values" in checked.err
    assert ghosts("team", "edit", "GHO", "--ghost", "mine.toml").code == 0
    own.unlink()

    assert "(" in sit(f"?{ENTER}").text.split()[2], "two cards were looked at"
    (folder / "out").mkdir()
    assert ghosts("dump", "-o", "out/t.toml").code == 0
    assert "value = 2" in (folder / "out" / "mine.toml").read_text()
    assert ghosts("load", "out/t.toml", "--replace").code == 0
    assert ghosts("undo").code == 0


def test_every_mistake_of_a_way_is_named_with_its_line(run: Run, folder: Path) -> None:
    (folder / "w.toml").write_text(
        'name = "w"\ntitle = "W"\ngames = ["road"]\ndrwa = 1\n'
        '[deck.any]\nvalue = [3, "x"]\n[play.flat]\nvalue = "best"\n'
        "[play.uphill]\nvalue = 1\n"
    )
    ran = run("rules", "check", "w.toml")

    assert ran.code == 1
    for start in (
        "w.toml:4: error: unknown key 'drwa' in a way of playing ghosts",
        "w.toml:6: error: deck.any: found 'x', expected a card",
        "w.toml:8: error: play.flat: found 'best', expected one of top",
        "w.toml:9: error: play.uphill: found 'uphill', expected one of flat",
    ):
        assert start in ran.err


def test_it_is_said_that_every_ghost_is_out_of_the_race(ghosts: Run) -> None:
    typed = "1 0 3\nDNF 21 22\n"
    assert ghosts("stage", "cards", "1", "21=0", "--yes").code == 0
    assert ghosts("stage", "enter", "1", "--yes", typed=typed).code == 0
    said = "no ghost with cards is in the race"

    assert any(said in screen for screen in sit("?", ENTER, HELP, HELP).screens)
    for command in (("ghosts",), ("ghosts", "2"), ("sheet", "ghosts")):
        assert ghosts(*command).errors[0].startswith(f"Error: {said}: ")
    assert ghosts("ghosts", "1").code == 0


def test_a_way_in_broken_toml_is_called_a_way(run: Run, folder: Path) -> None:
    (folder / "w.toml").write_text('name = "w"\ngames = ["road"]\ndraw = \n')
    ran = run("rules", "check", "w.toml")

    assert ran.err.startswith("w.toml:3: error: not valid TOML: ")
    assert ran.errors == [
        "Error: w.toml is not a way of playing ghosts: it has 1 mistake"
    ]


def test_the_ways_are_listed_with_what_is_confirmed(run: Run) -> None:
    rows = json.loads(run("rules", "ghosts", "--json").out)

    assert {row["name"]: row["confirmed"] for row in rows} == {
        **dict.fromkeys(("brain", "muscle", "peloton"), "no"),
        **dict.fromkeys(("drafter", "follower", "neutral", "wheel"), "yes"),
    }
    shown = run("rules", "show", "muscle").out
    assert "GN-7" in shown
    assert "2, 2, 2, 3" in shown
    assert "false" in shown, "as in a rulebook and in the file, not `False`"
    assert run("rules", "show", "muscle", "--toml").out.startswith("# A muscle team")


def test_the_sheet_of_ghosts_is_printed(ghosts: Run, folder: Path) -> None:
    assert ghosts("sheet", "ghosts", "-o", "g.pdf").code == 0
    assert (folder / "g.pdf").read_bytes().startswith(b"%PDF")


def test_ghosts_win_stages_but_no_awards_unless_asked(ghosts: Run) -> None:
    def winners(*asked: str) -> set[str]:
        return {
            row["bib"] for row in json.loads(ghosts("awards", "--json", *asked).out)
        }

    assert "21" in ghosts("result", "1").out
    assert winners() <= {"1"}
    assert "22" in winners("--ghosts"), "the lanterne rouge is theirs"


def test_neutral_riders_of_figueres_are_drawn_without_any_team(run: Run) -> None:
    Path("f.toml").write_text(
        '[tour]\nname = "F"\nrulebook = "figueres"\n'
        '[[rider]]\nbib = "red"\n[[rider]]\nbib = "grey"\nneutral = true\n'
        "[[stage]]\n"
    )
    assert run("load", "f.toml").code == 0

    text = sit(f"?{ENTER}" * 9).text

    played = Counter(word for word in text.split() if word.isdigit())
    assert played == dict.fromkeys("0123456", 1)


def test_a_desk_killed_after_a_draw_has_the_card_of_the_screen_in_its_draft(
    starter: Starter, ghosts: Run, folder: Path
) -> None:
    """No card on the screen is drawn anew."""
    where = folder / "tours.db"
    for _ in range(3):
        terminal = Terminal(starter)
        terminal.press("?")
        terminal.send("\r")
        screen = b""
        while DRAWN not in screen:
            ready, _, _ = select.select([terminal.master], [], [], PATIENCE)
            assert ready, f"nothing was drawn but {screen!r}"
            screen += os.read(terminal.master, 65536)
        os.kill(terminal.child, signal.SIGKILL)
        terminal.ended()

        with closing(sqlite3.connect(where)) as database:
            ((text,),) = database.execute("SELECT text FROM draft")
        newest = text.rstrip().split("\n")[-1].split()
        assert newest[:2] == ["?", "21"]
        assert newest[2].encode() in screen
    assert len(decks(ghosts)["21"]["played"]) == 3  # type: ignore[arg-type]


def test_ghosts_take_no_part_in_a_season_or_in_records_unless_asked(
    ghosts: Run, folder: Path
) -> None:
    """GN-7: neither as kept in the database nor as scored from the file."""

    def riders(*asked: str) -> set[str]:
        rows = json.loads(ghosts("season", *asked, "--json").out)["riders"]
        return {row["rider"].removeprefix("bib ") for row in rows}

    for tour in ((), ("g.toml",)):
        assert riders(*tour) == {"1"}
        assert riders(*tour, "--ghosts") == {"1", "21", "22"}
    (folder / "s.toml").write_text("ghosts = true\n")
    assert riders("--scale", "s.toml") == {"1", "21", "22"}
    assert "bib 21" not in ghosts("records").out
    assert "bib 21" in ghosts("records", "--ghosts", "--top", "9").out


def test_a_way_without_choices_says_the_card_alone(ghosts: Run) -> None:
    ghosts("team", "edit", "GHO", "--ghost", "muscle")

    expected = "Muscle team: cards drawn each turn: 1; card played: the top card."
    assert expected in ghosts("ghosts").out


def test_a_way_of_ones_own_needs_no_ending(ghosts: Run) -> None:
    ghosts("rules", "new", "my-brain", "--from", "brain")
    ghosts("team", "edit", "GHO", "--ghost", "my-brain")

    assert 'ghost = "my-brain.toml"' in ghosts("dump").out


def test_a_ghost_out_of_the_race_has_no_deck_any_more(ghosts: Run) -> None:
    """GN-1."""
    typed = "1 0 3\n21 0 2\nDNF 22\n"
    assert ghosts("stage", "enter", "1", "--yes", typed=typed).code == 0

    assert [*decks(ghosts, "2")] == ["21"]
    assert sit(f"?{ENTER}").text.startswith("? 21 ")


def test_exhaustion_of_a_shared_deck_is_kept_by_a_rider_who_finished(
    run: Run, folder: Path
) -> None:
    """FR-2, GN-7: 21 is out of the race, so 22 holds the cards of both."""
    run("rules", "new", "tired", "--from", "peloton")
    way = (folder / "tired.toml").read_text()
    changed = way.replace("[exhaustion]\nvalue = false", "[exhaustion]\nvalue = true")
    (folder / "tired.toml").write_text(changed)
    (folder / "g.toml").write_text(TOUR.replace('"brain"', '"tired.toml"'))
    assert run("load", "g.toml").code == 0
    (folder / "2.txt").write_text("?- 21 22 22\n22 0 3\n1 0 2\nDNF 21\n")

    ran = run("stage", "enter", "2", "--from", "2.txt", "--yes")

    assert ran.code == 0, ran.err
    assert "22 = 5" in run("dump").out, "two cards of stage 1, and three more"
