"""The connections of phones: close idle ones, and limit their number."""

import time
from asyncio import BaseTransport
from contextlib import suppress

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

IDLE = 30
"""Seconds after which an idle connection is closed."""
_MOST, _MOST_IDLE = 500, 100
"""Maximum number of connections, and of idle ones from one address."""
_FILES, _OTHER_FILES = 4096, 100
"""Limit on open files to request, and how many of them to reserve for other uses."""


class TableConnection(H11Protocol):
    """A connection that is closed when idle for too long, or to make room for another.

    A connection is idle unless a complete request is being answered.
    """

    def connection_made(self, transport: BaseTransport) -> None:
        """Open the connection; if there are too many, close the one idle longest."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self.active_at = time.monotonic()
        found = (c for c in self.connections if isinstance(c, TableConnection))
        idle = sorted((c for c in found if c.idle), key=lambda c: c.active_at)
        same = [c for c in idle if c.address == self.address]
        if len(same) > _MOST_IDLE:
            same[0].transport.abort()
        elif len(self.connections) >= (self.limit_concurrency or _MOST):
            idle[0].transport.abort()

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


def max_connections() -> int:
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
