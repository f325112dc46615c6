"""The database of tours: all SQL of peloton is in this folder.

`peloton.store.session.open_store` opens a database, and `peloton.store.tours.Store`
reads and changes its tours. This file imports no other module of peloton, so that a
command that needs no database starts faster.
"""

from time import monotonic, sleep

_LONGEST_PAUSE = 0.5


class RetryBudget:
    """The time left for retries, with increasing pauses between them."""

    def __init__(self, seconds: float) -> None:
        """Start a countdown of `seconds`."""
        self._end, self._longest = monotonic() + seconds, 0.01

    @property
    def left(self) -> float:
        """Seconds left, at least 0."""
        return max(0.0, self._end - monotonic())

    def pause(self) -> None:
        """Pause before a retry, on average twice as long as the previous pause.

        The length of the pause is random, so that waiting programs do not all retry at
        the same moment.
        """
        # Imported late: only a retry needs it.
        from random import uniform

        pause = uniform(self._longest / 2, self._longest)  # noqa: S311 - not used for secrets
        sleep(min(self.left, pause))
        self._longest = min(2 * self._longest, _LONGEST_PAUSE)
