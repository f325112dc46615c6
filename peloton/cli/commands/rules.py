"""`peloton rules`: show, copy and check the rulebooks of the games."""

from dataclasses import replace
from pathlib import Path

import click

from peloton.cli.support.arguments import FILE, Integer, OneOf, match_word, option
from peloton.cli.support.files import named_rulebook, rulebook_of
from peloton.cli.support.group import Commands, match_prefix
from peloton.cli.support.output import (
    format_options,
    print_file_text,
    show,
    show_list,
    tell,
)
from peloton.desk.scored_tour import raise_mistakes
from peloton.errors import PelotonError, did_you_mean
from peloton.notation.ghosts import (
    WAY_KEYS,
    builtin_ways,
    checked_way,
    is_ghost_file,
    way_copy_text,
)
from peloton.notation.resources import RULE_NUMBER, file_text, named_file, rule_texts
from peloton.notation.rulebook_file.copy import house_rules_text
from peloton.notation.rulebook_file.reading import builtin_names
from peloton.reports.rules.rulebook import fraction_sheet, rule_sheet, rulebook_sheet
from peloton.reports.rules.setup import setup_sheet
from peloton.reports.sheet import sheet_rows
from peloton.reports.tour.ghosts import WAY_TITLES, ghost_way_sheet, ghost_ways_rows
from peloton.rules.facts.kinds import SectionKind, StageKind
from peloton.rules.facts.stage import Section, Stage
from peloton.rules.facts.tour import Tour
from peloton.rules.games import criterium
from peloton.rules.rulebook.rulebook import tour_rulebook
from peloton.rules.words import phrase
from peloton.writers.files import write_file

_KINDS = tuple(kind for kind in StageKind if not kind.on_track)
_TITLES = {
    "name": phrase("Name"),
    "title": phrase("Game"),
    "mark": phrase("Finish notation"),
}


@click.group(cls=Commands)
def rules() -> None:
    """List, show, copy and check rulebooks."""


@rules.command("list", short_help="List the rulebooks.")
@format_options
def list_() -> None:
    """List the rulebooks that come with peloton.

    Example:
        peloton rules list
    """
    books = [named_rulebook(name) for name in builtin_names()]
    rows = [
        {"name": book.name, "title": book.title, "mark": book.word("mark")}
        for book in books
    ]
    show_list(phrase("Rulebooks"), None, _TITLES, rows)


@rules.command("ghosts", short_help="List the ways of playing ghost teams.")
@format_options
def ghosts_() -> None:
    """List the ways of playing ghost teams, which are teams without a player.

    `rules show`, `rules new` and `rules check` accept a way instead of a rulebook.

    Example:
        peloton rules ghosts
    """
    ways = [checked_way(name, text) for name, text in builtin_ways().items()]
    title = phrase("Ways to play ghost teams")
    show_list(title, None, WAY_TITLES, ghost_ways_rows(ways))


@rules.command("show", short_help="Show a rulebook or explain a rule.")
@click.argument("name", metavar="NAME|RULE")
@option("--toml", "Print the file, to copy and change.")
@format_options
def show_(name: str, *, toml: bool) -> None:
    """Show every value of a rulebook with its rule and source, or explain a rule.

    NAME is a built-in rulebook, a file, or a way of playing ghost teams. RULE is a rule
    number as shown in errors and on sheets; its text is shown with its values in each
    game.

    Example:
        peloton rules show cyclo
        peloton rules show CY-15
    """
    if RULE_NUMBER.fullmatch(name):
        number, texts = name.upper(), rule_texts()
        if number not in texts:
            raise PelotonError(f"no rule {number}{did_you_mean(number, texts)}")
        sheet = rule_sheet(number, texts[number], map(named_rulebook, builtin_names()))
        show(replace(sheet, data=sheet_rows(sheet)))
        return
    text = builtin_ways().get(name) or file_text(named_file("rulebooks", name))
    if toml:
        print_file_text(text)
    elif is_ghost_file(text):
        meanings = {key: known.meaning for key, known in WAY_KEYS.items()}
        show(ghost_way_sheet(checked_way(name, text), meanings))
    else:
        show(rulebook_sheet(rulebook_of(name, text)))


@rules.command(short_help="Show a table of a game's rules.")
@click.argument(
    "name", shell_complete=lambda _, __, typed: match_prefix(typed, ["criterium"])
)
@format_options
def table(name: str) -> None:
    """Show Criterium's tables of turn fractions, as decimals and in seconds (CR-7).

    NAME is `criterium`, or a rulebook file with the same kind of marks.

    Example:
        peloton rules table criterium
    """
    book = named_rulebook(name)
    if book.mark is not criterium.MARK:
        raise PelotonError(f"{book.name} has no such tables, expected criterium")
    show(fraction_sheet(book))


@rules.command(short_help="Check a custom rulebook.")
@click.argument("file", type=FILE)
def check(file: Path) -> None:
    """Check a custom rulebook and report every mistake with its line.

    Example:
        peloton rules check my-cyclo.toml
    """
    text = file_text(file)
    read = checked_way if is_ghost_file(text) else rulebook_of
    checked = read(str(file), text)
    tell(f"{file} is valid: {checked.title}, with {len(checked.values)} values.")


@rules.command("new", short_help="Copy a rulebook to change its rules.")
@click.argument("name")
@option("--from GAME", "Rulebook to copy.", "base", required=True)
def new(name: str, base: str) -> None:
    """Write NAME.toml, a copy of a game's rulebook with every value explained.

    Change the values you play differently, save the file beside your tour file and
    use it there: rulebook = "NAME.toml", or for a ghost team ghost = "NAME.toml". An
    existing file is never overwritten.

    Example:
        peloton rules new my-cyclo --from cyclo
    """
    path = Path(name.removesuffix(".toml") + ".toml")
    base = match_word((*builtin_names(), *builtin_ways()), base)
    if base in builtin_ways():
        key, text = "ghost", way_copy_text(path.stem, base)
    else:
        key, text = "rulebook", house_rules_text(path.stem, base)
    if path.exists():
        raise PelotonError(f"{path} already exists; choose another name")
    write_file(path, text.encode())
    tell(
        f"Wrote {path}. Change it, check it with 'peloton rules check {path}' and use"
        f' it in a tour file in the same folder: {key} = "{path.name}".'
    )


@rules.command(short_help="Show the setup of a game.")
@click.argument("game")
@option("--riders", "Number of riders, to show the cards to deal.", type=int)
@option("--players", "Number of players, to show the riders of each.", type=int)
@option("--length", "Length of the course, in spaces.", type=Integer(min=1))
@option("--mountain", "Total length of its mountains, in spaces.", type=Integer(min=0))
@option("--kind", "Kind of stage.", type=OneOf(_KINDS))
@option("--level TEXT", "Level of the game, if it has levels.")
@format_options
def setup(  # noqa: PLR0913 - one argument for each option of the command
    *,
    game: str,
    riders: int | None,
    players: int | None,
    length: int | None,
    mountain: int | None,
    kind: StageKind | None,
    level: str | None,
) -> None:
    """Show the setup of a game: cards, riders, dice and extra turns.

    GAME is a rulebook. Without options, the setup for every number of riders
    and players is shown. For the setup of a stage, run `peloton kit`.

    Example:
        peloton rules setup criterium --riders 12
        peloton rules setup figueres --players 4
        peloton rules setup cyclo --length 190 --mountain 25 --level 2
    """
    if length is not None and (mountain or 0) > length:
        raise PelotonError(
            f"found {mountain} spaces of mountain on a course of {length}"
        )
    base = named_rulebook(game)
    options = {} if level is None else {"level": level}
    tour = Tour(name=base.name, rulebook=game, options=options)
    book, problems = tour_rulebook(base, tour)
    raise_mistakes(problems)
    stage = None
    if (length, mountain, kind) != (None, None, None):
        climbs = Section(kind=SectionKind.MOUNTAIN, start=0, end=mountain)
        stage = Stage(
            kind=kind or StageKind.ROAD,
            length=length,
            sections=(climbs,) if mountain else (),
        )
    sheet = setup_sheet(book, riders=riders, players=players, stage=stage)
    show(replace(sheet, data=sheet_rows(sheet)))
