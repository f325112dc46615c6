"""`peloton result`, `standings`, `jerseys` and the others that show a tour.

Each imports the report it shows, and not those of the others.
"""

import click

from peloton.cli.support.arguments import (
    complete_bibs,
    complete_classifications,
    stage_argument,
)
from peloton.cli.support.formats import OutputFormat
from peloton.cli.support.output import after_option, show, showing_tour
from peloton.desk.session import Session
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.names import rider_meant


@click.command()
@stage_argument
@showing_tour
def result(session: Session, number: int | None, *, form: OutputFormat | None) -> None:
    """Show the result of stage N, or of the last one ridden.

    Example:
        peloton result 2 --markdown
    """
    from peloton.reports.stage.result import stage_sheet
    from peloton.reports.tour.document import result_rows

    race = session.read().race()
    rows = result_rows(race.score(number))
    show(stage_sheet(race, number), form, rows, tour=race.tour)


@click.command()
@click.argument(
    "classification", required=False, shell_complete=complete_classifications
)
@after_option
@showing_tour
def standings(
    session: Session,
    classification: str | None,
    *,
    after: int | None,
    form: OutputFormat | None,
) -> None:
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
    from peloton.reports.money.extra_turns import extra_turns_sheet
    from peloton.reports.money.purse import purse_sheet
    from peloton.reports.tour import document

    race = session.read().race()
    score = race.score(after)
    if classification is None:
        rows = document.standings_rows(score)
        show(standings_sheet(race, after), form, rows, tour=race.tour)
        return
    ledgers = {"purse": purse_sheet, "extra-turns": extra_turns_sheet}
    words = {"purse": ("money",), "extra-turns": ()}
    name = classification_named(race, classification, words)
    if name in ledgers:
        sheet = ledgers[name](race, after)
        lines = document.ledger_rows(score)[name.replace("-", "_")]
        show(sheet, form, lines, tour=race.tour)
        return
    only = ClassificationName(name)
    sheet = standings_sheet(race, after, only)
    show(sheet, form, document.classification_rows(score, only), tour=race.tour)


@click.command()
@after_option
@showing_tour
def jerseys(session: Session, *, after: int | None, form: OutputFormat | None) -> None:
    """Show who leads each classification and who wears its jersey next.

    Example:
        peloton jerseys --after 2
    """
    from peloton.reports.classifications.jerseys import jerseys_sheet
    from peloton.reports.tour.document import jersey_rows

    race = session.read().race()
    rows = jersey_rows(race.score(after))
    show(jerseys_sheet(race, after), form, rows, tour=race.tour)


@click.command()
@stage_argument
@showing_tour
def communique(
    session: Session, number: int | None, *, form: OutputFormat | None
) -> None:
    """Show the communiqué of stage N, or of the last one ridden.

    Winner, jerseys, the whole result with every sprint and climb, each classification
    with the moves since the stage before, riders out, rulings. 'peloton sheet
    communique -o communique.pdf' prints it.

    Example:
        peloton communique 2 --markdown
    """
    from peloton.reports.stage.communique import communique_sheet
    from peloton.reports.tour.document import stage_row

    race = session.read().race()
    rows = stage_row(race.score(number))
    show(communique_sheet(race, number), form, rows, tour=race.tour)


@click.command()
@click.option("--ghosts", is_flag=True, help="Ghost teams take part too.")
@showing_tour
def awards(session: Session, *, ghosts: bool, form: OutputFormat | None) -> None:
    """Show the awards of the tour, each with the figures that earned it.

    Before the last stage they are given as things stand. They are spread across the
    players where the candidates are close.

    Example:
        peloton awards
    """
    from peloton.reports.tour.honours import awards_rows, awards_sheet

    race = session.read().race()
    rows = awards_rows(race, ghosts=ghosts)
    show(awards_sheet(race, ghosts=ghosts), form, rows, tour=race.tour)


@click.command()
@click.argument("bib", metavar="BIB|NAME", shell_complete=complete_bibs)
@after_option
@showing_tour
def explain(
    session: Session, bib: str, *, after: int | None, form: OutputFormat | None
) -> None:
    """Explain where a rider's times and points come from, with the rules' numbers.

    Example:
        peloton explain 7
    """
    from peloton.reports.tour.explain import explanation_rows, explanation_sheet

    race = session.read().race()
    rider = rider_meant(race.tour, bib)
    rows = explanation_rows(race, rider, after)
    show(explanation_sheet(race, rider, after), form, rows, tour=race.tour)


@click.command()
@stage_argument
@showing_tour
def kit(session: Session, number: int | None, *, form: OutputFormat | None) -> None:
    """Show what the table needs before the next stage, or before stage N.

    Who starts when, who wears what and stands in for whom, extra turns and cards in
    hand, who is out and why, the money, dice and dangers, the rulings of the stage
    before. 'peloton sheet kit -o kit.pdf' prints it.

    Example:
        peloton kit 3
    """
    from peloton.reports.stage.kit import kit_rows, kit_sheet

    race = session.read().race()
    show(kit_sheet(race, number), form, kit_rows(race, number), tour=race.tour)
