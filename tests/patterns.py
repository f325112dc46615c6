"""Find every regular expression of the package, and texts that are slow to match."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import peloton

PACKAGE = Path(peloton.__file__).parent
PARSER: Any = import_module("re._parser")
METHODS = {
    *("match", "search", "fullmatch"),
    *("sub", "subn", "split", "findall", "finditer"),
}
"""Names of the methods and functions that match a pattern."""
UNKNOWN = {"fullmatch", "search"}
"""The methods to try if the calls of a pattern are not found."""


class Compiled(NamedTuple):
    """A pattern of the package: its place, the pattern, and the methods called."""

    place: str
    pattern: re.Pattern[Any]
    methods: frozenset[str]


@cache
def package_patterns() -> tuple[Compiled, ...]:
    """Compile the pattern of every call of `re`, with the names of its module.

    A pattern that a module builds at run time is an error.
    """
    files = sorted(PACKAGE.rglob("*.py"))
    modules = {file: ast.parse(file.read_text(encoding="utf-8")) for file in files}
    called: dict[tuple[Path | None, str], set[str]] = {}
    for file, module in modules.items():
        for name, method in _method_calls(module):
            called.setdefault(_owner(file, name), set()).add(method)
    return tuple(
        Compiled(
            f"{file.relative_to(PACKAGE)}:{call.lineno}",
            _compiled(call, file),
            frozenset(
                {function}
                if function in METHODS
                else called.get(_owner(file, name), UNKNOWN)
            ),
        )
        for file, module in modules.items()
        for call, function, name in _re_calls(module)
    )


def _owner(file: Path, name: str) -> tuple[Path | None, str]:
    """Return a name with its module if it is private."""
    return (file if name.startswith("_") else None), name


def _method_calls(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each name on which a pattern method is accessed, with the method."""
    for node in ast.walk(module):
        if isinstance(node, ast.Attribute) and node.attr in METHODS:
            owner = node.value
            if isinstance(owner, ast.Name) and owner.id.isupper():
                yield owner.id, node.attr
            elif isinstance(owner, ast.Attribute):
                yield owner.attr, node.attr


def _re_calls(module: ast.Module) -> Iterator[tuple[ast.Call, str, str]]:
    """Yield calls of `re`, each with its function and the name of its pattern."""
    names: dict[ast.AST, str] = {}
    for node in ast.walk(module):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                names[value] = name
            case ast.keyword(arg=str(name), value=value):
                names[value] = name
    for node in ast.walk(module):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=function)):
                if function in {*METHODS, "compile"}:
                    yield node, function, names.get(node, "")


def _compiled(call: ast.Call, file: Path) -> re.Pattern[Any]:
    name = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
    names = vars(import_module(name))
    # After the pattern, its flags: in `re.compile` without their name.
    flags = [argument.value for argument in call.keywords if argument.arg == "flags"]
    if isinstance(call.func, ast.Attribute) and call.func.attr in (
        "compile",
        "findall",
    ):
        flags += call.args[1:2] if call.func.attr == "compile" else call.args[2:3]
    pattern, *given = (
        eval(compile(ast.Expression(part), str(file), "eval"), names)  # noqa: S307 - our own code
        for part in (call.args[0], *flags)
    )
    return re.compile(pattern, *given)


def operations(pattern: re.Pattern[Any]) -> Iterator[str]:
    """Yield the names of all parts of a pattern, at any depth."""
    parts = [PARSER.parse(pattern.pattern, pattern.flags)]
    for part in parts:
        yield str(part)
        if isinstance(part, PARSER.SubPattern | list | tuple):
            parts += part


BASIC = ' \t\na1é:("\\'
"""Letters that are tried with every pattern."""


def hard_texts(pattern: re.Pattern[Any], length: int) -> Iterator[str]:
    """Yield texts of this length that nearly match.

    Each is the start of a matching text and then a few letters, repeated.
    """
    example, letters = _example(PARSER.parse(pattern.pattern, pattern.flags))
    own = list(dict.fromkeys(letters))[:8]
    units = [*BASIC, *own, *map("".join, product(own, repeat=2))]
    units += [f"{letter}{blank}" for letter in own for blank in " a1"]
    beginnings = {example[:end] for end in range(min(len(example), 8) + 1)}
    for beginning, unit in product(sorted(beginnings), dict.fromkeys(units)):
        yield beginning + unit * (length // len(unit)) + "\0"


def _example(parsed: Iterable[tuple[object, Any]]) -> tuple[str, str]:
    """Return a text that a pattern matches or nearly matches, and its letters."""
    texts, letters = [], []
    for operation, value in parsed:
        text, known = _part(str(operation), value)
        texts.append(text)
        letters.append(known)
    return "".join(texts), "".join(letters)


def _part(operation: str, value: Any) -> tuple[str, str]:  # noqa: ANN401 - as it is parsed
    text = known = ""
    match operation:
        case "LITERAL":
            text = known = chr(value)
        case "NOT_LITERAL" | "ANY":
            text = known = "~"
        case "IN":
            known = "".join(map(_member, value))
            text = "~" if value[0][0] is PARSER.NEGATE else known[:1]
        case "MAX_REPEAT" | "MIN_REPEAT":
            least, _, inside = value
            text, known = _example(inside)
            text *= max(least, 1)
        case "SUBPATTERN":
            text, known = _example(value[-1])
        case "BRANCH":
            found = [_example(branch) for branch in value[1]]
            text, known = found[0][0], "".join(letters for _, letters in found)
        case "ASSERT" | "ASSERT_NOT":
            known = _example(value[1])[1]
    return text, known


def _member(member: tuple[Any, Any]) -> str:
    """Return a letter that matches a part of a character class."""
    operation, value = member
    match str(operation):
        case "LITERAL":
            return chr(value)
        case "RANGE":
            return chr(value[0])
        case "CATEGORY":
            digit, space = "DIGIT" in str(value), "SPACE" in str(value)
            return "1" if digit else " " if space else "a"
    return ""
