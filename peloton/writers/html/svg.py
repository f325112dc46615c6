"""Picture -> SVG, to stand within a page: it scales, and takes the page's own ink."""

from html import escape

from peloton.reports.drawing import GREY, INK, Anchor, Label, Picture, Shape
from peloton.rules.words import visible

_OF_THE_PAGE = {INK: "currentColor", GREY: "var(--soft)"}
"""Colours that a page has its own for, so that both are read on light and on dark."""


def to_svg(picture: Picture) -> str:
    """Draw a picture as an SVG element.

    Black and grey are drawn in those of the text around it, so that they can be read
    on a dark page too. A screen reader says the title and `about`.
    """
    about = f"<desc>{_text(picture.about)}</desc>" if picture.about else ""
    parts = (_shape(p) if isinstance(p, Shape) else _label(p) for p in picture.shapes)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" role="img"'
        f' viewBox="0 0 {_number(picture.width)} {_number(picture.height)}">'
        f"<title>{_text(picture.title)}</title>{about}"
        f"{''.join(parts)}</svg>"
    )


def _shape(shape: Shape) -> str:
    tag = "polygon" if shape.closed else "polyline"
    points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
    fill = _colour(shape.fill) if shape.closed else "none"
    line = f' stroke="{_colour(shape.stroke)}"' if shape.stroke else ""
    if shape.stroke and shape.width != 1:
        line += f' stroke-width="{_number(shape.width)}"'
    if shape.dash.lengths:
        parts = " ".join(_number(part * shape.width) for part in shape.dash.lengths)
        line += f' stroke-dasharray="{parts}" stroke-linecap="round"'
    about = f"<title>{_text(shape.about)}</title>" if shape.about else ""
    return f'<{tag} points="{points}" fill="{fill}"{line}>{about}</{tag}>'


def _label(label: Label) -> str:
    x, y = label.at
    anchor = f' text-anchor="{label.anchor}"' if label.anchor != Anchor.START else ""
    bold = ' font-weight="bold"' if label.bold else ""
    return (
        f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(label.size)}"'
        f'{anchor}{bold} fill="{_colour(label.colour)}">'
        f"{_text(label.text)}</text>"
    )


def _colour(colour: str) -> str:
    if not colour:
        return "none"
    return _OF_THE_PAGE.get(colour) or escape(colour)


def _number(length: float) -> str:
    """Write a length to a hundredth of a point."""
    return f"{length:.2f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    return escape(visible(text))
