"""Lay out the desk's screen: the typed lines on the left, the race on the right.

It uses prompt_toolkit, because textual takes twice as long to start (0.2 s) and needs a
dozen packages; the desk needs only a line editor with completion. Only visible rows are
laid out. With 198 riders on the last of 21 stages, handling a key takes about 20 ms;
the limit is 50 ms (tests/benchmarks/test_desk.py).
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain

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

from peloton.cli.fullscreen.rows import (
    Fragment,
    ScreenRow,
    cut_row,
    pad_to_width,
    width_of,
    wrapped_words,
)
from peloton.cli.fullscreen.session import LARGE, DeskSession
from peloton.cli.fullscreen.views import Pane, Panel, fitted_rows
from peloton.cli.support.output import say
from peloton.desk.notes import line_note, turn_note
from peloton.notation.desk.examples import Example
from peloton.rules.facts.labels import STAGE_KINDS

_WIDE = 150
"""Minimum number of columns of a wide screen, which shows all classifications."""
_TURN = 5
"""Width of the turn number beside a typed line, in terminal columns."""

_MESSAGE_ROWS = 2
"""Maximum number of screen rows of a message."""

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


def _note(desk: DeskSession, line: int) -> Fragment:
    """Return the note, such as a time, to print beside the typed line `line`."""
    style, text = line_note(desk.view, line + 1, typing=desk.typing(line))
    return style, say(text)


def _title_row(desk: DeskSession, width: int) -> ScreenRow:
    """Return the title: stage, turn, riders still out, state of the draft."""
    view, saver = desk.view, desk.saver
    turn, out = view.reading.turn, len(view.live.still_out)
    stage = view.reading.stage
    states = [f"turn {turn}"] if turn is not None else []
    if stage.kind.timed:
        states.append(f"{out} still out" if out else "all in")
    draft = "draft saved" if saver.saved else "saving draft"
    trouble = saver.trouble
    states.append(f"DRAFT NOT SAVED: {trouble}" if trouble else draft)
    right = f" {' · '.join(map(say, states))} "
    title = say(f"Stage {desk.store.number}")
    left = f" {title} · {stage.name or say(STAGE_KINDS[stage.kind])}"
    return (("", pad_to_width(left, width - width_of(right))), ("", right))


def _message_rows(desk: DeskSession, width: int) -> list[ScreenRow]:
    """Return search results; if none, the last message; if none, a mistake."""
    if (search := desk.search) is not None:
        found = Pane(desk.view, width).found(search)
        return [(("", row),) for row in wrapped_words(found, width)[:_MESSAGE_ROWS]]
    style, text = desk.notice
    large = [((style, text.center(width)),)] if style == LARGE else []
    if not text and not desk.buffer.text:
        typed, meaning = next(desk.store.desk.examples())
        style, text = "class:dim", say(f"{typed}: {meaning}. F1 explains more.")
    elif large or not text:
        style, text = _mistake(desk)
    rows = wrapped_words(text.split(), width)[: _MESSAGE_ROWS - len(large)]
    return [*large, *(((style, row),) for row in rows)] or [(("", ""),)]


def _mistake(desk: DeskSession) -> Fragment:
    """Return the mistake on the cursor's line, or the first mistake or warning."""
    view, here = desk.view, desk.row + 1
    wrong, where = view.wrong_on.get(here), ""
    if wrong is None:
        wrong = next(iter(view.mistakes or view.wrong), None)
        where = f"line {wrong.offset}: " if wrong and wrong.offset else ""
    elif desk.typing(desk.row):
        return "class:dim", say(wrong.message)
    if wrong is None:
        return "", ""
    style = "class:warn" if wrong.warning else "class:wrong"
    return style, say(f"{where}{wrong.message}")


def _keys_row(desk: DeskSession, width: int) -> ScreenRow:
    """Return the row that lists the current view's keys."""
    keys = {"F1": "Back" if desk.help else "Help", "F2": "Save"}
    keys |= {"F3": "Race" if desk.finish else "Finish", "PgDn": "More"}
    keys |= {"^Z": "Undo", "^O": "New line", "^Q": "Leave", "/": "Find"}
    if desk.search is not None:
        keys = {"Enter": "End the search", "^Q": "Leave"}
    words = [(say(key), f" {say(does)} ") for key, does in keys.items()]
    fits = sum(1 + width_of(key + does) for key, does in words) <= width
    row = ((("bold", f"{' ' * fits}{key}"), ("", does)) for key, does in words)
    return tuple(chain.from_iterable(row))


def _pane_rows(desk: DeskSession, width: int, height: int) -> Sequence[ScreenRow]:
    """Lay out the pane: a summary or, after PgDn, one page of the full list."""
    pane = Pane(desk.view, width - 1)
    if desk.help:
        lines = _block("Lines to type", desk.store.desk.examples(), width - 1)
        blocks = [lines, _block("Keys", _KEYS, width - 1)]
    else:
        blocks = [*pane.finish()] if desk.finish else pane.race()
    if desk.pages or desk.help:
        rows = fitted_rows(blocks, sum(1 + len(block.items) for block in blocks))
        # The last page fills the height.
        last, page = max(len(rows) - height, 0), max(height - 1, 1)
        desk.pages = min(desk.pages, -(-last // page))
        rows = rows[min(desk.pages * page, last) :]
    else:
        rows = fitted_rows(blocks, height)
    return [(("", " "), *row) for row in rows]


def _rankings_rows(desk: DeskSession, width: int, height: int) -> Sequence[ScreenRow]:
    """Lay out the jerseys and the classifications, for a wide screen."""
    pane = Pane(desk.view, width - 1)
    blocks = [*pane.rankings()]
    if desk.help or not desk.finish:
        blocks.insert(0, pane.general())
    return [(("", " "), *row) for row in fitted_rows(blocks, height)]


_KEYS: tuple[Example, ...] = (
    ("Up, Down", "go to a line to correct it; Enter goes to the end"),
    ("Ctrl-O", "insert a line below this one"),
    ("Tab", "complete a bib or a name"),
    ("/name", "find a rider, with place and time; Enter ends the search"),
    ("Ctrl-Z, Ctrl-Y", "undo typing, redo typing"),
    ("Ctrl-R", "discard the draft; Ctrl-Z restores it"),
    ("PgDn, PgUp", "scroll this pane"),
    ("F3, Ctrl-T", "switch between finish and race"),
    ("F4, Ctrl-N", "show this line's riders one space further"),
    ("F1, Ctrl-G", "show or hide this help"),
    ("F2, Ctrl-S", "review the changes, then save the stage"),
    ("Ctrl-Q, Ctrl-C", "leave; the draft is saved"),
)


def _block(title: str, lines: Iterable[Example], width: int) -> Panel:
    """Return a panel of the help, laid out in `width` columns."""
    left = min(16, width // 2)
    rows: list[ScreenRow] = []
    for typed, meaning in lines:
        head = say(typed)
        for row in wrapped_words(say(meaning).split(), width - left - 1):
            rows.append((("class:turn", pad_to_width(head, left)), ("", f" {row}")))
            head = ""  # only beside the first row
    return Panel(say(title), rows, tuple)


def _columns() -> tuple[int, int, int]:
    """Return the widths of the editor, its notes, and each pane beside it.

    A single pane takes 45 % of the screen; on a wide screen, each of two panes takes 30
    %. In the editor, the typed lines take 14 to 24 columns, and the notes take the
    rest. If the window is too narrow, prompt_toolkit shows a message instead.
    """
    total = _screen_width()
    pane = total * 3 // 10 if _is_wide() else max(34, total * 9 // 20)
    lines = max(total - (pane + 1) * (2 if _is_wide() else 1), _TURN + 14)
    return lines, lines - _TURN - min(24, max(14, (lines - _TURN) * 2 // 5)), pane


class _Rows(UIControl):
    def __init__(self, rows: Callable[[int, int], Sequence[ScreenRow]]) -> None:
        self._rows = rows

    def create_content(self, width: int, height: int) -> UIContent:
        """Return the visible rows, cut to the width of the pane."""
        rows = [cut_row(row, width) for row in self._rows(width, height)]
        return UIContent(lambda at: [*rows[at]], len(rows), show_cursor=False)


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
        """Return the text to print beside the first screen row of each typed line."""
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
    lines = Window(
        BufferControl(desk.buffer),
        width=lambda: _columns()[0],
        wrap_lines=True,
        left_margins=[
            _SideColumn(lambda: _TURN, lambda line: turn_note(desk.view, line + 1))
        ],
        right_margins=[_SideColumn(lambda: _columns()[1], partial(_note, desk))],
    )
    menu = Float(CompletionsMenu(max_height=8), xcursor=True, ycursor=True)
    rule = Window(width=1, char="│", style="class:rule")
    pane = Window(_Rows(partial(_pane_rows, desk)), width=lambda: _columns()[2])
    rankings = VSplit([rule, Window(_Rows(partial(_rankings_rows, desk)))])
    too_small = [(("class:wrong", say("The window is too small.")),)]
    split = VSplit(
        [lines, rule, pane, ConditionalContainer(rankings, _is_wide)],
        window_too_small=Window(_Rows(lambda *_: too_small)),
    )
    whole = HSplit(
        [
            _bar(partial(_title_row, desk)),
            split,
            Window(
                _Rows(lambda width, _: _message_rows(desk, width)),
                height=lambda: len(_message_rows(desk, _screen_width())),
            ),
            _bar(partial(_keys_row, desk)),
        ]
    )
    return Layout(FloatContainer(whole, [menu]), focused_element=lines)


def _bar(row: Callable[[int], ScreenRow]) -> Window:
    return Window(_Rows(lambda width, _: [row(width)]), height=1, style="class:bar")


@Condition
def _is_wide() -> bool:
    return _screen_width() >= _WIDE


def _screen_width() -> int:
    return get_app().output.get_size().columns
