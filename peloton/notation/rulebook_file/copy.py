"""Copy a built-in rulebook for house rules, with a comment on every value."""

import re
from collections.abc import Collection
from textwrap import wrap

from peloton.notation.rulebook_file.reading import (
    builtin_names,
    builtin_text,
    read_rulebook,
)
from peloton.notation.toml.writing import toml_value
from peloton.rules.rulebook.keys import KEYS
from peloton.rules.rulebook.rulebook import Source
from peloton.rules.values import unexpected
from peloton.rules.words import DEVICE_NAMES

_WIDTH = 88
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_KEY = re.compile(r"\[([\w.]+)\]")
_HEADER = """\
# {name}: house rules, copied from {base}.
#
# Change the values that you play differently. A value that differs from {base}'s is
# marked as a house rule, unless you also change its source. The meaning of each value
# is above it; values that {base} leaves at their defaults are listed at the end.
#
# To use it, put this in a tour file beside it: rulebook = "{name}.toml"
# To list its mistakes: peloton rules check {name}.toml

name = "{name}"
from = "{base}"
title = "{title}"
"""


def check_new_file_name(name: str, taken: Collection[str]) -> None:
    """Raise PelotonError if a new file's name is taken or not a valid file name."""
    if not _NAME.fullmatch(name) or name in taken or name.lower() in DEVICE_NAMES:
        raise unexpected(name, "a new name, of letters, digits, - and _")


def house_rules_text(name: str, base: str) -> str:
    """Copy a built-in rulebook under a new name, with a comment on every value."""
    check_new_file_name(name, builtin_names())
    text = builtin_text(base)
    rulebook = read_rulebook(text)
    # Leave out the original's lines up to its title, which the header replaces.
    values = text.partition("\ntitle = ")[2].partition("\n")[2]
    title = f"{rulebook.title}: {name}"
    lines = _HEADER.format(name=name, base=base, title=title).splitlines()
    for line in values.rstrip().splitlines():
        header = _KEY.fullmatch(line)
        if header and header[1] in KEYS:
            lines += _meaning(header[1])
        lines.append(line)
    lines.append("")
    defaults = [key for key in KEYS if rulebook.values[key].source == Source.DEFAULT]
    if defaults:
        title = "# --- Defaults: remove the # before [ and value to change one "
        lines += [title.ljust(_WIDTH - 1, "-"), ""]
    for key in defaults:
        value = toml_value(rulebook.values[key].value)
        lines += [*_meaning(key), f"# [{key}]", f"# value = {value}", ""]
    return "\n".join(lines)


def _meaning(key: str) -> list[str]:
    """Return comment lines that explain a rulebook value and state its type."""
    known = KEYS[key]
    text = f"{known.meaning} ({known.expected})"
    return [f"# {line}" for line in wrap(text, _WIDTH - 2)]
