"""The web server of the live table."""

import logging
import signal
import socket
from collections.abc import Callable, Sequence
from types import FrameType

import uvicorn

from peloton.table.app import Manner, TableApp
from peloton.table.bell import Bell
from peloton.table.connections import IDLE, TableConnection, most_connections
from peloton.table.live import LiveTour
from peloton.table.pages import Pages
from peloton.table.seats import Seats

_PATIENT = 60
"""Seconds without any phone before help is printed."""
_ACCEPTED = 50
"""Maximum number of connections accepted at once, before idle ones are closed."""
_ENDING = 1
"""Seconds to wait for running requests at shutdown."""
NOBODY = (
    "No phone has connected yet. Is it on the same wifi, not on the guest network?"
    " Does the firewall of this computer allow connections to Python?"
)


class TableServer(uvicorn.Server):
    """A server that closes its event streams before it shuts down."""

    def __init__(
        self, config: uvicorn.Config, bell: Bell, tell: Callable[[str], None]
    ) -> None:
        """Serve an application; `tell` prints a line on the terminal."""
        super().__init__(config)
        self._bell, self._tell = bell, tell

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Shut down on Ctrl-C or a signal, without a message and with exit code 0."""
        del sig, frame
        self._bell.close()
        self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        """Close idle connections, and print help if no phone connects.

        uvicorn calls this ten times a second; return True to shut down.
        """
        for connection in [*self.server_state.connections] if counter % 10 == 0 else ():
            if isinstance(connection, TableConnection):
                connection.close_if_idle()
        if counter == _PATIENT * 10 and not self._bell.came:
            self._tell(NOBODY)
        return await super().on_tick(counter)


def table_server(
    tour: LiveTour, seats: Seats, pages: Pages, manner: Manner
) -> TableServer:
    """Return the server of a live table."""
    bell = Bell(tour)
    app = TableApp(tour, seats, bell, pages, manner)
    config = uvicorn.Config(
        app.starlette(),
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        ws="none",
        http=TableConnection,
        loop="asyncio",
        timeout_graceful_shutdown=_ENDING,
        timeout_keep_alive=IDLE,
        limit_concurrency=most_connections(),
        backlog=_ACCEPTED,
        h11_max_incomplete_event_size=16 * 1024,
    )
    return TableServer(config, bell, manner.tell)


def serve(server: TableServer, sockets: Sequence[socket.socket]) -> None:
    """Run the server until Ctrl-C; only its own lines are printed."""
    logging.getLogger("asyncio").disabled = True
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, server.handle_exit)
    server.run(sockets=list(sockets))
