"""`peloton` without a command, and the commands that show reports on a tour.

Each command imports only the report it shows.
"""

from dataclasses import replace
from typing import Any

import click

from peloton.api.formats import OutputFormat
from peloton.cli.support.arguments import (
    ANY_STAGE,
    Integer,
    complete_classifications,
    complete_subjects,
    option,
    stage_argument,
)
from peloton.cli.support.files import story_options, story_templates
from peloton.cli.support.output import (
    output_format,
    show,
    showing_race,
    showing_tour,
    tell,
)
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.reports.names import first_rows
from peloton.reports.sheet import Sheet
from peloton.reports.tour.document import stage_row, standings_rows
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.names import find_classification, find_subject
from peloton.rules.results import PURSE, Race

_TOURS = "No current tour. List the tours: 'peloton tours'. Choose: 'peloton use NAME'."
FIRST_STEPS = (
    "No tours yet. Load a sample with 'peloton demo', create a tour with 'peloton new'"
    " or load one with 'peloton load FILE'. For more, run 'peloton help'."
)


def show_status(session: Session) -> None:
    """Print the current tour's state; if there is none, print how to create one."""
    from peloton.reports.tour.status import status_sheet

    with session.store() as store:
        if session.tour_name is None and store.current() is None:
            tell(_TOURS if store.summaries() else FIRST_STEPS)
            return
        race = session.current(store).scored
        name = race.tour.name
        begun = [draft.stage for draft in store.drafts(name)]
        _, latest = store.journal.latest(name) or (0, None)
    show(status_sheet(race, begun, latest), race.tour)


_classification_argument = click.argument(
    "classification", required=False, shell_complete=complete_classifications
)
_after_option = option("--after STAGE", "Show the state after STAGE.", type=ANY_STAGE)
_top_option = option(
    "-n, --top N", "Show only ranks or places 1 to N.", type=Integer(min=1)
)


@click.command()
@stage_argument
@_top_option
@showing_race
def result(race: Race, *, number: int | None, top: int | None) -> Sheet:
    """Show the result of stage N, or of the last stage ridden.

    N can also be the name of a stage.

    Example:
        peloton result 2 --markdown
    """
    from peloton.reports.stage.result import stage_sheet

    return _first(top, _with_rows(stage_sheet(race, number), race, number, "result"))


def _with_rows(sheet: Sheet, race: Race, after: int | None, name: str) -> Sheet:
    """Add the rows for --json, which the stage has under this name in the document."""
    return replace(sheet, data=stage_row(race.score(after))[name])


def _first(top: int | None, sheet: Sheet) -> Sheet:
    """Limit a sheet and its data to ranks or places 1 to `top`, if given."""
    if top is None:
        return sheet
    tables = tuple(first_rows(table, top) for table in sheet.tables)
    return replace(sheet, tables=tables, data=_until(sheet.data, top))


def _until(rows: Any, top: int) -> object:  # noqa: ANN401 - rows of any report
    if isinstance(rows, dict):
        return {name: _until(several, top) for name, several in rows.items()}
    key = "place" if rows and "place" in rows[0] else "rank"
    return [row for row in rows if row[key] is not None and row[key] <= top]


@click.command()
@_classification_argument
@_after_option
@_top_option
@showing_race
def standings(
    race: Race, *, classification: str | None, after: int | None, top: int | None
) -> Sheet:
    """Show every classification, or one: general, points, mountains, teams ...

    You can also name a classification by its jersey colour, or as `gc`. In Cyclo,
    `purse` shows the teams' money, and `extra-turns` the turns left. A number is a
    stage: `standings 2` shows all classifications after stage 2.

    Example:
        peloton standings general --after 3
        peloton standings 2 --top 5
    """
    from peloton.reports.classifications.standings import standings_sheet

    classification, after = _stage_or_name(classification, after)
    rows = standings_rows(race.score(after))
    if classification is None:
        return _first(top, replace(standings_sheet(race, after), data=rows))
    from peloton.reports.ledgers import extra_turns_sheet, purse_sheet

    ledgers = {"purse": purse_sheet, "extra-turns": extra_turns_sheet}
    name = find_classification(race.rulebook, classification, ledgers)
    if name in ledgers:
        if top is not None:
            raise PelotonError(f"found --top with {name}, which has no ranks")
        key = name.replace("-", "_")
        return _with_rows(ledgers[name](race, after), race, after, key)
    sheet = standings_sheet(race, after, ClassificationName(name))
    return _first(top, replace(sheet, data=rows.get(name, [])))


def _stage_or_name(
    word: str | None, after: int | None
) -> tuple[str | None, int | None]:
    """Return a classification and a stage; without --after, digits are a stage."""
    if word is None or after is not None or not word.isdecimal():
        return word, after
    return None, int(word)


@click.command()
@stage_argument
@_after_option
@showing_race
def jerseys(race: Race, *, number: int | None, after: int | None) -> Sheet:
    """Show the leader of each classification and the next wearer of its jersey.

    N is the same as --after N.

    Example:
        peloton jerseys --after 2
    """
    from peloton.reports.classifications.standings import jerseys_sheet

    after = after or number
    return _with_rows(jerseys_sheet(race, after), race, after, "jerseys")


@click.command()
@stage_argument
@showing_race
def communique(race: Race, *, number: int | None) -> Sheet:
    """Show the communiqué, the full report, of stage N or of the last stage ridden.

    It contains the story, the winner, the jerseys, the result with every sprint and
    climb, each classification with rank changes since the previous stage, riders out
    and rulings. Print it with 'peloton sheet communique'.

    Example:
        peloton communique 2 --markdown
    """
    from peloton.reports.stage.communique import communique_sheet

    sheet = communique_sheet(race, number, story=story_options(race.tour).story)
    return replace(sheet, data=stage_row(race.score(number)))


@click.command()
@stage_argument
@option("--why", "Show the facts behind each sentence.")
@showing_race
def story(race: Race, *, number: int | None, why: bool) -> Sheet:
    """Tell the story of stage N, or of the last stage ridden, in up to six sentences.

    A sentence is only printed if it is true. The same facts always give the same text.

    Example:
        peloton story 3
        peloton story --language fr --bbcode
    """
    from peloton.reports.stage.story import story_sheet

    table = why or output_format() in {OutputFormat.CSV, OutputFormat.TSV}
    return story_sheet(race, number, story_templates(race.tour), why=table)


@click.command()
@option("--ghosts", "Include ghost teams.")
@showing_race
def awards(race: Race, *, ghosts: bool) -> Sheet:
    """Show the awards of the tour, each with the figures that earned it.

    Until the tour is over, the awards are provisional. Among close candidates, an award
    goes to the player with the fewest awards so far.

    Example:
        peloton awards
    """
    from peloton.reports.tour.honours import awards_sheet

    return awards_sheet(race, ghosts=ghosts)


@click.command()
@click.argument("what", metavar="WHAT", shell_complete=complete_subjects)
@option("--turns", "Explain the extra turns only.")
@_after_option
@showing_race
def explain(race: Race, *, what: str, turns: bool, after: int | None) -> Sheet:
    """Explain the figures of a tour: every amount with its reason and rule.

    WHAT is a rider, a team, a classification (or its jersey), `purse` or `extra-turns`.
    For a rider, amounts are listed by stage. For a team, or the leaders of a
    classification, they add up to each total.

    Example:
        peloton explain 7
        peloton explain green --after 2
        peloton explain MOL --turns
    """
    from peloton.reports.tour.explain import explanation_sheet

    subject = find_subject(race.tour, race.rulebook, what)
    return explanation_sheet(race, subject, after, turns=turns)


@click.command()
@stage_argument
@showing_race
def kit(race: Race, *, number: int | None) -> Sheet:
    """Show what to set up before stage N, or before the next stage.

    It lists the start order, jerseys, extra turns, cards, riders out, money, dice,
    dangers and the rulings of the previous stage. Print it with 'peloton sheet kit'.

    Example:
        peloton kit 3
    """
    from peloton.reports.stage.kit import kit_sheet

    return kit_sheet(race, number)


@click.command()
@stage_argument
@showing_tour
def ghosts(session: Session, number: int | None) -> None:
    """Show the cards of the ghost teams on stage N, or on the next stage.

    While a stage is open at the desk, the decks no longer contain the cards drawn so
    far. To draw a turn for all ghosts, type `?` at the desk and press Enter.

    Example:
        peloton ghosts
    """
    from peloton.desk.state import StageAtDesk
    from peloton.notation.ghosts import ways_of
    from peloton.reports.tour.ghosts import ghosts_sheet

    current = session.read()
    desk = StageAtDesk(current, number)
    with session.store() as store:
        draft = store.draft(session.name(store), desk.number)
    table = desk.read(draft.text if draft else desk.base).ghosts
    ways = ways_of(current.tour, current.rulebook.name)
    show(ghosts_sheet(current.tour, desk.number, table, ways), current.tour)


@click.command()
@_classification_argument
@option("--chance", "Add chances, assuming equally strong riders.")
@_after_option
@showing_race
def outlook(
    race: Race, *, classification: str | None, chance: bool, after: int | None
) -> Sheet:
    """Show who can still win each classification, or a given one.

    By points, it lists the highest total that each rider can still reach; by time, the
    seconds that a rider must gain per stage. Cyclo also has `purse`.

    Example:
        peloton outlook points --after 3
        peloton outlook --chance
    """
    from peloton.reports.classifications.outlook import outlook_sheet

    only, after = _stage_or_name(classification, after)
    score = race.score(after)
    if only is not None:
        ledgers = (PURSE,) if score.purse else ()
        only = find_classification(race.rulebook, only, ledgers)
    if not chance:
        return outlook_sheet(race, after, only)
    if race.tour.expects_more_stages:
        raise PelotonError(
            "chances need all planned stages: add the missing ones (GN-9)"
        )
    from random import Random

    from peloton.notation.tour_file.writing import tour_text
    from peloton.rules.outlook.chances import chances

    number = score.number
    # The text of the tour is the random seed: the same tour has the same chances.
    dice = Random(f"{number} {tour_text(race.tour)}")  # noqa: S311 - not a secret
    won = chances(race, number, lambda all_, some: dice.sample(range(all_), some))
    if not won and output_format() is OutputFormat.JSON:
        tell(
            "No chances: a remaining stage has fewer than two ridden ones of its kind."
        )
    return outlook_sheet(race, after, only, won)
