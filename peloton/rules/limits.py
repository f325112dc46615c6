"""Size limits on files and facts, for every module that reads them."""

from enum import Enum


class Limit(Enum):
    """Maximum sizes, far above the needs of any tour, with their units for messages."""

    TEXT_FILE = 4 << 20, "bytes in a text file"
    WORKBOOK = 16 << 20, "bytes in a workbook"
    UNPACKED = 16 << 20, "bytes in an unpacked workbook"
    PARTS = 1_000, "parts in a workbook"
    NODES = 300_000, "nodes in a workbook"
    SIGNS = 200_000, "signs = , . and [ in a document"
    KEY_PARTS = 20, "parts in a key"
    NESTING = 20, "nested brackets"
    LINES = 30_000, "lines"
    LINE = 200_000, "characters in a line"
    COLUMNS = 64, "columns of a startlist"
    RIDERS = 20_000, "riders"
    TEAMS = 5_000, "teams"
    STAGES = 1_000, "stages"
    COURSE = 200, "sections and sprints on a stage"
    TEXT = 1_000, "characters in a text"
    BIB = 20, "characters in a bib"
    CARDS = 500, "cards in a deck"
    SEASON_PLACES = 20, "places in a season's scale for stages"
    PHONE_FORM = 8_192, "bytes in a form from a phone"
    PHONE_LINE = 500, "characters in a line from a phone"

    most: int
    unit: str

    def __init__(self, most: int, unit: str) -> None:
        """Set the maximum and its unit."""
        self.most, self.unit = most, unit

    def fault(self, found: int) -> str:
        """Return an error message if `found` is above the limit, otherwise ""."""
        if found <= self.most:
            return ""
        return f"found {found:,} {self.unit}, expected at most {self.most:,}"

    @property
    def exceeded(self) -> str:
        """The error message for a size that is too large but not known exactly."""
        return f"found more than {self.most:,} {self.unit}"


def lines_fault(text: str) -> tuple[str, int]:
    """Return (message, line number) for too many or too long lines, or ("", 0)."""
    lines = text.removesuffix("\n").split("\n")
    if fault := Limit.LINES.fault(len(lines)):
        return fault, Limit.LINES.most + 1
    for number, line in enumerate(lines, 1):
        if fault := Limit.LINE.fault(len(line)):
            return fault, number
    return "", 0
