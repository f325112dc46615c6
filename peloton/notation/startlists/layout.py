"""Split the lines of a text into cells where two or more spaces part the columns.

This is how a PDF looks when it is copied. Columns that do not line up are refused.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from peloton.errors import PelotonError
from peloton.notation.startlists.marks import bib_and_name, is_nation
from peloton.notation.startlists.words import header_fields


class Segment(NamedTuple):
    """A text between two gaps of a line, with its position in the line."""

    start: int
    text: str

    @property
    def end(self) -> int:
        """The position behind the text."""
        return self.start + len(self.text)


SpacedLine = tuple[int, list[Segment]]
"""The number of a line, and its segments."""


def spaced_rows(lines: Iterable[tuple[int, str]]) -> list[tuple[int, list[str]]]:
    """Split numbered lines into cells; PelotonError if the columns are unclear."""
    segments = [
        (number, [Segment(m.start(), m[0]) for m in _SEGMENT.finditer(line)])
        for number, line in _joined(lines)
    ]
    blocks = _side_by_side([line for line in segments if line[1]])
    return [row for block in blocks for row in _cells(block)]


_SEGMENT = re.compile(r"\S+(?: \S+)*")


def _joined(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Join a bib on a line of its own with the name on the next line.

    A line with only a nation is dropped.
    """
    bib: tuple[int, str] | None = None
    joined = False
    for number, raw in lines:
        line = _BULLET.sub("", raw.replace("\u00a0", " ").expandtabs())
        text = line.strip()
        if not text or (is_nation(text) and (bib or joined)):
            continue
        alone = text.isdecimal()
        name = not (alone or (text[0].isdecimal() and bib_and_name(text)))
        if bib:
            yield (bib[0], f"{bib[1]} {text}") if name else bib
        joined = bool(bib and name)
        if not alone and not joined:
            yield number, line
        bib = (number, text) if alone else None
    if bib:
        yield bib


_BULLET = re.compile(r"^\s*(?:#{1,6}|[-*•\u2013])\s+")
"""The mark before a heading or an item of a list."""


def _rider_starts(line: Sequence[Segment]) -> list[int]:
    """Return the positions of the segments that have a bib and a name."""
    texts = [*(segment.text for segment in line), ""]
    pairs = zip(line, texts[1:], strict=True)
    return [
        segment.start
        for segment, following in pairs
        if bib_and_name(segment.text)
        or (segment.text.isdecimal() and following[:1].isalpha())
    ]


def _side_by_side(lines: list[SpacedLine]) -> list[list[SpacedLine]]:
    """Part teams that are printed side by side; PelotonError if they have no names."""
    if any("bib" in header_fields([s.text for s in line]) for _, line in lines):
        return [lines]
    riders = [
        (number, starts) for number, line in lines if (starts := _rider_starts(line))
    ]
    several = [(number, starts) for number, starts in riders if len(starts) > 1]
    if len(several) * 2 <= len(riders):
        return [lines]
    starts = sorted({start for _, found in riders for start in found})
    gaps = pairwise([-_NEAR - 1, *starts])
    edges = [after for before, after in gaps if after - before > _NEAR]
    edges[0] = 0
    blocks: list[list[SpacedLine]] = [[] for _ in edges]
    for number, line in lines:
        for at, part in groupby(line, lambda s: bisect_right(edges, s.start + _NEAR)):
            blocks[at - 1].append((number, list(part)))
    for block in blocks:
        if _rider_starts(block[0][1]):
            raise PelotonError(
                f"has riders side by side, found in line {several[0][0]}: put each"
                " rider on a line, or the name of each team above its riders"
            )
    return blocks


_NEAR = 4
"""Maximum distance of bibs in one column; they may be aligned to the right."""


def _cells(lines: Sequence[SpacedLine]) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each line; the rows of a table must have equally many."""
    top = next((at for at, (_, line) in enumerate(lines) if _is_header(line)), None)
    if top is None:
        yield from _titled(lines)
        return
    header = lines[top]
    table = [line for line in lines[top + 1 :] if len(line[1]) > 1]
    split: Callable[[Sequence[Segment]], list[str]] = _texts
    if any(len(line) != len(header[1]) for _, line in table):
        split = _aligned(header, table)
    for number, line in lines:
        apart = number > header[0] and len(line) > 1
        yield number, split(line) if apart else _texts(line)


def _texts(line: Sequence[Segment]) -> list[str]:
    return [segment.text for segment in line]


def _is_header(line: Sequence[Segment]) -> bool:
    """Return whether the segments are titles, one of them of the bibs."""
    fields = set(header_fields(_texts(line))) - {""}
    return "bib" in fields and len(fields) > 1


def _titled(lines: Sequence[SpacedLine]) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of lines without a header; a nation stays with its name."""
    width, titles = 0, 0
    for number, line in lines:
        cells = _rider_cells(line)
        words = [word for _, text in line for word in text.split()]
        fields = set(header_fields(words)) - {""}
        is_header = header_fields(words[:1]) == ["bib"]
        if is_header and len(fields) > 1 and not {"team", "code", "player"} & fields:
            continue
        if is_header and (len(fields) > 1 or len(words) == len(("bib", "name"))):
            cells, titles = words, len(words)
        elif _rider_starts(line):
            width = width or len(cells)
            if len(cells) != (titles or width):
                raise _ragged(number, line)
        yield number, cells


def _rider_cells(line: Sequence[Segment]) -> list[str]:
    """Split the bib from the name, and join a nation with the text before it."""
    cells: list[str] = []
    for text in _texts(line):
        if len(cells) > 1 and is_nation(text):
            cells[-1] += f" {text}"
        elif not cells and (rider := bib_and_name(text)):
            cells += rider
        else:
            cells.append(text)
    return cells


def _aligned(
    header: SpacedLine, table: Sequence[SpacedLine]
) -> Callable[[Sequence[Segment]], list[str]]:
    """Return how to split a line at the gaps that go through all lines of a table.

    PelotonError if a column has texts that share neither their start nor their end.
    """
    words = [
        (segment.start + word.start(), segment.start + word.end())
        for _, line in table
        for segment in line
        for word in re.finditer(r"\S+", segment.text)
    ]
    gaps, reach = [], 0
    for start, end in sorted(words):
        if start > reach:
            gaps.append(start)
        reach = max(reach, end)
    titles = [title.start for title in header[1]]
    edges = [min(gaps, key=lambda gap: abs(gap - at), default=0) for at in titles[1:]]

    def split(line: Sequence[Segment]) -> list[str]:
        whole = _whole(line)
        ends = [*edges, len(whole)]
        return [whole[a:b].strip() for a, b in zip([0, *edges], ends, strict=True)]

    for number, line in table:
        if len(set(edges)) < len(edges) or any("  " in text for text in split(line)):
            raise _ragged(number, line)
    bounds = [_bounds(line, edges) for _, line in table]
    for column in zip(*bounds, strict=True):
        starts = {start for start, end in column if end > start}
        ends = {end for start, end in column if end > start}
        if len(starts) > 1 and len(ends) > 1:
            uneven = (line for line in table if len(line[1]) != len(header[1]))
            raise _ragged(*next(uneven))
    return split


def _whole(line: Sequence[Segment]) -> str:
    """Return the line with the texts at their positions."""
    whole = ""
    for segment in line:
        whole = whole.ljust(segment.start) + segment.text
    return whole


def _bounds(line: Sequence[Segment], edges: Sequence[int]) -> list[tuple[int, int]]:
    """Return the start and the end of the text of each column; equal if it is empty."""
    whole = _whole(line)
    texts = [(at, whole[at:end]) for at, end in pairwise([0, *edges, len(whole)])]
    return [
        (at + len(text) - len(text.lstrip()), at + len(text.rstrip()))
        for at, text in texts
    ]


def _ragged(number: int, line: Sequence[Segment]) -> PelotonError:
    return PelotonError(
        f"has columns that do not line up: found '{_whole(line).strip()[:_QUOTED]}' in"
        f" line {number}; put a tab or a semicolon between the columns"
    )


_QUOTED = 200
"""Maximum length of a line in a message."""
