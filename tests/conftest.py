"""Settings of every test: the same examples, names and environment on every run."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from shutil import disk_usage
from tempfile import gettempdir

import pytest
from hypothesis import Phase, settings
from sqlalchemy import MetaData, create_engine, make_url

from tests.leaks import nothing_left_open
from tests.postgresql import NoServerError, postgresql_server
from tests.store.older import know_older

# Few examples in the run of every day; `--hypothesis-profile=thorough` draws more.
settings.register_profile("peloton", derandomize=True, deadline=None, max_examples=20)
settings.register_profile("thorough", settings.get_profile("peloton"), max_examples=100)
# For tests.mutation: a failing example need not be short.
settings.register_profile(
    "mutation", settings.get_profile("peloton"), phases=(Phase.explicit, Phase.generate)
)
settings.load_profile("peloton")

# The output must not depend on the environment in which the tests are started.
_OWN = ("PYTHONUNBUFFERED", "TERM", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
for _name in (*_OWN, "PELOTON_DB", "SOURCE_DATE_EPOCH"):
    os.environ.pop(_name, None)

# Keep the files of the tests in memory if there is room, so that no test waits for a
# disk. The folder is named after the user ID, because the variable USER may be wrong.
_MEMORY = Path("/dev/shm")  # noqa: S108 - each user has a folder of their own in it
if os.name == "posix" and "PYTEST_DEBUG_TEMPROOT" not in os.environ:
    _room = os.access(_MEMORY, os.W_OK) and disk_usage(_MEMORY).free > 2**30
    _folder = (_MEMORY if _room else Path(gettempdir())) / f"peloton-{os.getuid()}"
    _folder.mkdir(mode=0o700, exist_ok=True)
    os.environ["PYTEST_DEBUG_TEMPROOT"] = str(_folder)

_LONGEST = 60
"""Maximum length of a value that is used as the name of a test case."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add an option for a quick run, as used with the oldest dependencies."""
    parser.addoption(
        "--sample",
        action="store_true",
        help="run every eighth test function, with the first of its cases only",
    )


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """With `--sample`, keep only the first case of every eighth test function."""
    if not config.getoption("--sample"):
        return
    first: dict[str, pytest.Item] = {}
    for item in items:
        first.setdefault(item.nodeid.partition("[")[0], item)
    chosen = [*first.values()][::8]
    left = {id(item) for item in items} - {id(item) for item in chosen}
    config.hook.pytest_deselected(items=[item for item in items if id(item) in left])
    items[:] = chosen


def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than there are cores, because some tests only wait."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl
def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name a case after its argument if the value is bytes or a long text.

    Bytes may differ from run to run, as a zip file contains the time. All workers of a
    parallel run must use the same names.
    """
    named = isinstance(val, str) and len(val) <= _LONGEST and "\n" not in val
    return argname if isinstance(val, bytes | str) and not named else None


@pytest.fixture(autouse=True)
def leaves_nothing_open() -> Iterator[None]:
    """Fail a test that leaves a thread or a database connection behind."""
    with nothing_left_open(patience=10):
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a PostgreSQL server that runs during these tests."""
    with ExitStack() as stack:
        try:
            url = stack.enter_context(postgresql_server())
        except NoServerError as error:
            pytest.skip(str(error))
        yield url


@pytest.fixture
def server(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database on a server: PELOTON_TEST_DB or a new one."""
    url = os.environ.get("PELOTON_TEST_DB") or request.getfixturevalue("postgresql")
    engine = create_engine(url)
    if make_url(url).get_backend_name() == "postgresql":
        with engine.begin() as connection:
            connection.exec_driver_sql("DROP SCHEMA public CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA public")
    else:
        tables = MetaData()
        tables.reflect(engine)
        tables.drop_all(engine)
    engine.dispose()
    return str(url)


@pytest.fixture(params=["file", "server"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database; each test runs with a file and a server."""
    if request.param == "file":
        return str(tmp_path / "tours.db")
    return str(request.getfixturevalue("server"))


@pytest.fixture
def older_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let peloton upgrade the databases that `tests.store.older` makes."""
    know_older(monkeypatch)
