"""A program that runs for a day does not need more and more memory."""

import sys
from functools import _lru_cache_wrapper
from importlib import import_module
from pkgutil import walk_packages

import peloton

OF_OURS = {
    "peloton.cli.support.group._hints",
    "peloton.notation.catalogue.builtin_catalogue",
    "peloton.notation.ghosts.builtin_ways",
    "peloton.notation.season_file.default_season",
    "peloton.notation.stories.builtin_story",
    "peloton.notation.toml.values.whole_from",
    "peloton.store.facts.codec._defaults",
    "peloton.store.facts.codec.reader",
    "peloton.writers.paper.font_files.face_of",
    "peloton.writers.paper.font_files.font_letters",
}
"""Unlimited caches, whose keys are only peloton's own names and types."""


def test_what_is_remembered_of_what_people_write_has_a_limit() -> None:
    for module in walk_packages(peloton.__path__, "peloton."):
        if not module.name.endswith(("__main__", "migrations.env")):
            import_module(module.name)
    found = {
        f"{name}.{value.__name__}": value.cache_info().maxsize
        for name, module in list(sys.modules.items())
        if name.startswith("peloton.")
        for value in vars(module).values()
        if isinstance(value, _lru_cache_wrapper) and value.__module__ == name
    }
    assert {name for name, most in found.items() if most is None} <= OF_OURS
