"""Read rulebooks and stories for a command, and write web pages."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from peloton.api.formats import PAPER_SIZES, FileOptions
from peloton.cli.support.output import file_options
from peloton.cli.support.settings import settings_file, user_settings
from peloton.errors import file_errors
from peloton.notation.problems import valid_document
from peloton.notation.resources import file_text, named_file
from peloton.notation.rulebook_file.reading import builtin_names, read_rulebook
from peloton.notation.stories import builtin_story, read_story
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.story.templates import StoryTemplates
from peloton.writers.files import write_files


def files_beside(tour: Tour, rulebook_text: str) -> dict[str, str]:
    """Return the texts of the files that a tour file needs beside it, by name."""
    own = {} if tour.rulebook in builtin_names() else {tour.rulebook: rulebook_text}
    return {**own, **tour.ways}


def make_folder(folder: Path) -> None:
    """Create a folder unless it exists; raise PelotonError if that fails."""
    with file_errors(f"cannot create the folder {folder}"):
        folder.mkdir(exist_ok=True)


def is_folder(name: str) -> bool:
    """Return whether the name ends in `/` or is that of an existing folder."""
    return name.endswith(("/", os.sep)) or (bool(name) and Path(name).is_dir())


def write_pages(folder: Path, pages: Mapping[str, bytes]) -> None:
    """Write web pages, readable by every user; create their folders if needed."""
    files = {folder / name: page for name, page in pages.items()}
    for parent in (folder, *{file.parent for file in files}):
        make_folder(parent)
    write_files(files, published=True)


def named_rulebook(word: str) -> Rulebook:
    """Read a built-in rulebook or a file; raise InputError listing every mistake."""
    return rulebook_of(word, file_text(named_file("rulebooks", word)))


def rulebook_of(name: str, text: str) -> Rulebook:
    """Parse a rulebook's text; raise InputError listing every mistake."""
    return valid_document(name, text, read_rulebook)


def story_options(tour: Tour, paper: str = PAPER_SIZES[0]) -> FileOptions:
    """Return the options for a tour's files, with templates unless `story` is off."""
    story = None if user_settings().get("story") == "off" else story_templates(tour)
    return replace(file_options(tour), paper=paper, story=story)


def story_templates(tour: Tour) -> StoryTemplates:
    """Return the story templates in the language of a tour's sheets.

    These are the user's templates if they are in this language, otherwise the built-in
    templates. Raises InputError listing every mistake in the user's file.
    """
    language = file_options(tour).language
    own = user_settings().get("story")
    if own and own != "off":
        path = settings_file().parent / own
        templates = valid_document(str(path), file_text(path), read_story)
        if templates.language == language:
            return templates
    return builtin_story(language)
