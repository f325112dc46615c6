"""Merge the texts that several people edit, line by line."""

from collections.abc import Callable, Iterable, Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

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


class Edit(NamedTuple):
    """An edit of a base text: it replaces the lines `old` with `new`.

    In another version of the text, the lines from `start` to `stop` are in the place of
    `old`; the base does not contain those that were `added`.
    """

    old: list[str]
    new: list[str]
    start: int
    stop: int
    added: list[str]


def edits_onto(lines: list[str], base: list[str], edited: list[str]) -> Iterator[Edit]:
    """Yield the edits that turn `base` into `edited`, as edits of other `lines`.

    The last edit comes first, so that applying one does not move the others.
    """
    # A boundary between base lines is at two positions in the other lines: before and
    # after the lines inserted there.
    before, after, unchanged = {0: 0}, {0: 0}, set[int]()
    others = SequenceMatcher(None, base, lines, autojunk=False)
    for tag, first, end, start, stop in others.get_opcodes():
        if tag == "equal":
            unchanged |= {*range(start, stop)}
        for at in range(first, end + 1):
            if tag == "equal":
                low = high = start + at - first
            else:
                low = stop if first < at == end else start
                high = start if at == first < end else stop
            before.setdefault(at, low)
            after[at] = high
    edits = SequenceMatcher(None, base, edited, autojunk=False)
    for tag, first, end, start, stop in reversed(edits.get_opcodes()):
        if tag != "equal":
            low = after[first] if first < end else before[first]
            high = max(low, before[end]) if first < end else after[first]
            added = [lines[at] for at in range(low, high) if at not in unchanged]
            yield Edit(base[first:end], edited[start:stop], low, high, added)


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
    merged = [*theirs]
    for edit in edits_onto(theirs, old, mine):
        start, new, added = edit.start, edit.new, edit.added
        same = 0
        while new[same : same + 1] == added[same : same + 1] != []:
            same += 1
        both, ours, others = added[:same], new[same:], added[same:]
        if edit.old:
            ours = [line for line in ours if line not in others]
        turn, our_turn, other_turn = (
            read(with_newlines([*merged[:start], *both, *lines])).turn
            for lines in ([], ours, others)
        )
        ours_first = not edit.old and other_turn != turn == our_turn
        lines = ours + others if ours_first else others + ours
        merged[start : edit.stop] = both + lines
    return merged
