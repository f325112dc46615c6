"""The errors that peloton reports to users, and hints for mistyped words."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from itertools import islice
from pathlib import Path


class PelotonError(Exception):
    """An error with a one-line message for the game leader; nothing was changed.

    The message may summarize several `lines`, which are printed before it.
    """

    lines: tuple[str, ...] = ()


class InputError(PelotonError):
    """Mistakes in a file or in typed input; each of `lines` describes one mistake.

    The message is the summary. A line names the location of the mistake, the value
    found and the value expected.
    """

    def __init__(self, summary: str, lines: tuple[str, ...]) -> None:
        """Use the summary as the message and add a line for each mistake."""
        super().__init__(summary)
        self.lines = lines


class StoreError(PelotonError):
    """A database that cannot be used, for example because it is locked or too new."""


@contextmanager
def file_errors(
    message: str, kind: type[PelotonError] = PelotonError, written: Path | None = None
) -> Iterator[None]:
    """Raise a PelotonError with this message and the reason if a file causes an error.

    The path of a file can cause a ValueError, for example if it contains a null, and a
    loop of symbolic links a RuntimeError. For a file to be `written` that exists, a
    missing permission is explained.
    """
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        is_refused, hint = isinstance(error, PermissionError), ""
        # Before Python 3.14, Path.is_file raises an error without access to the folder.
        if is_refused and written and os.path.isfile(written):  # noqa: PTH113
            hint = "; is it read-only, or open in another program?"
        raise kind(f"{message}: {reason or error}{hint}") from error


def install_command(package: str) -> str:
    """Return the command that installs a package, with uv if there is no pip."""
    from importlib.util import find_spec

    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    if find_spec("pip"):
        return f'{python} -m pip install "{package}"'
    return f'uv pip install --python {python} "{package}"'


MOST_LISTED = 100
"""Maximum number of mistakes listed for one file."""


def limit_lines(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the first `MOST_LISTED` lines, then a line such as `and 12 more`."""
    more = len(lines) - MOST_LISTED
    return (*lines[:MOST_LISTED], *([f"and {more:,} more"] if more > 0 else ()))


def did_you_mean(word: str, known: Iterable[str], *, cutoff: float = 0.5) -> str:
    """Return `; did you mean 'x'?` for the nearest known word, or an empty string.

    `cutoff` is the minimum similarity, from 0 to 1 (equal words). There is no hint for
    more than 300 known words, or after the searches that `limited_hints` allows,
    because in a file full of mistakes the search would take most of the run time.
    """
    words = tuple(islice(known, _MOST_WORDS + 1))
    hints = _HINTS.get()
    if len(words) > _MOST_WORDS or (hints and not next(hints, 0)):
        return ""
    near = nearest_word(word, words, cutoff)
    return f"; did you mean '{near}'?" if near else ""


@contextmanager
def limited_hints() -> Iterator[None]:
    """Allow a limited number of searches for hints in the `with` block."""
    outer = _HINTS.set(iter(range(MOST_LISTED, 0, -1)))
    try:
        yield
    finally:
        _HINTS.reset(outer)


_HINTS: ContextVar[Iterator[int] | None] = ContextVar("hints", default=None)
"""The searches for hints that are left: one item for each; None means no limit."""
_MOST_WORDS, _LONGEST = 300, 100


@lru_cache(maxsize=64)
def nearest_word(word: str, known: tuple[str, ...], cutoff: float) -> str:
    """Return the most similar known word, or an empty string; ignore the case."""
    # Imported late: difflib is only needed after a mistake.
    from difflib import get_close_matches

    folded = {name.casefold(): name for name in reversed(known)}
    near = get_close_matches(word.casefold()[:_LONGEST], folded, n=1, cutoff=cutoff)
    return folded[near[0]] if near else ""
