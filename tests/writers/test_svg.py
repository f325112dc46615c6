"""Pictures on a web page: they scale, use the page's colours, and have titles."""

import xml.etree.ElementTree as ET

import pytest

from peloton.reports.drawing import Anchor, Label, Picture, Shape
from peloton.writers.html.sheet import jinja_environment
from tests.writers.conftest import HOSTILE

SVG = "{http://www.w3.org/2000/svg}"


def drawn(*shapes: Shape | Label, **given: str) -> ET.Element:
    """Return a picture of these shapes as parsed XML."""
    picture = Picture(
        name="p",
        title=given.get("title", "Profile"),
        about=given.get("about", ""),
        width=500,
        height=120.5,
        shapes=shapes,
    )
    written = jinja_environment().get_template("picture.html").module.drawing(picture)  # type: ignore[attr-defined]
    return ET.fromstring(written)  # noqa: S314 - we wrote it ourselves


def test_a_picture_is_as_wide_as_its_place_and_keeps_its_shape() -> None:
    svg = drawn()

    assert svg.get("viewBox") == "0 0 500 120.5"
    assert svg.get("width") is None


def test_a_picture_says_in_words_what_it_shows() -> None:
    svg = drawn(title="Profile", about="Two climbs.")

    assert svg.get("role") == "img"
    assert svg.findtext(f"{SVG}title") == "Profile"
    assert svg.findtext(f"{SVG}desc") == "Two climbs."


def test_a_line_is_not_filled_and_an_area_is() -> None:
    points = ((0.0, 0.0), (10.0, 5.125))
    line, area = drawn(
        Shape(points=points, stroke="#ff0000", fill="#00ff00"),
        Shape(points=points, closed=True, fill="#00ff00"),
    )[1:]

    assert (line.tag, line.get("fill"), line.get("stroke")) == (
        *(f"{SVG}polyline", "none", "#ff0000"),
    )
    assert (area.tag, area.get("fill"), area.get("stroke")) == (
        *(f"{SVG}polygon", "#00ff00", None),
    )
    assert line.get("points") == "0,0 10,5.12"


def test_black_is_the_ink_of_the_page() -> None:
    line, label = drawn(
        Shape(points=((0, 0), (1, 1)), stroke="#000000"), Label(at=(0, 0), text="x")
    )[1:]

    assert line.get("stroke") == label.get("fill") == "currentColor"


@pytest.mark.parametrize(
    ("anchor", "written"),
    [(Anchor.START, None), (Anchor.MIDDLE, "middle"), (Anchor.END, "end")],
)
def test_a_label_stands_at_its_point_by_its_anchor(
    anchor: Anchor, written: str | None
) -> None:
    label = drawn(Label(at=(3, 4), text="Muur", anchor=anchor, bold=True))[1]

    assert (label.get("x"), label.get("y"), label.text) == ("3", "4", "Muur")
    assert label.get("text-anchor") == written
    assert label.get("font-weight") == "bold"


@pytest.mark.parametrize("name", ["<b>x</b>", "&amp;", "</svg><script>", '"><g a="'])
def test_markup_in_a_name_is_read_and_does_nothing(name: str) -> None:
    svg = drawn(
        Label(at=(0, 0), text=name),
        Shape(points=((0, 0),)),
        title=name,
        about=name,
    )

    assert {each.tag for each in svg.iter()} == {
        *(f"{SVG}{tag}" for tag in ("svg", "title", "desc", "text", "polyline")),
    }
    assert svg.findtext(f"{SVG}text") == svg.findtext(f"{SVG}title") == name


def test_every_hostile_name_leaves_the_picture_whole() -> None:
    svg = drawn(*(Label(at=(0, 0), text=name) for name in HOSTILE))

    assert len(svg.findall(f"{SVG}text")) == len(HOSTILE)
