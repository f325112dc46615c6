"""`peloton new`: create a tour from options or from answers to questions."""

from dataclasses import replace
from functools import partial
from typing import Any

import click

from peloton.cli.commands.stage.course import laps_option, stage_of_course
from peloton.cli.commands.startlist import read_team, with_team
from peloton.cli.support.arguments import name_argument, one_name, option, repeatable
from peloton.cli.support.changing import changing, report
from peloton.cli.support.files import rulebook_of
from peloton.cli.support.output import choose_language
from peloton.cli.support.prompts import (
    ask_yes_no,
    prompt_until_valid,
    run_interview,
    should_ask,
)
from peloton.cli.support.settings import user_settings
from peloton.cli.support.tour_options import (
    read_choice,
    read_plan,
    tour_options,
    with_rules,
)
from peloton.desk.scored_tour import ScoredTour, count_noun, with_rulebook
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.notation.course_file import named_course
from peloton.notation.resources import (
    file_text,
    is_file_beside,
    named_file,
    template_files,
)
from peloton.notation.rulebook_file.reading import builtin_names
from peloton.rules.checks.facts import bib_fault
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.startlist import Bib, Rider, TeamCode
from peloton.rules.facts.tour import OPEN, OptionValue, Tour
from peloton.rules.names import match_name
from peloton.rules.rulebook.rulebook import Option, Rulebook, choice_word
from peloton.rules.values import quote, unexpected


@click.command()
@name_argument
@option("--name TEXT", "Name of the tour; can also be given as NAME.")
@option(
    "--rulebook, --game TEXT", "Game: a rulebook from 'peloton rules list', or a file."
)
@tour_options
@option(
    "--classic NAME",
    "Create a one-day race on a built-in course, such as paris-roubaix.",
)
@option("--level N", "Level of the game; short for --option level=N.")
@laps_option
@repeatable(
    "--team CODE[:NAME[:PLAYER]]", 'Add a team, such as "MOL:Molteni:Ann".', "teams"
)
@changing
def new(session: Session, /, **given: Any) -> None:  # noqa: ANN401 - click's values
    """Create a tour and make it the current one; missing details are asked for.

    Add stages with `peloton stage add`, and riders with `peloton rider add`. A classic
    is a one-stage tour; its stage is added automatically.

    Example:
        peloton new "Ronde van de Tafel" --rulebook cyclo --option level=4
        peloton new --classic paris-roubaix --level 2
    """
    asking = should_ask(given=any(given.values()))
    choose_language(click.get_current_context(), None, given["language"])
    # A classic implies a name and a rulebook, and --level is short for an option.
    if not given["rulebook"] and given["called"] in builtin_names():
        given["rulebook"], given["called"] = given["called"], None
    given["name"] = one_name(given["called"], given["name"])
    if given["classic"]:
        course = named_course(given["classic"])
        given["name"] = given["name"] or course.name
        given["rulebook"] = given["rulebook"] or course.rulebook
    elif given["laps"]:
        raise PelotonError("found --laps without a course, expected --classic NAME too")
    if given["level"]:
        given["options"] = (*given["options"], f"level={given['level']}")
    now = run_interview("new", lambda: _ask_tour(session, given, asking=asking))
    tour = now.tour
    team = " --team CODE" if tour.teams else ""
    add = "stage add" if tour.riders else f"rider add BIB NAME{team}"
    todo = f"Continue with 'peloton {add}'."
    if given["classic"]:
        stage = stage_of_course(given["classic"], now, given["laps"])
        now = now.with_tour(replace(tour, stages=(stage,), planned=1))
        todo = "Show its course with 'peloton stage show 1'."
    race, taken = now.checked().scored, _name_taken(tour.name)
    session.create(race, "created the tour", taken)
    riders = count_noun(len(tour.riders), "rider")
    teams = count_noun(len(tour.teams), "team")
    game = now.rulebook.title
    report(session, f"Created '{tour.name}' ({game}): {teams}, {riders}.", todo)


def _ask_tour(session: Session, given: dict[str, Any], *, asking: bool) -> ScoredTour:
    """Ask for what is missing; return the tour with its rulebook."""
    free, name = partial(_checked_name, session), given["name"]
    name = free(name) if name else prompt_until_valid("Name of the tour", free)
    own = user_settings()
    game = given["rulebook"] or (None if asking else own.get("game"))
    games = f"Game ({', '.join(builtin_names())})"
    rulebook, text = (
        _find_rulebook(game)
        if game
        else prompt_until_valid(games, _find_rulebook, default=own.get("game"))
    )
    language = given["language"] or own.get("language")
    tour = Tour(
        name=name,
        rulebook=rulebook,
        date=given["date"],
        planned=read_plan(given["stages"] or OPEN),
        leader=own.get("name", ""),
        language=Language(language) if language else None,
        teams=tuple(map(read_team, given["teams"])),
    )
    now = with_rulebook(tour, text)
    tour = with_rules(now, given)
    if asking and not (given["stages"] or given["classic"]):
        question = "Number of stages (Enter: not known yet)"
        planned = prompt_until_valid(question, read_plan, default="")
        tour = replace(tour, planned=planned)
    if asking and not tour.options:
        tour = replace(tour, options=_ask_options(now.rulebook))
    now = now.with_tour(tour)
    return _ask_startlist(now) if asking and not tour.teams else now


def _checked_name(session: Session, name: str) -> str:
    if not name.strip():
        raise unexpected(name, "a name")
    with session.store() as store:
        if name in store:
            raise PelotonError(_name_taken(name))
    return name


def _name_taken(name: str) -> str:
    return f"a tour '{name}' already exists"


def _find_rulebook(word: str) -> tuple[str, str]:
    """Return the name and the text of a valid rulebook."""
    file = named_file("rulebooks", word)
    builtin = file in template_files("rulebooks").values()
    name, text = file.stem if builtin else file.name, file_text(file)
    if not (builtin or is_file_beside(name)):
        raise PelotonError(
            f"found rulebook file {quote(name)}, expected a name ending in .toml"
        )
    rulebook_of(word, text)
    return name, text


def _ask_options(book: Rulebook) -> dict[str, OptionValue]:
    """Ask for the rulebook's main option, and on request for its other options."""
    answers: dict[str, OptionValue] = {}
    _, *rare = book.options or ("",)
    question = f"Change other options ({', '.join(rare)})?"
    for name, known in book.options.items():
        if name in rare[:1] and not ask_yes_no(question, default=False):
            break
        read, default = partial(read_choice, known), _word(known.default)
        asked = _option_question(name, known)
        answer = prompt_until_valid(asked, read, default=default)
        if answer != known.default:
            answers[name] = answer
    return answers


def _option_question(name: str, option: Option) -> str:
    """Return the question to ask about an option: its meaning and its choices."""
    meaning = option.meaning or name
    question = f"{meaning[0].upper()}{meaning[1:]}"
    if set(option.choices) == {False, True}:
        return f"{question} (yes, no)"
    words = ", ".join(map(_word, option.choices))
    return f"{question} ({words})" if words else question


def _word(choice: OptionValue) -> str:
    """Return the value of an option as users type it, such as `yes` for true."""
    return {"true": "yes", "false": "no"}.get(choice_word(choice), choice_word(choice))


def _ask_startlist(now: ScoredTour) -> ScoredTour:
    """Ask for teams, each followed by its riders, and for riders without a team."""
    rider, types = "BIB NAME, such as 1 Eddy Baens", now.rulebook.types
    if types:
        rider = f"BIB NAME, TYPE, such as 1 Eddy Baens, {types[0].name}"
    team: TeamCode | None = None
    numbered = riders_only = False

    def added(line: str) -> bool:
        nonlocal now, team, numbered
        if not line:
            return False
        if _is_team(line, expected=team is None and not riders_only):
            new = read_team(line)
            now, team = with_team(now, new).checked(), new.code
            return True
        new_rider = _rider(now, team, line, numbered=numbered)
        tour = replace(now.tour, riders=(*now.tour.riders, new_rider))
        now = now.with_tour(tour).checked()
        numbered = numbered or line.split(" ", maxsplit=1)[0] != new_rider.bib
        return True

    while True:
        question = "Team CODE:NAME:PLAYER, such as MOL:Molteni:Ann"
        if team is not None:
            question = f"Rider of {team}, {rider}, or the next team"
        elif riders_only:
            question = f"Rider without a team, {rider}"
        if not prompt_until_valid(f"{question} (Enter when done)", added, default=""):
            if riders_only and team is None:
                return now
            team, riders_only = None, team is None


def _is_team(line: str, *, expected: bool) -> bool:
    """Return whether a line describes a team: `MOL:Molteni`, or `MOL` if `expected`.

    Raises PelotonError for `MOL Molteni` if a team is expected.
    """
    code, space, _ = line.partition(" ")
    if ":" in code or not expected or line[0].isdecimal():
        return ":" in code
    if space and not any(map(str.isdecimal, code)):
        raise PelotonError(_expected_bib(line))
    return not space


def _rider(
    now: ScoredTour, team: TeamCode | None, line: str, *, numbered: bool
) -> Rider:
    """Read `1 Eddy Baens, climber`: a bib, a name, and a type if the game has types.

    A name without a bib gets the next number as its bib, if the user agrees or has
    already agreed (`numbered`). If in doubt, also asks whether a first word without
    digits is a bib, and whether the last word of a name is a type. Raises PelotonError
    if there is no bib.
    """
    bib, _, rest = line.partition(" ")
    bib = bib.removesuffix(",")
    if not (any(map(str.isdecimal, bib)) or bib_fault(bib)):
        numbers = (int(r.bib) for r in now.tour.riders if r.bib.isdecimal())
        free = max(numbers, default=0) + 1
        question = f"No bib given. Number the riders, from {free} on?"
        if rest and (numbered or ask_yes_no(question)):
            bib, rest = str(free), line
        elif not ask_yes_no(f"Is '{bib}' the bib?", default=False):
            raise PelotonError(_expected_bib(line))
    types = {kind.name: () for kind in now.rulebook.types}
    name, comma, kind = rest.rpartition(",") if types else (rest, "", "")
    if not comma:
        name, kind = rest, ""
        last = next((each for each in types if f" {rest}".endswith(f" {each}")), "")
        if last and ask_yes_no(f"Is '{last}' the rider's type?"):
            name, kind = rest.removesuffix(last), last
    kind = match_name(kind.strip(), types) or kind.strip()
    return Rider(bib=Bib(bib), name=name.strip(), team=team, type=kind or None)


def _expected_bib(line: str) -> str:
    return (
        f"found '{line}', expected a bib before the name, such as 1 {line}, or a team"
        " such as MOL:Molteni:Ann"
    )
