"""The fonts of a printed sheet: files of packages, opened when a letter needs one."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import uharfbuzz as hb  # type: ignore[import-untyped]  # it ships no type hints

from peloton.errors import FontError

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
"""Where each font is, in the order they are asked for a letter."""


def opened(package: str, path: str) -> hb.Face:
    """Open the font in a file of a package.

    Raises FontError if the package or the file is missing, or the file is no font.
    """
    cause: Exception | None = None
    try:
        face = hb.Face(hb.Blob.from_file_path(str(files(package) / path)))
        if face.glyph_count:
            return face
    except (ImportError, hb.HarfBuzzError) as error:
        cause = error
    message = (
        f"the font {path.rpartition('/')[2]} cannot be read:"
        f" install the package {package.replace('_', '-')} again"
    )
    raise FontError(message) from cause


@cache
def face_of(font: str) -> hb.Face:
    """Return a font of the list; it is opened once."""
    return opened(*FONTS[font])


@cache
def letters_of(font: str) -> frozenset[int]:
    """Return the letters that a font has."""
    return frozenset(face_of(font).unicodes)
