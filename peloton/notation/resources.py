"""Find the files that come with peloton, installed or in a working copy."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent.parent
_M = re.MULTILINE | re.DOTALL


def templates() -> Path:
    """Return the folder of what a user copies and changes, such as rulebooks."""
    return _folder("templates")


@cache
def template_files(kind: str) -> Mapping[str, Path]:
    """Return the templates of one kind, such as courses, by name and in order."""
    files = (templates() / kind).glob("*.toml")
    return {file.stem: file for file in sorted(files, key=lambda file: file.stem)}


def sample_tours() -> Path:
    """Return the folder of whole tours that load as they are."""
    return _folder("sample_tours")


def guide() -> dict[str, Path]:
    """Return the pages for users by subject: a file each, in Markdown."""
    return {file.stem: file for file in sorted((_PACKAGE / "guide").glob("*.md"))}


def rule_texts() -> dict[str, tuple[str, str]]:
    """Return the title and the text of every rule by its number, such as CY-15."""
    text = (_PACKAGE / "rules" / "README.md").read_text(encoding="utf-8")
    rules = re.findall(
        r"^- \*\*([A-Z]+-\d+) ?(.*?)\*\*(.*?)(?=^- \*\*|^#|\Z)", text, _M
    )
    return {
        number: (title.rstrip("."), " ".join(re.sub(r"[*`]", "", words).split()))
        for number, title, words in rules
    }


def sample_names() -> dict[str, Path]:
    """Return the file of each sample by the name of its tour."""
    heads = {
        file: tomllib.loads(file.read_text(encoding="utf-8").split("\n[[")[0])
        for file in sorted(sample_tours().glob("*.toml"))
    }
    return {head["tour"]["name"]: file for file, head in heads.items()}


def _folder(name: str) -> Path:
    packaged = _PACKAGE / name
    return packaged if packaged.is_dir() else _PACKAGE.parent / name
