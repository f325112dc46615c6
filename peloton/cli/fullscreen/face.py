"""What a sitting at the desk writes on each part of the screen."""

from collections.abc import Sequence
from functools import lru_cache

from peloton.cli.fullscreen.help import beginning, help_blocks
from peloton.cli.fullscreen.notes import Notes
from peloton.cli.fullscreen.rows import Part, Row, filled, width_of, wrapped
from peloton.cli.fullscreen.session import DeskSession, Showing
from peloton.cli.fullscreen.views import Views, fitted, paged

_MESSAGE = 2
"""Rows a message may take."""
_KEPT = {True: "draft kept", False: "keeping the draft"}


class Face:
    """The rows of the screen, for the space there is."""

    def __init__(self, sitting: DeskSession) -> None:
        """Show a sitting."""
        self._at = sitting

    def turn_part(self, line: int) -> Part:
        """Write the turn beside a line, counted from 0."""
        return _notes(self._at.desk).turn(self._at.view, line + 1)

    def note_part(self, line: int) -> Part:
        """Write what came of a line, counted from 0."""
        typing = self._at.typing(line)
        return _notes(self._at.desk).note(self._at.view, line + 1, typing=typing)

    def title_row(self, width: int) -> Row:
        """Name the stage, and say where it stands."""
        view, keeper = self._at.view, self._at.keeper
        turn, out = view.reading.turn, len(view.live.still_out)
        said = [
            *([f"turn {turn}"] if turn is not None else []),
            *(
                [f"{out} out" if out else "all home"]
                if view.reading.stage.kind.timed
                else []
            ),
            f"NOT KEPT: {keeper.trouble}" if keeper.trouble else _KEPT[keeper.kept],
        ]
        right = f" {' · '.join(said)} "
        stage = view.reading.stage
        left = f" Stage {self._at.desk.number} · {stage.name or stage.kind}"
        return (("", filled(left, width - width_of(right))), ("", right))

    def message_rows(self, width: int) -> list[Row]:
        """Say what is wrong on the line of the cursor, or what was last to say."""
        style, text = self._at.said
        if not text and not self._at.buffer.text:
            style, text = "class:dim", beginning(self._at.desk)
        elif not text:
            style, text = self._mistake()
        rows = wrapped(text.split(), width)[:_MESSAGE] or [""]
        return [((style, row),) for row in rows]

    def _mistake(self) -> Part:
        """Say what is wrong on the line of the cursor, or else on the first one."""
        view, here = self._at.view, self._at.row + 1
        wrong = view.wrong_on.get(here)
        if wrong is None and view.mistakes:
            first = view.mistakes[0]
            where = f"line {first.line}: " if first.line else ""
            return "class:wrong", f"{where}{first.message}"
        if wrong is None:
            return "", ""
        if self._at.typing(self._at.row):
            return "class:dim", wrong.message
        return "class:warn" if wrong.warning else "class:wrong", wrong.message

    def keys_row(self, width: int) -> Row:
        """Name the keys that do something now."""
        other = "Desk" if self._at.beside is Showing.FINISH else "Finish"
        keys = [
            ("F1", "Help"),
            ("F2", "Save"),
            ("F3", other),
            ("PgDn", "More"),
            ("^Z", "Undo"),
            ("^O", "New line"),
            ("^Q", "Leave"),
        ]
        if self._at.showing is Showing.CHANGES:
            keys = [("Enter", "Save"), ("Esc", "Back"), ("PgDn", "More")]
        row: list[Part] = []
        for key, does in keys:
            row += [("bold", f" {key}"), ("", f" {does} ")]
        taken = sum(width_of(text) for _, text in row)
        return (*row, ("", " " * max(width - taken, 0)))

    def pane_rows(self, width: int, height: int) -> Sequence[Row]:
        """Lay out what stands beside the lines: what matters most, or a page of it."""
        at = self._at
        if at.showing is Showing.HELP:
            blocks = help_blocks(at.desk, width - 1)
        elif at.showing is Showing.FINISH:
            blocks = list(_views(at.desk).finish(at.view, width - 1))
        else:
            blocks = _views(at.desk).desk(at.view, width - 1)
        if at.pages or at.showing is Showing.HELP:
            start = self._start(sum(1 + block.length for block in blocks), height)
            rows = paged(blocks, start, height)
        else:
            rows = fitted(blocks, height)
        return [(("", " "), *row) for row in rows]

    def changes_rows(self, _width: int, height: int) -> Sequence[Row]:
        """Lay out what saving changes."""
        start = self._start(len(self._at.changes), height)
        return [(("", line),) for line in self._at.changes[start : start + height]]

    def _start(self, rows: int, height: int) -> int:
        """Return the first row of the page, the last page being a full one."""
        last, page = max(rows - height, 0), max(height - 1, 1)
        self._at.pages = min(self._at.pages, -(-last // page))
        return min(self._at.pages * page, last)


# Names are looked up once a stage, and again only where it was taken up again.
_notes = lru_cache(maxsize=1)(Notes)
_views = lru_cache(maxsize=1)(Views)
