"""Hostile files from others are read or rejected, without any harm."""

import errno
import os
from pathlib import Path

import pytest

from peloton.cli.support import settings
from tests.cli.conftest import TOUR, Run
from tests.machine import needs_posix

BUILTIN = 'rulebook = "cyclo"'


@pytest.mark.parametrize(
    "name",
    ["../own.toml", "/etc/passwd", "own", "a\\own.toml", "C:own.toml", "/dev/zero"],
)
def test_a_rulebook_is_only_looked_for_beside_the_tour(
    run: Run, folder: Path, name: str
) -> None:
    (folder.parent / "own.toml").write_text("secret of the house")
    text = TOUR.replace(BUILTIN, f"rulebook = '{name}'")
    (folder / "pack.toml").write_text(text)

    ran = run("load", "pack.toml")

    assert ran.code == 1
    assert "no rulebook" in ran.err
    assert "the plain name of a file beside the tour, ending in .toml" in ran.err
    assert "secret" not in ran.err


NOT_OURS = {
    "text": "root:secret:0:0\n",
    "settings": 'secret = "secret"\n[secret]\nsecret = 1\n',
    "named settings": 'name = "secret"\ngames = "secret"\nsecret = ["secret"]\n',
    "an open string": 'name = "secret\n',
}


@pytest.mark.parametrize("what", NOT_OURS)
@pytest.mark.parametrize("command", ["score", "load", "score --json"])
@pytest.mark.parametrize("named", ["rulebook", "ghost"])
def test_nothing_is_shown_of_a_file_beside_a_tour_that_is_another_kind_of_file(
    run: Run, folder: Path, what: str, command: str, named: str
) -> None:
    """As where a tour comes with a link to a file that is not for others to see."""
    (folder.parent / "theirs").write_text(NOT_OURS[what])
    (folder / "link.toml").symlink_to(folder.parent / "theirs")
    text = TOUR.replace(BUILTIN, 'rulebook = "link.toml"')
    if named == "ghost":
        text = TOUR.replace('code = "MOL"', 'code = "MOL"\nghost = "link.toml"')
    (folder / "pack.toml").write_text(text)

    ran = run(*command.split(), "pack.toml")

    assert ran.code == 1
    assert "secret" not in ran.err + ran.out
    kinds = {"rulebook": "not a rulebook", "ghost": "not a way of playing ghosts"}
    assert kinds[named] in ran.err


def test_a_new_tour_takes_no_rulebook_that_a_tour_file_could_not_name(
    run: Run, folder: Path
) -> None:
    assert run("rules", "new", "mine", "--from", "cyclo").code == 0
    (folder / "mine.toml").rename(folder / "mine")

    ran = run("new", "--name", "Mine", "--rulebook", "mine")

    assert (ran.code, len(ran.errors)) == (1, 1)
    assert "found rulebook file 'mine', expected a name ending in .toml" in ran.err


@pytest.mark.parametrize(
    "words",
    ["{number.__class__} {name}", "{number:>2000000000} {name}", "{number!r} {name}"],
)
def test_a_catalogue_reaches_nothing_but_its_words(
    tour: Run, folder: Path, words: str
) -> None:
    text = f'language = "fr"\n[words]\n"Stage {{number}}: {{name}}" = "{words}"\n'
    (folder / "mine.toml").write_text(text)

    ran = tour("result", "1", "--language", "mine.toml")

    assert (ran.code, len(ran.errors)) == (1, 1)


def test_braces_in_a_catalogue_stand_as_they_were_written(
    tour: Run, folder: Path
) -> None:
    words = "{ } {} {number} {name} {name.x}"
    text = f'language = "fr"\n[words]\n"Stage {{number}}: {{name}}" = "{words}"\n'
    (folder / "mine.toml").write_text(text)

    ran = tour("result", "1", "--language", "mine.toml")

    assert ran.code == 0
    assert "{ } {} 1 Oudenaarde - Muur {name.x}" in ran.out


def test_many_blank_lines_are_read_like_none(tour: Run, folder: Path) -> None:
    entry = "\n" * 20_000 + "1 0 3\n4 0 1\n7 2 2\n"
    (folder / "entry.txt").write_text(entry)

    assert tour("stage", "enter", "1", "--from", "entry.txt", "--yes").code == 0


@needs_posix
def test_a_file_without_end_is_refused(run: Run) -> None:
    ran = run("score", "/dev/zero")

    assert ran.code == 1
    assert ran.err == "Error: /dev/zero is larger than 4 MB\n"


@needs_posix
@pytest.mark.parametrize("command", ["dump -o", "sheet startlist -o", "export"])
def test_links_that_lead_in_a_circle_are_refused(
    tour: Run, folder: Path, command: str
) -> None:
    name = "a.csv" if command == "export" else "a.pdf"
    (folder / name).symlink_to(folder / "b")
    (folder / "b").symlink_to(folder / name)

    ran = tour(*command.split(), name)

    assert (ran.code, len(ran.errors)) == (1, 1)
    assert f"cannot write {name}" in ran.err


def test_what_turns_the_direction_of_text_is_written_out_in_a_tour_file(
    tour: Run, folder: Path
) -> None:
    name = "a\u202eb\u2066c\u200fd"
    assert tour("rider", "edit", "1", "--name", name).code == 0

    dumped = tour("dump").out

    assert r'"a\u202eb\u2066c\u200fd"' in dumped
    (folder / "again.toml").write_text(dumped)
    assert tour("load", "again.toml", "--replace").code == 0
    assert tour("dump").out == dumped


def test_a_scale_is_shown_without_what_would_act_on_the_terminal(
    run: Run, folder: Path
) -> None:
    (folder / "scale.toml").write_text("# \x1b]52;c;eA==\x07\t\u202e\n")

    ran = run("season", "--scale", "scale.toml", "--toml")

    assert ran.out == "# \\x1b]52;c;eA==\\x07\t\\u202e\n"


def test_a_startlist_of_a_great_many_teams_is_read(run: Run, folder: Path) -> None:
    rows = [f"{n},Rider{n},Team{n}" for n in range(1, 3_001)]
    (folder / "list.csv").write_text("\n".join(["bib,name,team", *rows]))
    assert run("new", "Many", "--rulebook", "road").code == 0

    assert run("rider", "import", "list.csv", "--yes").code == 0

    codes = {row.split(",")[0] for row in run("team", "list", "--csv").out.split()}
    assert len(codes) == len(["Code", *rows])


def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run as a user whom the system does not know, as in a container."""

    def unknown(_id: int) -> object:
        raise KeyError

    monkeypatch.setattr("pwd.getpwuid", unknown)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "PELOTON_DB"):
        monkeypatch.delenv(name, raising=False)


@needs_posix
@pytest.mark.parametrize(
    "command", ["tours", "", "new --name X --rulebook cyclo", "where"]
)
def test_without_a_home_folder_a_database_must_be_chosen(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    homeless(monkeypatch)

    ran = run(*command.split())

    assert (ran.code, ran.out) == (1, "")
    assert ran.errors == [
        "Error: there is no home folder: set HOME, or choose a database with --db"
    ]
    assert not list(folder.iterdir())


@needs_posix
@pytest.mark.parametrize(
    "command",
    ["tours", "", "standings", "sheet standings", "new --name X --rulebook cyclo"],
)
def test_with_a_database_no_home_folder_is_needed(
    tour: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    homeless(monkeypatch)

    assert tour("--db", "tours.db", *command.split()).code == 0


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("--db closed/tours.db tours", "cannot be opened"),
        ("--db closed/tours.db load mini.toml", "closed"),
        ("backup closed/tours.db --restore", "closed/tours.db"),
        ("load closed/mini.toml", "closed/mini.toml"),
        ("rules show closed/mini.toml", "closed/mini.toml"),
        ("dump -o closed/out.toml", "cannot write closed/out.toml: "),
    ],
)
@needs_posix
def test_a_folder_that_nobody_else_may_enter_is_named(
    tour: Run, monkeypatch: pytest.MonkeyPatch, command: str, error: str
) -> None:
    """The user's settings are in such a folder, too, as after `sudo -u`."""
    stat = os.stat

    def refused(path: int | str | Path, **how: bool) -> os.stat_result:
        if not isinstance(path, int) and "closed" in Path(path).parts:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return stat(path, **how)

    monkeypatch.setattr(os, "stat", refused)
    monkeypatch.setattr(settings, "settings_file", lambda: Path("closed/settings.toml"))

    assert tour("tours").code == 0

    ran = tour(*command.split())

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert error in ran.err


ACTING = "\x1b]52;c;eA==\x07\u202e\x9bx\nError: forged"


@pytest.mark.parametrize(
    "arguments",
    [
        ["sheet", ACTING, "-o", "o.pdf"],
        ["standings", "general", ACTING],
        ["standings", f"--{ACTING}"],
        ["standings", "--after", ACTING],
        ["result", ACTING],
        ["stage", ACTING],
        ["--wait", ACTING, "tours"],
        [ACTING],
    ],
)
def test_a_usage_error_repeats_nothing_that_would_act_on_the_terminal(
    tour: Run, arguments: list[str]
) -> None:
    ran = tour(*arguments)

    assert ran.code in (1, 2)
    assert len(ran.errors) == 1
    assert all(line.isprintable() for line in ran.err.splitlines())


def startlist(riders: int) -> str:
    return HEAD + "".join(f'[[rider]]\nbib = "{n}"\n' for n in range(riders))


HEAD = '[tour]\nname = "Large"\nrulebook = "cyclo"\n'
FINISH = '[[stage]]\nfinish = """\n{}"""\n'
UNKNOWN = "".join(f"x{n} 0 3\n" for n in range(3000))
DRAWN = f'[stage.lots]\ngeneral = "{" ".join(f"x{n}" for n in range(30_000))}"\n'


@pytest.mark.parametrize(
    ("text", "last", "lines"),
    [
        (startlist(3) + f'[[rider]]\nbib = "{"1" * 5000}"\n', "1 mistake", 2),
        (startlist(3000) + FINISH.format(UNKNOWN), "3001 mistakes", 102),
        (startlist(200) + FINISH.format(UNKNOWN), "3001 mistakes", 102),
        (startlist(1) + FINISH.format("0 0 3\n") + DRAWN, "30000 mistakes", 102),
        (HEAD + ".".join(["a"] * 20_000) + " = 1\n", "1 mistake", 2),
        (HEAD + "a = 1\n" * 2, "1 mistake", 2),
        (HEAD + "[" + " . ".join(['"a"'] * 20_000) + "]\n", "1 mistake", 2),
        (HEAD + "[tour.rules]\n" + "".join(f"a{n}=1\n" for n in range(9999)), "s", 102),
    ],
)
def test_a_file_where_all_is_wrong_is_refused_in_a_hundred_lines(
    run: Run, folder: Path, text: str, last: str, lines: int
) -> None:
    """Each of them took from ten seconds to hours."""
    (folder / "large.toml").write_text(text)

    ran = run("score", "large.toml")

    assert (ran.code, len(ran.err.splitlines())) == (1, lines)
    assert ran.err.endswith(f"{last}\n")
    assert lines < 102 or "large.toml: and " in ran.err.splitlines()[-2]


def test_dots_in_names_and_remarks_are_no_deep_key(run: Run, folder: Path) -> None:
    dots = "a." * 50 + "a"
    text = TOUR.replace("Molteni", dots) + f"# {dots}\n"
    (folder / "dots.toml").write_text(text)

    assert run("load", "dots.toml").code == 0


def test_many_spaces_in_the_name_of_a_sprint_are_read_at_once(tour: Run) -> None:
    spaces = " " * 100_000

    assert tour("stage", "add", "--sprint", f"A{spaces}b@20").code == 0


@pytest.mark.parametrize(
    "command", ["rules show FILE --toml", "season --toml --scale FILE"]
)
def test_a_file_of_somebody_else_that_is_printed_does_not_act_on_the_terminal(
    run: Run, folder: Path, command: str
) -> None:
    text = "# one\x1b[31m two\u202e\n\tthree é\n"
    (folder / "mine.toml").write_text(text, encoding="utf-8")

    ran = run(*command.replace("FILE", "mine.toml").split())

    assert ran.out == "# one\\x1b[31m two\\u202e\n\tthree é\n"
