"""The questions that saving a stage asks first."""

from pathlib import Path

from peloton.desk.state import StageAtDesk
from tests.table.tables import loaded


def test_saving_asks_about_a_sprint_or_summit_without_an_order(tmp_path: Path) -> None:
    """The last stage of the sample has three; one line of them is taken out."""
    desk = StageAtDesk(loaded(tmp_path, "cyclo").read(), 5)
    labels = [*desk.stage.primes]
    lines = desk.base.splitlines(keepends=True)
    missing = next(line for line in lines if line.startswith(f"{labels[0]}:"))
    text = "".join(line for line in lines if line != missing)

    assert desk.view(desk.base).unordered == ()
    assert desk.view(text).unordered == (labels[0],)
