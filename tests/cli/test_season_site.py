"""`season -o FOLDER/`: a web site of all tours of a season."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.cli.conftest import TOUR, Run

HOSTILE = """\
[tour]
name = "NAME"
rulebook = "criterium"
date = 2026-01-01
stages = 1
[[team]]
code = "A"
name = "<b>Bold & Co"
player = "=cmd()"
[[team.rider]]
bib = "1"
name = "../../etc <script>alert(1)</script>"
[[team.rider]]
bib = "2"
name = "李小龙"
[[team]]
code = "B"
name = "مرحبا"
player = "index"
[[team.rider]]
bib = "3"
name = "王"
[[stage]]
finish = "1 6 1/9\\n2 6 2/9\\n3 6 3/9"
"""
NAMES = ("CON", "con", "../up", "LPT1.html", "李", "王", "peloton.css")
"""Names of tours that are invalid, or equal, as names of folders."""


def links(page: Path) -> list[Path]:
    """Return the files of the same site to which a page links."""
    found = re.findall(r'(?:href|src)="([^"#]+)', page.read_text(encoding="utf-8"))
    return [page.parent / unquote(unescape(link)) for link in found]


def lost(site: Path) -> list[str]:
    """Return the links of a site that lead nowhere or out of the site."""
    return [
        f"{page.name}: {link}"
        for page in site.rglob("*.html")
        for link in links(page)
        if not link.is_file() or site.resolve() not in link.resolve().parents
    ]


@pytest.fixture
def site(tour: Run, folder: Path) -> Path:
    """The site of a season with a tour in the database and a tour file."""
    text = TOUR.replace("Mini", "Maxi").replace("Eddy Baens", "Edgar Baens")
    (folder / "maxi.toml").write_text(text, encoding="utf-8")

    ran = tour("season", "Mini", "maxi.toml", "-o", "our-season/")

    assert (ran.code, ran.err) == (0, "Wrote 2 tours to our-season/index.html.\n")
    return folder / "our-season"


def test_the_first_page_leads_to_tours_records_and_riders(site: Path) -> None:
    files = {str(link.relative_to(site)) for link in links(site / "index.html")}

    assert {"tours.html", "records.html", "rider-jan-janssen-molteni.html"} <= files
    assert [link for link in links(site / "tours.html") if "/m" in str(link)] == [
        *(site / "maxi" / "index.html", site / "mini" / "index.html"),
    ]


def test_every_link_leads_to_a_page_of_the_site(site: Path) -> None:
    assert len([*site.rglob("*.html")]) > 20
    assert lost(site) == []


def test_a_tour_leads_back_to_the_season(site: Path) -> None:
    pages = [*(site / "mini").glob("*.html")]

    assert [p.name for p in pages if site / "mini/../index.html" not in links(p)] == []


def test_a_rider_has_the_points_of_every_tour(site: Path) -> None:
    """Jan Janssen rode both tours alike, Edgar Baens only one of them."""
    page = (site / "rider-jan-janssen-molteni.html").read_text(encoding="utf-8")
    rows = re.findall(r'<a href="(m\w+)/index.html">(\w+)</a><td>(\d+)', page)

    assert [(file, name) for file, name, _ in rows] == [
        *(("maxi", "Maxi"), ("mini", "Mini")),
    ]
    assert len({points for *_, points in rows}) == 1
    edgar = (site / "rider-edgar-baens-molteni.html").read_text(encoding="utf-8")
    assert re.findall(r'<a href="(m\w+)/index.html">', edgar) == ["maxi"]


def test_a_tour_that_does_not_count_is_listed_as_such(tour: Run, folder: Path) -> None:
    (folder / "maxi.toml").write_text(TOUR.replace("Mini", "Maxi"), encoding="utf-8")
    tour("season", "Mini", "maxi.toml", "--best", "1", "-o", "site/")

    page = (folder / "site/rider-jan-janssen-molteni.html").read_text(encoding="utf-8")
    assert page.count("does not count") == 1


def test_names_are_neither_paths_nor_markup(run: Run, folder: Path) -> None:
    files = []
    for number, name in enumerate(NAMES):
        files.append(f"{number}.toml")
        text = HOSTILE.replace("NAME", name)
        (folder / files[-1]).write_text(text, encoding="utf-8")

    assert run("season", *files, "-o", "deep/").code == 0

    site = folder / "deep"
    folders = [file.name for file in site.iterdir() if file.is_dir()]
    assert len(folders) == len(NAMES)
    assert not {"con", "CON", "lpt1", "LPT1"} & {*folders}
    assert sorted(file.name for file in folder.iterdir()) == sorted([*files, "deep"])
    assert lost(site) == []
    pages = [page.read_text(encoding="utf-8") for page in site.rglob("*.html")]
    assert not any("<script>alert" in page or "<b>Bold" in page for page in pages)
    riders = [page for page in pages if "<h2><bdi" in page and "王</bdi></h2>" in page]
    assert len(riders) == 1 + len(NAMES)  # in the season, and in each tour


def test_the_pages_are_in_the_chosen_language(tour: Run, folder: Path) -> None:
    assert tour("season", "Mini", "-o", "site/", "--language", "fr").code == 0

    text = (folder / "site" / "index.html").read_text(encoding="utf-8")
    assert '<html lang="fr"' in text
    assert 'aria-label="Parties du tour"' in text
    back = (folder / "site" / "mini" / "index.html").read_text(encoding="utf-8")
    assert '<a href="../index.html" rel="up">Saison</a>' in back


def test_a_tour_with_mistakes_is_left_out_and_the_others_are_written(
    tour: Run, folder: Path
) -> None:
    wrong = TOUR.replace("Mini", "Wrong").replace("7  2 2", "9  2 2")
    (folder / "wrong.toml").write_text(wrong, encoding="utf-8")

    ran = tour("season", "Mini", "wrong.toml", "-o", "site/")

    assert ran.code == 1
    assert "skipped because of mistakes: wrong.toml" in ran.err
    assert [f.name for f in (folder / "site").iterdir() if f.is_dir()] == ["mini"]


def test_a_site_is_written_over_an_older_one(site: Path, run: Run) -> None:
    before = {p: p.read_bytes() for p in site.rglob("*") if p.is_file()}

    assert run("season", "Mini", "maxi.toml", "-o", str(site)).code == 0

    assert {p: p.read_bytes() for p in site.rglob("*") if p.is_file()} == before
    assert (site / "index.html").stat().st_mode & 0o444 == 0o444
