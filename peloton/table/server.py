"""The web server of the live table."""

import logging
import signal
import socket
from collections.abc import Sequence
from types import FrameType

import uvicorn

from peloton.table.app import TableApp, TableSettings
from peloton.table.connections import IDLE, TableConnection, max_connections
from peloton.table.live import LiveTour
from peloton.table.pages import Pages
from peloton.table.seats import Seats

_HELP_AFTER = 60
"""Seconds without any phone before help is printed."""
_BACKLOG = 50
"""Maximum number of connections accepted at once, before idle ones are closed."""
_SHUTDOWN_TIME = 1
"""Seconds to wait for running requests at shutdown."""
NO_PHONE = (
    "No phone has connected yet. Is it on the same wifi, not on the guest network?"
    " Does the firewall of this computer allow connections to Python?"
)


class TableServer(uvicorn.Server):
    """A server that answers all waiting phones before it shuts down."""

    def __init__(self, config: uvicorn.Config, app: TableApp) -> None:
        """Serve an application of the live table."""
        super().__init__(config)
        self._notifier, self._tell = app.notifier, app.settings.tell

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Shut down on Ctrl-C or a signal, without a message and with exit code 0."""
        del sig, frame
        self._notifier.close()
        self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        """Close idle connections; print advice if no phone connects in time."""
        for connection in [*self.server_state.connections] if counter % 10 == 0 else ():
            if isinstance(connection, TableConnection):
                connection.close_if_idle()
        if counter == _HELP_AFTER * 10 and not self._notifier.connected:
            self._tell(NO_PHONE)
        return await super().on_tick(counter)


def table_server(
    tour: LiveTour, seats: Seats, pages: Pages, settings: TableSettings
) -> TableServer:
    """Return the server of a live table."""
    app = TableApp(tour, seats, pages, settings)
    config = uvicorn.Config(
        app.starlette(),
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        ws="none",
        http=TableConnection,
        loop="asyncio",
        timeout_graceful_shutdown=_SHUTDOWN_TIME,
        timeout_keep_alive=IDLE,
        limit_concurrency=max_connections(),
        backlog=_BACKLOG,
        h11_max_incomplete_event_size=16 * 1024,
    )
    return TableServer(config, app)


def serve(server: TableServer, sockets: Sequence[socket.socket]) -> None:
    """Run the server until Ctrl-C; warnings of asyncio are not printed."""
    logging.getLogger("asyncio").disabled = True
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, server.handle_exit)
    server.run(sockets=list(sockets))
