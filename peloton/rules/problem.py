"""What is wrong in the facts, as a value: problems are listed, not raised (GN-1)."""

from dataclasses import dataclass
from enum import StrEnum

from peloton.rules.model import Bib


class Severity(StrEnum):
    """Whether a problem stops the scoring or only wants a look."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something wrong in the facts: where, what was found, what was expected.

    `where` is the path of keys in the tour file, for finding the line: names and
    list indices such as ("stage", 1, "finish"), and `offset` the line within it.
    """

    code: str
    message: str
    severity: Severity = Severity.ERROR
    stage: int | None = None
    bib: Bib | None = None
    where: tuple[str | int, ...] = ()
    offset: int = 0

    @classmethod
    def on_stage(
        cls,
        number: int,
        code: str,
        message: str,
        *where: str | int,
        bib: Bib | None = None,
        severity: Severity = Severity.ERROR,
    ) -> "Problem":
        """Return a problem on stage `number`; `where` are keys in it, or its finish."""
        return cls(
            code=code,
            message=message,
            severity=severity,
            stage=number,
            bib=bib,
            where=("stage", number - 1, *(where or ("finish",))),
        )
