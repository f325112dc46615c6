"""`peloton note`: lines of the desk, added to a stage."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_lines_are_added_to_what_the_stage_has(tour: Run) -> None:
    """GN-2, CY-12. Extra turns add up line by line; the journal has the lines."""
    entry = tour("stage", "show", "1", "--entry").out

    ran = tour("note", "1", "!jan +20 late", "+7 leo", "# why", "--yes")

    assert (ran.code, ran.errors) == (0, [])
    assert "Noted on stage 1: !jan +20 late; +7 leo; # why." in ran.err
    noted = f"{entry}+7*2\n!4 +20 late\n"
    assert tour("stage", "show", "1", "--entry").out == noted
    assert "noted on stage 1: !jan +20 late; +7 leo; # why" in tour("log").out
    assert "+ +7*2\n+ !4 +20 late\n" in tour("log", "2").out
    tour("undo")
    assert tour("stage", "show", "1", "--entry").out == entry


def test_every_line_that_cannot_be_read_is_named_and_nothing_changes(tour: Run) -> None:
    before = tour("dump").out

    ran = tour("note", "1", "!44 +20 late", "Mur: 4", "+7", "=genral 1 4", "--yes")

    assert ran.code == 1
    *wrong, last = ran.err.splitlines()
    assert [line.partition(": ")[0] for line in wrong] == [
        "'!44 +20 late'",
        "'Mur",
        "'=genral 1 4'",
    ]
    assert wrong[0].endswith("no rider or team '44'; did you mean '4'?")
    assert wrong[1].endswith("expected one of Muur, Zottegem; did you mean 'Muur'?")
    assert wrong[2].endswith("did you mean 'general'?")
    assert last == "Error: the changed tour has 3 mistakes; nothing was changed"
    assert tour("dump").out == before


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1 0 3", "finish: found rider 1 twice, expected once"),
        ("Muur: 4", "'Muur': found rider 4 twice, expected once"),
        ("+44", "no rider 44 on the startlist; did you mean '4'?"),
        ("+7=2", "found '7=2', expected a bib and a number such as 7*2"),
        ("+*2", "found '*2', expected a bib and a number such as 7*2"),
        ("&7", "found '7', expected a bib and a number such as 7 2"),
        ("!7 late", "expected seconds such as +20"),
        ("$MOLL 5", "no team 'MOLL'; did you mean 'MOL'?"),
    ],
)
def test_a_line_that_does_not_fit_is_refused(tour: Run, line: str, said: str) -> None:
    before = tour("dump").out

    ran = tour("note", "1", line, "--yes")

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert said in ran.err
    assert tour("dump").out == before


def test_a_stage_that_is_not_complete_is_refused_with_who_is_missing(tour: Run) -> None:
    tour("stage", "clear", "3", "--yes")

    ran = tour("note", "3", "1 0 3", "--yes")

    assert ran.code == 1
    assert "riders 4, 7 are missing" in ran.err


def test_a_stage_that_was_cancelled_stays_so(tour: Run) -> None:
    tour("stage", "cancel", "2", "--reason", "snow", "--yes")

    assert tour("note", "2", "!7 +20 late", "--yes").code == 0

    dumped = tour("dump").out
    assert 'cancelled = "snow"' in dumped
    assert 'reason = "late"' in dumped


def test_lots_that_a_line_asks_for_are_drawn_once_and_shown(
    run: Run, folder: Path
) -> None:
    """CY-7: 1 and 2 are level."""
    (folder / "level.toml").write_text(
        '[tour]\nname = "Level"\nrulebook = "cyclo"\n'
        '[[rider]]\nbib = "1"\n[[rider]]\nbib = "2"\n'
        '[[stage]]\nkind = "itt"\nfinish = """\n1 5 0\n2 5 0\n"""\n'
    )
    assert run("load", "level.toml").code == 0

    ran = run("note", "1", "=general ?", "--yes")

    order = [row["bib"] for row in json.loads(run("standings", "gc", "--json").out)]
    assert f"Drawn: =general {' '.join(order)}\n" in ran.err
    assert f'general = "{" ".join(order)}"' in run("dump").out
    again = run("note", "1", "=general ?", "--yes")
    assert again.errors == ["Error: No lots to draw: nobody is tied in general."]


def test_lots_are_drawn_among_those_tied_after_the_lines_above(
    run: Run, folder: Path
) -> None:
    """CY-7, GN-2: the ruling parts 1 from 2 and 3; only the lots are announced."""
    (folder / "level.toml").write_text(
        '[tour]\nname = "Level"\nrulebook = "cyclo"\n'
        '[[rider]]\nbib = "1"\n[[rider]]\nbib = "2"\n[[rider]]\nbib = "3"\n'
        '[[stage]]\nkind = "itt"\nfinish = """\n1 5 0\n2 5 0\n3 5 0\n"""\n'
    )
    assert run("load", "level.toml").code == 0

    ran = run("note", "1", "!1 +20 late", "=general ?", "--yes")

    order = [row["bib"] for row in json.loads(run("standings", "gc", "--json").out)]
    assert order[2] == "1"
    assert f"Drawn: =general {' '.join(order[:2])}\n" in ran.err


@pytest.mark.parametrize("line", ["?", " ? ", "? grey 4", "?+ grey"])
def test_cards_of_ghosts_are_not_drawn_where_nothing_is_kept_of_them(
    tour: Run, line: str
) -> None:
    ran = tour("note", "3", "+7", line, "--yes")

    assert (ran.code, ran.out) == (1, "")
    stored = "the cards of ghosts are not stored with a stage"
    assert ran.errors == [f"Error: {stored}; draw them with 'peloton desk 3'"]


def test_a_reason_with_any_letters_is_written_as_typed(tour: Run) -> None:
    reason = '=cmd() <b>&"x" 环法 שלום'

    assert tour("note", "1", f"!7 +20 {reason}", "--yes").code == 0

    dumped = tour("dump").out
    assert json.dumps(reason, ensure_ascii=False) in dumped
