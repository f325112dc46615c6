"""What holds for every test: the same examples, names and surroundings on every run."""

import os

import pytest
from hypothesis import settings

settings.register_profile("peloton", derandomize=True, deadline=None)
settings.load_profile("peloton")

# Programs that tests start write as they do in anybody's shell.
os.environ.pop("PYTHONUNBUFFERED", None)

_LONGEST = 60
"""Letters of a value that names a case."""


@pytest.hookimpl
def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name a case by its argument if its value is bytes, or a long text.

    Bytes may differ from run to run, as a zip file does by its clock; tests that run
    side by side must all have the same names.
    """
    named = isinstance(val, str) and len(val) <= _LONGEST and "\n" not in val
    return argname if isinstance(val, bytes | str) and not named else None
