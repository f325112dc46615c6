"""The web server of the live table, and its limits on connections."""

import logging
import signal
import socket
import time
from asyncio import BaseTransport
from collections import Counter
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
_FILES = 4096
"""Limit on open files to request."""
_HELP_AFTER = 60
"""Seconds without a request from any phone after which help is printed."""
NO_PHONE = (
    "No phone has connected yet. Is it on the same wifi, not on the guest network?"
    " Does the firewall of this computer allow connections to Python?"
)


class TableConnection(H11Protocol):
    """A connection that remembers when it last answered a request (`active_at`)."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Open the connection."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self.active_at = time.monotonic()

    @property
    def busy(self) -> bool:
        """True if a complete request is being answered."""
        complete = self.conn.their_state is not h11.SEND_BODY
        return complete and self.cycle is not None and not self.cycle.response_complete


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
            timeout_graceful_shutdown=1,
            timeout_keep_alive=IDLE,
        )
        super().__init__(config)
        self._table = table

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Shut down on Ctrl-C or a signal, without a message and with exit code 0."""
        del sig, frame
        self._table.close()
        self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        """Close idle connections; print advice if no phone connects in time.

        If there are too many connections, those idle for longest are closed.
        """
        now, count = time.monotonic(), Counter[str]()
        connections = self.server_state.connections
        found = [c for c in connections if isinstance(c, TableConnection)]
        for connection in found:
            if connection.busy:
                connection.active_at = now
        found.sort(key=lambda connection: connection.active_at, reverse=True)
        for number, connection in enumerate(found, 1):
            address = connection.client[0] if connection.client else ""
            count[address] += 1
            crowded = number > _MOST or count[address] > _MOST_OF_ADDRESS
            if crowded or now - connection.active_at > IDLE:
                connection.transport.abort()
        if counter == _HELP_AFTER * 10 and not self.server_state.total_requests:
            self._table.tell(NO_PHONE)
        return await super().on_tick(counter)

    def serve_quietly(self, sockets: Sequence[socket.socket]) -> None:
        """Run the server until Ctrl-C; warnings of asyncio are not printed."""
        logging.getLogger("asyncio").disabled = True
        # Raise the limit on open files; Windows has none.
        with suppress(ImportError, OSError, ValueError):
            import resource

            soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
            wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
            if resource.RLIM_INFINITY != soft < wanted:
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self.handle_exit)
        self.run(sockets=list(sockets))
