"""Run the desk with typed keys, in a terminal that exists only in memory."""

import asyncio
from dataclasses import dataclass, field
from io import StringIO

import click
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.output.vt100 import Vt100_Output

from peloton.cli.fullscreen import session
from peloton.cli.fullscreen.program import close_desk, desk_application, save_at_prompt
from peloton.cli.fullscreen.session import DeskSession
from peloton.desk.session import Session
from peloton.desk.store import DeskStore
from tests.machine import PATIENCE

HELP, SAVE, SWITCH = "\x1bOP", "\x1bOQ", "\x1bOR"
UP, DOWN, PAGE_DOWN = "\x1b[A", "\x1b[B", "\x1b[6~"
ENTER, TAB, BACKSPACE = "\r", "\t", "\x7f"
UNDO, REDO, OPEN_LINE, LEAVE = "\x1a", "\x19", "\x0f", "\x11"
AFRESH, ONE_SPACE_FURTHER = "\x12", "\x0e"
SPECIAL = (HELP, SAVE, SWITCH, UP, DOWN, PAGE_DOWN)
"""Keys that a terminal sends as several characters."""
session.REDRAW_WAIT = (
    PATIENCE  # even if the disk is slow, save before the screen is drawn
)


@dataclass(kw_only=True)
class Sitting:
    """A session at the desk; `left` if it ended by a key, `saved` if it was saved.

    `screens` has the screen after each chunk that was typed.
    """

    desk: DeskSession
    left: bool = False
    saved: bool = False
    screens: list[str] = field(default_factory=list)

    @property
    def screen(self) -> str:
        return self.screens[-1]

    @property
    def text(self) -> str:
        return self.desk.buffer.text

    def row(self, words: str) -> str:
        """Return the first row of the last screen that contains these words."""
        return next(row for row in self.screen.splitlines() if words in row)


def opened(number: int | None = None, *, finish: bool = True) -> DeskSession:
    """Open a stage of the current tour at the desk; default: the next stage."""
    store = DeskStore(Session(address="tours.db", tour_name=None, yes=True), number)
    return DeskSession(store, store.open(), finish=finish)


def leave(sitting: Sitting) -> None:
    """End a session as the command does."""
    with click.Context(click.Command("desk")):
        close_desk(sitting.desk, saved=sitting.saved)


def saved(desk: DeskSession) -> bool:
    """Answer yes at the prompt that asks whether to save; return whether it saved."""
    with click.Context(click.Command("desk")):
        return save_at_prompt(desk)


def sit(
    *chunks: str,
    number: int | None = None,
    finish: bool = True,
    size: tuple[int, int] = (110, 30),
    desk: DeskSession | None = None,
) -> Sitting:
    """Open the desk, type the chunks one after another, and stop as after a crash."""
    if desk is None:
        desk = opened(number, finish=finish)
    sitting = Sitting(desk=desk)
    asyncio.run(_typed(sitting, chunks, Size(rows=size[1], columns=size[0])))
    desk.close()
    return sitting


async def _typed(sitting: Sitting, chunks: tuple[str, ...], size: Size) -> None:
    with create_pipe_input() as pipe:
        output = Vt100_Output(StringIO(), lambda: size, term="xterm")
        with create_app_session(input=pipe, output=output):
            program = desk_application(sitting.desk)
        screen = _Screen(program)
        ended = asyncio.create_task(program.run_async())
        await screen.drawn.wait()
        for chunk in chunks:
            await screen.type(chunk, pipe, ended)
            if ended.done():
                sitting.left = True
                sitting.saved = bool(ended.result()) and saved(sitting.desk)
                return
            sitting.screens.append(_shown(program))
        program.exit()
        await ended


class _Screen:
    """Waits until the screen shows everything that was typed.

    Esc may be the start of another key, so it stays in the key buffer for a while.
    """

    def __init__(self, program: Application[bool]) -> None:
        self.drawn = asyncio.Event()
        self._program, self._keys = program, program.key_processor
        self._awaited = 0
        self._keys.after_key_press += self._note_key
        program.after_render += self._note_drawing

    def _note_key(self, _: object) -> None:
        self._awaited -= 1

    def _note_drawing(self, _: object) -> None:
        waiting = self._awaited > 0 or self._keys.key_buffer or self._program.is_done
        if not waiting:
            self.drawn.set()

    async def type(
        self, chunk: str, pipe: PipeInput, ended: "asyncio.Task[bool]"
    ) -> None:
        """Type a chunk, and wait until it is on the screen or the program has ended."""
        keys: list[object] = []
        Vt100Parser(keys.append).feed_and_flush(chunk)
        self._awaited = len(keys)
        self.drawn.clear()
        pipe.send_text(chunk)
        drawn = asyncio.create_task(self.drawn.wait())
        await asyncio.wait(
            {drawn, ended}, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE
        )
        assert drawn.done() or ended.done(), f"nothing was drawn after {chunk!r}"
        drawn.cancel()


def _shown(program: Application[bool]) -> str:
    screen = program.renderer.last_rendered_screen
    assert screen is not None
    size = program.output.get_size()
    rows = (
        "".join(screen.data_buffer[row][column].char for column in range(size.columns))
        for row in range(size.rows)
    )
    return "\n".join(row.rstrip() for row in rows)
