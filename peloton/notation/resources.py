"""Find peloton's built-in files, and read files named by a user."""

import re
import sys
import tomllib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Mapping
from pathlib import Path

from peloton.errors import PelotonError, did_you_mean, file_errors
from peloton.rules.limits import Limit
from peloton.rules.values import one_of, quote
from peloton.rules.words import DEVICE_NAMES

_PACKAGE = Path(__file__).parent.parent
RULE_NUMBER = re.compile(r"[A-Za-z]{2}-\d+")
"""Matches a rule's number in the rules of the games, such as CY-15."""
_BEFORE_RULE = re.compile(r"^(?=- \*\*|#)", re.MULTILINE)
_RULE = re.compile(r"- \*\*([A-Z]+-\d+)(?!\d) ?(.*?)\*\*(.*)", re.DOTALL)


def templates() -> Path:
    """Return the folder of built-in files that users may copy, such as rulebooks."""
    return _folder("templates")


def template_files(kind: str) -> Mapping[str, Path]:
    """Return the files of one kind of template, such as courses, sorted by name."""
    files = (templates() / kind).glob("*.toml")
    return {file.stem: file for file in sorted(files, key=lambda file: file.stem)}


_NOUNS = {
    "courses": "course",
    "rulebooks": "rulebook",
    "ghosts": "way of playing ghosts",
}
"""The noun for one file of each kind of template, for messages."""
FILE_BESIDE = "the plain name of a file beside the tour, ending in .toml"


def is_file_beside(name: str) -> bool:
    """Return whether a name is a plain file name ending in .toml, without a path.

    A path could lead out of the tour's folder, to files that a tour must not read. On
    Windows, a device name such as `con.toml` would be read from the keyboard.
    """
    device = name.partition(".")[0].strip().lower() in DEVICE_NAMES
    plain = name.isprintable() and set(name).isdisjoint("/\\:")
    return name.endswith(".toml") and plain and not device


def named_file(kind: str, word: str) -> Path:
    """Return the built-in file that a word names or abbreviates, or a user's own file.

    Raises PelotonError if there is no such file.
    """
    # Imported late: files beside a tour have exact names.
    from peloton.rules.names import match_name

    files, path = template_files(kind), Path(word)
    if word not in files and path.is_file():
        return path
    name = match_name(word, dict.fromkeys(files, ()))
    if name is None:
        raise _unknown_name_error(kind, word, ", or a file")
    return files[name]


def text_beside(kind: str, name: str, folder: Path | None = None) -> str:
    """Return the text of a built-in file, or else of one in a tour's folder.

    Raises PelotonError for an unknown name; the message suggests a similar one.
    """
    builtin = template_files(kind)
    with file_errors(f"cannot read {name}"):
        if name in builtin:
            return builtin[name].read_text(encoding="utf-8")
        if folder and is_file_beside(name) and (folder / name).is_file():
            return file_text(folder / name)
    raise _unknown_name_error(kind, name, f" or {FILE_BESIDE}")


def _unknown_name_error(kind: str, name: str, others: str) -> PelotonError:
    """Return the error for a name of no template; `others` are also accepted."""
    known = template_files(kind)
    expected = f"{one_of(known)}{others}{did_you_mean(name, known)}"
    return PelotonError(f"no {_NOUNS[kind]} {quote(name)}, expected {expected}")


def sample_tours() -> Path:
    """Return the folder of the sample tours."""
    return _folder("sample_tours")


def guide() -> dict[str, Path]:
    """Return the guide's Markdown files, keyed by subject."""
    return {file.stem: file for file in sorted((_PACKAGE / "guide").glob("*.md"))}


def rule_texts() -> dict[str, tuple[str, str]]:
    """Return every rule's title and text, keyed by the rule's number, such as CY-15."""
    text = (_PACKAGE / "rules" / "README.md").read_text(encoding="utf-8")
    pieces = map(_RULE.match, _BEFORE_RULE.split(text))
    return {
        rule[1]: (rule[2].rstrip("."), " ".join(re.sub(r"[*`]", "", rule[3]).split()))
        for rule in pieces
        if rule
    }


def sample_names() -> dict[str, Path]:
    """Return the file of each sample tour, keyed by tour name."""
    heads = {
        file: tomllib.loads(file.read_text(encoding="utf-8").split("\n[[")[0])
        for file in sorted(sample_tours().glob("*.toml"))
    }
    return {head["tour"]["name"]: file for file, head in heads.items()}


def _folder(name: str) -> Path:
    packaged = _PACKAGE / name
    return packaged if packaged.is_dir() else _PACKAGE.parent / name


def file_text(path: Path) -> str:
    """Read a text file, or standard input for `-`; raise PelotonError if it fails."""
    data = file_bytes(path)
    try:
        text = data.decode(encoding_of(data))
    except UnicodeDecodeError as error:
        raise PelotonError(f"{file_label(path)} is not a text file in UTF-8") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def encoding_of(data: bytes) -> str:
    """Return UTF-16 if the data begins with its byte order mark, otherwise UTF-8.

    Redirection with `>` in Windows PowerShell 5.1 writes UTF-16.
    """
    return "utf-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig"


def file_bytes(path: Path) -> bytes:
    """Read a file, or standard input for `-`.

    Raises PelotonError if it cannot be read or is too large.
    """
    with file_errors(f"cannot read {file_label(path)}"):
        if path == Path("-"):
            data = sys.stdin.buffer.read(Limit.WORKBOOK.most + 1)
        else:
            with path.open("rb") as file:
                data = file.read(Limit.WORKBOOK.most + 1)
    most = Limit.WORKBOOK.most if data.startswith(b"PK") else Limit.TEXT_FILE.most
    if len(data) > most:
        raise PelotonError(f"{file_label(path)} is larger than {most >> 20} MB")
    return data


def file_label(path: Path) -> str:
    """Return a file's name for use in messages; `-` is standard input."""
    return "standard input" if path == Path("-") else str(path)
