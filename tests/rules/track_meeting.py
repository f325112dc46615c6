"""How the tests of the track write a meeting down: as a tour file, stages only."""

from peloton.rules.facts.problem import Problem, Severity
from peloton.rules.results import Race, StageLine
from tests.scored import race_of


def met(rulebook: str, riders: str, stages: str, header: str = "") -> Race:
    """Score stages as they stand in a tour file, whatever is wrong in them.

    `riders` are bibs, or teams of them: "RED: 1 2, BLU: 3 4"; `2n` is neutral.
    `stages` are parted by empty lines, each without its `[[stage]]`; `header` goes
    below [tour].
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
    return [p.message for p in race.problems if p.severity is Severity.ERROR]


def only(race: Race) -> Problem:
    """Return the only thing wrong with a meeting."""
    (problem,) = race.problems
    return problem
