"""The code to follow, on a page for the middle of the table."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from peloton.errors import PelotonError
from peloton.reports.drawing import INK, Picture, rectangle
from peloton.reports.sheet import Sheet
from peloton.rules.facts.tour import Tour
from peloton.rules.words import phrase
from peloton.table.addresses import PORT, addresses
from peloton.table.seats import Seats

_WIDTH = 240.0
"""Points across the code: 8 cm, to be read from over a table."""


def code_sheet(tour: Tour, seats: Seats) -> Sheet:
    """Show the link to follow as a code, at the address this machine has now.

    PelotonError where it is in no network.
    """
    found = addresses()
    if not found:
        message = "this machine is in no network: no phone could find the table"
        raise PelotonError(message)
    link = f"http://{found[0]}:{PORT}/#f={seats.follow}"
    return Sheet(
        title=phrase("Follow the race on your phone"),
        name="table",
        subtitle=tour.name,
        pictures=(_code(link),),
        notes=(
            phrase("Scan it in the same wifi as the table; it asks for nothing else."),
            link,
        ),
    )


def _code(link: str) -> Picture:
    """Draw a link as a QR code, each row of dark squares as few shapes as it takes."""
    import segno

    rows = [*segno.make(link, error="m", micro=False).matrix_iter(border=4)]
    side = _WIDTH / len(rows)
    return Picture(
        name="code",
        title="",
        about=link,
        width=_WIDTH,
        height=_WIDTH,
        shapes=tuple(
            rectangle((a * side, at * side), ((b - a) * side, side), INK)
            for at, row in enumerate(rows)
            for a, b in _runs(row)
        ),
    )


def _runs(row: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Return where the dark squares of a row begin and end."""
    at = 0
    for dark, run in groupby(row, key=bool):
        begun, at = at, at + len([*run])
        if dark:
            yield begun, at
