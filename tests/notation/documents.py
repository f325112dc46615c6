"""The mistakes of a document that cannot be read."""

from collections.abc import Callable

import pytest

from peloton.notation.toml.schema import DocumentError
from peloton.rules.facts.problem import Problem


def problems_of(text: str, read: Callable[[str], object]) -> tuple[Problem, ...]:
    with pytest.raises(DocumentError) as refused:
        read(text)
    return refused.value.problems
