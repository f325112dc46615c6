"""Undo and redo of the changes of one phone, while others change other lines."""

from itertools import count
from pathlib import Path

import pytest

from peloton.desk.changes import (
    ChangedMeanwhileError,
    LineChange,
    Op,
    TextExchange,
    turn_sign,
)
from peloton.errors import PelotonError
from peloton.table.live import LiveTour
from tests.table.tables import loaded


def exchange(found: str, wanted: str, stage: int = 1) -> TextExchange:
    return TextExchange(stage=stage, found=found, wanted=wanted, label="")


@pytest.mark.parametrize(
    ("found", "wanted", "now", "then"),
    [
        ("1 4\n", "", "1 4\n", ""),
        ("1 4\n", "", "1 4\n2 3\n", "2 3\n"),
        ("1 4\n2 3\n", "1 4\n", "# a\n1 4\n2 3\n3 2\n", "# a\n1 4\n3 2\n"),
        ("1 5\n2 3\n", "1 4\n2 3\n", "1 5\n2 6\n", "1 4\n2 6\n"),
        ("", "1 4\n", "2 3\n", "1 4\n2 3\n"),
        ("2 3\n", "1 4\n2 3\n", "2 3\n3 1\n", "1 4\n2 3\n3 1\n"),
        ("1 4\n\n\n", "1 4\n\n", "1 4\n\n\n2 2\n", "1 4\n\n2 2\n"),
        ("1 4", "", "1 4", ""),
    ],
)
def test_an_undo_takes_back_one_change_and_leaves_those_of_others(
    found: str, wanted: str, now: str, then: str
) -> None:
    assert exchange(found, wanted).applied(now) == then


@pytest.mark.parametrize("now", ["", "1 6\n", "2 3\n"])
def test_a_line_that_somebody_else_changed_is_not_taken_back(now: str) -> None:
    with pytest.raises(ChangedMeanwhileError, match="'1 5' is no longer in the lines"):
        exchange("1 5\n", "1 4\n").applied(now)


class Table:
    """A live tour whose first stage is to be ridden, with one phone."""

    def __init__(self, folder: Path) -> None:
        self.session = loaded(folder, "cyclo", clear=1)
        self.tour = LiveTour(self.session, None)
        self._numbers = count(1)

    def change(self, op: Op, line: str = "") -> None:
        board = self.tour.board
        assert board.view is not None
        turn = turn_sign(board.view.reading.turn)
        number = next(self._numbers)
        change = LineChange(seat="a", number=number, op=op, was=turn, line=line)
        self.tour.change(board.stage_id, change)
        self.tour.refresh()

    def undo_elsewhere(self) -> None:
        """Undo the last change of the tour, as another program does."""
        session = self.session
        session.write(lambda store: store.journal.undo(session.name(store), 1))
        self.tour.refresh()

    @property
    def text(self) -> str:
        return self.tour.board.view.text if self.tour.board.view else ""


def test_a_new_change_ends_what_could_be_redone(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.change(Op.ADD, "1 4")
    table.change(Op.UNDO)
    assert table.tour.reversible("a") == {Op.REDO: "1 4"}

    table.change(Op.ADD, "# b")

    assert table.tour.reversible("a") == {Op.UNDO: "# b"}
    with pytest.raises(PelotonError, match="nothing to redo"):
        table.change(Op.REDO)


def test_changes_are_undone_and_redone_in_order_by_their_phone_alone(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path)
    for line in ("# a", "# b"):
        table.change(Op.ADD, line)
    for left in ("# a\n", ""):
        table.change(Op.UNDO)
        assert table.text == left

    table.change(Op.REDO)

    assert table.text == "# a\n"
    assert table.tour.reversible("a") == {Op.UNDO: "# a", Op.REDO: "# b"}
    assert table.tour.reversible("b") == {}


def test_a_saved_stage_can_be_undone_while_it_is_the_last_change_of_the_tour(
    tmp_path: Path,
) -> None:
    """After it was undone elsewhere, the lines of the stage are next."""
    table = Table(tmp_path)
    view = table.tour.board.view
    assert view is not None
    finish = f"({' '.join(view.desk.race.racing)}) 3"
    table.change(Op.ADD, finish)
    table.tour.save(table.tour.board.number, "a", "Ann")
    table.tour.refresh()
    assert table.tour.reversible("a") == {Op.UNDO: "entered stage 1 (table: Ann)"}

    table.change(Op.UNDO)
    assert table.tour.reversible("a") == {
        Op.UNDO: finish,
        Op.REDO: "entered stage 1 (table: Ann)",
    }
    table.change(Op.REDO)
    table.undo_elsewhere()

    assert table.tour.reversible("a") == {Op.UNDO: finish}
