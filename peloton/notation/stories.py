"""Read story files: sentence templates in one language, which users can override."""

from collections.abc import Collection, Iterator, Mapping
from functools import cache

from peloton.errors import PelotonError, did_you_mean
from peloton.notation.resources import text_beside
from peloton.notation.toml.schema import Location, TableSchema, read_toml
from peloton.notation.toml.values import name_value, word_value
from peloton.rules.facts.kinds import Language
from peloton.rules.story.templates import (
    OTHER_JERSEY,
    STORY_FACTS,
    STORY_WORDS,
    StoryTemplates,
)
from peloton.rules.values import one_of, unexpected
from peloton.rules.words import PLACEHOLDER

_STORY = TableSchema(
    "a story file",
    {"language": word_value(Language)},
    required=("language",),
    nested=("words", "jerseys", "sentences"),
)


@cache
def builtin_story(language: Language) -> StoryTemplates:
    """Return peloton's own sentence templates in a language."""
    text = text_beside("stories", language)
    empty = StoryTemplates(language=language, sentences={}, words={}, jerseys={})
    return _with_overrides(empty, read_toml(text))


def read_story(text: str) -> StoryTemplates:
    """Read a user's story file; raise a DocumentError with all mistakes.

    For kinds of sentences missing from the file, built-in templates are used. Each
    sentence may contain only the placeholders of its kind (STORY_FACTS).
    """
    spot = read_toml(text)
    spot.check(_STORY.name)
    language = spot.values(_STORY).get("language", Language.ENGLISH)
    story = _with_overrides(builtin_story(language), spot)
    spot.check(_STORY.name)
    return story


def _with_overrides(base: StoryTemplates, spot: Location) -> StoryTemplates:
    placeholders = dict.fromkeys(STORY_WORDS, ("count",))
    # For variety, each kind of sentence has several templates.
    sentences = dict(_texts(spot.at("sentences"), STORY_FACTS, least=2, most=20))
    words = dict(_texts(spot.at("words"), placeholders, least=2, most=2))
    jerseys, at = {**base.jerseys}, spot.at("jerseys")
    for name, found in at.table().items():
        names = ("name",) if name == OTHER_JERSEY else ()
        _check(at.at(name), name, found, names)
        jerseys[name] = str(found)
    return StoryTemplates(
        language=base.language,
        sentences={**base.sentences, **sentences},
        words={**base.words, **words},
        jerseys=jerseys,
    )


def _texts(
    spot: Location, known: Mapping[str, Collection[str]], *, least: int, most: int
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each kind of sentence or word with its templates; report invalid ones."""
    expected = f"a list of {least}{f' to {most}' if most > least else ''} texts"
    for kind, found in spot.table().items():
        at = spot.at(kind)
        if kind not in known:
            near = did_you_mean(kind, known)
            at.report(f"unknown kind '{kind}', expected {one_of(known)}{near}")
        elif not isinstance(found, list) or not least <= len(found) <= most:
            at.report(f"{kind}: {unexpected(found, expected)}")
        else:
            for text in found:
                _check(at, kind, text, known[kind])
            yield kind, tuple(found)


def _check(at: Location, kind: str, found: object, names: Collection[str]) -> None:
    """Report a template that is empty or contains a placeholder not in `names`."""
    try:
        text = name_value(found)
    except PelotonError as fault:
        at.report(f"{kind}: {fault}")
        return
    braced = tuple(f"{{{name}}}" for name in names)
    allowed = f"expected {one_of(braced) if braced else 'no placeholder'}"
    for name in PLACEHOLDER.findall(text):
        if name not in names:
            hint = did_you_mean(name, names)
            at.report(f"{kind}: unknown placeholder {{{name}}}, {allowed}{hint}")
    if set(PLACEHOLDER.sub("", text)) & set("{}"):
        at.report(f"{kind}: found a single brace in '{text}', {allowed}")
