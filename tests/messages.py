"""Find the messages in the source: errors, output and questions, with 7 for each value.

Many messages are built from parts. A variable in a message is replaced by each string
that the same function assigns to it.
"""

import ast
import re
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

import peloton

ROOT = Path(peloton.__file__).parent
VALUE = "7"
SAYING = {
    *("ask_yes_no", "change_named", "change_tour", "confirm", "prompt", "_ask_places"),
    *(
        "of",
        "prompt_until_valid",
        "confirm_save",
        "file_errors",
        "report",
        "say",
        "tell",
        "unexpected",
    ),
    *("NotYetError", "ChangedMeanwhileError", "_say", "raise_mistakes", "change"),
}
"""Functions whose arguments are messages, in addition to the errors that are raised."""
_MOST = 64

_Strings = dict[str, list[str]]


def messages(file: Path) -> dict[str, int]:
    """Return the messages of a module of peloton, each with its line number."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found: dict[str, int] = {}
    known = _assigned(tree.body, {})
    _collect(tree.body, known, found)
    return {text: line for text, line in found.items() if _is_prose(text)}


def _is_prose(text: str) -> bool:
    return " " in text.strip() and any(map(str.islower, text))


def _collect(body: list[ast.stmt], known: _Strings, found: dict[str, int]) -> None:
    """Add the messages of statements to `found`; `known` has strings by variable."""
    known = dict(known)
    for statement in body:
        own = [
            each
            for name in ("body", "orelse", "finalbody", "handlers", "cases")
            for each in getattr(statement, name, ())
        ]
        inner = [
            part
            for each in own
            for part in (each.body if not isinstance(each, ast.stmt) else [each])
        ]
        known |= _assigned([statement], known)
        fault = isinstance(statement, ast.FunctionDef) and any(
            word in statement.name for word in ("fault", "message", "_no_effect")
        )
        for node in _own_nodes(statement, inner):
            if isinstance(node, ast.Call) and _says(node):
                for given in (*node.args, *(word.value for word in node.keywords)):
                    for text in _texts(given, known):
                        found.setdefault(text, node.lineno)
        if fault:
            for node in ast.walk(statement):
                if isinstance(node, ast.Return) and node.value is not None:
                    for text in _texts(node.value, known):
                        found.setdefault(text, node.lineno)
        _collect(inner, known, found)


def _own_nodes(statement: ast.stmt, inner: list[ast.stmt]) -> Iterator[ast.AST]:
    """Yield the nodes of a statement, without those of the statements in it."""
    todo: list[ast.AST] = [statement]
    while todo:
        node = todo.pop()
        yield node
        todo += [each for each in ast.iter_child_nodes(node) if each not in inner]


def _says(call: ast.Call) -> bool:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    return name in SAYING or (
        name.endswith("Error") and name not in {"TypeError", "UsageError", "OSError"}
    )


def _assigned(body: list[ast.stmt], known: _Strings) -> _Strings:
    """Return the strings that these statements assign, by variable."""
    found: _Strings = {}
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found[name] = _texts(value, known | found)
            case ast.If(body=inner, orelse=other):
                for part in (inner, other):
                    for name, texts in _assigned(part, known | found).items():
                        before = found.get(name, known.get(name, []))
                        found[name] = list(dict.fromkeys((*before, *texts)))
    return {name: texts for name, texts in found.items() if texts != [VALUE]}


def _texts(node: ast.expr, known: _Strings) -> list[str]:  # noqa: PLR0911 - a table
    """Return the possible strings of an expression."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.Name(id=name) if name in known:
            return known[name]
        case ast.IfExp(body=one, orelse=other):
            return [*_texts(one, known), *_texts(other, known)]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            pairs = product(_texts(left, known), _texts(right, known))
            return ["".join(parts) for parts in islice(pairs, _MOST)]
        case ast.JoinedStr(values=values):
            parts = [
                _texts(v.value if isinstance(v, ast.FormattedValue) else v, known)
                for v in values
            ]
            return ["".join(each) for each in islice(product(*parts), _MOST)]
        case ast.Call(func=ast.Name(id="count_noun"), args=[_, ast.Constant(value=n)]):
            return [f"{VALUE} {n!s}s"]
        case ast.Call(func=ast.Name(id="one_of")):
            return [f"one of {VALUE}"]
        case ast.Call(func=ast.Name(id="did_you_mean" | "command_hint")):
            return [""]
        case ast.Call(func=ast.Attribute(attr="cited")):
            return [f" ({VALUE})"]
    return [VALUE]


SPOKEN = re.compile(
    "cli/(fullscreen|support)/|desk/|notation/(desk|form|tour_file|toml|startlists)/"
    "|notation/(re(sult_lines|sources)|xlsx)|writers/files|api/formats|reports/|rules/(?!rulebook|ledgers/extra)|table/(live|seats|address)"
    "|cli/commands/(?!table)"
)
"""The modules whose messages are translated.

Messages about rulebook files and about a damaged database are only in English.
"""
PUT_TOGETHER = {
    "no sprint or summit 7, expected 77",
    *("changed rider", "removed rider", "changed team", "removed team"),
    *("changed the tour", "the stored tour", "found 7, 7", "7: not 7, expected 7"),
    *("7 is called 7, expected 7", "7 has 7; nothing was 7", "team 7 used 7, but"),
    "the stored rulebook 7",
    *("Wrote '7' to index.html.", "Wrote '7' to tour.7."),
    *("7 with 'peloton 7'.", "7 with 'peloton 7 7'."),
    *("7 with 'peloton --tour 7 7'.", "7 with 'peloton --tour 7 7 7'."),
    "7; itt, mtt, ttt: individual, mountain and team time trial)",
    "7 Press F2 to review the changes.",
    "no 7 7, expected one of 77",
    "found 7 in heat 7, expected the same two riders in each7",
    "heat 7 was not needed: rider 7 had won two7",
    "heats won 7, expected another heat: a rider must win two7",
    "riders of 7 cost 7: 7; expected at most 7 (CY-14)",
    "found 7, expected a rider, a team, a classification, 7",
    "found 7 riders, 7 of them neutral,",
}
"""Texts found by mistake: parts that the source combines into other messages."""
