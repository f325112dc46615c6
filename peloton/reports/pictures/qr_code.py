"""Draw a link as a QR code, to be scanned with a phone."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from peloton.reports.drawing import INK, Anchor, Label, Picture, Shape, rectangle


def code_picture(link: str, width: float, title: str = "") -> Picture:
    """Draw a link as a QR code, with one rectangle for each run of dark squares.

    The title is printed below the code. `width` is in points.
    """
    import segno

    level = "m" if len(link) < _LONG else "l"
    rows = [*segno.make(link, error=level, micro=False).matrix_iter(border=4)]
    side = width / len(rows)
    shapes: list[Shape | Label] = []
    for at, row in enumerate(rows):
        for a, b in _runs(row):
            size = (b - a) * side, side
            shapes.append(rectangle((a * side, at * side), size, INK))
    if title:
        shapes.append(Label((width / 2, width + 4), title, anchor=Anchor.MIDDLE))
    return Picture(
        name="code",
        title=title,
        about="" if title else link,
        link=link,
        width=width,
        height=width + (_LINE if title else 0),
        shapes=tuple(shapes),
    )


_LINE = 8.0
_LONG = 300
"""Links of this length or longer get less error correction, to keep squares large."""


def _runs(row: Iterable[int]) -> Iterator[tuple[int, int]]:
    at = 0
    for dark, run in groupby(row, key=bool):
        begun, at = at, at + len([*run])
        if dark:
            yield begun, at
