"""`peloton new`: a tour from nothing, without writing a file."""

import datetime as dt
from dataclasses import replace
from functools import partial

import click

from peloton.cli.asking import answered, interviewing, listed
from peloton.cli.output import said
from peloton.cli.rider import in_order
from peloton.cli.session import Session, checked
from peloton.errors import PelotonError, did_you_mean
from peloton.notation.rulebooks import builtin_names, builtin_text, read_rulebook
from peloton.rules.house import choice_word, chosen
from peloton.rules.model import Bib, OptionValue, Rider, RuleValue, Team, TeamCode, Tour
from peloton.rules.rulebook import Option, Rulebook


@click.command(short_help="Create a tour, asking for what is not given.")
@click.option("--name", help="The tour's name.")
@click.option("--rulebook", help="The game: a rulebook of 'peloton rules list'.")
@click.option("--date", type=click.DateTime(["%Y-%m-%d"]), help="When it begins.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the rulebook, such as level=4.",
)
@click.option(
    "--house-rule",
    "rules",
    multiple=True,
    metavar="KEY=VALUE",
    help='A house rule, such as "bonus.finish=10,6,4".',
)
@click.option(
    "--team",
    "teams",
    multiple=True,
    metavar="CODE[:NAME[:PLAYER]]",
    help='A team, such as "MOL:Molteni:Ann".',
)
@click.pass_obj
def new(  # noqa: PLR0913 - one argument for each option of the command
    session: Session,
    *,
    name: str | None,
    rulebook: str | None,
    date: dt.datetime | None,
    options: tuple[str, ...],
    rules: tuple[str, ...],
    teams: tuple[str, ...],
) -> None:
    """Create a tour and make it the current one, asking for what is not given.

    Stages are added with `peloton stage add`, riders later with `peloton rider add`.

    Example:

    \b
        peloton new --name "Ronde van de Tafel" --rulebook cyclo --option level=4

    """
    asking = interviewing(
        (name, rulebook, date, options, rules, teams) != (None, None, None, (), (), ())
    )
    name = name or answered("Name of the tour", lambda word: _free(session, word))
    _free(session, name)
    games = ", ".join(builtin_names())
    book = _book(rulebook) if rulebook else answered(f"Rulebook ({games})", _book)
    tour = Tour(
        name=name,
        rulebook=book.name,
        date=date and date.date(),
        options=dict(_option(book, each) for each in options),
        rules=dict(_house_rule(each) for each in rules),
        teams=tuple(map(team_of, teams)),
    )
    if asking:
        if not options:
            tour = replace(tour, options=_asked_options(book))
        if not teams:
            tour = _with_teams(tour)
    after = checked(tour, builtin_text(book.name))
    with session.store(write=True) as store:
        if name in {each.name for each in store.names()}:
            raise _taken(name)
        store.save(after.tour, after.rulebook_text)
        store.use(name)
    said(
        f"Created '{name}' ({book.title}): {len(tour.teams)} teams,"
        f" {len(tour.riders)} riders. Add its first stage with 'peloton stage add'."
    )


def _free(session: Session, name: str) -> str:
    with session.store() as store:
        if name in {each.name for each in store.names()}:
            raise _taken(name)
    return name


def _taken(name: str) -> PelotonError:
    return PelotonError(f"there is a tour '{name}' already")


def _book(word: str) -> Rulebook:
    names = builtin_names()
    if word not in names:
        message = (
            f"no rulebook '{word}', expected one of {', '.join(names)}"
            f"{did_you_mean(word, names)}"
        )
        raise PelotonError(message)
    book, _ = read_rulebook(builtin_text(word))
    if book is None:
        message = f"the built-in rulebook {word} cannot be read"
        raise PelotonError(message)
    return book


def _option(book: Rulebook, word: str) -> tuple[str, OptionValue]:
    """Read `level=4`; PelotonError for an option or a choice the rulebook lacks."""
    name, equals, value = word.partition("=")
    name, value = name.strip(), value.strip()
    if not equals or name not in book.options:
        known = ", ".join(book.options)
        message = (
            f"found '{word}', expected an option and its value, one of: {known}"
            f"{did_you_mean(name, book.options)}"
        )
        raise PelotonError(message)
    return name, _choice(name, book.options[name], value)


def _choice(name: str, option: Option, value: str) -> OptionValue:
    if not option.choices:
        return int(value) if value.isdecimal() else value
    choice = chosen(option, value)
    if choice is None:
        words = ", ".join(map(choice_word, option.choices))
        message = f"{name}: found '{value}', expected one of {words}"
        raise PelotonError(message)
    return choice


def _house_rule(word: str) -> tuple[str, RuleValue]:
    """Read `bonus.finish=10,6,4`; whether it fits is checked with the tour."""
    key, _, value = word.partition("=")
    parts = [part.strip() for part in value.split(",") if part.strip()]
    if value.strip() in {"true", "false"}:
        return key.strip(), value.strip() == "true"
    if len(parts) == 1 and "," not in value:
        return key.strip(), _scalar(parts[0])
    if all(part.isdecimal() for part in parts):
        return key.strip(), tuple(map(int, parts))
    return key.strip(), tuple(parts)


def _scalar(word: str) -> int | str:
    return int(word) if word.isdecimal() else word


def team_of(word: str) -> Team:
    """Read `MOL:Molteni:Ann`: a team's code, name and player."""
    code, name, player = (*(part.strip() for part in word.split(":", 2)), "", "")[:3]
    return Team(code=TeamCode(code), name=name, player=player)


def _asked_options(book: Rulebook) -> dict[str, OptionValue]:
    """Ask for each option of the rulebook; its default need not be kept."""
    answers: dict[str, OptionValue] = {}
    for name, option in book.options.items():
        words = ", ".join(map(choice_word, option.choices))
        answer = answered(
            f"{name}: {option.meaning} ({words})",
            partial(_choice, name, option),
            default=choice_word(option.default),
        )
        if answer != option.default:
            answers[name] = answer
    return answers


def _with_teams(tour: Tour) -> Tour:
    """Ask for teams and, team by team, for riders; then for riders without a team."""
    for team in listed("Team CODE:NAME:PLAYER, such as MOL:Molteni:Ann", team_of):
        grown = replace(tour, teams=(*tour.teams, team))
        riders = listed(
            f"Rider of {team.code}, BIB NAME",
            partial(_rider, team.code),
        )
        tour = replace(grown, riders=(*grown.riders, *riders))
    alone = listed("Rider without a team, BIB NAME", partial(_rider, None))
    return in_order(replace(tour, riders=(*tour.riders, *alone)))


def _rider(team: TeamCode | None, line: str) -> Rider:
    """Read `1 Eddy Baens`: a bib and a name."""
    bib, _, name = line.partition(" ")
    return Rider(bib=Bib(bib), name=name.strip(), team=team)
