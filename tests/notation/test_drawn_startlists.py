"""Drawn startlists in many layouts are read correctly or refused, never misread."""

import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from peloton.errors import PelotonError
from peloton.notation.startlists.merging import merge_startlist
from peloton.notation.startlists.reading import first_startlist
from peloton.notation.startlists.tables import text_rows
from peloton.rules.facts.tour import Tour

FIRST = (
    *("Tadej", "Jonas", "Wout", "Remco", "João", "Primož", "Tom", "Ben", "Ann", "Demi"),
    *("Lotte", "Egan", "Søren", "Fem"),
)
LAST = (
    *("Pogori", "Vingar", "van Aart", "van der Pool", "D'Alma", "O'Connor", "Voss"),
    *(
        "Kragh Anders",
        "McNulty",
        "De Leie",
        "García Cort",
        "Martín-López",
        "Li",
        "Ñandú",
    ),
)
TEAMS = (
    *("Red Star - Cycles", "Blue Hill | Paints", "Molteni", "TI-Raleigh", "7-Eleven"),
    *("Q36.5 Pro Cycling Team", "B&B Hotels", "EF Education", "Salvarani"),
)
NATIONS = ["SLO", "DEN", "BEL", "NED", "ESP", "FRA", "ITA", "POR", "GBR", "COL"]
OTHER_LINES = (
    *("Page 1/2", "Tour of the Hills 2025", "112e Tour of the Hills", "176 riders"),
    *("DS  Jean Dupont", "* = young rider", "Source: example.org", "2025", "Startlist"),
)


class Drawn(NamedTuple):
    """A rider of a drawn startlist."""

    bib: str
    name: str
    team: str
    nation: str


def drawn(dice: random.Random) -> list[Drawn]:
    """Draw the riders of one to five teams, by bib."""
    order = dice.choice(("{0} {1}", "{1} {0}"))
    riders = [
        (order.format(dice.choice(FIRST), dice.choice((str, str.upper))(last)), team)
        for team in dice.sample(TEAMS, dice.randint(1, 5))
        for last in dice.sample(LAST, dice.randint(1, 8))
    ]
    known = range(1, 300) if dice.random() < 0.8 else range(1900, 2200)
    bibs = sorted(dice.sample(known, len(riders)))
    return [
        Drawn(str(bib), name, team, dice.choice(NATIONS))
        for bib, (name, team) in zip(bibs, riders, strict=True)
    ]


def layouts(riders: list[Drawn], dice: random.Random) -> Iterator[tuple[str, str]]:
    """Yield the lists as texts, with the names of their layouts."""
    for delimiter in "\t;,":
        for title, line in (
            ("Bib,Name,Team", "{bib},{name},{team}"),
            ("Nat.,Équipe,Dossard,Coureur", "{nation},{team},{bib},{name}"),
            ("Dnr,Concurrente,Formacio", "{bib},{name},{team}"),
            ("", "{bib},{name},{team}"),
            ("", "{bib},{name},{nation},{team}"),
            ("", "{name},{team},{bib}"),
        ):
            lines = [title, *(line.format(**rider._asdict()) for rider in riders)]
            text = "\n".join(lines).replace(",", delimiter)
            yield f"{delimiter!r} {title} {line}", text
    for heading, line in (
        ("{team}", "{bib} {name}"),
        ("{team} (WT)", "{bib}{name}"),
        ("{team}", "{bib} {name} ({nation})"),
        ("{team}    ABC", "n° {bib}   {name}    {nation}"),
        ("{team}", "{bib}\t {name}"),
    ):
        above, lines = "", list[str]()
        for rider in riders:
            if rider.team != above:
                lines.append(heading.format(team=rider.team))
            above = rider.team
            lines.append(line.format(**rider._asdict()))
        yield f"{heading} {line}", "\n".join(lines)
    widths = (6, dice.randint(17, 24), 24, 3)
    rows = [("Bib", "Name", "Team", "Nat"), *riders]
    lines = [
        "".join(text.ljust(w) for text, w in zip(row, widths, strict=True))
        for row in rows
    ]
    yield "PDF", "\n".join(lines)
    yield "PDF without a header", "\n".join(lines[1:])


def found_riders(
    text: str, *, with_header: bool = False
) -> list[tuple[str, str, str]] | None:
    """Return the bib, name and team of each rider; None if the text is refused.

    If `with_header`, a text without a header is refused, as with `--yes`.
    """
    try:
        startlist = first_startlist([text_rows(text)])
    except PelotonError:
        return None
    if startlist.guessed and with_header:
        return None
    tour = Tour(name="T", rulebook="cyclo")
    merged = merge_startlist(tour, startlist, ())
    if startlist.faults:
        return None
    names = {team.code: team.name or team.code for team in merged.teams}
    return [(r.bib, r.name, names[r.team] if r.team else "") for r in merged.riders]


@pytest.mark.parametrize("seed", range(60))
def test_a_drawn_startlist_is_read_or_refused(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - dice, no secrets
    riders = drawn(dice)
    expected = sorted((rider.bib, rider.name, rider.team) for rider in riders)
    for layout, text in layouts(riders, dice):
        lines = text.split("\n")
        lines.insert(dice.randint(0, len(lines)), dice.choice(("", *OTHER_LINES)))
        plain, cluttered = found_riders(text), "\n".join(lines)
        assert plain is None or sorted(plain) == expected, (layout, text)
        found = found_riders(cluttered, with_header=True)
        assert found is None or sorted(found) == expected, (layout, cluttered)


@pytest.mark.parametrize("seed", range(20))
def test_a_drawn_startlist_with_a_header_is_read(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - dice, no secrets
    riders = drawn(dice)
    expected = sorted((rider.bib, rider.name, rider.team) for rider in riders)
    for layout, text in layouts(riders, dice):
        if "Bib,Name" in layout or "Dossard" in layout:
            assert sorted(found_riders(text) or []) == expected, (layout, text)
