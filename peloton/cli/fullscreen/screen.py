"""Lay out the desk's screen: the typed lines on the left, the race on the right.

It uses prompt_toolkit, because textual takes twice as long to start (0.2 s) and needs a
dozen packages; the desk needs only a line editor with completion. Only visible rows are
laid out. With 198 riders on the last of 21 stages, handling a key takes about 20 ms;
the limit is 50 ms (tests/benchmarks/test_desk.py).
"""

from collections.abc import Callable, Sequence

from prompt_toolkit.application import get_app
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout import (
    ConditionalContainer,
    Float,
    FloatContainer,
    HSplit,
    Layout,
    VSplit,
    Window,
)
from prompt_toolkit.layout.containers import WindowRenderInfo
from prompt_toolkit.layout.controls import BufferControl, UIContent, UIControl
from prompt_toolkit.layout.margins import Margin
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.styles import Style

from peloton.cli.fullscreen.parts import ScreenParts
from peloton.cli.fullscreen.rows import Fragment, ScreenRow, cut_row, pad_to_width
from peloton.cli.fullscreen.session import DeskSession
from peloton.cli.support.output import say

_WIDE = 150
"""Minimum number of columns of a wide screen, which shows all classifications."""
_TURN = 5
"""Width of the turn number beside a typed line, in terminal columns."""

STYLE = Style.from_dict(
    {
        "bar": "reverse",
        "head": "bold",
        "dim": "ansibrightblack",
        "wrong": "ansired bold",
        "warn": "ansiyellow",
        "good": "ansigreen",
        "turn": "ansicyan",
        "large": "reverse bold",
        "rule": "ansibrightblack",
        "completion-menu": "bg:default default",
        "completion-menu.completion": "bg:ansibrightblack ansiwhite",
        "completion-menu.completion.current": "bg:ansiwhite ansiblack",
        "completion-menu.meta.completion": "bg:ansibrightblack ansiwhite",
        "completion-menu.meta.completion.current": "bg:ansiwhite ansiblack",
        "scrollbar.background": "bg:ansibrightblack",
        "scrollbar.button": "bg:ansiwhite",
    }
)


def _columns() -> tuple[int, int, int]:
    """Return the widths of the editor, its notes, and each pane beside it.

    A single pane takes 45 % of the screen; on a wide screen, each of two panes takes 30
    %. In the editor, the typed lines take 14 to 24 columns, and the notes take the
    rest. If the window is too narrow, prompt_toolkit shows a message instead.
    """
    total = get_app().output.get_size().columns
    pane = total * 3 // 10 if _is_wide() else max(34, total * 9 // 20)
    lines = max(total - (pane + 1) * (2 if _is_wide() else 1), _TURN + 14)
    return lines, lines - _TURN - min(24, max(14, (lines - _TURN) * 2 // 5)), pane


class _Rows(UIControl):
    def __init__(self, rows: Callable[[int, int], Sequence[ScreenRow]]) -> None:
        self._rows = rows

    def create_content(self, width: int, height: int) -> UIContent:
        """Return the visible rows, cut to the width of the pane."""
        rows = [cut_row(row, width) for row in self._rows(width, height)]

        def line(number: int) -> StyleAndTextTuples:
            return [*rows[number]]

        return UIContent(line, len(rows), show_cursor=False)


class _SideColumn(Margin):
    def __init__(
        self, width: Callable[[], int], part: Callable[[int], Fragment]
    ) -> None:
        self._width, self._part = width, part

    def get_width(self, get_ui_content: Callable[[], UIContent]) -> int:
        """Return the width of the column beside the typed lines."""
        del get_ui_content
        return self._width()

    def create_margin(
        self, window_render_info: WindowRenderInfo, width: int, height: int
    ) -> StyleAndTextTuples:
        """Return the text beside the screen rows of the typed lines.

        If a typed line is wrapped, the text is beside its first row only.
        """
        del height
        rows: StyleAndTextTuples = []
        before = None
        for line in window_render_info.displayed_lines:
            style, text = self._part(line) if line != before else ("", "")
            rows += [("", " "), (style, pad_to_width(text, width - 1)), ("", "\n")]
            before = line
        return rows


def screen_layout(desk: DeskSession) -> Layout:
    """Return the layout of the desk: title, typed lines and pane, message, keys."""
    parts = ScreenParts(desk)
    lines = Window(
        BufferControl(desk.buffer),
        width=lambda: _columns()[0],
        wrap_lines=True,
        left_margins=[_SideColumn(lambda: _TURN, parts.turn_part)],
        right_margins=[_SideColumn(lambda: _columns()[1], parts.note_part)],
    )
    menu = Float(CompletionsMenu(max_height=8), xcursor=True, ycursor=True)
    rule = Window(width=1, char="│", style="class:rule")
    pane = Window(_Rows(parts.pane_rows), width=lambda: _columns()[2])
    rankings = VSplit([rule, Window(_Rows(parts.rankings_rows))])
    too_small = [(("class:wrong", say("The window is too small.")),)]
    split = VSplit(
        [lines, rule, pane, ConditionalContainer(rankings, _is_wide)],
        window_too_small=Window(_Rows(lambda _width, _height: too_small)),
    )
    whole = HSplit(
        [
            _bar(lambda width, _height: [parts.title_row(width)]),
            split,
            Window(
                _Rows(lambda width, _height: parts.message_rows(width)),
                height=lambda: len(
                    parts.message_rows(get_app().output.get_size().columns)
                ),
            ),
            _bar(lambda width, _height: [parts.keys_row(width)]),
        ]
    )
    return Layout(FloatContainer(whole, [menu]), focused_element=lines)


def _bar(rows: Callable[[int, int], Sequence[ScreenRow]]) -> Window:
    return Window(_Rows(rows), height=1, style="class:bar")


@Condition
def _is_wide() -> bool:
    return get_app().output.get_size().columns >= _WIDE
