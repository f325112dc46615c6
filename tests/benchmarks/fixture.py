"""Types for pytest-benchmark, which has none."""

from collections.abc import Callable
from typing import Protocol


class Benchmark(Protocol):
    """The part of pytest-benchmark's fixture that is used here."""

    group: str | None

    def pedantic(
        self, target: Callable[[], object], *, rounds: int, warmup_rounds: int
    ) -> object:
        """Run a job `rounds` times, after `warmup_rounds` that are not measured."""
