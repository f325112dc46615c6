"""`peloton` alone, and `result`, `standings` and the others that show a tour.

Each imports the report it shows, and not those of the others.
"""

from collections import Counter
from collections.abc import Mapping

import click

from peloton.cli.support.arguments import (
    complete_classifications,
    complete_subjects,
    stage_argument,
)
from peloton.cli.support.output import (
    OutputFormat,
    SheetRows,
    after_option,
    language_of,
    show,
    showing_race,
    showing_tour,
    tell,
)
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.rules.facts.kinds import ClassificationName, Language
from peloton.rules.facts.tour import to_be_entered
from peloton.rules.names import classification_meant, subject_meant
from peloton.rules.results import PURSE, Race, uncollected

_TOURS = "No current tour: 'peloton tours' lists them, 'peloton use NAME' takes one."
_NO_TOURS = (
    "No tours yet. 'peloton demo' shows one, 'peloton new' makes your own,"
    " 'peloton load FILE' takes one from a file. 'peloton help' has the rest."
)


def show_status(session: Session) -> None:
    """Show the state of the current tour, or how to get one."""
    from peloton.desk.scored_tour import with_rulebook
    from peloton.reports.classifications.standings import lots_undrawn
    from peloton.reports.tour.status import status_sheet

    with session.store() as store:
        if session.wanted is None and store.current() is None:
            tell(_TOURS if store.summaries() else _NO_TOURS)
            changed = store.journal.to_undo()
            if changed is not None:
                _, what = store.journal.latest(changed) or (0, None)
                tell(f"Last change: '{changed}', {what}; 'peloton undo' takes it back.")
            return
        name = session.name(store)
        stored = store.tour(name)
        begun = [draft.stage for draft in store.drafts(name)]
        _, latest = store.journal.latest(name) or (0, None)
    race = with_rulebook(stored.tour, stored.rulebook_text).scored
    # The journal is in English: in another language only that there was a change.
    if latest is not None and language_of(race.tour) not in (None, Language.ENGLISH):
        latest = ""
    show(status_sheet(race, begun, latest), tour=race.tour)
    for ridden in race.stages[-1:]:
        for drawn in lots_undrawn(race, ridden):
            command = f"peloton stage lots {ridden.number} {drawn} --draw"
            tell(f"'{command}' draws the lots.")


@click.command()
@stage_argument
@showing_race
def result(race: Race, *, number: int | None) -> SheetRows:
    """Show the result of stage N, or of the last one ridden.

    Example:
        peloton result 2 --markdown
    """
    from peloton.reports.stage.result import stage_sheet
    from peloton.reports.tour.document import result_rows

    return stage_sheet(race, number), result_rows(race.score(number))


@click.command()
@click.argument(
    "classification", required=False, shell_complete=complete_classifications
)
@after_option
@showing_race
def standings(
    race: Race, *, classification: str | None, after: int | None
) -> SheetRows:
    """Show every classification, or one: general, points, mountains, teams ...

    A jersey's colour will do, and gc. Cyclo keeps besides them the purse, which is the
    teams' money, and extra-turns.

    Example:
        peloton standings general --after 3
    """
    from peloton.reports.classifications.standings import standings_sheet
    from peloton.reports.tour import document

    score = race.score(after)
    if classification is None:
        return standings_sheet(race, after), document.standings_rows(score)
    from peloton.reports.ledgers import extra_turns_sheet, purse_sheet

    ledgers = {"purse": purse_sheet, "extra-turns": extra_turns_sheet}
    name = classification_meant(race.rulebook, classification, ledgers)
    if name in ledgers:
        sheet = ledgers[name](race, after)
        return sheet, document.ledger_rows(score)[name.replace("-", "_")]
    only = ClassificationName(name)
    sheet = standings_sheet(race, after, only)
    return sheet, document.classification_rows(score, only)


@click.command()
@after_option
@showing_race
def jerseys(race: Race, *, after: int | None) -> SheetRows:
    """Show who leads each classification and who wears its jersey next.

    Example:
        peloton jerseys --after 2
    """
    from peloton.reports.classifications.jerseys import jerseys_sheet
    from peloton.reports.tour.document import jersey_rows

    return jerseys_sheet(race, after), jersey_rows(race.score(after))


@click.command()
@stage_argument
@showing_race
def communique(race: Race, *, number: int | None) -> SheetRows:
    """Show the communiqué of stage N, or of the last one ridden.

    Winner, jerseys, the whole result with every sprint and climb, each classification
    with the moves since the stage before, riders out, rulings. 'peloton sheet
    communique -o communique.pdf' prints it.

    Example:
        peloton communique 2 --markdown
    """
    from peloton.reports.stage.communique import communique_sheet
    from peloton.reports.tour.document import stage_row

    return communique_sheet(race, number), stage_row(race.score(number))


@click.command()
@click.option("--ghosts", is_flag=True, help="Ghost teams take part too.")
@showing_race
def awards(race: Race, *, ghosts: bool) -> SheetRows:
    """Show the awards of the tour, each with the figures that earned it.

    Before the last stage they are given as things stand. They are spread across the
    players where the candidates are close.

    Example:
        peloton awards
    """
    from peloton.reports.tour.honours import awards_rows, awards_sheet

    return awards_sheet(race, ghosts=ghosts), awards_rows(race, ghosts=ghosts)


@click.command()
@click.argument("what", metavar="WHAT", shell_complete=complete_subjects)
@click.option("--turns", is_flag=True, help="Explain extra turns.")
@after_option
@showing_race
def explain(race: Race, *, what: str, turns: bool, after: int | None) -> SheetRows:
    """Explain where figures come from: every amount with its reason and its rule.

    WHAT is a rider, a team, a classification or its jersey, purse or extra-turns. The
    amounts of a rider are listed by stage; those of a team, with its purse, and of the
    leaders of a classification add up to each total.

    Example:
        peloton explain 7
        peloton explain green --after 2
        peloton explain MOL --turns
    """
    from peloton.reports.tour.explain import subject_rows, subject_sheet

    subject = subject_meant(race.tour, race.rulebook, what)
    sheet = subject_sheet(race, subject, after, turns=turns)
    return sheet, subject_rows(race, subject, after, turns=turns)


@click.command()
@stage_argument
@showing_race
def kit(race: Race, *, number: int | None) -> SheetRows:
    """Show what the table needs before the next stage, or before stage N.

    Who starts when, who wears what and stands in for whom, extra turns and cards in
    hand, who is out and why, the money, dice and dangers, the rulings of the stage
    before. 'peloton sheet kit -o kit.pdf' prints it.

    Example:
        peloton kit 3
    """
    from peloton.reports.stage.kit import kit_rows, kit_sheet

    return kit_sheet(race, number), kit_rows(race, number)


@click.command()
@stage_argument
@showing_tour
def ghosts(session: Session, number: int | None, *, form: OutputFormat | None) -> None:
    """Show the ghosts on stage N, or on the next one: their cards as they lie.

    What was drawn stands in the lines of the desk; once a stage is saved, its cards
    lie as before it. At the desk, `?` and Enter draw a turn for all ghosts.

    Example:
        peloton ghosts
    """
    from peloton.desk.state import StageAtDesk
    from peloton.notation.desk.ghosts import no_ghosts
    from peloton.notation.ghosts import ways_of
    from peloton.reports.tour.ghosts import ghosts_rows, ghosts_sheet

    current = session.read()
    number = number or to_be_entered(current.tour)
    desk = StageAtDesk(current, number)
    with session.store() as store:
        draft = store.draft(session.name(store), number)
    table = desk.read(draft.text if draft else desk.base).ghosts
    ways = ways_of(current.tour, current.rulebook.name)
    if table.out or not (table.ghosts or ways):
        raise PelotonError(no_ghosts(table))
    sheet = ghosts_sheet(current.tour, number, table, ways)
    show(sheet, form, ghosts_rows(table), tour=current.tour)


@click.command()
@click.argument(
    "classification", required=False, shell_complete=complete_classifications
)
@click.option(
    "--chance", is_flag=True, help="Add the chances, if all riders were equally strong."
)
@after_option
@showing_tour
def outlook(
    session: Session,
    classification: str | None,
    *,
    chance: bool,
    after: int | None,
    form: OutputFormat | None,
) -> None:
    """Show who can still win what, in every classification or one.

    By points: the most each can still reach in the stages to come, so that a lead is
    decided when nobody else can. By time: what it takes a stage. In Cyclo purse, too.

    Example:
        peloton outlook points --after 3
        peloton outlook --chance
    """
    from peloton.reports.classifications.outlook import outlook_rows, outlook_sheet
    from peloton.rules.outlook.prospects import outlook_after

    race = session.read().race()
    score = race.score(after)
    only = classification
    if only is not None:
        ledgers = (PURSE,) if score.purse else ()
        only = classification_meant(race.rulebook, only, ledgers)
    if chance and race.tour.expects_more_stages:
        message = "no chances yet: add all planned stages first (GN-9)"
        raise PelotonError(message)
    won = _chances(race, score.number) if chance else None
    if won == {} and form is OutputFormat.JSON:
        tell("no chances: fewer than two stages of a kind to come are ridden")
    rows = outlook_rows(outlook_after(race, score), only, won)
    show(outlook_sheet(race, after, only, won), form, rows, tour=race.tour)


def _chances(race: Race, after: int) -> Mapping[str, Counter[str]]:
    """Return the chances, by riding to the end; the same tour gets the same dice."""
    from random import Random

    from peloton.notation.tour_file.writing import tour_text
    from peloton.rules.outlook.chances import chances, never_ridden

    if never_ridden(race, after) is not None:
        return {}
    dice = Random(f"{after} {tour_text(race.tour)}")  # noqa: S311 - dice, no secrets
    with uncollected():
        return chances(race, after, lambda all_, some: dice.sample(range(all_), some))
