"""The stages of a tour, by number: one found, the next one, one replaced."""

from dataclasses import replace

from peloton.errors import PelotonError
from peloton.rules.facts.tour import Stage, Tour


def stage_at(tour: Tour, number: int) -> Stage:
    """Return stage `number`; PelotonError if the tour has none."""
    if not tour.stages:
        message = "the tour has no stages yet: add one with 'peloton stage add'"
        raise PelotonError(message)
    if not 1 <= number <= len(tour.stages):
        message = f"no stage {number}; the tour has {len(tour.stages)}"
        raise PelotonError(message)
    return tour.stages[number - 1]


def next_stage_number(tour: Tour) -> int | None:
    """Return the number of the first stage to be ridden; None if all are."""
    numbers = range(1, len(tour.stages) + 1)
    return next((n for n in numbers if not tour.stages[n - 1].ridden), None)


def with_stage(tour: Tour, number: int, stage: Stage) -> Tour:
    """Return the tour with stage `number` replaced."""
    stages = (*tour.stages[: number - 1], stage, *tour.stages[number:])
    return replace(tour, stages=stages)
