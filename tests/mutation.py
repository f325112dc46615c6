"""Find code that no test checks: change it, and see whether a test fails.

`python -m tests.mutation peloton/rules/stage tests/rules tests/samples` makes one small
change at a time (a mutant) to the modules of a folder, or to one file, runs the tests
that execute the changed line until one fails, and prints the mutants that survive.
Tests are given as to pytest. No file is changed: each mutant lives in a forked process.

A mutant in a function replaces its code in a process that has collected the tests. A
mutant that is executed on import has to be imported, which takes seconds instead of
tenths. So this process must not import peloton, or its forks would not import a mutant.
"""

import gc
import os
import pickle
import resource
import signal
import sys
import threading
import time
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import _lru_cache_wrapper, partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from itertools import accumulate
from math import inf
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, TypeVar

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants import Mutant, mutants_of

ROOT = Path(__file__).parents[1]
MEMORY = 4 * 2**30
"""Maximum memory of one mutant, which may request ever more."""
FIRST = 10
"""Number of tests that are run before all others are collected."""
BUDGET = 5
"""Seconds of tests for one mutant; with `--only` all tests are run."""
OUT = os.fdopen(os.dup(1), "w")
_Found = TypeVar("_Found")
Covering = defaultdict[tuple[str, int], set[str]]
"""The tests that execute a line of a file."""
Seconds = dict[str, float]
"""The seconds that each test takes."""


def in_fork(work: Callable[[], _Found], seconds: float = inf) -> _Found | str:
    """Call a function in a separate process; return its result, or how it ended.

    `seconds` is the time it needs without a mutant. The process is killed if it takes
    much longer or needs too much memory.
    """
    read, write = os.pipe()
    child = os.fork()
    if not child:
        if seconds < inf:
            limit_resources(60 + 5 * int(seconds))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # for what pytest prints
        try:
            result: object = work()
        except BaseException as error:  # noqa: BLE001 - a mutant may raise anything
            result = repr(error)
        with os.fdopen(write, "wb") as pipe:
            pickle.dump(result, pipe)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        found = pipe.read()
    _, status = os.waitpid(child, 0)
    return pickle.loads(found) if found else f"ended by {status}"  # noqa: S301 - ours


def limit_resources(seconds: int) -> None:
    """Kill this process after some CPU time, or after 20 times as long by the clock."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    signal.alarm(20 * seconds)


def collected(
    tests: Sequence[str], use: Callable[[pytest.Session], _Found]
) -> _Found | str:
    """Let pytest collect tests; return the result of `use` with its session."""
    found: list[_Found] = []

    class Plugin:
        def pytest_runtestloop(self, session: pytest.Session) -> bool:
            found.append(use(session))
            return True

    options = "-q -p no:cacheprovider --hypothesis-profile=mutation"
    ignored = "ignore::pytest.PytestAssertRewriteWarning"
    pytest.main([*options.split(), "-W", ignored, *tests], plugins=[Plugin()])
    return found[0] if found else "no test can be collected"


def results(items: Sequence[pytest.Item]) -> Iterator[tuple[str, bool]]:
    """Run tests; yield the name of each, and whether it passed."""
    for item, following in zip(items, [*items[1:], None], strict=True):
        reports = runtestprotocol(item, nextitem=following, log=False)
        yield item.nodeid, not any(report.failed for report in reports)


def killer(items: Sequence[pytest.Item]) -> str | None:
    """Run tests until one fails, and return its name."""
    name = next((name for name, passed in results(items) if not passed), None)
    if name:
        items[0].session._setupstate.teardown_exact(None)  # noqa: SLF001 - stop servers
    return name


class Run:
    """The tests that execute each line of some modules, and how often they killed."""

    def __init__(
        self, files: Sequence[Path], tests: Sequence[str], only: Collection[str]
    ) -> None:
        self.only, self.budget = only, inf if only else BUDGET
        self.files = {str(file): file.read_text(encoding="utf-8") for file in files}
        self.tests = tests
        self.covering: Covering = defaultdict(set)
        self.seconds: Seconds = {}
        self.kills = {file: Counter[str | None]() for file in self.files}

    def record(self, items: Sequence[pytest.Item]) -> tuple[Covering, Seconds]:
        """Run every test once; return the tests that execute each line, and times."""
        lines: set[tuple[str, int]] = set()

        def trace(frame: FrameType, _event: str, _arg: object) -> Any:  # noqa: ANN401
            if frame.f_code.co_filename not in self.files:
                return None
            lines.add((frame.f_code.co_filename, frame.f_lineno))
            return trace

        threading.settrace(trace)
        sys.settrace(trace)
        begun = time.process_time()
        for name, passed in results(items):
            if passed:
                self.seconds[name] = time.process_time() - begun
                for line in lines:
                    self.covering[line].add(name)
            else:
                print("left out, fails without a mutant:", name, file=OUT)
            lines.clear()
            begun = time.process_time()
        return self.covering, self.seconds

    def ordered(self, file: str, names: set[str]) -> list[str]:
        """Sort tests: most kills in this file first, then the quickest.

        Tests beyond the budget are left out.
        """
        kills, seconds = self.kills[file], self.seconds
        ordered = sorted(names, key=lambda name: (-kills[name], seconds[name], name))
        spent = accumulate(seconds[name] for name in ordered)
        return ordered[: 1 + sum(total < self.budget for total in spent)]

    def sum(self, names: Collection[str]) -> float:
        """Return the seconds that these tests take."""
        return sum(self.seconds[name] for name in names)

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Return the tests that execute the changed expression, or its statement."""
        for lines in mutant.lines:
            found = [self.covering.get((mutant.file, line), set()) for line in lines]
            if any(found):
                return self.ordered(mutant.file, set().union(*found))
        return []

    def mutants(self, file: str) -> Iterator[Mutant]:
        """Yield the mutants of a file, with `--only` just those that it lists."""
        for mutant in mutants_of(file, self.files[file]):
            if not self.only or str(mutant) in self.only:
                yield mutant

    def note(self, mutant: Mutant, name: str | None) -> None:
        """Count a mutant; print it if no test failed, or it ended otherwise."""
        self.kills[mutant.file][name] += 1
        if name not in self.seconds:
            ended = f"# {name}: " if name else ""
            print(f"{ended}{mutant}", file=OUT, flush=True)

    def try_functions(self, session: pytest.Session) -> set[tuple[str, int]]:
        """Run the tests of mutants in functions; return those that must be imported."""
        recorded = in_fork(lambda: self.record(session.items))
        if isinstance(recorded, str):
            sys.exit(recorded)
        self.covering, self.seconds = recorded
        print(f"{len(self.seconds)} tests are run", file=OUT, flush=True)
        for found in gc.get_objects():
            if isinstance(found, _lru_cache_wrapper):
                found.cache_clear()
        functions = {file: live_functions(file) for file in self.files}
        gc.freeze()
        items = {item.nodeid: item for item in session.items}
        left: set[tuple[str, int]] = set()
        for file, source in self.files.items():
            original = compile(source, file, "exec", dont_inherit=True)
            for mutant in self.mutants(file):
                swaps = [
                    (function, new)
                    for old, new in changed(original, mutant.code)
                    for function in functions[file][old]
                ]
                names = self.tests_of(mutant)
                if names and swaps and all(fits(*swap) for swap in swaps):
                    run = partial(swap_and_run, swaps, [items[name] for name in names])
                    self.note(mutant, in_fork(run, self.sum(names)))
                else:
                    left.add((file, mutant.number))
        return left

    def try_import(self, mutant: Mutant) -> None:
        """Import a mutant, and run the tests that execute its file."""
        found = [
            names for (file, _), names in self.covering.items() if file == mutant.file
        ]
        names = self.ordered(mutant.file, set().union(*found) or {*self.seconds})

        def run(chosen: Sequence[str], session: pytest.Session) -> str | None:
            items = {item.nodeid: item for item in session.items}
            renamed = (name for name in chosen if name not in items)
            return next(renamed, None) or killer([items[name] for name in chosen])

        def attempt() -> str | None:
            sys.meta_path.insert(0, MutantFinder(mutant))
            for chosen in filter(None, (names[:FIRST], names[FIRST:])):
                files = {name.partition("::")[0] for name in chosen}
                if failing := collected(sorted(files), partial(run, chosen)):
                    return failing
            return None

        self.note(mutant, in_fork(attempt, self.sum(names)))


Swap = tuple[FunctionType, CodeType]


def fits(function: FunctionType, code: CodeType) -> bool:
    """Return whether a function can be given this code."""
    return function.__code__.co_freevars == code.co_freevars


def swap_and_run(swaps: Sequence[Swap], items: Sequence[pytest.Item]) -> str | None:
    """Give functions their mutated code and run tests; return the one that fails."""
    for function, code in swaps:
        function.__code__ = code
    return killer(items)


def live_functions(file: str) -> defaultdict[CodeType, list[FunctionType]]:
    """Return the function objects of a file that exist now, by their code."""
    found = defaultdict(list)
    for function in gc.get_objects():
        if type(function) is FunctionType and function.__code__.co_filename == file:
            found[function.__code__].append(function)
    return found


def changed(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield the pairs of old and new code that differ, from the module inwards."""
    if old != new:
        yield old, new
        parts = [
            [const for const in code.co_consts if isinstance(const, CodeType)]
            for code in (old, new)
        ]
        if len(parts[0]) == len(parts[1]):
            for pair in zip(*parts, strict=True):
                yield from changed(*pair)


class MutantFinder(MetaPathFinder, Loader):
    """Imports a mutant in place of its module."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        path = Path(mutant.file).relative_to(ROOT).with_suffix("")
        self.module = ".".join(path.parts).removesuffix(".__init__")

    def find_spec(
        self, fullname: str, path: object = None, target: object = None
    ) -> ModuleSpec | None:
        del path, target
        if fullname != self.module:
            return None
        return spec_from_file_location(fullname, self.mutant.file, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        exec(self.mutant.code, vars(module))  # noqa: S102 - our own code


def main() -> None:
    """Try every mutant of a folder or a file, and print the survivors."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("target", type=Path)
    parser.add_argument("tests", nargs="*", help="default: those of the same folder")
    parser.add_argument("--only", type=Path, help="what an earlier run printed")
    given = parser.parse_args()
    path = ROOT / given.target
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    only = given.only.read_text(encoding="utf-8").splitlines() if given.only else ()
    tests = given.tests or [f"tests/{files[0].relative_to(ROOT / 'peloton').parts[0]}"]
    run = Run(files, tests, frozenset(only))

    def try_functions(session: pytest.Session) -> tuple[set[tuple[str, int]], Run]:
        return run.try_functions(session), run

    done = in_fork(lambda: collected(tests, try_functions))
    if isinstance(done, str):
        sys.exit(done)
    left, run = done
    print(f"{len(left)} mutants are imported", file=OUT, flush=True)
    for file in run.files:
        for mutant in run.mutants(file):
            if (file, mutant.number) in left:
                run.try_import(mutant)
    mutants = sum(sum(kills.values()) for kills in run.kills.values())
    survivors = sum(kills[None] for kills in run.kills.values())
    print(f"{survivors} of {mutants} mutants survive", file=OUT)


if __name__ == "__main__":
    main()
