"""A printed page with the QR code to follow a tour on a phone."""

from peloton.cli.support.addresses import PORT, addresses
from peloton.errors import PelotonError
from peloton.reports.pictures.qr_code import code_picture
from peloton.reports.sheet import Sheet
from peloton.rules.facts.tour import Tour
from peloton.rules.words import phrase
from peloton.table.seats import Seats

_CODE_WIDTH = 240.0
"""Width of the QR code in points: 8 cm, so that phones can scan it across a table."""


def code_sheet(tour: Tour, seats: Seats) -> Sheet:
    """Return a sheet with the link for followers, to this machine's current address.

    Raises PelotonError if the machine is not connected to a network.
    """
    found = addresses()
    if not found:
        raise PelotonError(
            "no network: connect this computer to the Wi-Fi of the phones"
        )
    link = f"http://{found[0]}:{PORT}/#f={seats.follow}"
    return Sheet(
        title=phrase("Follow the race on your phone"),
        name="table",
        subtitle=tour.name,
        pictures=(code_picture(link, _CODE_WIDTH),),
        notes=(
            phrase("Connect to the table's wifi and scan the code; no app is needed."),
            link,
        ),
    )
