"""Criterium's printed tables: the fraction of a turn, and its seconds (CR-7)."""

from typing import NamedTuple

from peloton.rules.clocks import half_up


class FractionCell(NamedTuple):
    """One cell of both tables: thousandths of a turn and hundredths of a second."""

    thousandths: int
    hundredths: int


TURN = 60
"""A turn is a minute, in seconds (CR-1)."""


def fraction_table(
    moved: int = 18, left: int = 16
) -> tuple[tuple[FractionCell | None, ...], ...]:
    """Tabulate left/moved for 1 to `moved` spaces moved, a row each (CR-7).

    Columns are 1 to `left` spaces before the line. Each figure is rounded half up;
    a cell is None where more spaces are left than were moved.
    """
    return tuple(
        tuple(
            FractionCell(half_up(1000 * d, m), half_up(100 * TURN * d, m))
            if d <= m
            else None
            for d in range(1, left + 1)
        )
        for m in range(1, moved + 1)
    )
