"""The tours a game leader keeps: the only SQL of peloton.

`peloton.store.session.open_store` is the door, and `peloton.store.tours` says what
stands behind it. No module of peloton is imported here, so that a command that needs
no database does not wait for one.
"""

from time import monotonic, sleep

_LONGEST_PAUSE = 0.5


class Patience:
    """The seconds to try again in, with longer and longer pauses."""

    def __init__(self, seconds: float) -> None:
        """Begin to wait now."""
        self._end, self._longest = monotonic() + seconds, 0.01

    @property
    def left(self) -> float:
        """The seconds that are left; 0 where there are none."""
        return max(0.0, self._end - monotonic())

    def pause(self) -> None:
        """Wait a little longer each time, and by chance: not in step with others."""
        # Only who must wait needs it.
        from random import uniform

        pause = uniform(self._longest / 2, self._longest)  # noqa: S311 - no secret
        sleep(min(self.left, pause))
        self._longest = min(2 * self._longest, _LONGEST_PAUSE)
