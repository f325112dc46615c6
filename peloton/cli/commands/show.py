"""`peloton result`, `standings`, `jerseys` and the others that show a tour.

Each imports the report it shows, and not those of the others.
"""

import click

from peloton.cli.support.arguments import (
    complete_bibs,
    complete_classifications,
    stage_argument,
)
from peloton.cli.support.output import (
    OutputFormat,
    SheetRows,
    after_option,
    show,
    showing_race,
    showing_tour,
)
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.tour import to_be_entered
from peloton.rules.names import rider_meant
from peloton.rules.results import Race


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
    from peloton.reports.classifications.standings import (
        classification_named,
        standings_sheet,
    )
    from peloton.reports.ledgers import extra_turns_sheet, purse_sheet
    from peloton.reports.tour import document

    score = race.score(after)
    if classification is None:
        return standings_sheet(race, after), document.standings_rows(score)
    ledgers = {"purse": purse_sheet, "extra-turns": extra_turns_sheet}
    words = {"purse": ("money",), "extra-turns": ()}
    name = classification_named(race, classification, words)
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
@click.argument("bib", metavar="BIB|NAME", shell_complete=complete_bibs)
@after_option
@showing_race
def explain(race: Race, *, bib: str, after: int | None) -> SheetRows:
    """Explain where a rider's times and points come from, with the rules' numbers.

    Example:
        peloton explain 7
    """
    from peloton.reports.tour.explain import explanation_rows, explanation_sheet

    rider = rider_meant(race.tour, bib)
    return explanation_sheet(race, rider, after), explanation_rows(race, rider, after)


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
