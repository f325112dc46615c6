"""Copy a built-in rulebook for house rules, with a comment on every value."""

import re
from collections.abc import Collection
from textwrap import wrap

from peloton.notation.rulebook_file.reading import (
    builtin_names,
    builtin_text,
    read_rulebook,
)
from peloton.rules.rulebook.keys import KEYS, RuleKind
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
# is above it. To list all values, also those that {base} leaves at their defaults:
# peloton rules show {base}
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
    # Leave out the original's lines up to its title, which the header replaces.
    values = text.partition("\ntitle = ")[2].partition("\n")[2]
    title = f"{read_rulebook(text).title}: {name}"
    lines = _HEADER.format(name=name, base=base, title=title).splitlines()
    for line in values.rstrip().splitlines():
        header = _KEY.fullmatch(line)
        if header and header[1] in KEYS:
            lines += _meaning(header[1])
        lines.append(line)
    return "\n".join((*lines, ""))


def _meaning(key: str) -> list[str]:
    """Return comment lines that explain a rulebook value and state its type."""
    known = KEYS[key]
    expected = known.kind.value
    if known.kind is RuleKind.WORD:
        expected = f"one of {', '.join(known.words)}"
    elif known.kind is RuleKind.WORDS:
        expected = f"any of {', '.join(known.words)}"
    return [f"# {line}" for line in wrap(f"{known.meaning} ({expected})", _WIDTH - 2)]
