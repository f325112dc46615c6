"""The fonts of a document: chosen for its letters, and reduced to the letters used.

All letters of the document are known before anything is drawn, so each font is reduced
to a subset: a Latin sheet opens one font, and a Chinese name adds a few kilobytes.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from itertools import groupby, islice, pairwise
from operator import itemgetter
from typing import Any, NamedTuple
from unicodedata import bidirectional, combining, mirrored, normalize

import uharfbuzz as hb  # type: ignore[import-untyped]  # it ships no type hints
from bidi import algorithm  # type: ignore[import-untyped]  # it ships no type hints
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont, shapeStr

from peloton.rules.words import wrap_text
from peloton.writers.paper.font_files import FONTS, face_of, font_letters, replacement
from peloton.writers.paper.style import MOST_LINES

REGULAR, BOLD = 400, 700

_PLAIN = frozenset({"L", "EN", "ES", "ET", "CS", "B", "S", "WS", "ON", "BN"})
_KANA, _HANGUL = range(0x3040, 0x3100), range(0xAC00, 0xD7A4)


def _font_shares(letters: Collection[int]) -> Iterator[tuple[str, set[int]]]:
    """Yield the fonts that are needed for letters, each with its share of them.

    If there is kana or Hangul, Han letters get their Japanese or Korean form.
    """
    missing = set(letters)
    first = ["Sans"]
    first += ["JP"] if any(letter in _KANA for letter in letters) else []
    first += ["KR"] if any(letter in _HANGUL for letter in letters) else []
    for font in dict.fromkeys((*first, *FONTS)):
        if found := missing and missing & font_letters(font):
            missing -= found
            yield font, found


class Run(NamedTuple):
    """Consecutive glyphs of one font, and their offset on the text line at type size 1.

    `read_as` is the text for searching and copying, if it differs from the glyphs.
    """

    font: str
    text: str
    x: float = 0
    read_as: str = ""


class ShapedLine(NamedTuple):
    """A text line ready to draw: its width at type size 1, its runs from the left."""

    width: float
    runs: tuple[Run, ...]


class Typeface:
    """One weight (regular or bold) of text, with all fonts that its letters need."""

    def __init__(self, wanted: Iterable[str], weight: int) -> None:
        """Load subsets of the fonts for these letters; `weight` is 400 or 700."""
        replaced = {letter: replacement(letter) for letter in wanted}
        self._replacements = {
            ord(letter): other for letter, other in replaced.items() if other != letter
        }
        letters = set(map(ord, "".join(replaced.values())))
        self.fonts: dict[str, TTFont] = {}
        self._home: dict[str, str] = {}
        for font, found in _font_shares(letters):
            name = f"Noto{font}-{weight}"
            self.fonts[name] = _subset_font(font, name, letters, weight)
            self._home |= dict.fromkeys(map(chr, found), name)
        self.base = f"NotoSans-{weight}"
        self._simple = {
            letter
            for letter, name in self._home.items()
            if name == self.base
            and not combining(letter)
            and bidirectional(letter) in _PLAIN
        }
        """Letters of the base font that need no shaping and no reordering."""
        self.line = cache(self._line)

    def wrapped(
        self, text: str, size: float, width: float, maximum: int = MOST_LINES
    ) -> list[str]:
        """Break text of a type size into lines of at most `width` points.

        Text with more lines than the `maximum` is cut and ends in an ellipsis.
        """
        limit = width / size + 1e-6

        def fits(part: str) -> bool:
            return self.line(part).width <= limit

        if fits(text):
            return [text]
        lines = [*islice(wrap_text(text, fits), maximum + 1)]
        if len(lines) > maximum:
            last = lines[maximum - 1]
            while last and not fits(f"{last}…"):
                last = last[:-1]
            lines = [*lines[: maximum - 1], f"{last.rstrip()}…"]
        return lines

    def _line(self, text: str) -> ShapedLine:
        """Measure text and split it into runs of one font."""
        text = normalize("NFC", text).translate(self._replacements)
        if self._simple.issuperset(text):
            width = self.fonts[self.base].stringWidth(text, 1)
            return ShapedLine(width, (Run(self.base, text),))
        runs: list[Run] = []
        x = 0.0
        for run, leftward in visual_runs(text):
            for font, part in self._parts(run, leftward=leftward):
                shaped, width = _shaped(font, _mirrored(part) if leftward else part, x)
                runs += shaped
                x += width
        return ShapedLine(x, tuple(runs))

    def _parts(self, run: str, *, leftward: bool) -> Iterable[tuple[str, str]]:
        """Split a run of letters into (font, text) parts, leftmost first.

        A space or an accent uses the font of the letter before it, if possible.
        """
        homes: list[str] = []
        for letter in run:
            home = self._home.get(letter, self.base)
            if homes and home != homes[-1] and _stays_with_word(letter):
                stays = ord(letter) in self.fonts[homes[-1]].face.charToGlyph
                # Never take a space from the emoji font, where it is twice as wide as
                # usual.
                stays &= letter != " " or "Emoji" not in homes[-1]
                home = homes[-1] if stays else home
            homes.append(home)
        parts = [
            (font, "".join(letter for letter, _ in letters))
            for font, letters in groupby(zip(run, homes, strict=True), itemgetter(1))
        ]
        return reversed(parts) if leftward else parts


class Typefaces(NamedTuple):
    """The regular and the bold typeface of a document."""

    regular: Typeface
    bold: Typeface


def _shaped(font: str, text: str, x: float) -> tuple[list[Run], float]:
    """Shape text of one font and direction from `x` on; return its runs and width.

    PDF readers reverse right-to-left text themselves, so each of its glyphs has its own
    letters to copy, accents included. In other text, the first run has all the letters.
    """
    shaped = shapeStr(text, font, 1000, force=True)
    # reportlab does not publish the width of each shaped glyph.
    glyphs = shaped.__shapeData__
    width = sum(glyph.x_advance for glyph in glyphs) / 1000
    if shaped == text and not any(
        glyph.x_advance != glyph.width or glyph.x_offset or glyph.y_offset
        for glyph in glyphs
    ):
        return [Run(font, text, x)], width
    clusters = [glyph.cluster for glyph in glyphs]
    if clusters[0] <= clusters[-1]:
        return [Run(font, shaped, x, text)], width
    ends = dict(pairwise([*sorted(set(clusters)), len(text)]))
    runs: list[Run] = []
    for cluster, group in groupby(range(len(glyphs)), clusters.__getitem__):
        drawn = [*group]
        part = shaped[drawn[0] : drawn[-1] + 1]
        runs.append(Run(font, part, x, text[cluster : ends[cluster]]))
        x += sum(glyphs[index].x_advance for index in drawn) / 1000
    return runs, width


_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


def _mirrored(part: str) -> str:
    """Reverse and mirror right-to-left punctuation; leave other text unchanged."""
    if any(bidirectional(letter) in {"R", "AL"} for letter in part):
        return part
    return part[::-1].translate(_MIRRORED)


def _stays_with_word(letter: str) -> bool:
    return bidirectional(letter) != "L" or combining(letter) > 0 or mirrored(letter) > 0


_FIVE_DIGIT_CODE = re.compile("<([0-9A-F]{5,6})>")


class _Font(TTFont):
    """A font whose letters above U+FFFF can be copied and searched."""

    def addObjects(self, doc: Any) -> None:  # noqa: ANN401, N802 - reportlab's signature
        """Write code points in UTF-16, not in reportlab's five hexadecimal digits."""
        super().addObjects(doc)
        for name, stream in doc.idToObject.items():
            if name.startswith("toUnicodeCMap:"):
                stream.content = _FIVE_DIGIT_CODE.sub(_in_utf_16, stream.content)


def _in_utf_16(code: re.Match[str]) -> str:
    return f"<{chr(int(code[1], 16)).encode('utf-16-be').hex().upper()}>"


def _subset_font(font: str, name: str, letters: Iterable[int], weight: int) -> TTFont:
    """Return a font of one weight, reduced to these letters."""
    face = face_of(font)
    wanted = hb.SubsetInput()
    # A vowel of Thai and Lao is drawn as the two letters that it is decomposed into.
    parts = normalize("NFKD", "".join(map(chr, letters)))
    wanted.unicode_set.update({*letters, *map(ord, parts)})
    wanted.pin_axis_location(face, "wght", weight)
    cut = _Font(name, BytesIO(bytes(hb.subset(face, wanted).blob.data)))
    # Each weight needs its own name: otherwise two weights would share a file in the
    # PDF.
    cut.face.name = name.encode()
    return cut


@contextmanager
def typefaces(texts: Iterable[str]) -> Iterator[Typefaces]:
    """Yield typefaces for these texts, usable only inside the `with` block."""
    letters = {*normalize("NFC", " ".join({*texts, ".…"}))}
    faces = Typefaces(regular=Typeface(letters, REGULAR), bold=Typeface(letters, BOLD))
    fonts = [font for face in faces for font in face.fonts.values()]
    for font in fonts:
        pdfmetrics.registerFont(font)
    try:
        yield faces
    finally:
        for font in fonts:
            font.unregister()


_SIDES = {"L": "L", "R": "R", "AL": "R", "EN": "R", "AN": "R"}
"""The direction of a letter by its type; numbers count as right-to-left (rule N0)."""


def visual_runs(text: str) -> list[tuple[str, bool]]:
    """Split a text line into runs, leftmost first; True marks a right-to-left run.

    The letters of a run are in reading order. The step of Unicode's bidirectional
    algorithm for explicit embeddings is omitted: `printable` has already replaced them,
    and the step would also remove the joiners between letters. A text with Latin
    letters is from left to right, whatever its first word: it is a sentence in one of
    our languages. The dot between two parts of a line keeps them apart.
    """
    line = algorithm.get_empty_storage()
    scripts = [*map(bidirectional, text)]
    line["base_level"] = int(scripts[:1] in (["R"], ["AL"]) and "L" not in scripts)
    line["base_dir"] = "LR"[line["base_level"]]
    algorithm.get_embedding_levels(text, line)
    for letter in line["chars"]:
        if letter["type"] == "BN":
            letter["type"] = "ON"
        elif letter["ch"] == "·":
            letter["type"] = "L"
    algorithm.calc_level_runs(line)
    algorithm.resolve_weak_types(line)
    _resolve_brackets(line["chars"], line["base_dir"])
    algorithm.resolve_neutral_types(line, debug=False)
    algorithm.resolve_implicit_levels(line, debug=False)
    algorithm.reorder_resolved_levels(line, debug=False)
    runs = groupby(line["chars"], lambda letter: letter["level"] % 2 == 1)
    return [
        (
            "".join(letter["ch"] for letter in letters)[:: -1 if leftward else 1],
            leftward,
        )
        for leftward, letters in runs
    ]


def _resolve_brackets(letters: Sequence[dict[str, str]], base: str) -> None:
    """Set both brackets of a pair to one direction (rule N0 of Unicode's algorithm).

    They have the direction of the line if the text inside has. Otherwise, they have the
    direction of the text inside if it is also that of the text before them.
    """
    sides = [_SIDES.get(letter["type"], "") for letter in letters]
    opened, pairs = list[int](), list[tuple[int, int]]()
    for place, letter in enumerate(letters):
        if letter["ch"] == "(":
            opened.append(place)
        elif letter["ch"] == ")" and opened:
            pairs.append((opened.pop(), place))
    for start, end in sorted(pairs):
        inside = {*sides[start:end]} - {""}
        before = next(filter(None, reversed(sides[:start])), base)
        if inside:
            side = base if base in inside else before
            for place in (start, end):
                letters[place]["type"] = sides[place] = side
