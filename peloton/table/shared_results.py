"""A cache of results that many phones request at once, each computed only once."""

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from starlette.concurrency import run_in_threadpool

_T = TypeVar("_T")


class SharedResults(Generic[_T]):
    """A cache of results by key, for one version at a time; threads compute them."""

    def __init__(self, limit: int) -> None:
        """Create an empty cache of at most `limit` results; the oldest is dropped."""
        self._limit = limit
        self._version: object = None
        self._tasks: dict[object, asyncio.Task[_T]] = {}

    async def get(self, version: object, key: object, compute: Callable[[], _T]) -> _T:
        """Return the result of a key, computed unless it is cached or being computed.

        The results of any other version are dropped. An error is raised for every
        waiting request, and not cached.
        """
        if version != self._version:
            self._version, self._tasks = version, {}
        tasks = self._tasks
        if key not in tasks:
            tasks[key] = asyncio.create_task(self._result(tasks, key, compute))
            if len(tasks) > self._limit:
                del tasks[next(iter(tasks))]
        # Other phones may wait for the same result after this one has disconnected.
        return await asyncio.shield(tasks[key])

    async def _result(
        self,
        tasks: dict[object, asyncio.Task[_T]],
        key: object,
        compute: Callable[[], _T],
    ) -> _T:
        try:
            return await run_in_threadpool(compute)
        except BaseException:
            tasks.pop(key, None)
            raise
