"""`new`: a tour created by options in a script, or by answers at a prompt."""

from pathlib import Path

import pytest

from peloton.notation.rulebook_file.reading import builtin_text, read_rulebook
from tests.cli.conftest import Run

CYCLO = read_rulebook(builtin_text("cyclo"))

ANSWERS = (
    "Ronde",  # its name
    "cyclo",  # its rulebook
    "2",  # its stages
    "",  # the level, its default
    "",  # no other options
    "MOL:Molteni:Ann",
    "1 Eddy Baens, climber",
    "4 Jan Janssen",
    "",  # no more riders of MOL
    "",  # no more teams
    "7 Leo Lakei",
    "",  # no more riders
)

BY_HAND = """\
[tour]
name = "Ronde"
rulebook = "cyclo"
date = 2026-11-21
stages = 2

[tour.options]
level = 4

[tour.rules]
"bonus.finish" = [10, 6, 4]
"points.time_trials" = false

[[team]]
code = "MOL"
name = "Molteni"
player = "Ann"
colour = "#f2a900"

  [[team.rider]]
  bib = "1"
  name = "Eddy Baens"
  type = "climber"
  captain = true

  [[team.rider]]
  bib = "4"
  young = true

[[rider]]
bib = "7"

[[stage]]
name = "Oudenaarde - Muur"
profile = "hilly"
length = 190
date = 2026-11-22
sections = [
  { kind = "mountain", name = "Muur", from = 60, to = 84, category = "3" },
  { kind = "mountain", name = "Berg", category = "HC" },
  { kind = "paved", from = 100, to = 115 },
  { kind = "descent", from = 84, to = 90 },
]
sprints = [
  { name = "Zottegem", at = 120 },
]
finish = \"\"\"
1        0 3
(4 7)    0 1
\"\"\"

  [stage.crossings]
  Muur = "4 1"

  [[stage.ruling]]
  bib = "7"
  seconds = 20
  reason = "moved out of turn"

  [stage.lots]
  general = "4 7"

[[stage]]
kind = "itt"
"""

SCRIPT = (
    (
        "new --name Ronde --rulebook cyclo --date 2026-11-21 --option level=4"
        " --stages 2 --house-rule bonus.finish=10,6,4"
        " --house-rule points.time_trials=false"
    ),
    "team add MOL --name Molteni --player Ann --colour #f2a900",
    "rider add 7",
    "rider add 1 --name Eddy~Baens --team MOL --type climber --captain",
    "rider add 4 --team MOL --young",
    (
        "stage add --name Oudenaarde~-~Muur --profile hilly --length 190"
        " --date 2026-11-22 --climb Muur@60-84:3"
        " --climb Berg:HC --paved 100-115 --descent 84-90 --sprint Zottegem@120"
    ),
    "stage add --kind itt",
)


def by_script(run: Run) -> None:
    for line in SCRIPT:
        ran = run(*(word.replace("~", " ") for word in line.split(" ")))
        assert (ran.code, ran.out) == (0, ""), ran.err


def test_a_tour_made_by_commands_is_the_tour_written_by_hand(
    run: Run, folder: Path
) -> None:
    """The same facts by two doors; and what is dumped loads to the same dump."""
    (folder / "by-hand.toml").write_text(BY_HAND)
    assert run("--db", "other.db", "load", "by-hand.toml").code == 0
    by_script(run)
    entry = "1 0 3\n(4 7) 0 1\nMuur: 4 1\n"
    assert run("stage", "enter", "1", "--yes", typed=entry).code == 0
    ruled = ("--bib", "7", "--seconds", "20", "--reason", "moved out of turn")
    assert run("stage", "ruling", "1", *ruled, "--yes").code == 0
    assert run("stage", "lots", "1", "general", "4", "7", "--yes").code == 0

    dumped = run("dump").out

    assert dumped == run("--db", "other.db", "dump").out
    (folder / "dumped.toml").write_text(dumped)
    assert run("load", "dumped.toml", "--replace").code == 0
    assert run("dump").out == dumped


def test_answers_at_the_prompt_make_a_tour(run: Run) -> None:
    ran = run("new", typed="\n".join(ANSWERS) + "\n")

    assert ran.code == 0
    # Before click 8.4 its runner of tests echoes the answers there.
    assert {*map(str.strip, ran.out.splitlines())} <= {*map(str.strip, ANSWERS)}
    assert run("tours", "--csv").out.splitlines()[1] == "*,Ronde,cyclo,,3,0,0"
    assert 'type = "climber"' in run("dump").out


@pytest.mark.parametrize("answers", range(len(ANSWERS)))
def test_who_leaves_at_any_question_leaves_nothing_behind(
    run: Run, answers: int, folder: Path
) -> None:
    ran = run("new", typed="".join(f"{each}\n" for each in ANSWERS[:answers]))

    assert ran.code == 1
    assert ran.errors == ["Error: stopped; nothing was changed"]
    assert not (folder / "tours.db").exists()


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        ("1 Eddy Twice", "startlist: found rider 1 twice"),
        ("9 Jan, clmber", "did you mean 'climber'?"),
        ("DNF Jan", "which is a status"),
    ],
)
def test_a_mistake_at_the_prompt_costs_only_its_own_line(
    run: Run, mistake: str, said: str
) -> None:
    answers = (*ANSWERS[:-5], mistake, *ANSWERS[-5:])

    ran = run("new", typed="\n".join(answers) + "\n")

    assert ran.code == 0
    assert said in ran.err
    assert run("tours", "--csv").out.splitlines()[1] == "*,Ronde,cyclo,,3,0,0"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--rulebook cylo", "did you mean 'cyclo'?"),
        ("--rulebook cyclo --option levl=4", "did you mean 'level'?"),
        ("--rulebook cyclo --option level=9", "expected one of 1, 2, 3, 4"),
        ("--rulebook cyclo --house-rule bonus.finsh=3", "did you mean 'bonus.finish'?"),
        ("--rulebook cyclo --house-rule bonus.finish=ten", "expected a whole number"),
        (f"--rulebook cyclo --house-rule turn={'9' * 5000}", "expected a whole number"),
        ("--rulebook cyclo --house-rule turn=0", "1 or more"),
        ("--rulebook cyclo --team MOL --team MOL", "found team 'MOL' twice"),
    ],
)
def test_a_wrong_option_is_refused_and_no_tour_is_made(
    run: Run, options: str, said: str
) -> None:
    ran = run("new", "--name", "Ronde", *options.split())

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert said in ran.err
    assert run("tours", "--json").out == "[]\n"


@pytest.mark.parametrize("date", ["2026-11-31", "28.11.2026", "tomorrow", ""])
@pytest.mark.parametrize("command", ["new Ronde", "stage add", "season"])
def test_a_wrong_date_is_wrong_usage_with_an_example(
    tour: Run, command: str, date: str
) -> None:
    option = "--since" if command == "season" else "--date"
    ran = tour(*command.split(), option, date)

    assert (ran.code, ran.out, len(ran.errors)) == (2, "", 1)
    expected = f"found '{date}', expected a date such as 2026-11-28"
    assert ran.errors[0].endswith(expected)


def test_yes_and_no_answer_a_question_of_true_or_false(run: Run) -> None:
    ran = run(
        *("new", "--name", "Ronde", "--rulebook", "cyclo"),
        *("--option", "team_leader=yes", "--option", "money=No"),
    )

    assert ran.code == 0
    assert "team_leader = true" in run("dump").out


def test_a_tour_without_riders_asks_for_riders_first(run: Run) -> None:
    ran = run("new", "Ronde", "--rulebook", "cyclo")
    teams = run("new", "Tour", "--rulebook", "cyclo", "--team", "MOL")

    assert "Continue with 'peloton rider add BIB NAME'." in ran.err
    assert "Continue with 'peloton rider add BIB NAME --team CODE'." in teams.err


def test_a_second_tour_of_the_same_name_is_refused(run: Run) -> None:
    run("new", "--name", "Ronde", "--rulebook", "cyclo")

    ran = run("new", "--name", "Ronde", "--rulebook", "criterium")

    assert ran.code == 1
    assert "a tour 'Ronde' already exists" in ran.err


def test_a_stage_is_added_by_answers_at_the_prompt(run: Run) -> None:
    run("new", "--name", "Ronde", "--rulebook", "cyclo")
    answers = ("Ninove", "raod", "road", "190", "Zottegem@120", "X@12o", "", "Muur", "")

    ran = run("stage", "add", typed="\n".join((*answers, "")))

    assert ran.code == 0
    assert "did you mean 'road'?" in ran.err
    assert "expected a sprint such as Zottegem@120" in ran.err
    shown = run("stage", "show", "1").out
    assert 'name = "Zottegem", at = 120' in shown
    assert 'name = "Muur"' in shown


def test_who_leaves_while_adding_a_stage_adds_none(run: Run) -> None:
    run("new", "--name", "Ronde", "--rulebook", "cyclo")
    before = run("dump").out

    ran = run("stage", "add", typed="Ninove\nroad\n190\nZottegem@120\n")

    assert ran.code == 1
    assert run("dump").out == before


def test_a_tour_can_be_played_by_a_rulebook_of_ones_own(run: Run, folder: Path) -> None:
    assert run("rules", "new", "my-cyclo", "--from", "cyclo").code == 0
    own = folder / "my-cyclo.toml"
    finish = "[points.finish]\nvalue = [15, 10, 5, 4, 3, 2, 1]"
    text = own.read_text(encoding="utf-8")
    assert finish in text
    own.write_text(text.replace(finish, "[points.finish]\nvalue = [30]"), "utf-8")

    made = run("new", "--name", "Ronde", "--rulebook", "my-cyclo.toml")

    assert made.code == 0
    own.unlink()
    assert run("rider", "add", "1").code == 0
    assert run("stage", "add", "--name", "Muur").code == 0
    entered = run("stage", "enter", "1", "--from", "-", "--yes", typed="1 0 3")
    assert entered.code == 0
    assert '"points": 30' in run("standings", "points", "--json").out


def answered(*changed: tuple[int, str | tuple[str, ...]]) -> str:
    """Return the answers above, with some of them replaced."""
    answers: list[str | tuple[str, ...]] = [*ANSWERS]
    for at, other in changed:
        answers[at] = other
    flat = ((answer,) if isinstance(answer, str) else answer for answer in answers)
    return "".join(f"{line}\n" for lines in flat for line in lines)


TEAM = ANSWERS.index("MOL:Molteni:Ann")


def test_undo_goes_back_to_the_question_before(run: Run) -> None:
    """Enter once too often ends the teams: undo asks for a team again."""
    typed = answered(
        (TEAM, ("", "undo", ANSWERS[TEAM])), (0, ("Rnde", "undo", "Ronde"))
    )

    assert run("new", typed=typed).code == 0
    plain = run("dump").out
    run("delete", "Ronde", "--yes")
    run("new", typed=answered())

    assert plain == run("dump").out
    assert 'name = "Ronde"' in plain


def test_undo_before_the_first_answer_asks_it_again(run: Run) -> None:
    ran = run("new", typed="undo\n" + answered())

    assert ran.code == 0
    assert "This is the first question." in ran.err


def test_undo_takes_back_a_sprint(tour: Run) -> None:
    typed = "Alps\nroad\n100\nA@10\nB@20\nundo\nC@30\n\n\n"

    assert tour("stage", "add", typed=typed).code == 0
    assert '"A", at = 10' in tour("dump").out
    assert '"B", at = 20' not in tour("dump").out
    assert '"C", at = 30' in tour("dump").out


def test_a_sprint_without_its_sign_is_asked_for_again(tour: Run) -> None:
    ran = tour("stage", "add", typed="Alps\nroad\n100\nVic 3\nn@9\n\n\n")

    assert "found 'Vic 3' without @; did you mean 'Vic@3'?" in ran.err
    assert 'sprints = [\n  { name = "n", at = 9 },\n]' in tour("dump").out


@pytest.mark.parametrize(
    ("line", "stored"),
    [
        ("4 Jan Janssen sprinter", 'name = "Jan Janssen"\n  type = "sprinter"'),
        ("4 Jan time rider", 'name = "Jan"\n  type = "time rider"'),
        ("4 sprinter", 'bib = "4"\n  type = "sprinter"'),
        ("4, sprinter", 'bib = "4"\n  type = "sprinter"'),
        ("4, Jan sprinter", 'name = "Jan"\n  type = "sprinter"'),
    ],
)
def test_a_type_without_a_comma_is_asked_about(
    run: Run, line: str, stored: str
) -> None:
    run("new", typed=answered((TEAM + 2, (line, "y"))))
    assert stored in run("dump").out


def test_a_rider_without_a_number_is_asked_about(run: Run) -> None:
    swallowed = ("Zonder Nummer, helper", "n", "n", "12 Zonder Nummer, helper")
    ran = run("new", typed=answered((TEAM + 2, swallowed)))

    assert "Is 'Zonder' the bib?" in ran.err
    assert "expected a bib before the name, such as 1 Zonder Nummer, helper" in ran.err
    assert 'bib = "12"' in run("dump").out
    assert 'bib = "Zonder"' not in run("dump").out


def test_a_team_without_its_colon_is_not_taken_for_a_rider(run: Run) -> None:
    """Its Enter, meant for the next question, used to number it as a rider."""
    ran = run("new", typed=answered((TEAM, ("MOL Molteni", "MOL:Molteni"))))

    assert "found 'MOL Molteni', expected a bib before the name" in ran.err
    assert "or a team such as MOL:Molteni:Ann" in ran.err
    assert 'name = "MOL Molteni"' not in run("dump").out
    assert 'code = "MOL"\nname = "Molteni"' in run("dump").out


def test_a_bib_may_be_a_word(run: Run) -> None:
    run("new", typed=answered((TEAM + 2, ("grey Jan", "n", "y"))))
    assert 'bib = "grey"' in run("dump").out


def test_a_prologue_is_not_asked_for_sprints_and_climbs(tour: Run) -> None:
    ran = tour("stage", "add", typed="P\nprologue\n20\n")

    assert (ran.code, "Sprint" in ran.err) == (0, False)
    assert "Length in lines, or in km:" in ran.err


@pytest.mark.parametrize(
    ("game", "kinds", "length"),
    [
        ("figueres", "Kind (road, criterium) ", "Length in spaces"),
        ("flamme-rouge", "ttt; itt, mtt, ttt: ", "Length in squares"),
        ("criterium", "points race, elimination, keirin, team pursuit; itt", "spaces"),
        ("road", "Kind (road, criterium, prologue, itt, mtt, ttt; ", "Length in km"),
    ],
)
def test_a_stage_is_asked_for_in_the_words_of_its_game(
    run: Run, game: str, kinds: str, length: str
) -> None:
    """CR-13: of the races on the track only those of the game."""
    run("new", "Words", "--rulebook", game, "--stages", "3")
    ran = run("stage", "add", typed="P\nroad\n20\n\n\n")

    assert ran.code == 0
    assert kinds in ran.err
    assert length in ran.err
    assert "match sprint" not in ran.err


def test_a_kind_that_the_game_does_not_have_is_asked_for_again(run: Run) -> None:
    run("new", "Words", "--rulebook", "flamme-rouge", "--stages", "3")
    ran = run("stage", "add", typed="P\nkeirin\nroad\n20\n\n\n")

    assert ran.code == 0
    assert "found 'keirin', expected one of road, criterium, prologue" in ran.err


def test_an_option_of_an_own_rulebook_takes_what_its_key_takes(
    run: Run, folder: Path
) -> None:
    """It has no choices: any value of that kind will do."""
    assert run("rules", "new", "my", "--from", "cyclo").code == 0
    with (folder / "my.toml").open("a") as file:
        file.write('[options.paid]\ndefault = false\nkey = "money.premiums"\n')
        file.write('[options.dice]\ndefault = 3\nkey = "dice.road"\n')
    options = ("--option", "paid=true", "--option", "dice=4")

    ran = run("new", "Mine", "--rulebook", "my.toml", *options)

    assert (ran.code, ran.errors) == (0, [])
    assert "paid = true\ndice = 4\n" in run("dump").out


ENDED = ("", "", "")
"""The answers for no more riders in the team, no more teams, no more riders."""


def startlist(run: Run, *lines: str) -> str:
    """Return the dump of a tour whose startlist was typed at the prompt."""
    before = ANSWERS[:TEAM]
    ran = run("new", typed="".join(f"{line}\n" for line in (*before, *lines, *ENDED)))
    assert ran.code == 0, ran.err
    return run("dump").out


def test_the_next_team_at_the_prompt_for_riders_is_a_team(run: Run) -> None:
    typed = "MOL:Molteni:Ann", "1 Eddy", "BIA:Bianchi:Bert", "2 Fausto"
    slow = "MOL:Molteni:Ann", "1 Eddy", "", "BIA:Bianchi:Bert", "2 Fausto"
    found = startlist(run, *typed)

    assert 'code = "BIA"\nname = "Bianchi"\nplayer = "Bert"' in found
    assert found.index('code = "BIA"') < found.index('name = "Fausto"')
    run("delete", "Ronde", "--yes")
    assert startlist(run, *slow) == found


def test_one_enter_too_many_loses_no_team(run: Run) -> None:
    """A team after the last Enter of the teams used to be a rider."""
    found = startlist(run, "MOL:Molteni:Ann", "", "", "RED:Red:Bea", "3 Jan")

    assert 'code = "RED"' in found
    assert "RED:Red" not in found


def test_a_lone_word_is_no_rider_unless_one_says_so(run: Run) -> None:
    found = startlist(run, "MOL:Molteni:Ann", "clear", "n", "A", "y")

    assert "clear" not in found
    assert 'bib = "A"' in found


def test_undo_at_a_yes_or_no_question_goes_back(run: Run) -> None:
    typed = "MOL::", "2 Wim Wafel sprinter", "undo", "2 Wim Wafel, helper"

    assert 'name = "Wim Wafel"\n  type = "helper"' in startlist(run, *typed)


def test_a_yes_or_no_question_takes_no_other_word(tour: Run) -> None:
    ran = tour("delete", "Mini", typed="undo\nperhaps\nn\n")

    assert "found 'undo', expected yes or no" in ran.err
    assert "found 'perhaps', expected yes or no" in ran.err
    assert ran.errors == ["Error: cancelled; nothing was changed"]


def test_the_rare_options_are_asked_on_request(run: Run) -> None:
    assert CYCLO is not None
    rare = ["yes", *("" for _ in list(CYCLO.options)[2:]), "yes"]
    typed = (*ANSWERS[:3], "2", *rare, "", "")
    ran = run("new", typed="".join(f"{line}\n" for line in typed))

    assert "The level played" in ran.err
    assert "(yes, no) [no]" in ran.err
    assert "[false]" not in ran.err
    assert "level = 2\nmoney = true" in run("dump").out


KEYS = 320
"""Maximum number of keys for a startlist of 16 riders; paper needs 300."""
SIXTEEN = {
    "MOL:Molteni:Ann": ("Eddy Baens,cl", "Jan Maas,h", "Wim Smet,h", "Rik Post,A"),
    "BIA:Bianchi:Bea": ("Fausto Bini,cl", "Aldo Rossi,h", "Ugo Neri,h", "Gino Po,B"),
    "RAL:Raleigh:Cas": ("Joop Kuiper,sp", "Henk Lub,h", "Gert Raas,h", "Bert Oost,E"),
    "KAS:Kas:Dirk": ("Jose Fuente,cl", "Txomin Perez,h", "Luis Ona,h", "Paco Gal,ti"),
}


def test_sixteen_riders_take_at_most_320_keys(run: Run) -> None:
    lines = [line for team, riders in SIXTEEN.items() for line in (team, *riders)]
    lines.insert(2, "")  # yes, number the riders
    found = startlist(run, *lines)

    assert sum(len(line) + 1 for line in (*lines, *ENDED)) <= KEYS
    assert found.count("[[team.rider]]") == 16
    assert found.count('type = "helper"') == 8
    assert 'bib = "16"\n  name = "Paco Gal"\n  type = "time rider"' in found


def test_undo_after_a_mistake_in_a_numbered_rider_keeps_the_answers(run: Run) -> None:
    """The yes of a line with a mistake is forgotten with the line."""
    wrong = "Ed Baens, clmber", ""  # yes, number the riders
    typed = "MOL", *wrong, "Ed Baens", "y", "Jan Maas", "Wim Smet", "undo", "Rik Post"
    found = startlist(run, *typed)

    assert 'bib = "2"\n  name = "Jan Maas"' in found
    assert 'bib = "3"\n  name = "Rik Post"' in found
    assert "Wim" not in found


def test_an_option_of_a_game_without_options_is_refused(run: Run) -> None:
    ran = run("new", "--name", "F", "--rulebook", "figueres", "--option", "level=4")

    assert ran.errors == ["Error: level: figueres has no options"]
