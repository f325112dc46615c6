"""What peloton says when it refuses: every error a user can meet is one of these."""

from collections.abc import Iterable, Iterator, Sequence
from contextvars import ContextVar
from functools import lru_cache
from itertools import islice


class PelotonError(Exception):
    """A refusal, in one line a game leader understands; nothing was changed."""


class InputError(PelotonError):
    """A file or an entry has mistakes; `lines` names every one of them.

    The message is the summary. Each line stands alone: where it is, what was
    found and what was expected.
    """

    def __init__(self, summary: str, lines: tuple[str, ...] = ()) -> None:
        """Keep the summary as the message and the mistakes as lines."""
        super().__init__(summary)
        self.lines = lines


class StoreError(PelotonError):
    """The database cannot be used: locked, read-only, foreign or too new."""


class WriteError(PelotonError):
    """A file could not be written; what stood there before still stands."""


class FontError(PelotonError):
    """A font of the printed sheets is missing, or its file cannot be read."""


MOST_LISTED = 100
"""So many mistakes are listed of a file where everything is wrong."""


def and_more(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the first hundred lines, and how many more there are."""
    more = len(lines) - MOST_LISTED
    return (*lines[:MOST_LISTED], *([f"and {more:,} more"] if more > 0 else ()))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` for the nearest known word, or nothing.

    A word is looked up once, never among a great many, and so many of a command only:
    where everything is wrong it would take longer than all the rest.
    """
    words = tuple(islice(known, _MOST_WORDS + 1))
    hints = HINTS.get()
    if len(words) > _MOST_WORDS or (hints and not next(hints, 0)):
        return ""
    return _nearest(word, words)


HINTS: ContextVar[Iterator[int] | None] = ContextVar("HINTS", default=None)
"""The hints that may still be given; None: all that are asked for."""
_MOST_WORDS, _LONGEST = 300, 100


@lru_cache(maxsize=64)
def _nearest(word: str, known: tuple[str, ...]) -> str:
    # difflib is only needed when something is wrong: not at start-up.
    from difflib import get_close_matches

    folded = {each.casefold(): each for each in reversed(known)}
    near = get_close_matches(word.casefold()[:_LONGEST], list(folded), n=1, cutoff=0.5)
    return f"; did you mean '{folded[near[0]]}'?" if near else ""
