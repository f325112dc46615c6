"""The desk driven by keys, in a terminal that is kept in memory."""

import asyncio
from dataclasses import dataclass, field
from io import StringIO

import click
from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.output.vt100 import Vt100_Output

from peloton.cli.fullscreen import session
from peloton.cli.fullscreen.program import closed, desk_application
from peloton.cli.fullscreen.session import DeskSession, Showing
from peloton.desk.session import Session
from peloton.desk.store import DeskStore

HELP, SAVE, SWITCH = "\x1bOP", "\x1bOQ", "\x1bOR"
UP, DOWN, PAGE_DOWN = "\x1b[A", "\x1b[B", "\x1b[6~"
ENTER, TAB, BACKSPACE = "\r", "\t", "\x7f"
UNDO, REDO, OPEN_LINE, LEAVE, ESC = "\x1a", "\x19", "\x0f", "\x11", "\x1b"
AFRESH = "\x12"
SPECIAL = (HELP, SAVE, SWITCH, UP, DOWN, PAGE_DOWN)
"""Keys that are sent as several characters."""
ALONE = 0.6
"""Seconds after which Esc is known to be a key of its own."""
PATIENCE = 20
"""Seconds to wait for the screen, however busy the machine is."""
session.QUICK = PATIENCE  # the slowest disk is waited for before the screen is drawn


@dataclass(kw_only=True)
class Sitting:
    """A sitting at the desk: how it ended, and what the screen showed on the way.

    `screens` has the screen after each of the chunks that were typed.
    """

    desk: DeskSession
    left: bool = False
    screens: list[str] = field(default_factory=list)

    @property
    def screen(self) -> str:
        return self.screens[-1]

    @property
    def text(self) -> str:
        return self.desk.buffer.text

    def row(self, words: str) -> str:
        """The first row of the last screen that has some words on it."""
        return next(row for row in self.screen.splitlines() if words in row)


def opened(number: int | None = None, showing: Showing = Showing.FINISH) -> DeskSession:
    """Take up a stage of the current tour, the next one unless it is named."""
    store = DeskStore(Session(where="tours.db", wanted=None), number)
    return DeskSession(store, store.start(), showing)


def leave(desk: DeskSession) -> None:
    """End a sitting as the command does."""
    with click.Context(click.Command("desk")):
        closed(desk)


def sit(
    *chunks: str,
    number: int | None = None,
    showing: Showing = Showing.FINISH,
    size: tuple[int, int] = (110, 30),
    desk: DeskSession | None = None,
) -> Sitting:
    """Sit down, type the chunks one after the other, and stop as a crash would."""
    if desk is None:
        desk = opened(number, showing)
    sitting = Sitting(desk=desk)
    asyncio.run(_typed(sitting, chunks, Size(rows=size[1], columns=size[0])))
    desk.close()
    return sitting


async def _typed(sitting: Sitting, chunks: tuple[str, ...], size: Size) -> None:
    drawn = asyncio.Event()
    with create_pipe_input() as pipe:
        screen = Vt100_Output(StringIO(), lambda: size, term="xterm")
        program = desk_application(sitting.desk, pipe, screen)
        program.after_render += lambda _: drawn.set()
        ended = asyncio.create_task(program.run_async())
        await drawn.wait()
        for chunk in chunks:
            await _sent(chunk, pipe, drawn, ended)
            if ended.done():
                sitting.left = True
                return
            sitting.screens.append(_shown(program))
        program.exit()
        await ended


async def _sent(
    chunk: str, pipe: PipeInput, drawn: asyncio.Event, ended: "asyncio.Task[None]"
) -> None:
    """Type a chunk, and wait until it is on the screen or the program has ended."""
    drawn.clear()
    pipe.send_text(chunk)
    next_drawn = asyncio.ensure_future(_set(drawn))
    either = {next_drawn, ended}
    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE)
    if chunk.endswith(ESC) and not ended.done():
        await asyncio.sleep(ALONE)
    next_drawn.cancel()
    await asyncio.wait({next_drawn})


async def _set(event: asyncio.Event) -> None:
    await event.wait()


def _shown(program: Application[None]) -> str:
    screen = program.renderer.last_rendered_screen
    assert screen is not None
    size = program.output.get_size()
    rows = (
        "".join(screen.data_buffer[row][column].char for column in range(size.columns))
        for row in range(size.rows)
    )
    return "\n".join(row.rstrip() for row in rows)
