"""How many extra turns a length is worth to a type of rider (CY-12, CY-13)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PerLines:
    """So many `turns` for each `per` lines, of which the last need only be begun.

    `halved` gives half of them, rounded down.
    """

    turns: int
    per: int
    halved: bool = False

    def granted(self, lines: int) -> int:
        """Return the extra turns for a length; 190 lines at 1 per 50 are 4."""
        turns = self.turns * -(-lines // self.per)
        return turns // 2 if self.halved else turns


@dataclass(frozen=True, slots=True, kw_only=True)
class ByLength:
    """As many turns as the last of `starts`, in lines, that a length reaches."""

    turns: tuple[int, ...]
    starts: tuple[int, ...]

    def granted(self, lines: int) -> int:
        """Return the extra turns for a length; none below the first step."""
        reached = 0
        for turns, start in zip(self.turns, self.starts, strict=True):
            if lines >= start:
                reached = turns
        return reached


Allowance = PerLines | ByLength
