"""The web server of the live table, and its limits on connections."""

import logging
import signal
import socket
import time
from asyncio import BaseTransport
from collections.abc import Sequence
from contextlib import suppress
from types import FrameType

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from peloton.table.app import application
from peloton.table.live_table import LiveTable

IDLE = 30
"""Seconds after which an idle connection is closed."""
_MOST, _MOST_OF_ADDRESS = 500, 100
"""Maximum number of connections, in total and from one address."""
_FILES, _OTHER_FILES = 4096, 100
"""Limit on open files to request; how many to reserve for uses except connections."""
_BACKLOG = 50
"""Maximum number of connections accepted in one step, before idle ones are closed."""
_HELP_AFTER = 60
"""Seconds without a request from any phone after which help is printed."""
_SHUTDOWN_TIME = 1
"""Seconds to wait for running requests at shutdown."""
NO_PHONE = (
    "No phone has connected yet. Is it on the same wifi, not on the guest network?"
    " Does the firewall of this computer allow connections to Python?"
)


class TableConnection(H11Protocol):
    """A connection that is closed when idle for too long, or to make room for another.

    A connection is idle unless a complete request is being answered.
    """

    def connection_made(self, transport: BaseTransport) -> None:
        """Open the connection; if there are too many, close the longest idle one."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self.active_at = time.monotonic()
        found = [c for c in self.connections if isinstance(c, TableConnection)]
        same = [c for c in found if c.address == self.address]
        crowded = same if len(same) > _MOST_OF_ADDRESS else found
        if crowded is same or len(found) >= (self.limit_concurrency or _MOST):
            idle = (c for c in crowded if c.idle)
            min(idle, key=lambda c: c.active_at).transport.abort()

    @property
    def address(self) -> str:
        """The address of the phone; empty if it has disconnected."""
        return self.client[0] if self.client else ""

    @property
    def idle(self) -> bool:
        """True if the connection is open and no request is being answered."""
        complete = self.conn.their_state is not h11.SEND_BODY
        answering = self.cycle is not None and not self.cycle.response_complete
        return not (self.transport.is_closing() or (complete and answering))

    def close_if_idle(self) -> None:
        """Close the connection after `IDLE` idle seconds; call this every second."""
        if not self.idle:
            self.active_at = time.monotonic()
        elif time.monotonic() - self.active_at > IDLE:
            self.transport.abort()


class TableServer(uvicorn.Server):
    """The server of a live table; it answers all waiting phones before it stops."""

    def __init__(self, table: LiveTable) -> None:
        """Serve the application of a live table."""
        config = uvicorn.Config(
            application(table),
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            ws="none",
            http=TableConnection,
            loop="asyncio",
            timeout_graceful_shutdown=_SHUTDOWN_TIME,
            timeout_keep_alive=IDLE,
            limit_concurrency=_max_connections(),
            backlog=_BACKLOG,
            h11_max_incomplete_event_size=16 * 1024,
        )
        super().__init__(config)
        self._table = table

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Shut down on Ctrl-C or a signal, without a message and with exit code 0."""
        del sig, frame
        self._table.close()
        self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        """Close idle connections; print advice if no phone connects in time."""
        for connection in [*self.server_state.connections] if counter % 10 == 0 else ():
            if isinstance(connection, TableConnection):
                connection.close_if_idle()
        if counter == _HELP_AFTER * 10 and not self._table.seats.is_used:
            self._table.settings.tell(NO_PHONE)
        return await super().on_tick(counter)

    def serve_quietly(self, sockets: Sequence[socket.socket]) -> None:
        """Run the server until Ctrl-C; warnings of asyncio are not printed."""
        logging.getLogger("asyncio").disabled = True
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self.handle_exit)
        self.run(sockets=list(sockets))


def _max_connections() -> int:
    """Raise the limit of open files; return the number of connections it allows."""
    files = _FILES
    with suppress(ImportError):  # Windows has no limit on open files
        import resource

        files, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
        if files != resource.RLIM_INFINITY and files < wanted:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                files = wanted
    return min(_MOST, max(files - _OTHER_FILES, 1)) if files > 0 else _MOST
