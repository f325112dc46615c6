"""Benchmark of a key press at the desk: 198 riders, on the last of 21 stages.

Not part of the tests. On a quiet machine:

    pytest tests/benchmarks/test_desk.py --benchmark-only --benchmark-columns=median,max

The time is measured from the key to the drawn screen, in a terminal of 120 by 40. The
text is parsed, the stage is scored with all classifications, the draft is stored on the
disk, and the screen is drawn. `floor` is a key in the same program with one line of
text.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO
from itertools import cycle
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from peloton.cli.fullscreen.program import desk_application
from peloton.cli.fullscreen.session import DeskSession
from peloton.desk.session import Session
from peloton.desk.store import DeskStore
from peloton.notation.rulebook_file.reading import builtin_text
from peloton.rules.facts.stage import Stage
from peloton.store.session import open_store
from tests.benchmarks.fixture import Benchmark
from tests.benchmarks.generated import generated_tour

RIDERS, STAGES = 198, 21
ROUNDS = 60
BACKSPACE = "\x7f"


class Desk:
    """The desk in a terminal in memory; `press` returns when the screen is drawn."""

    def __init__(self, desk: DeskSession) -> None:
        self.desk = desk
        self.loop = asyncio.new_event_loop()
        self.drawn = asyncio.Event()

    @contextmanager
    def running(self) -> Iterator[None]:
        with create_pipe_input() as self.pipe:
            size = Size(rows=40, columns=120)
            screen = Vt100_Output(StringIO(), lambda: size, term="xterm")
            with create_app_session(input=self.pipe, output=screen):
                program = desk_application(self.desk)
            program.after_render += lambda _: self.drawn.set()
            ended = self.loop.create_task(program.run_async())
            self.loop.run_until_complete(self.drawn.wait())
            yield
            program.exit()
            self.loop.run_until_complete(ended)
        self.loop.close()
        self.desk.close()

    def press(self, key: str) -> None:
        self.drawn.clear()
        self.pipe.send_text(key)
        self.loop.run_until_complete(self.drawn.wait())


@pytest.mark.parametrize("finish", [True, False])
@pytest.mark.parametrize("game", ["cyclo", "criterium"])
@pytest.mark.parametrize("what", ["floor", "last line", "first line"])
def test_a_key_press(
    benchmark: Benchmark, game: str, what: str, tmp_path: Path, *, finish: bool
) -> None:
    where = str(tmp_path / "tours.db")
    with open_store(where) as store:
        tour = generated_tour(game, RIDERS, STAGES)
        store.save(tour, builtin_text(game), "loaded")
    kept = DeskStore(Session(address=where, tour_name=tour.name), STAGES)
    desk = DeskSession(kept, kept.open(), finish=finish)
    if what == "floor":
        desk.buffer.text = "1 0"
    benchmark.group = f"{game}, {'finish' if finish else 'race'}"
    keys = cycle(("1", BACKSPACE))
    typing = Desk(desk)
    gc.freeze()  # as the program does
    with typing.running():
        if what == "first line":
            desk.buffer.cursor_position = len(desk.buffer.document.lines[0])
        benchmark.pedantic(
            lambda: typing.press(next(keys)), rounds=ROUNDS, warmup_rounds=4
        )
    gc.unfreeze()


def test_a_turn_of_ghosts(benchmark: Benchmark, tmp_path: Path) -> None:
    """From `?` and Enter to the cards on the screen, 20 decks: at most 30 ms."""
    where = str(tmp_path / "tours.db")
    with open_store(where) as store:
        tour = generated_tour("flamme-rouge", 20, 0, team=2)
        tour = replace(
            tour,
            teams=tuple(replace(team, ghost="muscle") for team in tour.teams),
            riders=tuple(replace(rider, type="rouleur") for rider in tour.riders),
            stages=(Stage(name="S", length=80),),
        )
        store.save(tour, builtin_text("flamme-rouge"), "loaded")
    kept = DeskStore(Session(address=where, tour_name=tour.name), 1)
    typing = Desk(DeskSession(kept, kept.open(), finish=True))
    benchmark.group = "ghosts"
    with typing.running():
        benchmark.pedantic(lambda: typing.press("?\r"), rounds=10, warmup_rounds=2)
    assert typing.desk.buffer.text.count("?") == 12
