"""The desk at a real terminal, killed again and again: nothing on screen is lost."""

import os
import signal
import time
from pathlib import Path
from random import Random

import pytest

from tests.cli.arrival import TYPED, draft, sample, stored, with_the_stage_to_come
from tests.cli.desks import SAVE
from tests.cli.killed_desk import LEFT, Starter, Terminal

KILLS = 20


@pytest.mark.slow
def test_a_desk_killed_at_twenty_moments_loses_nothing(
    starter: Starter, folder: Path
) -> None:
    """What had been on the screen is there again; the stage ends as if in one go."""
    where = folder / "tours.db"
    with_the_stage_to_come(where)
    random = Random(4)  # noqa: S311 - moments, no secrets
    moments = sorted(random.sample(range(1, len(TYPED)), KILLS))
    for moment in moments:
        terminal = Terminal(starter)
        begun = len(draft(where))
        for key in TYPED[begun:moment]:
            terminal.press(key.replace("\n", "\r"))
        terminal.send(TYPED[moment].replace("\n", "\r"))
        time.sleep(random.uniform(0, 0.03))
        terminal.kill()

        assert draft(where) in (TYPED[:moment], TYPED[: moment + 1])
    terminal = Terminal(starter)
    for key in TYPED[len(draft(where)) :]:
        terminal.press(key.replace("\n", "\r"))
    terminal.send(SAVE)
    terminal.wait_for(b"Save it?")
    terminal.send("\r")
    terminal.ended()

    assert stored(where) == sample()
    assert draft(where) == ""


def test_a_desk_told_to_end_gives_the_terminal_back_and_keeps_the_draft(
    starter: Starter, folder: Path
) -> None:
    """SIGTERM, as when the computer is shut down."""
    where = folder / "tours.db"
    with_the_stage_to_come(where)
    terminal = Terminal(starter)
    terminal.press("1")

    os.kill(terminal.child, signal.SIGTERM)

    terminal.wait_for(LEFT)
    terminal.wait_for(b"but its draft is")
    terminal.ended()
    assert draft(where).endswith("1")
