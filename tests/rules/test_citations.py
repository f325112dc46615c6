"""Every rule that is played has a test that cites its number."""

import re
from pathlib import Path

import pytest

RULES = [
    *(f"CR-{n}" for n in (*range(1, 13), 15, 16, 17)),
    *(f"CY-{n}" for n in (*range(1, 12), 18)),
    *(f"GN-{n}" for n in range(1, 5)),
]
CITED = re.compile(
    r'def test_\w+\([^)]*\)\s*->\s*\(?\s*None\s*\)?:\s*"""\s*([^"]*?)"""', re.DOTALL
)
NUMBER = re.compile(r"(?:CR|CY|GN)-\d+")


def cited() -> set[str]:
    """The rule numbers at the head of the docstrings of the tests beside this one."""
    numbers: set[str] = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        for docstring in CITED.findall(file.read_text(encoding="utf-8")):
            numbers.update(NUMBER.findall(docstring.partition(". ")[0]))
    return numbers


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_cited_by_a_test(rule: str) -> None:
    assert rule in cited()
