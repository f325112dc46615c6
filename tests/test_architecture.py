"""The layout holds: who imports whom, and how large a module and a function may be."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import peloton

PACKAGE = Path(peloton.__file__).parent
MODULES = sorted(file for file in PACKAGE.rglob("*.py") if "versions" not in file.parts)
NAMES = [str(file.relative_to(PACKAGE)) for file in MODULES]

ARROWS = {
    "cli": {"store", "notation", "reports", "writers", "rules"},
    "store": {"rules"},
    "notation": {"rules"},
    "reports": {"rules"},
    "writers": {
        "reports.sheet",
        "reports.drawing",
        "reports.colours",
        "reports.page_words",
    },
    "rules": set[str](),
}
"""Which part may import which; its own modules and `errors` always.

A sheet may hold drawings, and a page has words of its own.
"""

PURE = {
    "bisect",
    "collections",
    "dataclasses",
    "datetime",
    "decimal",
    "difflib",
    "enum",
    "fractions",
    "functools",
    "heapq",
    "itertools",
    "math",
    "operator",
    "re",
    "typing",
    "unicodedata",
}
"""What of the standard library the rules may import: no files, clock or chance.

A date comes in as an argument; whoever asks `datetime` for today's is found below.
"""

CLOCK = {"now", "today", "utcnow"}

WALL, LONG, FUNCTION = 500, 300, 40
"""Lines of a module, of a module that needs no reason, of a function."""

REASONS = {
    "notation/form/sheets.py": "one small function a sheet of the form",
    "rules/checks.py": "one small function a check, read together as a list",
    "rules/keys.py": "one table: every value of a rulebook and what it means",
    "rules/model.py": "the words of a tour, one small value each, and no logic",
    "store/tables.py": "the columns of one database, one class a table",
}
"""Why a module may be over 300 lines."""

every_module = pytest.mark.parametrize("file", MODULES, ids=NAMES)
every_rules_module = pytest.mark.parametrize(
    "file",
    [file for file in MODULES if file.parent.name == "rules"],
    ids=lambda f: f.name,
)


def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imports(file: Path) -> Iterator[str]:
    """The dotted names a module imports, anywhere in it."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are written in full"
            assert node.module is not None
            # `from peloton.rules import race` may name a module.
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def within(name: str, part: str) -> bool:
    return name == part or name.startswith(f"{part}.")


def wrong_arrows(file: Path) -> list[str]:
    """The imports of a module that the layout has no arrow for."""
    part = file.relative_to(PACKAGE).parts[0]
    allowed = {"peloton.errors", f"peloton.{part}", "peloton.__version__"}
    if part == "errors.py":
        allowed = set()
    elif part in ARROWS:
        allowed |= {f"peloton.{other}" for other in ARROWS[part]}
    else:
        allowed |= {"peloton.cli"}  # python -m peloton
    return [
        name
        for name in imports(file)
        if within(name, "peloton") and not any(within(name, a) for a in allowed)
    ]


def functions(file: Path) -> Iterator[tuple[str, int]]:
    """Name and lines of every function, from `def`, without its docstring."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            first = node.body[0]
            if ast.get_docstring(node, clean=False) is not None:
                lines -= (first.end_lineno or first.lineno) - first.lineno + 1
            yield node.name, lines


def test_every_part_of_the_package_is_in_the_layout() -> None:
    folders = {
        file.relative_to(PACKAGE).parts[0] for file in MODULES if file.parent != PACKAGE
    }

    assert folders == set(ARROWS)


@every_module
def test_a_module_imports_only_along_the_arrows(file: Path) -> None:
    assert wrong_arrows(file) == []


@pytest.mark.parametrize("part", ARROWS)
def test_no_part_imports_the_one_that_imports_it(part: str) -> None:
    """The arrows drawn above make no circle."""
    above = {name for name, parts in ARROWS.items() if part in parts}

    assert not above & {name.partition(".")[0] for name in ARROWS[part]}


@every_rules_module
def test_the_rules_import_nothing_but_the_pure_library(file: Path) -> None:
    outside = {
        name.partition(".")[0] for name in imports(file) if not within(name, "peloton")
    }

    assert outside <= PURE


@every_rules_module
def test_the_rules_ask_nobody_for_the_time_and_print_nothing(file: Path) -> None:
    found = {
        node.attr
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Attribute) and node.attr in CLOCK
    } | {
        node.id
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Name) and node.id in ("print", "open", "input")
    }

    assert found == set()


@pytest.mark.parametrize("name", ["click", "sqlmodel", "sqlalchemy", "alembic"])
def test_the_errors_know_no_click_and_no_sql(name: str) -> None:
    assert not any(within(each, name) for each in imports(PACKAGE / "errors.py"))


@every_module
def test_only_the_store_imports_sql(file: Path) -> None:
    sql = [
        name
        for name in imports(file)
        if name.partition(".")[0] in ("sqlmodel", "sqlalchemy", "alembic", "sqlite3")
    ]

    assert sql == [] or file.relative_to(PACKAGE).parts[0] == "store"


@every_module
def test_a_module_is_not_over_the_wall(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= WALL


@every_module
def test_a_long_module_has_a_reason(file: Path) -> None:
    lines = len(file.read_text(encoding="utf-8").splitlines())

    assert lines <= LONG or str(file.relative_to(PACKAGE)) in REASONS


def test_a_reason_is_given_for_modules_there_are() -> None:
    assert set(REASONS) <= set(NAMES)


@every_module
def test_a_function_is_at_most_40_lines(file: Path) -> None:
    """Decorators and docstring excluded."""
    assert [each for each in functions(file) if each[1] > FUNCTION] == []
