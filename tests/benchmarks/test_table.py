"""Benchmarks of the live table: the delay of a change, and the load with 40 phones.

Not part of the tests. On a quiet machine:

    pytest tests/benchmarks/test_table.py --benchmark-only -s

The limits are: from a key at the desk to the page of the last of 40 phones, 200 ms in
half of all cases and 400 ms in 95 %; from a change on a phone to its own page, 60 ms;
for the first page with all its files, 60 kB; for a table with 40 seats, 130 MiB.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from statistics import quantiles
from threading import Event, Thread
from time import monotonic, sleep

import pytest

from peloton.desk.store import DeskStore
from tests.benchmarks.fixture import Benchmark
from tests.table.tables import Phone, loaded

PHONES, ROUNDS = 40, 60


class Follower(Thread):
    """A phone that requests the page again as soon as it was answered."""

    def __init__(self, phone: Phone) -> None:
        super().__init__(daemon=True)
        self.phone, self.page = phone, ""
        self.ready, self.seen = Event(), Event()
        self.words = "nothing"

    def run(self) -> None:
        asking = HTTPConnection(self.phone.host, timeout=60)
        with closing(asking), suppress(OSError):  # the table has ended
            self.follow(asking)

    def follow(self, asking: HTTPConnection) -> None:
        tag, board = "", "0"
        while True:
            headers = {"Cookie": self.phone.cookie, "If-None-Match": tag}
            asking.request("GET", f"/?board={board}", headers=headers)
            answer = asking.getresponse()
            self.page = answer.read().decode() or self.page
            tag = answer.getheader("ETag") or tag
            board = answer.getheader("Board") or board
            self.ready.set()
            if self.words in self.page:
                self.seen.set()
            sleep(0.1)  # as the script does


class Around:
    """A table in another process, the desk in this process, and the phones."""

    def __init__(self, folder: Path) -> None:
        session = loaded(folder, "cyclo", 5)
        assert session.address is not None
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            [
                *(sys.executable, "-m", "peloton", "--db", session.address),
                *("table", "--host", "127.0.0.1"),
            ],
            env={**os.environ, "XDG_DATA_HOME": str(folder)},
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None
        while "Ctrl-C" not in (line := self.process.stderr.readline()):
            if line.startswith("Write"):
                self.host, _, self.write = line.split("//")[1].strip().partition("/#w=")
            if line.startswith("Follow"):
                self.follow = line.strip().partition("/#f=")[2]
        # What it says of each phone would fill the pipe.
        self.reader = Thread(target=self.process.stderr.read, daemon=True)
        self.reader.start()
        sleep(1)
        self.desk = DeskStore(session, 5)
        self.desk.open()
        self.followers: list[Follower] = []

    def gather(self, phones: int) -> None:
        """Add followers until there are as many as `phones`."""
        while len(self.followers) < phones:
            follower = Follower(self.phone(self.follow))
            self.followers.append(follower)
            follower.start()
            follower.ready.wait(10)

    def change(self, words: str) -> None:
        """Type a line at the desk, and wait until the last phone shows it."""
        for follower in self.followers:
            follower.seen.clear()
            follower.words = words
        self.desk.save_draft(f"1 0\n!1 +5 {words}\n")
        assert all(follower.seen.wait(10) for follower in self.followers)

    def phone(self, key: str) -> Phone:
        phone = Phone(host=self.host)
        phone.sit(key)
        return phone

    @property
    def memory(self) -> int:
        """The peak memory of the server, in MiB; 0 if unknown."""
        status = Path(f"/proc/{self.process.pid}/status")
        found = status.read_text().partition("VmHWM:")[2] if status.exists() else "0"
        return int(found.split()[0]) // 1024

    @property
    def cpu(self) -> int:
        """The CPU time of the server, in ticks of 10 ms; needs /proc."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().split()
        return int(fields[13]) + int(fields[14])


@pytest.fixture(scope="module")
def around(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Around]:
    around = Around(tmp_path_factory.mktemp("table"))
    yield around
    around.process.terminate()
    around.process.wait(10)
    around.reader.join(10)
    assert around.process.stderr is not None
    around.process.stderr.close()
    for follower in around.followers:
        follower.join(10)


@pytest.fixture(scope="module")
def phones(around: Around, request: pytest.FixtureRequest) -> int:
    """The numbers of phones; the phones stay connected for the next tests."""
    number: int = request.param
    around.gather(number)
    return number


def timed(benchmark: Benchmark, what: str, job: Callable[[], None]) -> None:
    """Run a job many times, and print the median and the 95th percentile."""
    took: list[float] = []

    def one() -> None:
        begun = monotonic()
        job()
        took.append((monotonic() - begun) * 1000)

    benchmark.pedantic(one, rounds=ROUNDS, warmup_rounds=2)
    cuts = quantiles(took, n=20)
    sys.stderr.write(f"\n{what}: p50 {cuts[9]:.0f} ms, p95 {cuts[18]:.0f} ms\n")


def test_from_a_change_on_a_phone_to_its_own_page(
    benchmark: Benchmark, around: Around
) -> None:
    phone = around.phone(around.write)
    stage = phone.state()["stage"]
    numbers = count(1)

    def change() -> None:
        words = f"# {next(numbers)}"
        fields = {"stage": stage, "op": "add", "at": "", "was": "", "line": words}
        assert phone.post("/change", number=next(numbers), **fields)[0] == 303
        page = phone.get("/desk")
        assert words in page
        sleep(0.15)  # ten a second are too many

    timed(benchmark, "from a change to its own page, with 150 ms of rest", change)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("phones", [1, PHONES], indirect=True)
def test_the_cpu_time_of_a_change(
    benchmark: Benchmark, around: Around, phones: int
) -> None:
    """40 phones take little more than one: a page is rendered once a change."""
    numbers = count(1)
    begun = around.cpu

    def change() -> None:
        around.change(f"{phones} phones, ruling {next(numbers)}.")

    benchmark.pedantic(change, rounds=ROUNDS, warmup_rounds=0)
    spent = (around.cpu - begun) * 10 / ROUNDS
    sys.stderr.write(f"\nCPU of the server a change, {phones} phones: {spent:.1f} ms\n")


@pytest.mark.usefixtures("phones")
@pytest.mark.parametrize("phones", [PHONES], indirect=True)
def test_from_a_key_at_the_desk_to_the_last_of_40_phones(
    benchmark: Benchmark, around: Around
) -> None:
    numbers = count(1)

    def key() -> None:
        around.change(f"ruling {next(numbers)}.")
        sleep(0.05)

    timed(benchmark, "from a key to the last of 40 phones, with 50 ms of rest", key)
    sys.stderr.write(f"memory with {PHONES} phones: {around.memory} MiB\n")
