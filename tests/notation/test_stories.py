"""Story files: the built-in ones, and mistakes in a user's file."""

import re
from pathlib import Path

import pytest

from peloton.notation.resources import template_files
from peloton.notation.stories import builtin_story, read_story
from peloton.rules.facts.kinds import Language
from peloton.rules.story.templates import OTHER_JERSEY, STORY_FACTS, STORY_WORDS
from tests.notation.documents import problems_of

GUIDE = Path("peloton/guide/story.md")


@pytest.mark.parametrize("language", Language)
def test_our_own_files_have_every_kind_without_a_mistake(language: Language) -> None:
    text = template_files("stories")[language].read_text(encoding="utf-8")
    templates = read_story(text)

    assert templates == builtin_story(language)
    assert [*templates.sentences] == [*STORY_FACTS]
    assert [*templates.words] == [*STORY_WORDS]
    english = builtin_story(Language.ENGLISH)
    assert templates.jerseys.keys() == english.jerseys.keys()
    every = [text for texts in templates.sentences.values() for text in texts]
    assert len({*every}) == len(every)


@pytest.mark.parametrize("language", Language)
def test_every_variant_of_a_kind_has_the_figures_of_the_kind(
    language: Language,
) -> None:
    """A variant may leave out what the others say of a name, but no figure."""
    figures = {"gap", "before", "rank", "stage", "next"}
    for kind, texts in builtin_story(language).sentences.items():
        wanted = figures & {*STORY_FACTS[kind]} - (
            {"stage"} if kind == "first-win" else set()
        )
        for text in texts:
            assert wanted <= {*re.findall(r"\{(\w+)\}", text)}, text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[sentences]\nwin = ["a", "b"]', "a story file without 'language'"),
        ('language = "en"\n[sentences]\nwin = ["a"]', "expected a list of 2 to 20"),
        ('language = "en"\n[sentences]\nwin = "a"', "expected a list of 2 to 20"),
        ('language = "en"\n[sentences]\nwin = ["a", 3]', "expected text in quotes"),
        ('language = "en"\n[words]\npoints = ["{n}", "a"]', "unknown placeholder {n}"),
        ('language = "en"\n[words]\npoint = ["a", "b"]', "did you mean 'points'?"),
        ('language = "en"\n[jerseys]\nyellow = "{name}"', "expected no placeholder"),
        ('language = "en"\n[jerseys]\nyellow = ""', "expected text that is not empty"),
        ('language = "en"\n[sentence]\n', "did you mean 'sentences'?"),
        ("language = ", "not valid TOML"),
    ],
)
def test_a_mistake_is_reported(text: str, message: str) -> None:
    problems = problems_of(text, read_story)

    assert any(message in problem.message for problem in problems), problems


def test_what_a_club_leaves_out_stays_as_it_is() -> None:
    templates = read_story('language = "nl"\n[jerseys]\npink = "het roze"')

    assert templates.jerseys["pink"] == "het roze"
    dutch = builtin_story(Language.DUTCH)
    assert templates.jerseys[OTHER_JERSEY] == dutch.jerseys[OTHER_JERSEY]
    assert templates.sentences == dutch.sentences


def test_the_file_in_the_guide_is_without_a_mistake_and_names_every_kind() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    example = re.findall(r"```text\n(.*?)```", text, re.DOTALL)[0]

    assert read_story(example).language
    rows = [line.split("|") for line in text.splitlines() if line.startswith("| `")]
    found = {
        kind: {*re.findall(r"`([\w-]+)`", row[3])}
        for row in rows
        for kind in re.findall(r"`([\w-]+)`", row[1])
    }
    assert found.keys() == STORY_FACTS.keys()
    assert all({*STORY_FACTS[kind]} <= facts for kind, facts in found.items())
