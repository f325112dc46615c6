"""The work on a large tour grows in proportion to its riders.

No time is measured. Instead the texts and the lists of a tour count how often they are
read: a lookup in a dict reads one bib, a search of a list reads half of them, and a
list made for each ruling reads everything each time.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import pytest
from click.testing import CliRunner

from peloton.cli.main import main
from peloton.desk.session import Session
from peloton.errors import did_you_mean
from peloton.notation.tour_file.reading import read_tour
from peloton.notation.tour_file.writing import tour_text
from peloton.reports.classifications.outlook import outlook_sheet
from peloton.reports.ledgers import purse_sheet
from peloton.reports.tour.book import book_sheets
from peloton.reports.tour.honours import awards_sheet
from peloton.reports.tour.site import site_sheets
from peloton.reports.tour.startlist import printed_startlist
from peloton.reports.tour.tour import workbook_sheets
from peloton.rules.ledgers.money import pay_premiums
from peloton.rules.race import score, score_stages
from peloton.rules.results import Race
from peloton.rules.stage_start import stage_start

TEAM = 4
FEW, MANY = 64, 256
Value = TypeVar("Value")


class Reads:
    """Counts how often texts and items of lists are read."""

    count = 0


class Text(str):
    """A text that counts how often it is hashed or compared with another one."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        Reads.count += 1
        return str.__eq__(self, other)

    def __hash__(self) -> int:
        Reads.count += 1
        return str.__hash__(self)


class Items(tuple[Any, ...]):
    """A list that counts the items that are read."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        Reads.count += len(self)
        return super().__iter__()


def counted(value: Value, texts: dict[str, Text]) -> Value:
    """Return a value whose texts and lists count, equal texts as one object."""

    def of(value: object) -> object:
        if type(value) is str:
            return texts.setdefault(value, Text(value))
        if type(value) is tuple:
            return Items(map(of, value))
        if isinstance(value, dict):
            return {of(key): of(item) for key, item in value.items()}
        if is_dataclass(value) and not isinstance(value, type):
            names = [field.name for field in fields(value) if field.init]
            return replace(value, **{name: of(getattr(value, name)) for name in names})
        return value

    return cast("Value", of(value))


def tour_of(riders: int) -> str:
    """Return a tour after two of three stages; each team has a ruling and an offer.

    Every second rider is outside the time limit of stage 1, half of them with a mark.
    """
    bibs = [str(number) for number in range(1, riders + 1)]
    teams = [f"T{number}" for number in range(riders // TEAM)]
    lines = ['[tour]\nname = "Large"\nrulebook = "cyclo"', "[tour.options]\nlevel = 4"]
    for number, team in enumerate(teams):
        own = bibs[TEAM * number :][:TEAM]
        lines.append(f'[[team]]\ncode = "{team}"')
        lines += [f'[[team.rider]]\nbib = "{bib}"' for bib in own]
    home, late = bibs[::2], bibs[1::2]
    arrivals = [f"{bib} 0 3" for bib in home]
    outside = [f"{bib} 1 2 OTL" for bib in late[::2]]
    outside += [f"OTL {bib}" for bib in late[1::2]]
    for finish in ([*arrivals, *outside], arrivals):
        lines += ["[[stage]]", 'finish = """', *finish, '"""']
        lines.append('sprints = [{ name = "S", at = 9 }]\n[stage.crossings]')
        lines.append(f'S = "{" ".join(home)}"')
        for team in teams:
            lines.append(
                f'[[stage.ruling]]\nteam = "{team}"\nseconds = 5\nreason = "x"'
            )
            lines.append(
                f'[[stage.offer]]\nteam = "{team}"\namount = 50\nfor = "finish"'
            )
        lines.append(f'[stage.lots]\nteams = "{" ".join(teams)}"')
        lines.append(f'general = "{" ".join(home)}"')
        lines += ["[stage.team_turns]", *(f"{team} = 0" for team in teams)]
    return "\n".join([*lines, "[[stage]]\nlength = 100"])


def omnium_of(riders: int) -> str:
    """Return a Criterium tour: a points race, an elimination, and a future stage."""
    bibs = [str(number) for number in range(1, riders + 1)]
    lines = ['[tour]\nname = "Track"\nrulebook = "criterium"']
    for number in range(riders // TEAM):
        lines.append(f'[[team]]\ncode = "T{number}"')
        own = bibs[TEAM * number :][:TEAM]
        lines += [f'[[team.rider]]\nbib = "{bib}"' for bib in own]
    order, out = " ".join(bibs), " ".join(bibs[2:])
    lines.append(f'[[stage]]\nkind = "points race"\nlaps = ["{order}"]')
    lines.append(f'[[stage]]\nkind = "elimination"\neliminated = "{out}"')
    return "\n".join([*lines, 'finish = "DNF 1"', "[[stage]]\nlength = 100"])


def time_trials_of(riders: int) -> str:
    """Return a Cyclo tour with two team time trials; a sponsor offers a premium."""
    bibs = [str(number) for number in range(1, riders + 1)]
    lines = ['[tour]\nname = "Teams"\nrulebook = "cyclo"', "[tour.options]\nlevel = 4"]
    stage = ['[[stage]]\nkind = "ttt"\nfinish = """']
    for number in range(riders // TEAM):
        lines.append(f'[[team]]\ncode = "T{number}"')
        own = bibs[TEAM * number :][:TEAM]
        lines += [f'[[team.rider]]\nbib = "{bib}"' for bib in own]
        stage.append(f"({' '.join(own)}) {number} 3")
    stage += ['"""', '[[stage.offer]]\nteam = "T0"\namount = 50\nfor = "finish"']
    return "\n".join([*lines, *stage, *stage, "[[stage]]\nlength = 100"])


def race_of(text: str) -> Race:
    """Score a tour in which everything counts its reads."""
    reading = read_tour(text)
    assert reading.tour is not None
    assert reading.rulebook is not None
    texts: dict[str, Text] = {}
    race = score(counted(reading.tour, texts), reading.rulebook, reading.problems)
    assert [p for p in race.problems if not p.warning] == []
    assert len(race.stages) == 2
    stages = tuple(counted(done, texts) for done in race.stages)
    return replace(race, stages=stages)


def team_list(race: Race) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Session, "read", lambda _: SimpleNamespace(tour=race.tour))
        listed = CliRunner().invoke(main, ["team", "list", "--json"])
    assert len(json.loads(listed.stdout)) == len(race.tour.teams)


def premiums(race: Race) -> None:
    _, tally = score_stages(race.tour, 1, race.rulebook)
    pay_premiums(race.stages[0], tally)


JOBS: dict[str, Callable[[Race], object]] = {
    "score": lambda race: score(race.tour, race.rulebook),
    "premiums": premiums,
    "start of a stage": lambda race: stage_start(race, 2),
    "tour file": lambda race: tour_text(race.tour),
    "startlist": lambda race: printed_startlist(race.tour),
    "purse": purse_sheet,
    "outlook": outlook_sheet,
    "workbook": workbook_sheets,
    "book": book_sheets,
    "pages": site_sheets,
    "awards": awards_sheet,
    "team list": team_list,
}


@pytest.fixture(scope="module")
def races() -> tuple[Race, Race]:
    """A tour, and a tour with four times as many riders and teams."""
    return race_of(tour_of(FEW)), race_of(tour_of(MANY))


@pytest.fixture(scope="module")
def omniums() -> tuple[Race, Race]:
    """A tour on the track, and one with four times as many riders and teams."""
    return race_of(omnium_of(FEW)), race_of(omnium_of(MANY))


@pytest.fixture(scope="module")
def time_trials() -> tuple[Race, Race]:
    """A tour with team time trials, and one with four times as many teams."""
    return race_of(time_trials_of(FEW)), race_of(time_trials_of(MANY))


@pytest.mark.parametrize("job", JOBS)
def test_four_times_the_riders_take_four_times_the_reads(
    races: tuple[Race, Race], job: str
) -> None:
    """Going through all riders for each of them takes 16 times as many reads."""
    check_reads(races, job)


@pytest.mark.parametrize("job", ["score", "outlook"])
def test_on_the_track_too(omniums: tuple[Race, Race], job: str) -> None:
    """CR-13. An elimination, and the points a team can still win."""
    check_reads(omniums, job)


def test_in_team_time_trials_too(time_trials: tuple[Race, Race]) -> None:
    """CY-15. An offer at the finish is for the first rider of a team."""
    check_reads(time_trials, "score")


def test_a_hint_does_not_read_a_long_startlist() -> None:
    """20,000 wrong bibs of 20,000 riders would read 400 million."""
    bibs = iter(range(20_000))
    assert did_you_mean("x1", map(str, bibs)) == ""
    assert next(bibs) < 1000


def check_reads(races: tuple[Race, Race], job: str) -> None:
    counts = []
    for race in races:
        Reads.count = 0
        JOBS[job](race)
        counts.append(Reads.count)
    few, many = counts
    assert few
    assert many < 4.2 * few
