"""Count stilted turns of phrase in the program's English.

    python -m tests.english [KIND]

prints the texts with most turns first. A turn is only a hint for an editor, because it
may be natural in its sentence, so a test allows some for each 1,000 words. Add phrases
that readers stumble over to `TURNS`, and improve patterns that match natural English.
"""

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from tests.readme import ROOT

PACKAGE = ROOT / "peloton"
DATA = ("rulebooks", "ghosts", "courses", "seasons")
"""Folders of `templates` with sentences that users read."""
KINDS = ("code", "messages", "pages")
FEWEST_WORDS = 4
"""Minimum number of words of a text whose style is checked."""

BE = r"(?:is|are|was|were)"
ITS = r"(?:its|their|your|his|her|our|one's)"
TURNS = {
    "name the thing, not 'what is ...'": (
        rf"(?:(?:^|[;:(.] )|\b(?:of|by|for|with|in|from|as|if|that|and|or|than|to"
        rf"|return|yield|give|keep|store|write|read|delete|replace|add) )"
        rf"(?:what|who|whom) (?:{BE}|has|had|may|can|must|comes|goes|stands|wants)\b"
        r"(?![^.]*\?)"
    ),
    "name the thing, not 'those that'": (
        r"\bthose (?:who|that|which|of|in|on|with|left|made|seen|not)\b"
    ),
    "no 'for whom'": r"\b(?:for|of|to|by|from|with) whom\b",
    "'is', 'is in' or 'is listed', not 'stands' or 'lies'": (
        r"\b(?:stands?(?! for\b)|stood|lies|lay)\b"
    ),
    "'is reported' or 'is shown', not 'is said'": (
        rf"\b(?:{BE}|be|been) (?:said|told|named)\b(?! (?:after|apart)\b)"
    ),
    "'Return', 'Report' or 'Show', not 'Say' or 'Tell'": (
        r"^(?:say|tell)\b|\b(?:says?|tells?) (?:so|it|what|who|how|which|whether)\b"
    ),
    "a concrete verb, not 'goes' or 'comes'": (
        r"\b(?:goes?|went|comes?|came) "
        r"(?:by|of|on|before|behind|after|round|with|again|home)\b"
    ),
    "'Iterate', 'Check' or 'Yield', not 'Go through'": r"^go through\b",
    "an ordinary word": (
        r"\b(?:anew|besides|whoever|whomever|whence|wherein|thereof|therein|henceforth"
        r"|aught)\b"
    ),
    "'undo' or 'redo'": (
        r"\b(?:tak(?:es?|en)|took) (?:\w+ )?back\b|\b(?:bring|brings|brought) again\b"
    ),
    "'separate' or the owner, not 'of its own'": rf"\b(?:of|on) {ITS} own\b",
    "'unchanged', not 'as it is'": (
        rf"\bas (?:it|they|he|she) (?:{BE}|stands?|came)\b(?! \w+(?:ed|ing)\b)"
    ),
    "no 'so it is'": rf"\bso (?:it|they) (?:{BE}|do|does|did)\b",
    "'there is no ...', not 'is none'": (
        rf"(?<!there )\b(?:{BE}|with) none\b|\band none\b(?! {BE}\b)"
    ),
    "no pronoun after a preposition at the end": (
        r"(?<!\ball )(?<!\bany )(?<!\bone )(?<!\beach )(?<!\bboth )(?<!\bmost )"
        r"\b(?:of|by|for|on) (?:it|them)[.,;:)]*$"
    ),
    "'Return whether' or 'True if'": r"^whether\b",
    "a number, not 'so many'": r"\bso many\b(?! that\b)",
    "'except', not 'but for'": r"\bbut for\b",
}
_PATTERNS = {advice: re.compile(turn, re.IGNORECASE) for advice, turn in TURNS.items()}
_SENTENCE = re.compile(r"(?<=[.:;!?]) ")
_MARKUP = re.compile(
    r"<\w|[{}].*;|\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|DROP)\b|\(\?"
)
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_SAID = re.compile(r"""\bsay\(\s*(["'])(.+?)\1""")


class Passage(NamedTuple):
    """A text of the program, on one line, and where it is."""

    kind: str
    place: str
    words: str

    @property
    def turns(self) -> list[tuple[str, str]]:
        """The sentences with stilted turns, each with advice for an editor."""
        return [
            (sentence, advice)
            for sentence in _SENTENCE.split(self.words)
            for advice, pattern in _PATTERNS.items()
            if pattern.search(sentence.strip("`*# "))
        ]


@cache
def passages() -> tuple[Passage, ...]:
    """Read every text of the program that is long enough."""
    found = chain(
        *(_of_module(file) for file in sorted(PACKAGE.rglob("*.py"))),
        *(_of_page(file) for file in pages()),
        *(_of_template(file) for file in sorted(PACKAGE.rglob("*.html"))),
        *(_of_data(file) for name in DATA for file in _data_files(name)),
    )
    return tuple(each for each in found if len(each.words.split()) >= FEWEST_WORDS)


def pages() -> list[Path]:
    """Return the Markdown files of the project."""
    folders = ((ROOT / ".github").glob("*.md"), PACKAGE.rglob("*.md"))
    return [ROOT / "README.md", *sorted(chain(*folders))]


def rate(kind: str) -> float:
    """Return the number of turns in 1,000 words of one kind of text."""
    of_kind = [each for each in passages() if each.kind == kind]
    words = sum(len(each.words.split()) for each in of_kind)
    return 1000 * sum(len(each.turns) for each in of_kind) / words


def worst(kind: str, count: int | None = None) -> list[str]:
    """Return lines about the passages with most turns, one for each sentence."""
    of_kind = (each for each in passages() if each.kind == kind and each.turns)
    ordered = sorted(of_kind, key=lambda each: -len(each.turns))[:count]
    return [
        f"{each.place}: {sentence[:120]!r}: {advice}"
        for each in ordered
        for sentence, advice in each.turns
    ]


def _of_module(file: Path) -> Iterator[Passage]:
    """Yield the docstrings, comments and other strings of a module.

    The docstring of a command is its help text, so it counts as a message.
    """
    source, name = _read(file), _name(file)
    kind_of_help = (
        "messages" if "commands" in file.relative_to(PACKAGE).parts else "code"
    )
    for line, text, is_docstring in _strings(ast.parse(source)):
        if is_docstring:
            yield Passage(kind_of_help, f"{name}:{line}", _flat(text))
        elif not _MARKUP.search(text):
            yield Passage("messages", f"{name}:{line}", _flat(text))
    for line, text in _comments(source):
        yield Passage("code", f"{name}:{line}", text)


def _strings(node: ast.AST) -> Iterator[tuple[int, str, bool]]:
    """Yield every string, its line, and whether it is a docstring.

    An f-string is one text, with X for each value.
    """
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        if isinstance(node.value.value, str):
            yield node.lineno, node.value.value, True
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value, False
    elif isinstance(node, ast.JoinedStr):
        parts = (p.value if isinstance(p, ast.Constant) else "X" for p in node.values)
        yield node.lineno, "".join(map(str, parts)), False
    else:
        for inner in ast.iter_child_nodes(node):
            yield from _strings(inner)


def _comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield comments with their lines; comments on adjacent lines are one text."""
    if "#" not in source:
        return
    first, last, texts = 0, 0, list[str]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT or "noqa" in token.string:
            continue
        if token.start[0] != last + 1:
            yield first, " ".join(texts)
            first, texts = token.start[0], []
        texts.append(token.string.lstrip("#: "))
        last = token.start[0]
    yield first, " ".join(texts)


def _of_page(file: Path) -> Iterator[Passage]:
    """Yield the paragraphs, list items and rows of a Markdown file."""
    prose = _FENCE.sub(lambda fence: "\n" * fence[0].count("\n"), _read(file))
    line = 1
    for text in re.split(r"(\n\s*\n|\n(?=[-*|#]|\d+\. ))", prose):
        yield Passage("pages", f"{_name(file)}:{line}", _flat(text))
        line += text.count("\n")


def _of_template(file: Path) -> Iterator[Passage]:
    for found in _SAID.finditer(_read(file)):
        line = found.string.count("\n", 0, found.start()) + 1
        yield Passage("messages", f"{_name(file)}:{line}", found[2])


def _of_data(file: Path) -> Iterator[Passage]:
    for text in _leaves(tomllib.loads(_read(file))):
        yield Passage("messages", _name(file), _flat(text))


def _data_files(folder: str) -> list[Path]:
    return sorted((ROOT / "templates" / folder).glob("*.toml"))


def _leaves(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _leaves(inner)


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def _flat(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    for chosen in sys.argv[1:] or KINDS:
        lines = [*worst(chosen), f"{chosen}: {rate(chosen):.1f} in 1,000 words"]
        sys.stdout.write("\n".join(lines) + "\n")
