"""What peloton says when it refuses: every error a user can meet is one of these."""

from collections.abc import Iterable
from functools import lru_cache


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


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` for the nearest known word, or nothing.

    A word is looked up once, and never among a great many: where everything is wrong
    it would take longer than all the rest.
    """
    words = tuple(known)
    return _nearest(word, words) if len(words) <= _MOST_WORDS else ""


_MOST_WORDS, _LONGEST = 300, 100


@lru_cache(maxsize=1024)
def _nearest(word: str, known: tuple[str, ...]) -> str:
    # difflib is only needed when something is wrong: not at start-up.
    from difflib import get_close_matches

    folded = {each.casefold(): each for each in reversed(known)}
    near = get_close_matches(word.casefold()[:_LONGEST], list(folded), n=1, cutoff=0.5)
    return f"; did you mean '{folded[near[0]]}'?" if near else ""
