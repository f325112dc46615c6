"""Select the story templates for a command: built-in, a user's own, or none."""

from dataclasses import replace
from pathlib import Path

import click

from peloton.api.formats import PAPER_SIZES, FileOptions
from peloton.cli.support.files import invalid_text_error
from peloton.cli.support.output import file_options, language_of, user_setting
from peloton.cli.support.settings import settings_file
from peloton.notation.resources import file_text
from peloton.notation.stories import builtin_story, read_story
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.tour import Tour
from peloton.rules.story.templates import StoryTemplates

_NO_STORY = "peloton.no_story"
_OFF = "off"
"""The value of the setting `story` that turns stories off."""


def _leave_out(context: click.Context, _: object, off: bool) -> None:  # noqa: FBT001 - click
    context.meta[_NO_STORY] = off


no_story_option = click.option(
    "--no-story",
    is_flag=True,
    expose_value=False,
    callback=_leave_out,
    help="Leave out the story of the stage.",
)


def story_options(tour: Tour, paper: str = PAPER_SIZES[0]) -> FileOptions:
    """Return the options for a tour's files, including the story templates."""
    return replace(file_options(tour, paper), story=story_or_none(tour))


def story_or_none(tour: Tour) -> StoryTemplates | None:
    """Return the templates for a tour's sheets, or None if stories are turned off."""
    context = click.get_current_context(silent=True)
    off = context is not None and context.meta.get(_NO_STORY)
    return None if off or user_setting("story") == _OFF else story_templates(tour)


def story_templates(tour: Tour) -> StoryTemplates:
    """Return the user's own templates if they are in the language of the tour's sheets.

    Otherwise, return the built-in templates in that language.
    """
    language = language_of(tour) or Language.ENGLISH
    own = user_setting("story")
    if own and own != _OFF:
        templates = story_file(settings_file().parent / own)
        if templates.language == language:
            return templates
    return builtin_story(language)


def story_file(path: Path) -> StoryTemplates:
    """Read a user's templates; raise InputError listing every mistake with its line."""
    text = file_text(path)
    templates, problems = read_story(text)
    if templates is None:
        raise invalid_text_error(str(path), "a story file", text, problems)
    return templates
