"""Printed sheets, blank forms and the kit of a stage from the command line."""

import json
from pathlib import Path

import pytest
from PIL import Image

from peloton.api.formats import FILE_ENDINGS
from peloton.api.sheets import SHEET_KINDS
from peloton.errors import install_command
from peloton.writers.paper import font_files
from tests.cli.conftest import Run

CARDS = """\
[tour]
name = "Cards"
rulebook = "criterium"
[[rider]]
bib = "1"
[[rider]]
bib = "7"
[[stage]]
finish = "1 6 3/9\\n7 6 5/9"
[[stage]]
name = "To come"
"""


@pytest.fixture
def cards(run: Run, folder: Path) -> Run:
    """Load a Criterium tour with one ridden stage and one to ride."""
    (folder / "cards.toml").write_text(CARDS)
    assert run("load", "cards.toml").code == 0
    return run


@pytest.mark.parametrize(
    "words", ["blank all", "blank all 2", "blank climbs 1", "kit 3"]
)
def test_forms_and_the_kit_are_pdfs(tour: Run, folder: Path, words: str) -> None:
    assert tour("sheet", *words.split(), "-o", "sheet.pdf").code == 0

    assert (folder / "sheet.pdf").read_bytes().startswith(b"%PDF-")


def test_a_letter_that_no_font_has_is_told_with_the_rider(tour: Run) -> None:
    assert tour("rider", "edit", "4", "--name", "Sari \ua9a0").code == 0

    ran = tour("sheet", "startlist", "-o", "sheet.pdf")
    assert ran.code == 0
    assert "Warning: Sari \ua9a0: no font for U+A9A0, printed as a box\n" in ran.err
    assert "Warning" not in tour("sheet", "rider", "1", "-o", "sheet.pdf").err


def test_a_letter_of_the_extra_cjk_is_told_with_the_command_that_installs_it(
    tour: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(font_files, "lacks_cjk", lambda letters: letters == "\ua9a0")
    tour("rider", "edit", "4", "--name", "Sari \ua9a0")

    ran = tour("sheet", "startlist", "-o", "sheet.pdf")

    assert ran.code == 0
    assert f"'cjk': {install_command('peloton-scorekeeper[cjk]')}\n" in ran.err


@pytest.mark.parametrize("ending", FILE_ENDINGS)
def test_a_sheet_comes_in_every_format(tour: Run, folder: Path, ending: str) -> None:
    assert tour("sheet", "rider", "4", "-o", f"card{ending}").code == 0

    assert (folder / f"card{ending}").stat().st_size > 100


@pytest.mark.parametrize("words", ["rider", "team", "rider 4 1", "team MOL"])
def test_cards_are_printed_of_all_or_of_some(
    tour: Run, folder: Path, words: str
) -> None:
    kind, *chosen = words.split()

    assert tour("sheet", *words.split(), "-o", "cards.json").code == 0
    sheets = json.loads((folder / "cards.json").read_text())["sheets"]
    names = [sheet["name"] for sheet in sheets]
    everybody = {"rider": ["1", "4", "7"], "team": ["MOL"]}[kind]
    assert names == [f"{kind.capitalize()} {who}" for who in chosen or everybody]


@pytest.mark.parametrize("command", ["rider show 4", "team show MOL"])
@pytest.mark.parametrize("form", ["", "--json", "--csv", "--markdown", "--bbcode"])
def test_a_card_is_shown_in_every_form(tour: Run, command: str, form: str) -> None:
    ran = tour(*command.split(), *form.split())

    assert (ran.code, ran.err) == (0, "")
    assert "Stage by stage" in ran.out


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("rider show 77", "no rider 77 on the startlist"),
        ("team show MAL", "no team 'MAL'; did you mean 'MOL'?"),
        ("sheet rider 77 -o x.pdf", "no rider 77 on the startlist"),
        ("sheet team MAL -o x.pdf", "no team 'MAL'; did you mean 'MOL'?"),
    ],
)
def test_a_card_of_nobody_is_refused(tour: Run, command: str, said: str) -> None:
    ran = tour(*command.split())

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert said in ran.err


@pytest.mark.parametrize("file", ["sheet.xls", "sheet", "sheet.pfd"])
def test_a_sheet_is_written_to_no_file_of_another_ending(
    tour: Run, folder: Path, file: str
) -> None:
    ran = tour("sheet", "kit", "3", "-o", file)

    assert ran.code == 1
    assert "expected one of .xlsx, .pdf" in ran.err
    assert not (folder / file).exists()


@pytest.mark.parametrize("word", ["two", "0", "9" * 5000])
def test_a_stage_that_there_is_not_is_refused_as_in_other_commands(
    tour: Run, word: str
) -> None:
    ran = tour("sheet", "result", word, "-o", "sheet.pdf")

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    named = "expected the number of a stage, or one of last, next, "
    expected = "no stage 0;", named, "a whole number"
    assert any(text in ran.err for text in expected)


def test_every_kind_stands_in_the_help(run: Run) -> None:
    helped = " ".join(run("sheet", "--help").out.split())

    assert len(SHEET_KINDS) > 12
    assert all(f"{name} {kind.about}" in helped for name, kind in SHEET_KINDS.items())
    assert "table the code that opens" in helped


@pytest.mark.parametrize(
    ("words", "near"),
    [
        ("standngs", "standings"),
        ("blank arival 2", "blank arrival"),
        ("blank", "blank all"),
    ],
)
def test_a_mistyped_kind_is_wrong_usage_and_names_the_nearest(
    tour: Run, folder: Path, words: str, near: str
) -> None:
    ran = tour("sheet", *words.split(), "-o", "sheet.pdf")

    assert (ran.code, ran.out, len(ran.errors)) == (2, "", 1)
    assert f"did you mean '{near}'?" in ran.err
    assert not (folder / "sheet.pdf").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("blank budget", "Cyclo has no form 'budget', only startlist, arrival"),
        ("blank arrival 9", "no stage 9; the tour has 3"),
        ("blank arrival 2", "stage 2 has no form 'arrival', only time-trial, general"),
        ("kit", "every stage has been ridden"),
    ],
)
def test_what_cannot_be_printed_is_refused_and_nothing_is_written(
    tour: Run, folder: Path, words: str, said: str
) -> None:
    ran = tour("sheet", *words.split(), "-o", "sheet.pdf")

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert said in ran.err
    assert not (folder / "sheet.pdf").exists()


def test_without_a_kind_of_sheet_the_kinds_are_listed(tour: Run) -> None:
    ran = tour("sheet")

    assert ran.code == 2
    assert ran.errors[-1].startswith("Error: expected one of startlist, stage, kit, ")


def test_the_kit_is_of_the_next_stage(cards: Run) -> None:
    assert cards("kit").out.startswith("Before Stage 2: To come")


@pytest.mark.parametrize("form", ["--csv", "--markdown", "--bbcode"])
def test_the_kit_comes_in_every_form(cards: Run, form: str) -> None:
    ran = cards("kit", form)

    assert ran.code == 0
    assert "Jersey" in ran.out


def test_cards_are_recorded_and_in_hand_on_the_next_stage(cards: Run) -> None:
    """CR-17."""
    assert cards("stage", "cards", "1", "1=3", "7=1", "--yes").code == 0

    start = json.loads(cards("kit", "--json").out)["start"]
    assert {each["bib"]: each["cards"] for each in start} == {"1": 3, "7": 1}
    assert "[stage.cards]\n  1 = 3\n  7 = 1" in cards("dump").out


def test_no_cards_take_them_back(cards: Run) -> None:
    before = cards("dump").out
    assert cards("stage", "cards", "1", "1=3", "--yes").code == 0

    assert cards("stage", "cards", "1", "1=0", "--yes").code == 0
    assert cards("dump").out == before


def test_clearing_a_stage_takes_its_cards_too(cards: Run) -> None:
    assert cards("stage", "cards", "1", "1=3", "--yes").code == 0
    assert cards("stage", "clear", "1", "--yes").code == 0

    assert "cards" not in cards("dump").out


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("1=4", "expected at most 3 to keep (CR-17)"),
        ("77=1", "no rider 77 on the startlist; did you mean '7'?"),
        ("1", "expected a bib and a number such as 7 2"),
        ("1=two", "two"),
    ],
)
def test_cards_that_cannot_be_kept_are_refused_and_nothing_changes(
    cards: Run, word: str, said: str
) -> None:
    """CR-17."""
    before = cards("dump").out
    ran = cards("stage", "cards", "1", "--yes", word)

    assert ran.code == 1
    assert said in ran.err
    assert cards("dump").out == before


def test_jerseys_stand_on_top_of_the_standings_and_riders_under_their_team(
    tour: Run,
) -> None:
    for kind in ("standings", "startlist"):
        assert tour("sheet", kind, "-o", f"{kind}.txt").code == 0

    assert "Jersey wearers" not in Path("standings.txt").read_text()
    assert "MOL: Molteni" in Path("startlist.txt").read_text()


@pytest.mark.parametrize("kind", ["rider", "Rider", "riders", "ri"])
def test_the_bib_after_rider_chooses_however_rider_is_written(
    tour: Run, folder: Path, kind: str
) -> None:
    ran = tour("sheet", kind, "1", "-o", "one.txt")

    assert (ran.code, ran.err) == (0, "Wrote one.txt.\n")
    text = (folder / "one.txt").read_text()
    assert "Eddy Baens" in text
    assert "Leo Lakei" not in text


@pytest.mark.parametrize(
    ("words", "named", "of"),
    [
        ("result last", "result-last", 3),
        ("result 2", "result-2", 2),
        ("result muur", "result-muur", 1),
        ("result Home", "result-Home", 3),
        ("blank all Home", "blank-all-Home", 3),
    ],
)
def test_the_stage_of_a_sheet_is_named_by_a_word(
    tour: Run, folder: Path, words: str, named: str, of: int
) -> None:
    ran = tour("sheet", *words.split())

    assert (ran.code, ran.err) == (0, f"Wrote {named}.pdf.\n")
    tour("sheet", *words.split(), "-o", "a.txt")
    assert f"Stage {of}" in (folder / "a.txt").read_text()


def test_a_stage_is_shared_as_one_picture(tour: Run, folder: Path) -> None:
    ran = tour("sheet", "share", "1")

    assert (ran.code, ran.err) == (0, "Wrote share-1.png.\n")
    with Image.open(folder / "share-1.png") as picture:
        assert (picture.format, picture.size) == ("PNG", (1080, 1350))
    assert (folder / "share-1.png").stat().st_size < 300_000


def test_every_page_of_a_sheet_is_a_picture(cards: Run, folder: Path) -> None:
    """The book begins with a cover and a page of contents."""
    ran = cards("sheet", "book", "-o", "book.png")

    assert (ran.code, ran.err.splitlines()[:2]) == (
        *(0, ["Wrote book.png.", "Wrote book-2.png."]),
    )
    for name in ("book.png", "book-2.png"):
        with Image.open(folder / name) as picture:
            assert 1.4 < picture.height / picture.width < 1.42


def test_the_picture_has_the_figures_of_the_tables(tour: Run, folder: Path) -> None:
    assert tour("sheet", "share", "1", "-o", "s.csv").code == 0
    assert tour("sheet", "share", "1", "-o", "s.html").code == 0

    rows = (folder / "s.csv").read_text().splitlines()
    page = (folder / "s.html").read_text()
    assert len(rows) > 3
    for row in rows[1:]:
        for cell in row.split(","):
            assert cell in page
