"""`peloton table`: show the tour and the desk on phones around the table."""

import os
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from io import StringIO
from pathlib import Path
from shutil import get_terminal_size
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click
import segno

from peloton.cli.support.addresses import HERE, PORT, open_sockets
from peloton.cli.support.arguments import Integer, on_tour, option, stage_argument
from peloton.cli.support.files import story_options
from peloton.cli.support.output import language_arguments, language_option, say, tell
from peloton.desk.session import Session, default_database
from peloton.errors import PelotonError
from peloton.rules.words import phrase

if TYPE_CHECKING:
    from peloton.rules.results import Race
    from peloton.table.seats import Seats

_MAX_PORT, _HTTP_PORT = 65535, 80


@click.command()
@stage_argument
@option("--host ADDRESS", "Listen on this address only.")
@option(
    "--port",
    "Listen on this port; fail if it is in use.",
    type=Integer(min=1, max=_MAX_PORT),
)
@option("--read-only", "Let phones follow, but not write.")
@option("--veil", "Hide the stage from followers until it is saved.")
@option("--new-keys", "Revoke all existing links and seats.")
@language_option
@on_tour
def table(  # noqa: PLR0913 - one for each option
    session: Session,
    number: int | None,
    *,
    host: str | None,
    port: int | None,
    read_only: bool,
    veil: bool,
    new_keys: bool,
) -> None:
    """Show the tour on phones around the table, and let them record stage N.

    Two QR codes are printed: one to follow, one to write. Followers see every change
    within a second, whether it is made at the desk or on a phone. The first phone that
    scans the code to write is the game leader's; other phones can become game leaders
    with the PIN. Ctrl-C stops the server, and nothing is lost.

    Example:
        peloton table
        peloton table 3 --veil
    """
    from peloton.table.live import LiveTour
    from peloton.table.live_table import LiveTable
    from peloton.table.pages import Pages
    from peloton.table.seats import Seats
    from peloton.table.server import TableServer

    tour = LiveTour(session, number)
    where = session.database
    where = where if "://" in where else str(Path(where).absolute())
    unique_id = sha256(f"{where} {tour.tour_id}".encode()).hexdigest()
    seats = Seats(keys_file(), unique_id, new=new_keys)
    sockets, found = open_sockets(host, port)
    hosts = [str(opened.getsockname()[0]) for opened in sockets]
    if port is None and found != PORT:
        tell(f"Port {PORT} is in use; using port {found} instead.")
    _show_links(hosts, found, seats, read_only=read_only)
    options = story_options(tour.board.saved.tour)
    end = "" if found == _HTTP_PORT else f":{found}"  # browsers omit port 80
    served = LiveTable(
        tour=tour,
        seats=seats,
        pages=Pages(options.translated, options.language, options.story),
        hosts=[f"{name}{end}" for name in (*hosts, HERE, "localhost")],  # Host headers
        tell=tell,
        make_file=partial(file_to_take_home, session, language_arguments()),
        read_only=read_only,
        veil=veil,
    )
    TableServer(served).serve_quietly(sockets)


_FILE_COMMANDS = {
    ".html": ("export",),
    ".pdf": ("sheet", "book", "--output"),
    ".toml": ("dump", "--output"),
}
"""The command that writes the whole tour to a file, keyed by file extension."""


def file_to_take_home(
    session: Session, options: Sequence[str], race: "Race", name: str
) -> bytes:
    """Return the whole tour as a web page, a book in PDF or a tour file.

    A separate process writes the file, using additional `options`, because the modules
    and fonts needed would otherwise stay in memory (20 MB). Raises PelotonError if the
    process fails.
    """
    # Without `-P`, Python might import modules from the user's current folder.
    module = () if getattr(sys, "frozen", False) else ("-P", "-m", "peloton")
    with TemporaryDirectory() as folder:
        file = Path(folder, name)
        verb, *rest = _FILE_COMMANDS[file.suffix]
        # `dump` has no option --language, because a tour file has no language.
        own_options = () if verb == "dump" else options
        command = (f"--tour={race.tour.name}", verb, *own_options, *rest)
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, *module, *command, str(file)],
            env={**os.environ, "PELOTON_DB": session.address or ""},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            text=True,
            errors="replace",
        )
        told = done.stderr.splitlines() or [str(done.returncode)]
        if done.returncode:
            raise PelotonError(told[-1].split(": ", 1)[-1])  # no `Error:`
        for warning in told[:-1]:
            tell(warning)
        return file.read_bytes()


def keys_file() -> Path:
    """Return the path of the file that stores the keys in links to the live table."""
    return Path(default_database()).with_name("table.db")


def _show_links(
    hosts: list[str], port: int, seats: "Seats", *, read_only: bool
) -> None:
    """Print the QR codes and links, with the Wi-Fi address first."""
    reachable = [host for host in hosts if host != HERE] or [HERE]
    links = {say(phrase("Follow")): f"#f={seats.follow}"}
    if not read_only:
        links[say(phrase("Write"))] = f"#w={seats.write}"
    width = max(map(len, links))
    first = f"http://{reachable[0]}:{port}/"
    if sys.stdout.isatty():
        _draw({what: f"{first}{end}" for what, end in links.items()})
    for host in reachable:
        for what, end in links.items():
            tell(f"{what:<{width}} http://{host}:{port}/{end}")
    tell("Phones cannot write." if read_only else f"PIN of game leaders: {seats.pin}")
    if reachable == [HERE]:
        tell(
            "Phones cannot connect: the address is reachable from this computer only."
            " Join a wifi or open a hotspot, then start again without --host."
        )
    tell("Anyone with a link can use it. Stop with Ctrl-C.")


def _draw(links: dict[str, str]) -> None:
    """Print QR codes below their titles, side by side if the terminal is wide."""
    drawn = []
    for what, link in links.items():
        out = StringIO()
        segno.make(link, error="l", micro=False).terminal(out, border=2, compact=True)
        code = out.getvalue().splitlines()
        drawn.append([what.ljust(len(code[0])), *code])
    lines = ["    ".join(row) for row in zip(*drawn, strict=True)]
    if len(lines[0]) > get_terminal_size().columns:
        lines = [line for code in drawn for line in code]
    click.echo("\n".join(lines))
