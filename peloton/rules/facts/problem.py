"""A mistake in the facts, as a value: problems are listed, not raised (GN-1)."""

from dataclasses import dataclass, replace
from enum import StrEnum

from peloton.rules.facts.startlist import Bib


class Severity(StrEnum):
    """Whether a problem stops the scoring or only wants a look."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A mistake in the facts: where it is, what was found, what was expected.

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

    @property
    def correctable(self) -> bool:
        """Whether the facts can still be corrected; unspent money is lost (CY-15)."""
        return self.code != "unspent"

    def on(self, number: int) -> "Problem":
        """Return a problem of a stage as that of stage `number` of a tour."""
        where = ("stage", number - 1, *self.where)
        return replace(self, stage=number, where=where)

    @classmethod
    def of(
        cls,
        code: str,
        message: str,
        *where: str | int,
        bib: Bib | None = None,
        severity: Severity = Severity.ERROR,
    ) -> "Problem":
        """Make a problem at keys of a stage or a tour; without keys, of a finish."""
        where = where or ("finish",)
        return cls(code=code, message=message, severity=severity, bib=bib, where=where)
