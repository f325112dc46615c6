"""Merge the texts that several people edit, line by line."""

from collections.abc import Callable, Iterable, Iterator
from difflib import SequenceMatcher

from peloton.notation.desk.lines import DeskReading

Reader = Callable[[str], DeskReading]
"""A function that parses text as the lines of a stage."""


def text_lines(text: str) -> list[str]:
    """Split a text into lines; a final newline does not add an empty line."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def with_newlines(lines: Iterable[str]) -> str:
    """Join lines to a text in which every line ends with a newline."""
    return "".join(f"{line}\n" for line in lines)


def line_edits(old: list[str], new: list[str]) -> Iterator[tuple[int, int, list[str]]]:
    """Yield the edits that turn `old` into `new`, as (first, end, new lines).

    The last edit comes first. The new lines replace `old[first:end]`, which is empty
    for an insertion.
    """
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, first, end, start, stop in reversed(matcher.get_opcodes()):
        if tag != "equal":
            yield first, end, new[start:stop]


class LineRanges:
    """A map from ranges of lines in an old text to ranges in its edited version."""

    def __init__(self, old: list[str], new: list[str]) -> None:
        """Compare two versions of a text.

        `unchanged` holds the indices of the lines of `new` that `old` also contains.
        """
        self.unchanged = set[int]()
        # A boundary between old lines maps to two positions in the new text: before and
        # after the lines inserted there.
        self._first, self._last = {0: 0}, {0: 0}
        matcher = SequenceMatcher(None, old, new, autojunk=False)
        for tag, first, end, start, stop in matcher.get_opcodes():
            if tag == "equal":
                self.unchanged |= {*range(start, stop)}
            for at in range(first, end + 1):
                if tag == "equal":
                    low = high = start + at - first
                else:
                    low = stop if first < at == end else start
                    high = start if at == first < end else stop
                self._first.setdefault(at, low)
                self._last[at] = high

    def find(self, first: int, end: int) -> tuple[int, int]:
        """Return the range in the new version that replaces the old lines `first:end`.

        If `first:end` is empty, return the range of the lines inserted there.
        """
        if first == end:
            return self._first[first], self._last[first]
        start = self._last[first]
        return start, max(start, self._first[end])


def merged_text(base: str, mine: str, theirs: str, read: Reader) -> str:
    """Merge two edited versions of a base text (a three-way merge).

    No typed line is lost. An edit made on both sides appears only once. If both sides
    changed the same line, the result has both lines, and contradictions are reported as
    usual. If one side typed a finish while the other side began the next turn, the
    finish stays in the turn in which it was typed. If `mine` does not end with a
    newline, its last line is still being typed and stays last.
    """
    if theirs in (base, mine):
        return mine
    if mine == base:
        return theirs
    theirs_ended = text_lines(theirs)
    *ended, begun = base.split("\n")
    *mine_ended, typed = mine.split("\n")
    if typed and begun in theirs_ended:
        theirs_ended.reverse()
        theirs_ended.remove(begun)
        theirs_ended.reverse()
    old = ended if typed else text_lines(base)
    return with_newlines(_merged_lines(old, mine_ended, theirs_ended, read)) + typed


def _merged_lines(
    old: list[str], mine: list[str], theirs: list[str], read: Reader
) -> list[str]:
    ranges, merged = LineRanges(old, theirs), [*theirs]
    for first, end, new in line_edits(old, mine):
        start, stop = ranges.find(first, end)
        added = [merged[at] for at in range(start, stop) if at not in ranges.unchanged]
        same = 0
        while new[same : same + 1] == added[same : same + 1] != []:
            same += 1
        both, ours, others = added[:same], new[same:], added[same:]
        if first < end:
            ours = [line for line in ours if line not in others]
        turn, our_turn, other_turn = (
            read(with_newlines([*merged[:start], *both, *lines])).turn
            for lines in ([], ours, others)
        )
        ours_first = first == end and other_turn != turn == our_turn
        merged[start:stop] = both + (ours + others if ours_first else others + ours)
    return merged
