"""The scanner that finds lines, against tomllib's reading of the same document."""

import re
import tomllib
from collections.abc import Iterator
from itertools import count
from typing import TypeVar

from hypothesis import given
from hypothesis import strategies as st

from peloton.notation.toml.positions import LineNumbers

Drawn = TypeVar("Drawn")

STRINGS = (
    '""',
    "''",
    '"# no remark"',
    "'[no] = \"header\"'",
    r'"a\"b\\"',
    "'\\'",
    '""""""',
    '"""\n[x]\ny = 1\n"""',
    '"""a\\"""b"""',
    '""""two quotes"" inside"""""',
    "'''\n]] } , #\n\n'''",
    "''''one quote'''",
    '"""a \\\n   b"""',
)
OTHERS = ("true", "1.5", "-inf", "2026-11-21", "2026-11-21 10:00:00", "0x1F")
KEYS = ("a", "b-c", "4", '"q.r"', "'#'", '"]"', '"\\u00e9 \\""', "''")
REMARKS = ("", '  # ] } = """ \'', "\t")


class Writing:
    """A document that is being drawn, in which every whole number is unique."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw
        self._numbers = count(1000)

    def document(self) -> str:
        lines = [*self._body()]
        for number in range(self._up_to(2)):
            lines += [f"[t{number}]", *self._body()]
            lines += [f" [ t{number} . 'sub.table' ] # ]", *self._body()]
        for number in range(self._up_to(2)):
            for _ in range(1 + self._up_to(2)):
                lines += [f"[[l{number}]]", *self._body()]
                lines += [f"[l{number}.one]", *self._body()]
                for _ in range(self._up_to(2)):
                    lines += [f"  [[ l{number}.many ]]  # [", *self._body()]
        return "\n".join(lines)

    def _body(self) -> Iterator[str]:
        for key in self._keys():
            yield self._pair(key, 2) + self._one_of(*REMARKS)
            yield from self._one_of((), ("",), ("  # x = 1",))

    def _pair(self, key: str, depth: int) -> str:
        space, more = self._one_of("", " "), self._one_of("", ".more", " . more")
        return f"{key}{more}{space}={space}{self._value(depth)}"

    def _value(self, depth: int) -> str:
        kind = self._up_to(5 if depth else 3)
        if kind <= 1:
            return str(next(self._numbers))
        if kind <= 3:
            return self._one_of(*STRINGS, *OTHERS)
        if kind == 4:
            items = [
                f"{self._gap()}{self._value(depth - 1)}{self._gap()},"
                for _ in range(self._up_to(3))
            ]
            return f"[{''.join(items)}{self._gap()}]"
        pairs = [self._pair(key, depth - 1) for key in self._keys()]
        return f"{{ {', '.join(pairs)} }}"

    def _gap(self) -> str:
        return self._one_of("", " ", "\n", "\n # , ]\n  ")

    def _keys(self) -> list[str]:
        return self._draw(st.lists(st.sampled_from(KEYS), max_size=3, unique=True))

    def _up_to(self, most: int) -> int:
        return self._draw(st.integers(0, most))

    def _one_of(self, *choices: Drawn) -> Drawn:
        return self._draw(st.sampled_from(choices))


documents = st.composite(lambda draw: Writing(draw).document())


def paths(
    found: object, where: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], object]]:
    """Yield the path and the value of everything that tomllib has read."""
    if isinstance(found, dict | list):
        inside = found.items() if isinstance(found, dict) else enumerate(found)
        for key, each in inside:
            yield (*where, key), each
            yield from paths(each, (*where, key))


@given(documents(), st.sampled_from(["\n", "\r\n"]))
def test_every_key_and_item_has_its_line(text: str, end: str) -> None:
    read = dict(paths(tomllib.loads(text)))
    source = text.split("\n")

    lines = LineNumbers(text.replace("\n", end))

    for where, found in read.items():
        line, string = lines.find(where)
        assert line
        if isinstance(found, int) and found >= 1000:
            assert re.search(rf"\b{found}\b", source[line - 1])
        assert isinstance(found, str) or not string
        assert lines.find((*where, "unknown")) == (line, "")


@given(st.sampled_from(['"""', "'''"]), st.sampled_from(["", "\n"]))
def test_a_string_has_its_first_line_and_its_text(quotes: str, opening: str) -> None:
    lines = LineNumbers(f"a = 1\nb = {quotes}{opening}w0\nw1{quotes}\n")

    assert lines.find(("b",)) == (2, f"{opening}w0\nw1")


def test_what_does_not_stand_in_the_file_is_on_the_line_around_it() -> None:
    lines = LineNumbers("[[stage]]\nname = 'x'\n\n[[stage]]\nfinish = ''\n")

    assert lines.find(("stage", 1, "crossings", "Muur")) == (4, "")


def test_what_stands_nowhere_has_no_line() -> None:
    assert LineNumbers("a = 1").find(("b", "c")) == (0, "")


def test_a_null_character_as_a_key_has_a_line() -> None:
    lines = LineNumbers('[tour]\n\n"\\u0000" = 1\n[a]\nb = 1\n')

    assert lines.find(("tour", "\0")) == (3, "")
    assert lines.find(("a", "b")) == (5, "")
