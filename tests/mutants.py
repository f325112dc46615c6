"""Small changes to a module, one at a time, for `tests.mutation`."""

import ast
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).parents[1]

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
OPTIONAL = {"key", "reverse"}
"""Keyword arguments that a mutant may leave out."""
SHORTER = {"body", "comparators"}
"""Fields whose tuple may lose an item: the body of a lambda, the right side of `in`."""
ANNOTATIONS = {"annotation", "returns", "decorator_list", "bases"}
TYPES = {"TypeVar", "NewType", "cast"}


@dataclass(frozen=True)
class Mutant:
    """One change of a file, with the lines of the expression and of its statement."""

    file: str
    number: int
    lines: tuple[range, range]
    change: str
    code: CodeType

    def __str__(self) -> str:
        """Return the file, the line and the change."""
        return f"{Path(self.file).relative_to(ROOT)}:{self.lines[0][0]}: {self.change}"


def mutants_of(file: str, source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module, in the same order in each run."""
    tree = ast.parse(source)
    number = 0
    for statement, parent, field, index, node in _nodes(tree, tree):
        for other in _alternatives(node, field):
            change = f"{_text(node)} -> {_text(other)}"
            new = ast.copy_location(copy(other), node)
            _put(parent, field, index, ast.fix_missing_locations(new))
            code = compile(tree, file, "exec", dont_inherit=True)
            _put(parent, field, index, node)
            number += 1
            yield Mutant(file, number, (_lines(node), _lines(statement)), change, code)


def _nodes(
    parent: ast.AST, statement: ast.AST
) -> Iterator[tuple[ast.AST, ast.AST, str, int | None, ast.AST]]:
    """Yield each node that may be changed, after its statement and its position.

    The position is the parent, its field, and the index if the field is a list.
    """
    for field, value in ast.iter_fields(parent):
        if field in ANNOTATIONS:
            continue
        parts = enumerate(value) if isinstance(value, list) else [(None, value)]
        for index, node in parts:
            if not isinstance(node, ast.AST) or _is_left_alone(node):
                continue
            inside = node if isinstance(node, ast.stmt) else statement
            yield inside, parent, field, index, node
            yield from _nodes(node, inside)


def _is_left_alone(node: ast.AST) -> bool:
    """Return whether a node is a docstring, a type, or `strict=True` of a zip."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.keyword(arg="strict"):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in TYPES
    return False


def _put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def _lines(node: ast.AST) -> range:
    first = getattr(node, "lineno", 1)
    return range(first, (getattr(node, "end_lineno", None) or first) + 1)


def _text(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 90 else f"{text[:60]} ... {text[-25:]}"


def _with(node: ast.AST, **fields: object) -> ast.AST:
    new = copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def _without_each(node: ast.AST, field: str) -> Iterator[ast.AST]:
    parts = getattr(node, field)
    for n in range(len(parts) if len(parts) > 1 else 0):
        yield _with(node, **{field: [*parts[:n], *parts[n + 1 :]]})


def _alternatives(node: ast.AST, field: str) -> Iterator[ast.AST]:
    """Yield the replacements of a node."""
    if field in ("test", "ifs"):
        yield ast.Constant(value=False)
        yield ast.Constant(value=True)
    yield from _other_operators(node)
    yield from _other_values(node)
    yield from _other_calls(node)
    yield from _other_statements(node)
    if isinstance(node, ast.Set) or (isinstance(node, ast.Tuple) and field in SHORTER):
        yield from _without_each(node, "elts")


def _other_operators(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(ops=ops):
            for n, op in enumerate(ops):
                yield _with(node, ops=[*ops[:n], COMPARED[type(op)](), *ops[n + 1 :]])
        case ast.BoolOp(op=op, values=values):
            yield _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
            yield from values if len(values) == 2 else _without_each(node, "values")
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in CALCULATED:
            yield _with(node, op=CALCULATED[type(op)]())
        case ast.UnaryOp(operand=operand):
            yield operand


def _other_values(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Constant(value=bool() as value):
            yield ast.Constant(value=not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value=value + 1)
        case ast.Constant(value=str() as value):
            yield ast.Constant(value=f"XX{value}")
        case ast.Slice(lower=lower, upper=upper):
            yield from [_with(node, lower=None)] if lower else []
            yield from [_with(node, upper=None)] if upper else []


def _other_calls(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in CALLED:
            keywords = [] if name == "sorted" else node.keywords
            called = ast.Name(id=CALLED[name], ctx=ast.Load())
            yield _with(node, func=ast.copy_location(called, node), keywords=keywords)
    if isinstance(node, ast.Call):
        for keyword in node.keywords:
            if keyword.arg in OPTIONAL:
                others = [other for other in node.keywords if other is not keyword]
                yield _with(node, keywords=others)


def _other_statements(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Return(value=ast.Constant(value=None)):
            pass
        case ast.Return(value=ast.expr()):
            yield ast.Return(value=ast.Constant(value=None))
        case ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
