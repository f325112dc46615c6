"""A cache of results that many phones request at once, each computed only once."""

import asyncio
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from starlette.concurrency import run_in_threadpool

_T = TypeVar("_T")


class SharedResults(Generic[_T]):
    """A cache of results by key, computed in another thread."""

    def __init__(self, limit: int) -> None:
        """Create an empty cache of at most `limit` results; the oldest is dropped."""
        self._limit = limit
        self._tasks: dict[Hashable, asyncio.Task[_T]] = {}

    async def get(self, key: Hashable, compute: Callable[[], _T]) -> _T:
        """Return the result of a key, computed unless it is cached or being computed.

        An error is raised for every waiting request, and not cached.
        """
        if key not in self._tasks:
            self._tasks[key] = asyncio.create_task(self._result(key, compute))
            if len(self._tasks) > self._limit:
                del self._tasks[next(iter(self._tasks))]
        # Other phones may wait for the same result after this one has disconnected.
        return await asyncio.shield(self._tasks[key])

    async def _result(self, key: Hashable, compute: Callable[[], _T]) -> _T:
        try:
            return await run_in_threadpool(compute)
        except BaseException:
            self._tasks.pop(key, None)
            raise
