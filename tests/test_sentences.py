"""Every sentence of the games' own texts is listed in tests/sentences.csv."""

import ast
import csv
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from peloton.reports.rules.rulebook import rulebook_sheet
from peloton.reports.rules.setup import setup_sheet
from peloton.reports.sheet import Sheet
from peloton.reports.stage.course import course_sheet
from peloton.reports.stage.kit import kit_sheet
from peloton.rules.facts.kinds import StageKind
from peloton.rules.facts.stage import Stage
from peloton.writers.text import to_text
from tests.readme import ROOT
from tests.rules.notation import raced, tour
from tests.test_docs import RULE, rules_written

TEXT = (Path(__file__).parent / "sentences.csv").read_text(encoding="utf-8")
ROWS = list(csv.DictReader(each for each in TEXT.splitlines() if each[0] != "#"))
STATED = {
    seed: int(count)
    for seed, count in re.findall(r"^# sentences of (\d+): (\d+)$", TEXT, re.MULTILINE)
}
GAMES = {"001": "figueres", "002": "criterium", "003": "cyclo", "004": "ciclistas"}


def rows(how: str) -> list[dict[str, str]]:
    return [row for row in ROWS if row["how"] == how]


def places(how: str) -> list[tuple[str, ...]]:
    """Return the rules and where they apply, if they are scored or on a sheet."""
    return sorted({(row["seed"], row["rule"], row["where"]) for row in rows(how)})


@pytest.mark.parametrize("seed", GAMES)
def test_no_sentence_is_without_a_line_and_none_has_two(seed: str) -> None:
    numbers = [int(row["sentence"]) for row in ROWS if row["seed"] == seed]

    assert numbers == [*range(1, STATED[seed] + 1)]


def test_the_lines_are_of_the_four_texts_and_say_what_each_asks() -> None:
    assert STATED.keys() == GAMES.keys() == {row["seed"] for row in ROWS}
    assert all(row["asks"].strip() for row in ROWS)


def test_every_sentence_is_scored_on_a_sheet_for_the_table_or_chat() -> None:
    kinds = ("scored", "on a sheet", "for the table", "box and chat")
    rest = [row for how in kinds[2:] for row in rows(how)]

    assert sum(len(rows(how)) for how in kinds) == len(ROWS)
    assert all(row["rule"] == row["where"] == "" for row in rest)


def test_every_rule_named_is_written_down() -> None:
    named = {row["rule"] for how in ("scored", "on a sheet") for row in rows(how)}

    assert sorted(named - set(rules_written())) == []


@cache
def functions(file: str) -> dict[str, str]:
    """Return the tests of a file, with the source of each."""
    source = (ROOT / file).read_text(encoding="utf-8")
    return {
        node.name: ast.get_source_segment(source, node) or ""
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@pytest.mark.parametrize(("seed", "rule", "where"), places("scored"))
def test_what_is_scored_has_a_test_that_cites_its_rule(
    seed: str, rule: str, where: str
) -> None:
    file, _, name = where.partition("::")

    assert name in functions(file), seed
    assert rule in RULE.findall(functions(file)[name])


def of_every_kind(game: str) -> Iterable[tuple[str, Sheet]]:
    """Yield the commands that show the sheets of a game for the table."""
    for kind in StageKind:
        race = raced(tour(game, (Stage(kind=kind, length=100),), "1 2 3 4 5 6"))
        yield "stage show", course_sheet(race.tour, 1, race.rulebook)
        yield "kit", kit_sheet(race)
    yield "rules setup", setup_sheet(race.rulebook)
    yield "rules show", rulebook_sheet(race.rulebook)


@cache
def shown(game: str) -> frozenset[tuple[str, str]]:
    """Return the rules that each command shows on a sheet of a game."""
    return frozenset(
        (command, rule)
        for command, sheet in of_every_kind(game)
        for rule in RULE.findall(to_text(sheet))
    )


@pytest.mark.parametrize(("seed", "rule", "where"), places("on a sheet"))
def test_what_is_on_a_sheet_is_there_with_its_rule(
    seed: str, rule: str, where: str
) -> None:
    assert (where, rule) in shown(GAMES[seed])
