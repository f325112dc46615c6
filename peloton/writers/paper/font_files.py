"""The font files for printed sheets; each is opened only when a letter needs it."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from unicodedata import category, east_asian_width, normalize

import uharfbuzz as hb  # type: ignore[import-untyped]  # it ships no type hints

from peloton.errors import PelotonError

_SCRIPTS = (
    *("Hebrew", "Arabic", "Armenian", "Georgian", "Thai", "Devanagari", "Bengali"),
    *("Gujarati", "Gurmukhi", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"),
    *("Oriya", "Khmer", "Lao", "Myanmar", "Ethiopic"),
)
FONTS: Mapping[str, tuple[str, str]] = {
    "Sans": ("manimgx_fonts", "NotoSans[wght].ttf"),
    **{script: ("manimgx_fonts", f"NotoSans{script}[wght].ttf") for script in _SCRIPTS},
    **{
        region: (
            "justmytype_intl_cjk",
            f"fonts/ofl/notosans{region.lower()}/NotoSans{region}[wght].ttf",
        )
        for region in ("SC", "JP", "KR", "TC")
    },
    "Symbols": ("manimgx_fonts", "NotoSansSymbols[wght].ttf"),
    "Emoji": ("manimgx_fonts", "NotoEmoji[wght].ttf"),
}
"""Package and path of each font file, in the order in which fonts are tried."""

_ARROWS = {"▲": "↑", "▼": "↓"}
"""Replacements for the signs of moves, which most fonts lack."""
BOX = "◻"
"""Replacement for a letter missing from all fonts: a box; the default fonts have it."""
_SELECTORS = frozenset({*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)})
"""Variation selectors: invisible characters that reshape the preceding letter."""


@cache
def face_of(font: str) -> hb.Face:
    """Return a font of `FONTS`, opening it on first use.

    Raises PelotonError if the package or the file is missing, or is not a font.
    """
    package, path = FONTS[font]
    cause: Exception | None = None
    try:
        face = hb.Face(hb.Blob.from_file_path(str(files(package) / path)))
        if face.glyph_count:
            return face
    except (ImportError, hb.HarfBuzzError) as error:
        cause = error
    raise PelotonError(
        f"the font {path.rpartition('/')[2]} cannot be read:"
        f" reinstall the package {package.replace('_', '-')}"
    ) from cause


@cache
def font_letters(font: str) -> frozenset[int]:
    """Return the code points in a font; empty if the font cannot be read.

    Raises PelotonError if the first font cannot be read, because nothing can be printed
    without it.
    """
    try:
        return frozenset(face_of(font).unicodes)
    except PelotonError:
        if font == next(iter(FONTS)):
            raise
        return frozenset()


def replacement(letter: str) -> str:
    """Return a letter, or its replacement if it is missing from all fonts.

    An invisible letter is removed. Any other letter is replaced by its plain form if a
    font contains that, such as S for a mathematical S, or else by a box.
    """
    if ord(letter) in _SELECTORS:
        return ""
    if letter in _ARROWS:
        return _ARROWS[letter]
    if _has_font(letter):
        return letter
    if category(letter) == "Cf":
        return ""
    plain = normalize("NFKC", letter)
    return plain if all(map(_has_font, plain)) else BOX


def letters_without_font(text: str) -> str:
    """Return the distinct letters of `text` that are replaced by a box."""
    missing = (letter for letter in normalize("NFC", text) if not _has_font(letter))
    return "".join(dict.fromkeys(char for char in missing if replacement(char) == BOX))


def lacks_cjk(letters: str) -> bool:
    """Return whether installing the extra `cjk` may provide fonts for these letters.

    The fonts of this extra cover the letters of Chinese, Japanese and Korean, and
    symbols that Unicode lists as wide in Asian text, such as a star.
    """
    wide = any(east_asian_width(letter) in "FWAH" for letter in letters)
    return wide and not font_letters("SC")


def _has_font(letter: str) -> bool:
    return any(ord(letter) in font_letters(font) for font in FONTS)
