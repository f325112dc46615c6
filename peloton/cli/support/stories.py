"""Select the story templates for a command: built-in, a user's own, or none."""

from dataclasses import replace

from peloton.api.formats import PAPER_SIZES, FileOptions
from peloton.cli.support.files import invalid_text_error
from peloton.cli.support.output import file_options, language_of, user_setting
from peloton.cli.support.settings import settings_file
from peloton.notation.resources import file_text
from peloton.notation.stories import builtin_story, read_story
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.tour import Tour
from peloton.rules.story.templates import StoryTemplates

_OFF = "off"
"""The value of the setting `story` that turns stories off."""


def story_options(tour: Tour, paper: str = PAPER_SIZES[0]) -> FileOptions:
    """Return the options for a tour's files, including the story templates."""
    return replace(file_options(tour, paper), story=story_or_none(tour))


def story_or_none(tour: Tour) -> StoryTemplates | None:
    """Return the templates for a tour's sheets, or None if stories are turned off."""
    return None if user_setting("story") == _OFF else story_templates(tour)


def story_templates(tour: Tour) -> StoryTemplates:
    """Return the user's own templates if they are in the language of the tour's sheets.

    Otherwise, return the built-in templates in that language. Raises InputError listing
    every mistake in the user's file.
    """
    language = language_of(tour) or Language.ENGLISH
    own = user_setting("story")
    if own and own != _OFF:
        path = settings_file().parent / own
        text = file_text(path)
        templates, problems = read_story(text)
        if templates is None:
            raise invalid_text_error(str(path), "a story file", text, problems)
        if templates.language == language:
            return templates
    return builtin_story(language)
