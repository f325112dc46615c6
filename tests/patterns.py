"""Every regular expression of the package, as its module compiles it."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import peloton

PACKAGE = Path(peloton.__file__).parent
FUNCTIONS = {
    *("compile", "match", "search", "fullmatch"),
    *("sub", "subn", "split", "findall", "finditer"),
}
"""The functions of `re` that compile a pattern, their first argument."""


class Compiled(NamedTuple):
    """A pattern of the package: where it is written, and itself."""

    place: str
    pattern: re.Pattern[Any]


def package_patterns() -> list[Compiled]:
    """Compile the pattern of every call of `re`, with the names of its module.

    A pattern that a module puts together only when it runs is an error.
    """
    return [
        Compiled(f"{file.relative_to(PACKAGE)}:{call.lineno}", _compiled(call, file))
        for file in sorted(PACKAGE.rglob("*.py"))
        for call in _calls(file)
    ]


def _calls(file: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and node.func.attr in FUNCTIONS
        ):
            yield node


def _compiled(call: ast.Call, file: Path) -> re.Pattern[Any]:
    name = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
    names = vars(import_module(name))
    # After the pattern, its flags: in `re.compile` without their name.
    flags = [argument.value for argument in call.keywords if argument.arg == "flags"]
    if isinstance(call.func, ast.Attribute) and call.func.attr == "compile":
        flags += call.args[1:2]
    pattern, *given = (
        eval(compile(ast.Expression(part), str(file), "eval"), names)  # noqa: S307 - our own code
        for part in (call.args[0], *flags)
    )
    return re.compile(pattern, *given)
