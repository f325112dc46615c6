"""Read the user's settings: default language, game, paper size, name and story."""

import os
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path

from peloton.api.formats import PAPER_SIZES
from peloton.cli.support.arguments import match_word
from peloton.desk.session import user_folder
from peloton.errors import PelotonError
from peloton.notation.resources import file_text
from peloton.notation.rulebook_file.reading import builtin_names
from peloton.rules.names import LANGUAGES
from peloton.rules.values import unexpected, word_fault

DEFAULTS = {
    "language": "en",
    "game": "",
    "paper": PAPER_SIZES[0],
    "name": "",
    "story": "",
}
"""The keys in the settings file, with their default values."""


def settings_file() -> Path:
    """Return the path of the user's settings file, which need not exist.

    Raises PelotonError if there is no home folder.
    """
    from platformdirs import user_config_path

    return user_folder(user_config_path) / "settings.toml"


def user_settings() -> Mapping[str, str]:
    """Read the settings file; raise PelotonError for the first mistake in it."""
    try:
        file = settings_file()
    except PelotonError:
        return {}
    if not os.path.isfile(file):  # noqa: PTH113 - no error without access to the folder
        return {}
    text = file_text(file)
    try:
        found = tomllib.loads(text)
        return {key: _value(key, value) for key, value in found.items()}
    except (tomllib.TOMLDecodeError, PelotonError) as error:
        raise PelotonError(f"{file}: {error}") from error


def _value(key: str, value: object) -> str:
    if key not in DEFAULTS:
        raise PelotonError(f"unknown setting: {word_fault(key, DEFAULTS)}")
    if not isinstance(value, str):
        raise PelotonError(f"{key}: {unexpected(value, 'text in quotes')}")
    if key == "story" and value.casefold() == "off":
        return "off"
    words: dict[str, Mapping[str, Collection[str]]] = {
        "language": {str(code): names for code, names in LANGUAGES.items()},
        "game": dict.fromkeys(builtin_names(), ()),
        "paper": dict.fromkeys(PAPER_SIZES, ()),
    }
    try:
        return match_word(words[key], value, words[key]) if key in words else value
    except PelotonError as error:
        raise PelotonError(f"{key}: {error}") from error
