"""`peloton table`: the tour and the desk on the phones around the table."""

import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from peloton.cli.support.arguments import Whole, on_tour, stage_argument
from peloton.cli.support.output import language_of, language_option, spoken, tell
from peloton.desk.session import Session, default_database
from peloton.errors import PelotonError

if TYPE_CHECKING:
    from peloton.table.live import LiveTour
    from peloton.table.seats import Seats

_NEEDS = ("starlette", "uvicorn", "segno", "ifaddr")
_LARGEST, _WEB = 65535, 80
_BESIDE = 4
"""Columns between two codes."""


@click.command()
@stage_argument
@click.option(
    "--host", metavar="ADDRESS", help="Listen on this address of the machine alone."
)
@click.option(
    "--port",
    type=Whole(min=1, max=_LARGEST),
    help="Listen on this port; refused if it is taken.",
)
@click.option("--read-only", is_flag=True, help="Let phones follow, not write.")
@click.option(
    "--veil", is_flag=True, help="Show followers the last stage saved, not the next."
)
@click.option("--new-keys", is_flag=True, help="End all links and seats so far.")
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
    """Show the tour on the phones around the table, and write stage N on them.

    It prints two codes to scan: one to follow, one to write. Who follows sees the
    stage that is being ridden a second after it was written, at the desk or on a
    phone. The first who scans the code to write leads; the PIN makes anyone a leader.
    Ctrl-C ends it, and nothing is lost by that.

    Example:
        peloton table
        peloton table 3 --veil
    """
    check_table_extra()
    from peloton.table.addresses import PORT, hosts_of, open_sockets
    from peloton.table.app import TableSettings
    from peloton.table.live import LiveTour
    from peloton.table.pages import Pages
    from peloton.table.seats import Seats
    from peloton.table.server import serve, table_server

    tour = LiveTour(session, number)
    seats = Seats(keys_file(), _table_id(tour, session), new=new_keys)
    sockets, found = open_sockets(host, port)
    hosts = hosts_of(sockets)
    if port is None and found != PORT:
        tell(f"Port {PORT} is taken: this table is at port {found}.")
    named = tour.board.saved.tour
    _show_links(hosts, found, seats, read_only=read_only)
    settings = TableSettings(
        hosts=_asked_by(hosts, found), tell=tell, read_only=read_only, veil=veil
    )
    language = language_of(named) or "en"
    context = click.get_current_context()

    def say(report: object) -> object:
        with context.scope(cleanup=False):
            return spoken(report, named)

    serve(table_server(tour, seats, Pages(say, str(language)), settings), sockets)


def _table_id(tour: "LiveTour", session: Session) -> str:
    """Return what is the same for all tables of one tour in one database."""
    where = session.database
    where = where if "://" in where else str(Path(where).absolute())
    return sha256(f"{where} {tour.board.tour_id}".encode()).hexdigest()


def _asked_by(hosts: list[str], port: int) -> frozenset[str]:
    """Return how browsers name the table; the usual port of the web they leave out."""
    end = "" if port == _WEB else f":{port}"
    return frozenset(f"{name}{end}" for name in (*hosts, "127.0.0.1", "localhost"))


def check_table_extra() -> None:
    """Refuse where the packages of the table are not installed: PelotonError."""
    missing = [name for name in _NEEDS if find_spec(name) is None]
    if missing:
        message = (
            f"the table needs {', '.join(missing)}: pip install '.[table]' in the clone"
        )
        raise PelotonError(message)


def keys_file() -> Path:
    """Return the user's file with the keys of the table's links."""
    return Path(default_database()).with_name("table.db")


def _show_links(
    hosts: list[str], port: int, seats: "Seats", *, read_only: bool
) -> None:
    """Print the codes and links, the address of the wifi first."""
    from peloton.table.addresses import HERE

    reachable = [host for host in hosts if host != HERE] or [HERE]
    links = {"Follow": f"#f={seats.follow}", "Write": f"#w={seats.write}"}
    if read_only:
        del links["Write"]
    first = f"http://{reachable[0]}:{port}/"
    if sys.stdout.isatty():
        _draw({what: f"{first}{end}" for what, end in links.items()})
    for host in reachable:
        for what, end in links.items():
            tell(f"{what:<7} http://{host}:{port}/{end}")
    tell(f"PIN of the leader: {seats.pin}" if not read_only else "Nobody can write.")
    if reachable == [HERE]:
        tell(
            "No phone can reach this table: it is on this machine alone. Join a wifi,"
            " or open a hotspot, and start it again without --host."
        )
    tell("The link is the key: who has it may come. Ctrl-C ends the table.")


def _draw(links: dict[str, str]) -> None:
    """Print codes under their names, side by side where there is room."""
    import shutil
    from io import StringIO

    import segno

    drawn = []
    for what, link in links.items():
        out = StringIO()
        code = segno.make(link, error="l", micro=False)
        code.terminal(out, border=2, compact=True)
        width = code.symbol_size(border=2)[0]
        drawn.append([what.ljust(int(width)), *out.getvalue().rstrip("\n").split("\n")])
    room = shutil.get_terminal_size().columns
    if sum(len(rows[0]) + _BESIDE for rows in drawn) > room:
        click.echo("\n".join(row for rows in drawn for row in rows))
        return
    for row in zip(*drawn, strict=True):
        click.echo((" " * _BESIDE).join(row))
