"""Problems: mistakes in the facts, which are collected instead of raised (GN-1)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from peloton.rules.facts.kinds import Reason
from peloton.rules.facts.startlist import Bib

FactPath = tuple[str | int, ...]
"""A path of keys and indices to a fact in a tour file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A mistake in the facts: its location, the value found and the value expected.

    `code` identifies the kind of mistake. An error stops scoring, a `warning` does not.
    `where` is the path of keys in the tour file: names and list indices such as
    ("stage", 1, "finish"). `offset` is the number of the text line within the value at
    that path, counted from 1; 0 if it is not known.
    """

    code: str
    message: str
    warning: bool = False
    stage: int | None = None
    bib: Bib | None = None
    where: FactPath = ()
    offset: int = 0

    @property
    def severity(self) -> str:
        """The word for how serious the problem is: `error` or `warning`."""
        return "warning" if self.warning else "error"

    @property
    def correctable(self) -> bool:
        """False for a mistake too late to correct, such as unspent money (CY-15)."""
        return self.code != "unspent"

    def on_stage(self, number: int) -> "Problem":
        """Return the problem as one of stage `number`, with the path from the tour."""
        return replace(self, stage=number, where=("stage", number - 1, *self.where))

    @classmethod
    def of(
        cls,
        code: str,
        message: str,
        *where: str | int,
        bib: Bib | None = None,
        warning: bool = False,
    ) -> "Problem":
        """Create a problem; its key path `where` is by default that of the finish."""
        where = where or ("finish",)
        return cls(code=code, message=message, warning=warning, bib=bib, where=where)


_EXPECTED = f"expected a mark, or one of {', '.join(sorted(Reason))}"


def missing_rider(bib: Bib) -> Problem:
    """Create the problem for a starter who is missing from the finish (GN-1)."""
    return Problem.of("missing", f"rider {bib} is missing: {_EXPECTED}", bib=bib)


def grouped_problems(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the problems to print; merge a stage's missing riders into one problem."""
    groups: dict[object, list[Problem]] = {}
    for problem in problems:
        is_missing = problem.code == "missing" and problem.bib is not None
        group = ("missing", problem.stage) if is_missing else len(groups)
        groups.setdefault(group, []).append(problem)
    for problem, *others in groups.values():
        if not others:
            yield problem
            continue
        bibs = [str(missing.bib) for missing in (problem, *others)]
        listed, more = ", ".join(bibs[:_MOST_BIBS]), len(bibs) - _MOST_BIBS
        who = f"{listed} and {more:,} more" if more > 0 else listed
        message = f"riders {who} are missing: {_EXPECTED}"
        yield replace(problem, message=message, bib=None)


_MOST_BIBS = 20
"""Maximum number of bibs listed in a message."""
