"""Write and score track meetings as tour files, for the tests of track races."""

from peloton.rules.facts.problem import Problem
from peloton.rules.results import Race, StageLine
from tests.scored import race_of


def met(rulebook: str, riders: str, stages: str, header: str = "") -> Race:
    """Score a meeting, which may have mistakes.

    `riders` are bibs, or teams such as "RED: 1 2, BLU: 3 4"; `2n` is neutral. `stages`
    are those of a tour file without their `[[stage]]`, separated by empty lines.
    `header` has more lines of [tour].
    """
    text = f'[tour]\nname = "Six Days"\nrulebook = "{rulebook}"\n{header}\n'
    for part in riders.split(","):
        code, colon, bibs = part.rpartition(":")
        if colon:
            text += f'[[team]]\ncode = "{code.strip()}"\n'
        key = "team.rider" if colon else "rider"
        for bib in bibs.split():
            text += f'[[{key}]]\nbib = "{bib.rstrip("n")}"\n'
            text += "neutral = true\n" * bib.endswith("n")
    text += "".join(f"[[stage]]\n{stage}\n" for stage in stages.split("\n\n"))
    return race_of(text)


def raced(rulebook: str, riders: str, stages: str, header: str = "") -> Race:
    """Score a meeting that has no mistakes."""
    race = met(rulebook, riders, stages, header)
    assert race.problems == ()
    return race


def result(race: Race, number: int = 0) -> tuple[StageLine, ...]:
    return race.stages[number - 1].result


def placed(race: Race, number: int = 0) -> list[tuple[int | None, str]]:
    return [(line.place, line.bib) for line in result(race, number)]


def points(race: Race, number: int = 0) -> dict[str, int]:
    return {line.bib: line.points for line in result(race, number)}


def faults(race: Race) -> list[str]:
    return [p.message for p in race.problems if not p.warning]


def only(race: Race) -> Problem:
    """Return the only problem of a meeting."""
    (problem,) = race.problems
    return problem
