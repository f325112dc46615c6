"""The table as a server: from the sockets to the last stream that is closed."""

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
"""Seconds without anybody after which is said what to look for."""
_ACCEPTED = 50
"""Connections accepted at once, before any of them can be closed again."""
_ENDING = 1
"""Seconds that an answer may still take once the table ends."""
NOBODY = (
    "Nobody came yet. Is the phone in the same wifi, and no guest of it? Does a"
    " firewall of this computer ask whether Python may be reached?"
)


class TableServer(uvicorn.Server):
    """A server that closes its bell first: no stream is cut, none says so."""

    def __init__(
        self, config: uvicorn.Config, bell: Bell, tell: Callable[[str], None]
    ) -> None:
        """Serve an application that rings a bell."""
        super().__init__(config)
        self._bell, self._tell = bell, tell

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End on Ctrl-C or a signal: quietly, and as a success."""
        del sig, frame
        self._bell.close()
        self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        """Look every tenth of a second whether to end; say once if nobody comes."""
        for connection in [*self.server_state.connections] if counter % 10 == 0 else ():
            if isinstance(connection, TableConnection):
                connection.close_if_idle()
        if counter == _PATIENT * 10 and not self._bell.came:
            self._tell(NOBODY)
        return await super().on_tick(counter)


def table_server(
    tour: LiveTour, seats: Seats, pages: Pages, manner: Manner
) -> TableServer:
    """Return the server of a table."""
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
    """Hold the table until Ctrl-C; nothing but its own lines is printed."""
    logging.getLogger("asyncio").disabled = True
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, server.handle_exit)
    server.run(sockets=list(sockets))
