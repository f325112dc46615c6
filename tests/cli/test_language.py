"""Every sheet is in the requested language or the tour's; JSON is always English."""

import re
from pathlib import Path

import pytest
from openpyxl import load_workbook

from peloton.notation.catalogue import builtin_catalogue
from peloton.notation.startlists.words import FIELDS
from peloton.reports.sheet import Sheet
from peloton.rules.facts.kinds import Language
from peloton.writers.text import to_text
from tests.cli.conftest import Run

SHOWN = {
    "awards": "Awards",
    "communique 1": "Stage result",
    "explain 1": "Why",
    "jerseys": "Jersey",
    "kit 2": "Start",
    "log": "Step",
    "records": "Stages won",
    "result 1": "Rider",
    "rider list": "Startlist",
    "rules list": "Game",
    "rules setup cyclo": "Dice",
    "rules show cyclo": "Meaning",
    "rules table criterium": "Seconds",
    "season": "Season",
    "stage list": "Stage",
    "stage show 1": "Course",
    "standings": "General classification",
    "standings general": "General classification",
    "team list": "Team",
    "tours": "Tours",
}
"""Commands that print sheets, each with a word of its English sheet."""
NL = builtin_catalogue(Language.DUTCH)
every_command = pytest.mark.parametrize("command", SHOWN)
PRINTED = [
    "startlist",
    "stage 1",
    "kit 2",
    "result",
    "standings",
    "communique",
    "book",
    "awards",
    "blank all",
]


@pytest.fixture
def dutch(tour: Run) -> Run:
    """The small tour with Dutch as its language."""
    assert tour("edit", "--language", "nl").code == 0
    return tour


@every_command
def test_a_sheet_is_in_the_language_asked_for(tour: Run, command: str) -> None:
    ran = tour(*command.split(), "--language", "nl")

    assert (ran.code, ran.err) == (0, "")
    assert NL[SHOWN[command]] in ran.out
    assert tour(*command.split()).out != ran.out


@every_command
def test_json_is_the_same_in_every_language(dutch: Run, command: str) -> None:
    english = dutch(*command.split(), "--json", "--language", "en").out

    assert english
    assert dutch(*command.split(), "--json").out == english


OF_NO_TOUR = ("records", "rules", "season", "tours")


@pytest.mark.parametrize(
    "command", [each for each in SHOWN if not each.startswith(OF_NO_TOUR)]
)
def test_a_sheet_is_in_the_language_of_its_tour(dutch: Run, command: str) -> None:
    assert NL[SHOWN[command]] in dutch(*command.split()).out


def test_the_setup_of_a_game_is_in_the_language_of_the_settings(
    run: Run, folder: Path
) -> None:
    settings = folder / "config" / "peloton" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('language = "nl"\n', "utf-8")

    assert NL["Dice"] in run("rules", "setup", "cyclo").out


def test_the_kinds_of_stages_in_a_list_are_in_the_language(dutch: Run) -> None:
    added = dutch("stage", "add", "Zout", "--kind", "ttt", "--length", "60")
    assert added.code == 0

    listed = dutch("stage", "list").out
    assert "ploegentijdrit" in listed
    assert "ttt" not in listed


def test_a_dry_run_is_in_the_language_of_its_tour(dutch: Run) -> None:
    shown = dutch("stage", "clear", "3", "--dry-run").out
    assert NL["What would change"] in shown
    assert NL["Lines of the file"] in shown


def test_the_language_asked_for_goes_before_that_of_the_tour(dutch: Run) -> None:
    assert "Classement général" in dutch("standings", "--language", "fr").out
    assert "General classification" in dutch("standings", "--language", "en").out


def test_a_warning_on_a_sheet_is_in_the_language_of_the_sheet(
    run: Run, folder: Path
) -> None:
    """FI-2. Rider 1 arrives a turn after the race has ended."""
    riders = "".join(f'[[rider]]\nbib = "{bib}"\n' for bib in (1, 2))
    (folder / "late.toml").write_text(
        '[tour]\nname = "Late"\nrulebook = "figueres"\n'
        f'{riders}[[stage]]\nkind = "road"\nfinish = "1 9 30\\n2 8 31"\n'
    )
    sheet = folder / "late.md"

    ran = run(
        *("sheet", "communique", "1", "--from", str(folder / "late.toml")),
        *("--language", "fr", "-o", str(sheet)),
    )

    assert ran.code == 0
    assert "À vérifier\xa0: le coureur 1 a le coup 9, mais" in sheet.read_text()


def test_where_a_tour_stands_is_said_in_its_language(dutch: Run) -> None:
    assert NL["General classification"] in dutch().out


def test_a_file_is_scored_in_its_language_or_in_the_one_asked_for(
    tour: Run, folder: Path
) -> None:
    file = folder / "mini.toml"

    assert (
        NL["General classification"] in tour("score", file.name, "--language", "nl").out
    )

    file.write_text(file.read_text().replace("[tour]", '[tour]\nlanguage = "nl"', 1))
    assert NL["General classification"] in tour("score", file.name).out


def test_a_step_that_does_not_exist_is_reported_in_the_language(dutch: Run) -> None:
    assert "no step" not in dutch("log", "99").err


def test_a_file_that_cannot_be_written_is_reported_in_the_language(dutch: Run) -> None:
    ran = dutch("export", "nowhere/tour.xlsx")

    assert "Fout: kan nowhere/tour.xlsx niet schrijven: " in ran.err


def test_mistakes_of_a_file_to_load_are_reported_in_the_language_of_the_current_tour(
    dutch: Run,
) -> None:
    Path("bad.toml").write_text(
        '[tour]\nname = "Bad"\nrulebook = "cyclo"\nplaces = 3\n'
    )

    ran = dutch("load", "bad.toml")

    assert "bad.toml:4: fout: onbekende sleutel 'places' in een ronde;" in ran.err
    assert "Fout: bad.toml: 1 fout; er is niets gewijzigd" in ran.err


def test_that_a_tour_was_already_loaded_is_reported_in_its_language(dutch: Run) -> None:
    dutch("dump", "-o", "same.toml")

    assert dutch("load", "same.toml").err.startswith("Fout: er bestaat al een ronde '")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("backup tours.db --restore", "Fout: de database '"),
        ("export tour.zip", "Fout: extensie '.zip'"),
        ("--tour Nobody standings", "Fout: geen ronde 'Nobody'"),
        ("season Nobody", "Fout: geen ronde 'Nobody'"),
        ("stage enter xx", "Fout: gevonden: 'xx'; verwacht: het nummer van een rit"),
        ("export tour.zip --language fr", "Erreur\u00a0: extension '.zip'"),
        ("score tour.zip", "Error: cannot read tour.zip"),
        ("rules show xx", "Error: no rulebook 'xx'"),
    ],
)
def test_an_error_before_a_tour_is_read_is_in_the_language_of_the_current_tour(
    dutch: Run, command: str, message: str
) -> None:
    """Commands that use no database do not read it for this either."""
    assert dutch(*command.split()).err.startswith(message)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("check", "Geen schade gevonden"),
        ("upgrade", "De database is bijgewerkt."),
        ("backup copies", "copies"),
    ],
)
def test_the_upkeep_reports_in_the_language_of_the_current_tour(
    dutch: Run, command: str, message: str
) -> None:
    said = dutch(*command.split()).err

    assert message in said
    assert "Wrote" not in said


def test_messages_on_a_tour_file_are_in_its_language_and_read_no_database(
    dutch: Run, folder: Path
) -> None:
    file = folder / "mini.toml"
    nothing = ("--db", "nowhere/tours.db")
    command = ("export", "tour.csv", "--from", file.name)
    assert "Wrote 'Mini'" in dutch(*command).err
    assert "Error: found the" in dutch("export", "tour.x", *command[2:]).err
    assert "Error: cannot read" in dutch("export", "tour.x", "--from", "no.toml").err

    file.write_text(file.read_text().replace("[tour]", '[tour]\nlanguage = "nl"', 1))
    assert "Wrote" not in dutch(*nothing, *command).err
    assert not (folder / "nowhere").exists()


def test_every_column_of_a_startlist_is_named_in_the_language(dutch: Run) -> None:
    named = {field: NL.get(f"{{title}} = {field}", "") for field in FIELDS.values()}
    Path("riders.csv").write_text("Nr,Rider,Team\n9,Ann,MOL\n")

    ran = dutch("rider", "import", "riders.csv", "--yes")

    assert "" not in named.values()
    assert "Kolommen: Nr = rugnummer, Rider = naam, Team = ploeg." in ran.err


def test_what_a_stage_comes_to_is_shown_in_the_language(dutch: Run) -> None:
    ran = dutch(
        "stage", "enter", "3", "--from", "-", "--yes", typed="7 0 2\n1 0 1\n4 1 0"
    )

    assert NL["Stage result"] in ran.out
    assert NL["What changes"] in ran.out


@pytest.mark.parametrize("kind", PRINTED)
def test_what_is_printed_is_in_the_language(
    tour: Run, folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def as_text(sheets: tuple[Sheet, ...], _: object) -> bytes:
        return "".join(map(to_text, sheets)).encode()

    def printed(*language: str) -> str:
        assert tour("sheet", *kind.split(), "-o", "a.pdf", *language).code == 0
        return (folder / "a.pdf").read_text()

    monkeypatch.setattr("peloton.writers.paper.pdf.to_pdf", as_text)
    english, dutch = printed(), printed("--language", "nl")

    assert any(word in english for word in ("Rider", "Section"))
    assert not re.search("\\b(Rider|Section|stage|of the)\\b", dutch)


@pytest.mark.parametrize(
    ("ending", "word"),
    [
        ("html", '<html lang="nl">'),
        ("csv", NL["Rider"]),
        ("md", NL["Rider"]),
        ("txt", NL["Rider"]),
    ],
)
def test_a_tour_is_written_in_the_language(
    dutch: Run, folder: Path, ending: str, word: str
) -> None:
    assert dutch("export", f"tour.{ending}").code == 0

    text = (folder / f"tour.{ending}").read_text()
    assert word in text
    assert NL["General classification"] in text
    assert "General classification" not in text


def test_the_tabs_of_the_workbook_are_in_the_language(dutch: Run, folder: Path) -> None:
    assert dutch("export", "tour.xlsx").code == 0

    tabs = load_workbook(folder / "tour.xlsx").sheetnames
    assert {
        NL["Overview"],
        NL["Stage {number}"].format(number=1),
        NL["Jerseys"],
    } <= set(tabs)


def test_the_document_is_the_same_in_every_language(dutch: Run, folder: Path) -> None:
    dutch("export", "dutch.json")
    dutch("export", "english.json", "--language", "en")

    assert (folder / "dutch.json").read_text() == (folder / "english.json").read_text()


def test_a_season_is_written_in_the_language(tour: Run, folder: Path) -> None:
    assert tour("season", "-o", "season.csv", "--language", "nl").code == 0

    assert NL["Points"] in (folder / "season.csv").read_text()


def test_the_page_of_a_season_says_its_language_and_has_its_controls_in_it(
    tour: Run, folder: Path
) -> None:
    assert tour("season", "-o", "season.html", "--language", "nl").code == 0

    page = (folder / "season.html").read_text()
    assert '<html lang="nl">' in page
    assert NL["Skip to the results"] in page
    assert "Skip to the results" not in page


def test_the_workbook_and_the_print_of_records_say_their_language(
    tour: Run, folder: Path
) -> None:
    for ending in ("xlsx", "pdf"):
        assert tour("records", "-o", f"all.{ending}", "--language", "nl").code == 0

    assert load_workbook(folder / "all.xlsx").properties.language == "nl"
    assert b"/Lang (nl)" in (folder / "all.pdf").read_bytes()


def test_the_demo_is_in_the_language(run: Run, folder: Path) -> None:
    ran = run("demo", "--language", "nl")

    assert NL["General classification"] in ran.out
    assert '<html lang="nl">' in (folder / "peloton-demo" / "cyclo.html").read_text()


def test_a_form_is_in_the_language_and_is_read_back(dutch: Run, folder: Path) -> None:
    entered = dutch("stage", "show", "3", "--entry").out
    dutch("form", "3", "-o", "three.xlsx")

    tabs = load_workbook(folder / "three.xlsx").sheetnames
    ran = dutch("stage", "enter", "3", "--from", "three.xlsx", "--yes")

    assert "Instructions" not in tabs
    assert (ran.code, dutch("stage", "show", "3", "--entry").out) == (0, entered)


def test_a_catalogue_of_ones_own_says_it_as_its_player_does(
    tour: Run, folder: Path
) -> None:
    (folder / "mine.toml").write_text(
        'language = "nl"\n[words]\n"General classification" = "De grote rekening"\n'
    )

    ran = tour("standings", "--language", "mine.toml")

    assert "De grote rekening" in ran.out
    assert NL["Points classification"] in ran.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'language = "nl"\n[words]\n"Ridder" = "x"\n',
            "mine.toml:3: error: peloton has no text 'Ridder'; did you mean 'Rider'?",
        ),
        ("[words]\n", "mine.toml: error: a catalogue without 'language'"),
        (
            'language = "nl"\n[words]\n"Stage {number}" = "Rit"\n',
            "mine.toml:3: error: found 'Rit'",
        ),
    ],
)
def test_a_catalogue_with_a_mistake_is_refused_with_its_line(
    tour: Run, folder: Path, text: str, said: str
) -> None:
    (folder / "mine.toml").write_text(text)

    ran = tour("tours", "--language", "mine.toml")

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert ran.err.startswith(said)


def test_the_language_of_a_tour_is_a_change_like_any_other(tour: Run) -> None:
    ran = tour("edit", "--language", "fr")

    assert "Annulez avec «\u00a0peloton undo\u00a0»" in ran.err
    assert 'language = "fr"' in tour("dump").out
    assert "changed the tour: language" in tour("log", "--json").out

    tour("undo")
    assert "language" not in tour("dump").out


def test_a_dry_run_leaves_the_language_as_it_was(tour: Run) -> None:
    assert 'language = "fr"' in tour("edit", "--language", "fr", "--dry-run").out
    assert "language" not in tour("dump").out


def test_a_new_tour_can_have_its_language_from_the_start(run: Run) -> None:
    made = run("new", "--name", "Ronde", "--rulebook", "road", "--language", "nl")

    assert made.code == 0
    assert 'language = "nl"' in run("dump").out


def test_a_language_that_is_not_known_is_wrong_usage(tour: Run) -> None:
    ran = tour("edit", "--language", "xx")

    assert ran.code == 2
    assert "expected one of en, fr, es, ca, nl" in ran.err


@pytest.mark.parametrize(
    "command",
    ["form -o x.pdf", "export x.zzz", "export x", "sheet result 1 -o x.zzz"],
)
def test_a_wrong_extension_is_refused_in_the_language_of_the_tour(
    dutch: Run, command: str
) -> None:
    ran = dutch(*command.split())

    assert ran.code == 1
    assert "extensie" in ran.err
    assert "expected" not in ran.err
