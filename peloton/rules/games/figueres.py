"""Figueres: `turn space`, the last card's turn and where it led; no times (FI-1)."""

from peloton.rules.games.mark import (
    SPACE,
    MarkColumn,
    MarkForm,
    PairMark,
    ShortMark,
    pair_reader,
)
from peloton.rules.words import phrase


class SpaceMark(PairMark):
    """Figueres' `turn space`: the turn of the last card, the space stood on (FI-1)."""

    __slots__ = ()

    def speed(self, length: int, *, from_start: bool) -> tuple[int, int] | None:  # noqa: ARG002 - as every mark
        """Return the space stood on over the turns (FI-1)."""
        return (self.past, self.turns) if self.turns else None


MARK = MarkForm(
    form="turn space",
    example="7 33",
    game="Figueres",
    parse=pair_reader(SpaceMark, "turn", "space"),
    clock="places",
    # Places are all there is (FI-1).
    exact=lambda finishes: ([0] * len(finishes.marks), 1),
    why=lambda mark, _: (
        phrase("mark {mark}: a place, and no time", mark=str(mark)),
        "FI-1",
    ),
    by_turns=False,
    untimed=True,
    columns=(MarkColumn("turn", phrase("Turn"), phrase("turns")), SPACE),
    boxes=phrase("Turn: the one of the last card. Space: the one stood on."),
    typed=(
        ("12 33", "12 stands on space 33 after this turn"),
        ("12 7 33", "the same, with the turn of the mark"),
    ),
    short=ShortMark(expected="'space' such as 33", first=1, taps=range(33, 45)),
)
