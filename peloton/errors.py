"""What peloton says when it refuses: every error a user can meet is one of these."""


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
