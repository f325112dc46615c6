"""Randomly changed files and lines are read or rejected quickly, without a traceback.

A hundred of each kind are tried; `MUTATIONS=10000` in the environment tries more.
"""

import os
import random
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from peloton.notation.resources import templates
from peloton.rules.games import MARKS
from tests.cli.conftest import TOUR, Run
from tests.notation.test_desk import desk
from tests.notation.workbooks import packed as zipped
from tests.notation.workbooks import parts, plain_workbook

MUTATIONS = int(os.environ.get("MUTATIONS", "100"))
LONGEST = 10
"""Maximum seconds for one command."""
HOSTILE = (
    *("\x00", "\x1b]52;c;eA==\x07", "\u202e", "\ufeff", "\r", "\n" * 60, " " * 200),
    *("9" * 5000, "-1", "1e999", "nan", "0x10", "1979-05-27", "true", "[]", "{}"),
    *("[", "]", "{", "}", '"', "'", '"""', "=", "#", ",", ".", "\\", "@", "?", "+"),
    *("a." * 300, "x" * 70_000, "[" * 400, "=cmd()", "<b>", "{name!x}", "../../x"),
    *("DNF", "(1 4", "general", "teams", "\u0661", "\xb2", "\U0001f6b4", "e\u0301"),
)


def changed(text: str, dice: random.Random) -> str:
    """Return a text with one to four random changes."""
    for _ in range(dice.randint(1, 4)):
        start = dice.randrange(len(text) + 1)
        end = min(len(text), start + dice.choice((0, 1, 5, 40)))
        part = text[start:end]
        new = dice.choice(
            (
                "",
                part * 2,
                part * dice.choice((3, 30)),
                dice.choice(HOSTILE),
                part + dice.choice(HOSTILE),
                part[::-1],
                chr(dice.choice((*range(32, 127), *range(0x400, 0x420)))),
            )
        )
        text = text[:start] + new + text[end:]
        lines = text.split("\n")
        if dice.random() < 0.3:
            dice.shuffle(lines)
            text = "\n".join(lines)
    return text


def encoded(text: str, dice: random.Random) -> bytes:
    """Return the bytes of a changed text, sometimes with changed bytes."""
    data = bytearray(changed(text, dice).encode("utf-8", "replace"))
    if data and dice.random() < 0.1:
        data[dice.randrange(len(data))] = dice.randrange(256)
    return bytes(data)


def packed(data: bytes, dice: random.Random) -> bytes:
    """Return a workbook with a changed part, or a changed archive."""
    if dice.random() < 0.2:
        return encoded(data.decode("latin-1"), dice)
    whole = parts(data)
    which = dice.choice(list(whole))
    return zipped({**whole, which: encoded(whole[which].decode(), dice)})


@contextmanager
def in_time() -> Iterator[None]:
    """Fail if the block takes too much CPU time."""

    def late(_signal: int, _frame: FrameType | None) -> None:
        pytest.fail(f"it takes more than {LONGEST} seconds")

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def tried(run: Run, name: str, *commands: str) -> None:
    """Run commands; each must succeed or print an error of one line."""
    for command in commands:
        with in_time():
            ran = run(*command.format(name).split())
        assert ran.code in (0, 1, 2)
        assert len(ran.errors) == (ran.code != 0), ran.err
        assert "\x1b" not in ran.out + ran.err


Kind = tuple[str, Callable[[Path], bytes], tuple[str, ...]]
CATALOGUE = (templates() / "languages" / "fr.toml").read_text(encoding="utf-8")
OWN_WORDS = f'language = "fr"\n{CATALOGUE[CATALOGUE.index("[words]") :][:4000]}'
STARTLIST = "bib;name;team\n11;Ann B;MOL\n12;Bo;FLA\n"
KINDS: dict[str, Kind] = {
    "tour file": ("t.toml", lambda _: TOUR.encode(), ("score {}", "load {} --replace")),
    "rulebook": (
        "r.toml",
        lambda _: (templates() / "rulebooks" / "figueres.toml").read_bytes(),
        ("rules check {}",),
    ),
    "season file": (
        "s.toml",
        lambda _: (templates() / "seasons" / "default.toml").read_bytes(),
        ("season --scale {}",),
    ),
    "catalogue": ("c.toml", lambda _: OWN_WORDS.encode(), ("result 1 --language {}",)),
    "entry": (
        "e.txt",
        lambda _: b"Muur: 4 1\nZottegem: 7 4\n1  0 3\n(4 7) 2 2\nDNF 9\nOTL 8 2 3\n",
        ("stage enter 1 --from {} --dry-run",),
    ),
    "startlist": (
        "l.csv",
        lambda _: STARTLIST.encode(),
        ("rider import {} --dry-run",),
    ),
    "startlist workbook": (
        "l.xlsx",
        lambda _: plain_workbook([[*row.split(";")] for row in STARTLIST.splitlines()]),
        ("rider import {} --dry-run",),
    ),
    "form": (
        "f.xlsx",
        lambda folder: (folder / "form.xlsx").read_bytes(),
        ("stage enter 1 --from {} --dry-run",),
    ),
}
"""The kinds of files: a file name, its content, and the commands to run."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_file_changed_at_random_is_read_or_refused(
    tour: Run, folder: Path, kind: str
) -> None:
    name, made, commands = KINDS[kind]
    assert tour("form", "1", "-o", "form.xlsx").code == 0
    data = made(folder)
    for number in range(MUTATIONS):
        dice = random.Random(f"{kind} {number}")  # noqa: S311 - dice, no secrets
        packing = name.endswith(".xlsx")
        new = packed(data, dice) if packing else encoded(data.decode(), dice)
        (folder / name).write_bytes(new)
        tried(tour, name, *commands)


@pytest.mark.slow
def test_lines_at_the_desk_changed_at_random_are_read_or_refused() -> None:
    text = (
        "12 3\n=\n(4 7) 2\n+3 2\nZottegem: 7 4\nDNF 15\n!7 +20 late\n$MOL 50 finish\n"
    )
    for number in range(MUTATIONS):
        dice = random.Random(f"desk {number}")  # noqa: S311 - dice, no secrets
        form = dice.choice([*MARKS.values()])
        with in_time():
            desk(changed(text, dice), form=form)


@pytest.mark.endurance
def test_rows_changed_at_random_are_read_or_said_to_be_damaged(
    tour: Run, folder: Path
) -> None:
    """Facts, journal and what is kept of the classifications."""
    assert tour("rider", "edit", "1", "--name", "Jo").code == 0
    whole = (folder / "tours.db").read_bytes()
    for number in range(MUTATIONS):
        dice = random.Random(f"rows {number}")  # noqa: S311 - dice, no secrets
        (folder / "tours.db").write_bytes(whole)
        with sqlite3.connect(folder / "tours.db") as database:
            _change_a_row(database, dice)
        database.close()
        tried(tour, "", "standings", "log", "undo --dry-run", "check")
        tried(tour, "", "season", "records --json")


def _change_a_row(database: sqlite3.Connection, dice: random.Random) -> None:
    found = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    tables = [name for (name,) in found if not name.startswith("sqlite")]
    table = dice.choice(tables)
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    column = dice.choice(columns)
    values = [*database.execute(f"SELECT {column} FROM {table}")]  # noqa: S608 - our own names
    if not values:
        return
    (value,) = dice.choice(values)
    new: object = dice.choice((None, -1, 2**62, 1.5, b"\xff", "", "x", "{}", "[1]"))
    if isinstance(value, str) and dice.random() < 0.7:
        new = changed(value, dice).replace("\x00", "")
    where = f"{table} {{}} WHERE {column} IS ?"
    try:
        database.execute(f"UPDATE {where.format(f'SET {column} = ?')}", (new, value))
    except sqlite3.IntegrityError:
        database.execute(f"DELETE FROM {where.format('')}", (value,))  # noqa: S608 - our own names
