"""Figueres: a mark is a turn and a space; riders have places but no times (FI-1)."""

from peloton.rules.games.mark import SPACE, MarkFormat, PairMark, ShortMark, pair_reader
from peloton.rules.words import phrase


class SpaceMark(PairMark):
    """A mark `turn space`: the turn of the last card and the space reached (FI-1)."""

    __slots__ = ()

    def speed(self, length: int) -> tuple[int, int] | None:  # noqa: ARG002 - signature of all marks
        """Return the space reached as the distance, and the turns used (FI-1)."""
        return (self.past, self.turns) if self.turns else None


MARK = MarkFormat(
    name="turn space",
    example="7 33",
    game="Figueres",
    parse=pair_reader(SpaceMark, "turn", "space"),
    # The game has places only, so all times are equal (FI-1).
    exact_times=lambda finishes: ([0] * len(finishes.marks), 1),
    explain=lambda mark, _: (
        phrase("mark {mark}: a place, and no time", mark=str(mark)),
        "FI-1",
    ),
    untimed=True,
    columns=(phrase("Turn"), SPACE),
    columns_help=phrase("Turn: the turn of the last card. Space: the space reached."),
    desk_examples=(
        ("12 33", "12 is on space 33 after this turn"),
        ("12 7 33", "the same, with 7 as the turn"),
    ),
    short=ShortMark(expected="'space' such as 33", first=1, taps=range(33, 45)),
)
