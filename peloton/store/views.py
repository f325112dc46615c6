"""The SQL views of a database, which show the results and classifications of tours.

The names and columns of the views are those of `peloton score --json` and remain
stable. A view shows a tour only if the tour's derived rows match its current facts and
were computed by the newest scoring version in the database.
"""

from collections.abc import Mapping
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName


class TableView(NamedTuple):
    """An SQL view of a table: its columns, and a condition for the rows to show.

    The first column of every view is the tour's name, which is not in `columns`. Each
    word of `columns` is the name of a column of the table, or `name=expression`.
    """

    table: str
    columns: str
    condition: str = ""


def _standings(name: ClassificationName) -> TableView:
    of_teams = name is ClassificationName.TEAMS
    table, who = ("team_standing", "team") if of_teams else ("standing", "bib")
    condition = f"x.classification = '{name}'"
    return TableView(table, f"stage rank {who} time gap points tie", condition)


def _turns(who: str) -> TableView:
    name = "extra_turns" if who == "bib" else "team_turns"
    columns = f"stage {who} granted=x.received used left=x.balance"
    return TableView("ledger", columns, f"x.ledger = '{name}'")


VIEWS: Mapping[str, TableView] = {
    "tours": TableView(
        "tour",
        "rulebook unit=s.unit date stages=s.stages over=s.finished won_by=s.won_by",
    ),
    "stages": TableView("stage", "stage=x.number name kind date length profile"),
    "team_list": TableView("team", "code name player colour ghost"),
    "riders": TableView("rider", "bib name type young captain neutral joins"),
    "results": TableView(
        "result", "stage place bib status time gap bonus penalty points mountains"
    ),
    "team_results": TableView("team_result", "stage rank team time points"),
    **{name: _standings(name) for name in ClassificationName},
    "jerseys": TableView("jersey", "stage jersey classification leader wearer"),
    "purse": TableView(
        "ledger", "stage team earned=x.received balance", "x.ledger = 'purse'"
    ),
    "extra_turns": _turns("bib"),
    "team_turns": _turns("team"),
}

_RESERVED = {"left", "over"}
"""Names of columns that are reserved words in SQL."""

_FITS = (
    "s.tour_id = t.id AND s.hash = t.hash"
    " AND s.scoring = (SELECT max(scoring) FROM scored_tour)"
)
"""SQL condition: a tour's derived rows match its facts and the newest scoring."""


def view_text(name: str) -> str:
    """Return the SQL statement that creates a view."""
    table, columns, condition = VIEWS[name]
    shown = {"tour": "t.name"}
    for column in columns.split():
        title, _, expression = column.partition("=")
        shown[title] = expression or f"x.{title}"
    source = (
        f"FROM tour t JOIN scored_tour s ON {_FITS} JOIN {table} x ON x.tour_id = t.id"
    )
    if table == "tour":
        source = (
            f"FROM tour x JOIN tour t ON t.id = x.id LEFT JOIN scored_tour s ON {_FITS}"
        )
    if "bib" in shown:
        shown |= {"rider": "r.name", "team": "r.team"}
        source += " LEFT JOIN rider r ON r.tour_id = t.id AND r.bib = x.bib"
    names = {name: f'"{name}"' if name in _RESERVED else name for name in shown}
    listed = ",\n  ".join(f"{text} AS {names[n]}" for n, text in shown.items())
    where = f"\nWHERE {condition}" if condition else ""
    return f"CREATE VIEW {name} AS SELECT\n  {listed}\n{source}{where}"
