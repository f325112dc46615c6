"""A printed page with the QR code to follow a tour on a phone."""

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
"""Width of the code in points: 8 cm, readable from across a table."""


def code_sheet(tour: Tour, seats: Seats) -> Sheet:
    """Return a sheet with the link for followers, at this machine's present address.

    PelotonError if the machine is not connected to a network.
    """
    found = addresses()
    if not found:
        raise PelotonError(
            "no network: connect this computer to the wifi of the phones"
        )
    link = f"http://{found[0]}:{PORT}/#f={seats.follow}"
    return Sheet(
        title=phrase("Follow the race on your phone"),
        name="table",
        subtitle=tour.name,
        pictures=(_code(link),),
        notes=(
            phrase("Connect to the table's wifi and scan the code; no app is needed."),
            link,
        ),
    )


def _code(link: str) -> Picture:
    """Draw a link as a QR code, with one rectangle for each run of dark squares."""
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
    """Yield the start and the end of each run of dark squares in a row."""
    at = 0
    for dark, run in groupby(row, key=bool):
        begun, at = at, at + len([*run])
        if dark:
            yield begun, at
