"""Names on a command line: in any case, by their beginning, by the sport's words."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

WHY = ("--reason", "late", "--yes")


@pytest.mark.parametrize("word", ["Eddy Baens", "eddy", "BAENS", "1"])
def test_a_rider_goes_by_bib_or_name(tour: Run, word: str) -> None:
    assert tour("explain", word).out == tour("explain", "1").out


@pytest.mark.parametrize(
    ("word", "classification"),
    [
        ("GC", "general"),
        ("yellow", "general"),
        ("gen", "general"),
        ("Green", "points"),
        ("white", "mountains"),
        ("team", "teams"),
    ],
)
def test_a_classification_goes_by_its_jersey_and_the_words_of_the_sport(
    tour: Run, word: str, classification: str
) -> None:
    shown = tour("standings", word)

    assert shown.code == 0
    assert shown.out == tour("standings", classification).out
    assert tour("outlook", word).out == tour("outlook", classification).out


def test_the_animateur_is_the_most_active_rider(run: Run) -> None:
    run("demo", "criterium")

    assert run("standings", "animateur").out == run("standings", "active").out != ""


def test_a_word_that_fits_several_is_refused_with_all_of_them(tour: Run) -> None:
    tour("rider", "edit", "7", "--name", "Jan Lakei")

    ran = tour("explain", "jan")

    assert ran.code == 1
    assert ran.errors == ["Error: 'jan' fits 4 (Jan Janssen), 7 (Jan Lakei): say which"]


def test_a_whole_name_wins_over_a_beginning_of_another(tour: Run) -> None:
    tour("team", "add", "MOLT", "--name", "Molto")

    assert tour("team", "edit", "mol", "--player", "Ann").err.startswith(
        "Changed team MOL."
    )


def test_a_number_is_no_beginning_of_a_bib(tour: Run) -> None:
    tour("rider", "edit", "7", "--name", "2 Fast")

    (error,) = tour("explain", "2").errors
    assert error.startswith("Error: found '2', expected a rider, a team")


@pytest.mark.parametrize(
    ("word", "title"),
    [
        ("MOL", "Molteni"),
        ("molteni", "Molteni"),
        ("GC", "General classification"),
        ("green", "Points classification"),
        ("team", "Team classification"),
    ],
)
def test_what_is_explained_goes_by_any_of_its_names(
    tour: Run, word: str, title: str
) -> None:
    assert tour("explain", word).out.startswith(f"{title} after stage ")


def test_a_team_goes_by_its_name(tour: Run) -> None:
    tour("rider", "edit", "lakei", "--team", "molteni")
    tour("stage", "ruling", "3", "--team", "molt", "--seconds", "9", *WHY)

    assert json.loads(tour("rider", "list", "--json").out)[2]["team"] == "MOL"
    assert 'team = "MOL"' in tour("dump").out


def test_a_ruling_and_lots_name_riders_as_others_do(tour: Run) -> None:
    tour("stage", "ruling", "3", "--bib", "baens", "--seconds", "9", *WHY)
    tour("stage", "lots", "1", "gc", "jan", "Leo", "--yes")

    dumped = tour("dump").out

    assert '  bib = "1"\n  seconds = 9' in dumped
    assert '  general = "4 7"' in dumped


def test_a_mistyped_classification_of_lots_names_the_nearest(tour: Run) -> None:
    ran = tour("stage", "lots", "1", "generl", "1", "4")

    assert ran.code == 1
    assert "did you mean 'general'?" in ran.errors[0]


@pytest.mark.parametrize(
    ("word", "colour"), [("red", "#d62728"), ("Dark", None), ("#f2a900", "#f2a900")]
)
def test_a_colour_goes_by_its_name_and_either_spelling(
    tour: Run, word: str, colour: str | None
) -> None:
    ran = tour("team", "edit", "MOL", "--color", word)

    teams = json.loads(tour("team", "list", "--json").out)
    assert teams[0]["colour"] == (colour or "")
    assert ran.code == (0 if colour else 1)


@pytest.mark.parametrize("word", ["mini", "MIN", "Mini"])
def test_a_tour_goes_by_its_beginning(tour: Run, word: str) -> None:
    tour("new", "--name", "Ronde van de Tafel", "--rulebook", "cyclo")

    assert "'Mini' is now the current tour." in tour("use", word).err
    assert tour("--tour", word, "standings").out == tour("standings").out
    assert tour("season", word).out == tour("season", "Mini").out
    assert "'Ronde van de Tafel' is now" in tour("use", "tafel").err


def test_a_deleted_tour_is_not_taken_for_another_that_begins_so(tour: Run) -> None:
    tour("new", "--name", "Mini 2", "--rulebook", "cyclo")
    tour("delete", "Mini", "--yes")

    assert tour("delete", "Mini", "--yes").code == 1
    assert "Undid step 2 of 'Mini'" in tour("--tour", "Mini", "undo").err


ASKING = [
    ("stage", "enter", "3", "--from", "entry.txt"),
    ("stage", "clear", "3"),
    ("stage", "cancel", "3", "--reason", "cat"),
    ("note", "3", "!7 +20 late"),
    ("stage", "lots", "3", "general", "7", "1"),
    ("stage", "turns", "3", "7=2"),
    ("rider", "import", "list.csv"),
]
"""Commands that ask before they save, except with `--yes`."""


@pytest.fixture
def eleven(tour: Run, folder: Path) -> Run:
    """The small tour named `Giro 11`; there is no tour `Giro 1`."""
    text = (folder / "mini.toml").read_text().replace('"Mini"', '"Giro 11"')
    (folder / "giro.toml").write_text(text)
    (folder / "entry.txt").write_text("4  0 2\n1  1 0\n7  1 4\n")
    (folder / "list.csv").write_text("bib,name\n8,Leo\n")
    assert tour("load", "giro.toml").code == 0
    assert tour("use", "Mini").code == 0
    return tour


@pytest.mark.parametrize("command", ASKING, ids=" ".join)
def test_unasked_a_tour_is_changed_only_by_its_whole_name(
    eleven: Run, command: tuple[str, ...]
) -> None:
    before = eleven("--tour", "Giro 11", "dump").out

    refused = eleven("--tour", "Giro 1", *command, "--yes")

    assert refused.err == (
        "Error: no tour called 'Giro 1': --yes expects a whole name; did you mean"
        " 'Giro 11'?\n"
    )
    assert eleven("--tour", "Giro 11", "dump").out == before
    assert eleven("--tour", "giro 11", *command, "--yes").code == 0
    assert eleven("--tour", "Giro 11", "dump").out != before


@pytest.mark.parametrize("command", ASKING, ids=" ".join)
def test_who_is_asked_sees_which_tour_is_taken(
    eleven: Run, command: tuple[str, ...]
) -> None:
    ran = eleven("--tour", "Giro 1", *command, typed="y\n")

    assert ran.code == 0
    assert "Giro 11" in ran.out
    assert "Save it?" in ran.err


def test_unasked_a_tour_is_deleted_only_by_its_whole_name(eleven: Run) -> None:
    assert "did you mean 'Giro 11'?" in eleven("delete", "Giro 1", "--yes").err
    assert eleven("delete", "giro 11", "--yes").code == 0


def test_what_never_asks_takes_a_beginning_and_names_the_tour(eleven: Run) -> None:
    ran = eleven("--tour", "Giro 1", "rider", "edit", "7", "--name", "Leo")

    assert "Undo with 'peloton --tour \"Giro 11\" undo'." in ran.err


@pytest.mark.parametrize("word", ["Cyclo", "cyc", "CYCLO"])
def test_a_rulebook_goes_by_its_beginning(run: Run, word: str) -> None:
    assert run("new", "--name", "T", "--rulebook", word, "--level", "4").code == 0
    assert 'rulebook = "cyclo"' in run("dump").out
    assert run("rules", "show", word).out == run("rules", "show", "cyclo").out
    assert run("rules", "setup", word).code == 0


@pytest.mark.parametrize("word", ["FR", "French", "français", "fra"])
def test_a_language_goes_by_its_name(tour: Run, word: str) -> None:
    assert tour("edit", "--language", word).code == 0
    assert 'language = "fr"' in tour("dump").out
    tour("edit", "--language", "en")
    assert "Classement général" in tour("standings", "--language", word).out


def test_a_kind_of_stage_and_a_type_go_by_their_beginning(tour: Run) -> None:
    assert tour("stage", "add", "--kind", "PROL", "--length", "20").code == 0
    assert tour("rider", "edit", "4", "--type", "Climb").code == 0

    assert 'kind = "prologue"' in tour("dump").out
    assert 'type = "climber"' in tour("dump").out


def test_an_offer_is_for_a_line_by_its_beginning(tour: Run) -> None:
    ran = tour("note", "1", "$mol 5 zott", "--dry-run")

    assert "+ $MOL 5 Zottegem" in ran.out


def test_an_entry_names_riders_as_it_likes(tour: Run, folder: Path) -> None:
    entry = "Muur: janssen, LAKEI # Eddy\n(eddy jan) 0 3\nDNF leo\n"
    (folder / "stage-1.txt").write_text(entry)
    for number in "32":
        tour("stage", "clear", number, "--yes")

    assert tour("stage", "enter", "1", "--from", "stage-1.txt", "--yes").code == 0
    shown = tour("stage", "show", "1", "--entry").out
    assert shown == "Muur: 4 7\n(1 4) 0 3\nDNF 7\n"


@pytest.mark.parametrize(
    ("bib", "typed", "shown"), [("1A", "1a", "1A"), ("j:2", "j:2", "(j:2)")]
)
def test_a_bib_of_letters_and_other_signs_is_one_word_of_an_entry_in_any_case(
    tour: Run, folder: Path, bib: str, typed: str, shown: str
) -> None:
    """`j` alone would be Jan Janssen."""
    for number in "321":
        tour("stage", "clear", number, "--yes")
    tour("rider", "add", bib, "Odd")
    (folder / "1.txt").write_text(f"{typed} 0 3\nDNF 1 4 7\n")

    assert tour("stage", "enter", "1", "--from", "1.txt", "--yes").code == 0
    assert f"{shown} 0 3" in tour("stage", "show", "1", "--entry").out


def test_a_climb_of_an_entry_without_riders_goes_by_its_beginning(
    tour: Run, folder: Path
) -> None:
    (folder / "1.txt").write_text("mu:\n(1 4 7) 0 3\n")
    for number in "32":
        tour("stage", "clear", number, "--yes")

    assert tour("stage", "enter", "1", "--from", "1.txt", "--yes").code == 0


def test_a_rider_of_an_entry_who_is_not_there_is_refused_as_typed(
    tour: Run, folder: Path
) -> None:
    (folder / "x.txt").write_text("1 0 3\nmerckx 0 1\n")

    ran = tour("stage", "enter", "1", "--from", "x.txt", "--yes")

    assert "x.txt:2: error: no rider merckx on the startlist\n" in ran.err


def test_a_sign_in_front_of_a_name_makes_it_no_rider_of_an_entry(
    tour: Run, folder: Path
) -> None:
    """Each line is refused in its place, though both begin with names of riders."""
    (folder / "x.txt").write_text('1 0 3\n"ja 0 1\nDNF 7 <ja>\n4,7 0 1\n')

    ran = tour("stage", "enter", "1", "--from", "x.txt", "--yes")

    assert "x.txt:2: error: found '\"ja 0 1', expected the closing quote" in ran.err
    assert "x.txt:4: error: found '4,7', expected a bib" in ran.err


@pytest.mark.parametrize("yes", ["y", "YES", "true"])
def test_an_option_is_chosen_by_any_yes(run: Run, yes: str) -> None:
    ran = run("new", "T", "--rulebook", "cyclo", "--option", f"money={yes}")

    assert ran.code == 0
    assert "money = true" in run("dump").out


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("add rider", "peloton rider add"),
        ("list stages", "peloton stage list"),
        ("create team", "peloton team add"),
        ("show rules", "peloton rules show"),
    ],
)
def test_a_command_typed_the_other_way_round_is_turned(
    run: Run, words: str, meant: str
) -> None:
    assert run(*words.split()).errors[0].endswith(f"; did you mean '{meant}'?")


def test_a_sheet_without_a_kind_lists_them(tour: Run, folder: Path) -> None:
    assert "expected one of startlist, stage," in tour("sheet").err
    assert tour("sheet", "results", "2").code == 0
    assert (folder / "result-2.pdf").exists()


def test_a_form_that_may_be_filled_in_is_not_written_over(
    tour: Run, folder: Path
) -> None:
    assert tour("form", "3").code == 0
    assert (folder / "stage-3.xlsx").exists()
    assert "already exists" in tour("form", "3").err


def test_the_winner_of_an_elimination_may_be_listed_last(run: Run) -> None:
    """CR-13: the one never out wins."""
    run("new", "Track", "--rulebook", "criterium")
    for bib in "147":
        run("rider", "add", bib)
    run("stage", "add", "--kind", "elimination")
    ran = run("stage", "enter", "1", "--from", "-", "--yes", typed="7 1 4\n")

    assert ran.code == 0
    assert 'eliminated = "7 1"' in run("dump").out


def test_a_way_of_playing_a_ghost_goes_by_its_beginning(tour: Run) -> None:
    ran = tour("team", "edit", "molteni", "--ghost", "MUSC")

    assert ran.err.startswith("ghost 'muscle' is for flamme-rouge, not for cyclo\n")


def test_the_stage_of_an_entry_may_be_named(tour: Run, folder: Path) -> None:
    (folder / "two.txt").write_text("4 0 3\n1 0 1\n7 2 2\n")
    for number in "32":
        tour("stage", "clear", number, "--yes")

    ran = tour("stage", "enter", "time", "--from", "two.txt", "--yes")

    assert "Saved stage 2." in ran.err


def test_a_sprint_or_climb_of_an_entry_goes_by_its_beginning_in_any_case(
    tour: Run,
) -> None:
    entry = "muur: leo 1\nZOTT: 4\n1 0 3\n4 0 1\n7 2 2\n"
    ran = tour("stage", "enter", "1", "--yes", typed=entry)

    assert (ran.code, ran.errors) == (0, [])
    shown = tour("stage", "show", "1", "--entry").out
    assert "Zottegem: 4\n" in shown
    assert "Muur: 7 1\n" in shown


def test_a_climb_with_a_colon_in_its_name_is_entered(tour: Run) -> None:
    road = ("--name", "S", "--kind", "road", "--length", "100")
    tour("stage", "add", *road, "--climb", "Col: the wall@60-84")

    ran = tour(
        "stage",
        "enter",
        "4",
        "--yes",
        typed="Col: the wall: leo 1\n1 0 3\n4 0 1\n7 2 2\n",
    )

    assert (ran.code, ran.errors) == (0, [])
    assert '"Col: the wall": 7 1\n' in tour("stage", "show", "4", "--entry").out


def test_a_ruling_is_typed_as_at_the_desk(tour: Run) -> None:
    ran = tour("note", "1", "!jan 20 moved out of turn", "--yes")

    assert ran.code == 0
    shown = tour("stage", "show", "1", "--entry").out
    assert "seconds = 20" in tour("dump").out, shown
    assert 'reason = "moved out of turn"' in tour("dump").out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("jan 20", "a ruling without a reason, expected one after the amount (GN-2)"),
        ("zzz 20 late", "no rider or team 'zzz'"),
    ],
)
def test_a_ruling_that_cannot_be_read_is_refused(
    tour: Run, words: str, message: str
) -> None:
    ran = tour("note", "1", f"!{words}", "--yes")

    assert (ran.code, ran.errors) == (1, [f"Error: {message}"])


def test_an_export_without_a_file_says_what_can_be_named(tour: Run) -> None:
    ran = tour("export")

    assert ran.code == 2
    assert "'peloton export tour.html'" in ran.err


def test_an_export_into_this_folder_names_its_page(tour: Run) -> None:
    assert tour("export", ".").err.endswith(" to index.html.\n")


def test_a_noun_alone_lists_its_commands_line_by_line(tour: Run) -> None:
    assert "\n  add " in tour("stage").err
    assert "\\n" not in tour("stage").err


def test_a_stage_is_named_without_an_option(tour: Run) -> None:
    ran = tour("stage", "add", "Gent - Wevelgem", "--length", "190")

    assert ran.err.startswith("Added stage 4, Gent - Wevelgem.")


def test_a_rider_and_a_team_are_named_without_an_option(tour: Run) -> None:
    for stage in "321":
        tour("stage", "clear", stage, "--yes")
    assert tour("team", "add", "SAL", "Salvarani").code == 0
    assert tour("rider", "add", "9", "Piet Plakker", "--team", "SAL").code == 0

    dumped = tour("dump").out
    assert 'code = "SAL"\nname = "Salvarani"\n' in dumped
    assert '  bib = "9"\n  name = "Piet Plakker"\n' in dumped


@pytest.mark.parametrize(("typed", "kept"), [("-20", "seconds"), ("-2p", "points")])
def test_a_negative_number_of_a_ruling_is_a_bonus(
    tour: Run, typed: str, kept: str
) -> None:
    ran = tour("note", "1", f"!7 {typed} fair play", "--yes")

    assert (ran.code, ran.errors) == (0, [])
    number = typed.removesuffix("p")
    ruled = f'  bib = "7"\n  {kept} = {number}\n  reason = "fair play"\n'
    assert ruled in tour("dump").out
