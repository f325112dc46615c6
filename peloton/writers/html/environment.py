"""The jinja2 environment for all pages: it escapes every value in a template."""

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from peloton.reports.drawing import GREY, INK, PATTERNS, Point, outline_of
from peloton.rules.words import printable

_PAGE_COLOURS = {INK: "currentColor", GREY: "var(--soft)", "": "none"}
"""Replacements for colours of pictures, readable on light and on dark pages."""


def jinja_environment(*packages: str) -> Environment:
    """Return an environment with the templates of these packages and of the sheets."""
    rooms = (*packages, "peloton.writers.html")
    found = Environment(
        loader=ChoiceLoader([PackageLoader(room) for room in rooms]),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_visible,
    )
    filters = {"number": _number, "points": _points, "ink": _ink, "csp": _csp}
    found.filters |= filters
    found.globals |= {"patterns": PATTERNS, "outline_of": outline_of}
    return found


def _visible(value: object) -> object:
    """Make control characters in text visible; leave HTML unchanged."""
    if isinstance(value, str) and not hasattr(value, "__html__"):
        return printable(value)
    return value


def _number(length: float) -> str:
    return f"{length:.2f}".rstrip("0").rstrip(".")


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _ink(colour: str) -> str:
    return _PAGE_COLOURS.get(colour, colour)


def _csp(source: str) -> str:
    """Return the Content-Security-Policy value that allows a page's style or script.

    If `source` holds an inline style or script, the value is its hash. If `source` is
    empty, the value allows the files of a site, also in a folder opened without a
    server.
    """
    if not source:
        return "'self' file:"
    return f"'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'"
