"""A rulebook copied for house rules: the same file, with what every value means."""

import re
from collections.abc import Collection
from textwrap import wrap

from peloton.errors import PelotonError
from peloton.notation.rulebook_file.reading import (
    builtin_names,
    builtin_text,
    read_rulebook,
)
from peloton.notation.toml.schema import toml_value
from peloton.rules.rulebook.keys import KEYS, RuleKind
from peloton.rules.rulebook.rulebook import Rulebook, Source
from peloton.rules.values import shown

_WIDTH = 88
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_KEY = re.compile(r"\[([\w.]+)\]")
_HEADER = """\
# {name}: house rules, copied from {base}.
#
# Change what you play differently. A value that differs from {base}'s counts as a house
# rule by itself, unless you also change its source. What it means stands above each; at
# the end are the values that {base} leaves as they are in every game.
#
# In a tour file beside this one: rulebook = "{name}.toml"
# Every mistake in it: peloton rules check {name}.toml

name = "{name}"
from = "{base}"
title = "{title}"
"""


def check_own_name(name: str, taken: Collection[str]) -> None:
    """Raise PelotonError for a name that cannot be a file's, or that is built in."""
    if not _NAME.fullmatch(name) or name in taken:
        message = (
            f"found {shown(name)}, expected a name of your own,"
            " of letters, digits, - and _"
        )
        raise PelotonError(message)


def house_rules_text(name: str, base: str) -> str:
    """Write a built-in rulebook as one of your own, every value with its meaning.

    Raises PelotonError for a name that cannot be a file's or that is built in, and
    for a base that is not.
    """
    check_own_name(name, builtin_names())
    text = builtin_text(base)
    rulebook, _ = read_rulebook(text)
    if rulebook is None:
        message = f"the built-in rulebook {base} cannot be read"
        raise PelotonError(message)
    # What the file says of itself, up to its title, is for the original only.
    values = text.partition("\ntitle = ")[2].partition("\n")[2]
    title = f"{rulebook.title}: {name}"
    lines = [*_HEADER.format(name=name, base=base, title=title).splitlines()]
    for line in values.rstrip().splitlines():
        header = _KEY.fullmatch(line)
        if header and header[1] in KEYS:
            lines += _meaning(header[1])
        lines.append(line)
    return "\n".join([*lines, *_defaults(rulebook), ""])


def _meaning(key: str) -> list[str]:
    """Write the meaning of a value and its kind as a comment."""
    known = KEYS[key]
    expected = known.kind.value
    if known.kind is RuleKind.WORD:
        expected = f"one of {', '.join(known.words)}"
    elif known.kind is RuleKind.WORDS:
        expected = f"any of {', '.join(known.words)}"
    return [f"# {line}" for line in wrap(f"{known.meaning} ({expected})", _WIDTH - 2)]


def _defaults(rulebook: Rulebook) -> list[str]:
    """Write the values that the rulebook does not give, as comments to be changed."""
    left = [key for key in KEYS if rulebook.values[key].source == Source.DEFAULT]
    if not left:
        return []
    title = "# --- As in every game, unless you take away the # before [ and value "
    lines = ["", title.ljust(_WIDTH - 1, "-"), ""]
    for key in left:
        value = toml_value(rulebook.values[key].value)
        lines += [*_meaning(key), f"# [{key}]", f"# value = {value}", ""]
    return lines[:-1]
