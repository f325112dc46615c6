"""The architecture: allowed imports, and the maximum size of modules and functions."""

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import peloton

PACKAGE = Path(peloton.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
BY_NAME = {str(file.relative_to(PACKAGE)): file for file in MODULES}
LINES = {
    name: len(file.read_text(encoding="utf-8").splitlines())
    for name, file in BY_NAME.items()
}

ARROWS = {
    "cli": {"table", "api", "desk", "store", "notation", "reports", "writers", "rules"},
    "table": {"desk", "store", "notation", "reports", "writers", "rules"},
    "api": {"desk", "store", "notation", "reports", "writers", "rules"},
    "desk": {"store", "notation", "reports", "rules"},
    "store": {"disk", "rules"},
    "notation": {"rules"},
    "reports": {"rules"},
    "writers": {
        "disk",
        "reports.sheet",
        "reports.scenes",
        "reports.drawing",
        "reports.shirts",
        "rules.words",
    },
    "rules": set[str](),
}
"""The parts that each part may import, in addition to itself and `errors`.

A sheet may hold drawings, and all text is made visible.
"""

PUBLIC = {f"peloton.{name}" for name in ("rules.results", "reports.tour.document")}
"""Modules whose public names are part of the API."""

PURE = {
    "bisect",
    "collections",
    "contextlib",
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
"""Modules of the standard library for the rules: no files, clock or random numbers.

A date comes in as an argument; whoever asks `datetime` for today's is found below.
"""

CLOCK = {"now", "today", "utcnow"}
SQL = {"sqlmodel", "sqlalchemy", "sqlite3"}

WALL, LONG, FUNCTION = 500, 400, 40
"""Maximum lines of a module, of a module without a reason, and of a function."""

FOLDER = 20
"""Maximum number of modules in a folder."""

REASONS: dict[str, str] = {}
"""The reason why a module may have more than 400 lines, by module."""

ONE_INTERFACE = {"MARK": "how a game writes a finish: one in each file of rules/games"}
"""Public names that several modules define, because they have one interface."""

RULES = [file for file in MODULES if file.relative_to(PACKAGE).parts[0] == "rules"]


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    """Return all syntax nodes of a module, parents before children."""
    return tuple(ast.walk(tree(file)))


@cache
def imports(file: Path) -> tuple[str, ...]:
    """Return the dotted names that a module imports, at any level."""
    found: list[str] = []
    for node in nodes(file):
        if isinstance(node, ast.Import):
            found += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are written in full"
            assert node.module is not None
            # `from peloton.rules import race` may name a module.
            found += (f"{node.module}.{alias.name}" for alias in node.names)
    return tuple(found)


def offenders(found: Mapping[str, Collection[object]]) -> dict[str, object]:
    """Return the offences found, by module."""
    return {name: wrong for name, wrong in found.items() if wrong}


def within(name: str, part: str) -> bool:
    return name == part or name.startswith(f"{part}.")


def wrong_arrows(file: Path) -> list[str]:
    """Return the imports of a module that `ARROWS` does not allow."""
    part = file.relative_to(PACKAGE).parts[0]
    allowed = {"peloton.errors", f"peloton.{part}", "peloton.__version__"}
    if part == "errors.py":
        allowed = set()
    elif part in ARROWS:
        allowed |= {f"peloton.{other}" for other in ARROWS[part]}
    else:
        # python -m peloton; the public names of import peloton
        allowed |= {"peloton.cli", "peloton.api", *PUBLIC}
    return [
        name
        for name in imports(file)
        if within(name, "peloton") and not any(within(name, a) for a in allowed)
    ]


def functions(file: Path) -> Iterator[tuple[str, int]]:
    """Yield the name and the number of lines of each function, without docstring."""
    for node in nodes(file):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            first = node.body[0]
            if ast.get_docstring(node, clean=False) is not None:
                lines -= (first.end_lineno or first.lineno) - first.lineno + 1
            yield node.name, lines


def public_names(file: Path) -> Iterator[str]:
    """Yield the public names of a module; a command has the name that users type."""
    for node in tree(file).body:
        names: list[ast.AST] = [node]
        if isinstance(node, ast.Assign):
            names = [name for target in node.targets for name in ast.walk(target)]
        elif isinstance(node, ast.AnnAssign):
            names = [node.target]
        elif isinstance(node, ast.FunctionDef) and any(
            map(makes_command, node.decorator_list)
        ):
            names = []
        for name in names:
            found = getattr(name, "name", getattr(name, "id", "_"))
            if not found.startswith("_"):
                yield found


def makes_command(decorator: ast.expr) -> bool:
    """Return whether a decorator makes a command, such as `@click.command()`."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, ast.Attribute) and called.attr in ("command", "group")


def test_every_part_of_the_package_is_in_the_layout() -> None:
    folders = {
        file.relative_to(PACKAGE).parts[0] for file in MODULES if file.parent != PACKAGE
    }

    assert folders == set(ARROWS)


def test_a_module_imports_only_along_the_arrows() -> None:
    wrong = {name: wrong_arrows(file) for name, file in BY_NAME.items()}

    assert offenders(wrong) == {}


def test_no_part_imports_the_one_that_imports_it() -> None:
    """The arrows drawn above make no circle."""
    circles = {
        part: {name.partition(".")[0] for name in ARROWS[part]}
        & {name for name, parts in ARROWS.items() if part in parts}
        for part in ARROWS
    }

    assert offenders(circles) == {}


def circles(graph: Mapping[str, set[str]]) -> list[str]:
    """Return names that import one another in a circle."""
    left = {name: others - {name} for name, others in graph.items()}
    while free := [name for name, others in left.items() if not others & set(left)]:
        for name in free:
            del left[name]
    return sorted(left)


def folder_imports(room: str) -> dict[str, set[str]]:
    """Return the imports between the folders and modules of a package."""
    graph: dict[str, set[str]] = {}
    for name, file in BY_NAME.items():
        parts = Path(name).with_suffix("").parts
        if parts[0] == room:
            graph.setdefault(parts[1], set()).update(
                name.split(".")[2]
                for name in imports(file)
                if name.startswith(f"peloton.{room}.")
            )
    return graph


def test_no_modules_import_each_other_in_a_circle() -> None:
    """However long the way round, and wherever in a module the imports stand."""
    names = {
        ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(
            ".__init__"
        ): file
        for file in MODULES
    }
    graph = {
        name: {
            module
            for imported in imports(file)
            for module in (imported, imported.rpartition(".")[0])
        }
        for name, file in names.items()
        if name != "peloton"  # its public names are imported when they are used
    }

    assert circles(graph) == []


@pytest.mark.parametrize(
    "room", ["rules", "notation", "reports", "writers", "desk", "table", "api", "cli"]
)
def test_no_folders_of_a_room_import_each_other_in_a_circle(room: str) -> None:
    """Nor do the modules that stand beside them."""
    assert circles(folder_imports(room)) == []


def test_the_rules_import_nothing_but_the_pure_library() -> None:
    outside = {
        file.name: {
            name.partition(".")[0]
            for name in imports(file)
            if not within(name, "peloton")
        }
        - PURE
        for file in RULES
    }

    assert offenders(outside) == {}


def test_the_rules_ask_nobody_for_the_time_and_print_nothing() -> None:
    found = {
        file.name: [
            name
            for node in nodes(file)
            for name in (getattr(node, "attr", None), getattr(node, "id", None))
            if (isinstance(node, ast.Attribute) and name in CLOCK)
            or (isinstance(node, ast.Name) and name in ("print", "open", "input"))
        ]
        for file in RULES
    }

    assert offenders(found) == {}


def test_the_errors_know_no_click_and_no_sql() -> None:
    known = {name.partition(".")[0] for name in imports(PACKAGE / "errors.py")}

    assert not known & {"click", *SQL}


def test_only_the_store_imports_sql() -> None:
    sql = {
        name: [each for each in imports(file) if each.partition(".")[0] in SQL]
        for name, file in BY_NAME.items()
        if file.relative_to(PACKAGE).parts[0] != "store"
    }

    assert offenders(sql) == {}


def test_a_module_is_not_over_the_wall() -> None:
    assert {name: lines for name, lines in LINES.items() if lines > WALL} == {}


def test_no_folder_has_over_20_modules() -> None:
    folders = Counter(file.parent.relative_to(PACKAGE).as_posix() for file in MODULES)
    assert not {name: n for name, n in folders.items() if n > FOLDER}


def test_a_long_module_has_a_reason() -> None:
    long = {name for name, lines in LINES.items() if lines > LONG}

    assert sorted(long - set(REASONS)) == []


def test_a_reason_is_given_for_modules_there_are() -> None:
    assert sorted(set(REASONS) - set(BY_NAME)) == []


def test_a_function_is_at_most_40_lines() -> None:
    """Decorators and docstring excluded."""
    long = {
        name: [each for each in functions(file) if each[1] > FUNCTION]
        for name, file in BY_NAME.items()
    }

    assert offenders(long) == {}


def test_no_public_name_is_defined_twice() -> None:
    """Whoever meets a name need not ask which of two it is."""
    homes: dict[str, set[str]] = {}
    for name, file in BY_NAME.items():
        for found in public_names(file):
            homes.setdefault(found, set()).add(name)
    twice = {name: sorted(files) for name, files in homes.items() if len(files) > 1}

    assert {name: twice[name] for name in twice.keys() - ONE_INTERFACE.keys()} == {}
    assert sorted(ONE_INTERFACE.keys() - twice.keys()) == []
