"""The regular expressions of the package work on every Python, and are fast."""

import gc
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time

import pytest

from tests.patterns import (
    PACKAGE,
    Compiled,
    hard_texts,
    operations,
    package_patterns,
)

WRONG_BEFORE_3_11_5 = {"POSSESSIVE_REPEAT", "ATOMIC_GROUP"}
"""Operations that Python 3.11.0 to 3.11.4 matches wrongly (gh-100061, gh-106052)."""
SHORT, LONG = 1_500, 50_000
# Only names of modules: their patterns are read when they are tried, not by every
# worker of a run.
MODULES = [
    str(file.relative_to(PACKAGE))
    for file in sorted(PACKAGE.rglob("*.py"))
    if "import re\n" in file.read_text(encoding="utf-8")
]
SUSPECT, MOST = 0.0005, 0.5
"""Seconds of the processor: a short text that takes longer is tried long, which takes
a linear pattern a few milliseconds and a quadratic one a second or more."""


def test_no_pattern_has_what_the_first_pythons_3_11_match_wrongly() -> None:
    wrong = {
        found.place: WRONG_BEFORE_3_11_5.intersection(operations(found.pattern))
        for found in package_patterns()
    }

    assert {place for place, parts in wrong.items() if parts} == set()


def test_the_patterns_of_the_package_are_found() -> None:
    places = [found.place.partition(":")[0] for found in package_patterns()]

    assert "notation/toml/positions.py" in places
    assert "rules/games/road.py" in places
    assert len(places) > 50
    assert {*places} <= {*MODULES}


class TooSlowError(Exception):
    """Matching a text took too long."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Stop the block if it takes more CPU time, even in the middle of a match."""

    def stop(*_: object) -> None:
        raise TooSlowError

    gc.disable()  # Collecting the objects of all tests takes as long.
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        gc.enable()


def seconds(found: Compiled, method: str, text: str) -> float:
    """Return the CPU time that a pattern needs for a text."""
    given = text.encode() if isinstance(found.pattern.pattern, bytes) else text
    start = process_time()
    with at_most(MOST):
        if method in ("sub", "subn"):
            getattr(found.pattern, method)(given[:0], given)
        else:
            matched = getattr(found.pattern, method)(given)
            if method == "finditer":
                list(matched)
    return process_time() - start


@pytest.mark.skipif(not hasattr(signal, "SIGVTALRM"), reason="no timer that stops it")
@pytest.mark.parametrize("module", MODULES)
def test_a_pattern_takes_no_more_than_linear_time(module: str) -> None:
    for found in package_patterns():
        if found.place.startswith(f"{module}:"):
            assert {*too_slow(found)} == set()


def too_slow(found: Compiled) -> Iterator[tuple[str, str, str]]:
    """Yield each text that takes a pattern too long, with its place and the method."""
    for method in sorted(found.methods):
        texts = zip(
            hard_texts(found.pattern, SHORT),
            hard_texts(found.pattern, LONG),
            strict=True,
        )
        for short, long in texts:
            if seconds(found, method, short) > SUSPECT:
                try:
                    seconds(found, method, long)
                except TooSlowError:
                    yield found.place, method, short[:20]
