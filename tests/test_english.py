"""The program is written in plain English, with few stilted turns of phrase."""

import pytest

from tests.english import KINDS, Passage, passages, rate, worst

LIMITS = {"code": 4.0, "messages": 4.0, "pages": 4.0}
"""Maximum number of turns in 1,000 words, by kind of text."""
SHOWN = 20


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_few_stilted_turns_of_phrase(kind: str) -> None:
    found = rate(kind)

    assert found <= LIMITS[kind], (
        f"{found:.1f} turns in 1,000 words of {kind}, the limit is {LIMITS[kind]}."
        f" See `python -m tests.english {kind}`. The worst texts:\n"
        + "\n".join(worst(kind, SHOWN))
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "What is saved is told to whoever asks.",
        "Return what was typed.",
        "Of those who ride the best is taken.",
        "The sum stands beside the name.",
        "Whether the file is a good one.",
        "A page of its own shows it.",
        "The names, but for the last.",
    ],
)
def test_a_stilted_sentence_is_found(sentence: str) -> None:
    assert Passage("code", "", sentence).turns


@pytest.mark.parametrize(
    "sentence",
    [
        "Return the riders still in the race.",
        "Default number of columns.",
        "Show who can still win the tour.",
        "Return whether the file is complete.",
        "`peloton` stands for `.venv/bin/peloton`.",
        "What is the time limit? Type it in seconds.",
    ],
)
def test_a_plain_sentence_is_not_found(sentence: str) -> None:
    assert Passage("code", "", sentence).turns == []


@pytest.mark.parametrize(
    ("kind", "place", "beginning"),
    [
        ("code", "peloton/errors.py:1", ""),
        ("messages", "peloton/cli/main.py", ""),
        ("messages", "peloton/table/templates/", ""),
        ("messages", "templates/rulebooks/cyclo.toml", "6 turns and 2 lines"),
        ("pages", "README.md:1", ""),
        ("pages", "peloton/guide/desk.md", ""),
        ("pages", ".github/CONTRIBUTING.md", "- **Comments** give"),
    ],
)
def test_all_kinds_of_texts_are_read(kind: str, place: str, beginning: str) -> None:
    assert [
        each
        for each in passages()
        if each.kind == kind
        and each.place.startswith(place)
        and each.words.startswith(beginning)
    ]
