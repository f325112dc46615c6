"""The number of keys that a stage takes at the desk, compared with pencil and paper."""

from pathlib import Path

from peloton.rules.facts.stage import Arrival
from tests.cli.arrival import TYPED, sample, stored, with_the_stage_to_come
from tests.cli.desks import ENTER, SAVE, sit


def on_paper() -> int:
    """Return the number of characters on the game's own sheets, without spaces.

    "Arrival ride": for every rider the bib, the turns and the lines. The sheets of
    climbs and sprints: the name of each, and the bibs over it in order.
    """
    stage = sample().stages[1]
    arrivals = [line for line in stage.finish if isinstance(line, Arrival)]
    rows = sum(
        len(bib) + len(str(line.mark).replace(" ", ""))
        for line in arrivals
        for bib in line.bibs
    )
    orders = sum(
        len(label) + sum(map(len, order)) for label, order in stage.crossings.items()
    )
    return rows + orders


def test_a_stage_takes_no_more_keys_than_paper_takes_characters(folder: Path) -> None:
    """20 riders, 3 climbs, 2 sprints: at most 10 % more, saving included."""
    with_the_stage_to_come(folder / "tours.db")
    stage = sample().stages[1]
    assert len({bib for line in stage.finish for bib in line.bibs}) == 20
    assert len(stage.crossings) == 5
    typed = TYPED.rstrip("\n").replace("\n", ENTER)

    sat = sit(*typed.splitlines(keepends=True), SAVE)

    assert sat.saved
    assert stored(folder / "tours.db") == sample()
    assert len(typed) + len([SAVE, ENTER]) <= on_paper() * 11 / 10
