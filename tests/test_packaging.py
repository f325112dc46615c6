"""The package as pip, pipx and uv install it: its name, its extras, its version."""

import importlib.util
import re
import sys
import tomllib

import pytest

import peloton
from peloton.errors import install_command
from tests.readme import GUIDE, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]


def test_the_version_is_written_twice_but_the_same() -> None:
    assert PROJECT["version"] == peloton.__version__


def test_messages_and_pages_name_extras_that_exist() -> None:
    """As the distribution is called on the package index, which is not `peloton`."""
    files = [*(ROOT / "peloton").rglob("*.py"), *GUIDE.glob("*.md"), ROOT / "README.md"]
    named = {
        found
        for file in files
        for found in re.findall(
            r"[\w.-]+\[(?:cjk|postgres|dev)\]", file.read_text(encoding="utf-8")
        )
    }

    assert PROJECT["optional-dependencies"].keys() == {"cjk", "postgres", "dev"}
    wheel = (
        f"{PROJECT['name'].replace('-', '_')}-{peloton.__version__}-py3-none-any.whl"
    )
    assert named == {
        *(f"{PROJECT['name']}[cjk]", f"{PROJECT['name']}[postgres]", f"{wheel}[cjk]"),
        *(".[cjk]", ".[postgres]", ".[dev]"),
    }


def test_the_extra_dev_has_all_others() -> None:
    extras = PROJECT["optional-dependencies"]

    assert {*extras["cjk"], *extras["postgres"]} <= {*extras["dev"]}


@pytest.mark.parametrize(
    ("python", "pip", "command"),
    [
        ("/a/bin/python", True, '/a/bin/python -m pip install "x[y]"'),
        ("C:\\A B\\python.exe", True, '"C:\\A B\\python.exe" -m pip install "x[y]"'),
        ("/a/bin/python", False, 'uv pip install --python /a/bin/python "x[y]"'),
    ],
)
def test_the_command_that_installs_a_package_works_without_a_clone(
    monkeypatch: pytest.MonkeyPatch, python: str, *, pip: bool, command: str
) -> None:
    """Environments of `uv tool` have no pip."""
    monkeypatch.setattr(sys, "executable", python)
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: pip or None)

    assert install_command("x[y]") == command
