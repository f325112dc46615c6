"""Report a season as a web site: its tours, a card for each rider, team and player."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from peloton.reports.names import POINTS
from peloton.reports.season import season_card_key, season_table
from peloton.reports.sheet import Column, Sheet, numbers, record_table
from peloton.reports.tour.tour import tour_dates
from peloton.reports.winners import winner_names
from peloton.rules.facts.labels import known_word
from peloton.rules.results import Race
from peloton.rules.season.ranking import Season
from peloton.rules.words import join, phrase


def tour_card(name: str) -> str:
    """Return the link key of a tour's card on a season's web site."""
    return f"tour\n{name}"


def season_cards(season: Season) -> Iterator[Sheet]:
    """Yield a card for each rider, team and player, with the points from every tour."""
    for contest, lines in season.standings.items():
        for line in lines:
            tours = record_table(
                "Tours",
                phrase("Tours"),
                line.results,
                (Column(phrase("Tour"), weight=3), lambda result: result.tour),
                (POINTS, lambda result: result.points),
                (
                    Column(phrase("Note"), weight=1),
                    lambda result: "" if result.counts else phrase("does not count"),
                ),
            )
            tours = replace(tours, cards=tuple(tour_card(r.tour) for r in line.results))
            # The column of best tours is left out: the table below lists all tours.
            total = season_table(contest, [line._replace(results=())])
            total = replace(total, title="", cards=())
            yield Sheet(
                title=line.name,
                subtitle=line.team,
                tables=(total, tours.without_empty_columns()),
                part=line.name,
                card=season_card_key(contest, line),
            )


def tours_sheet(races: Iterable[Race]) -> Sheet:
    """List the tours of a season with their dates, games and winners."""
    table = record_table(
        "Tours",
        "",
        races,
        (Column(phrase("Tour"), weight=3), lambda race: race.tour.name),
        (Column(phrase("Date"), weight=1), lambda race: tour_dates(race.tour)),
        (
            Column(phrase("Game"), weight=1),
            lambda race: known_word(race.rulebook.title),
        ),
        (numbers(phrase("Stages")), lambda race: len(race.stages)),
        (Column(phrase("Winner"), weight=2), lambda race: join(winner_names(race))),
    )
    cards = tuple(tour_card(str(name)) for name, *_ in table.rows)
    table = replace(table, cards=cards).without_empty_columns()
    return Sheet(title=phrase("Tours"), tables=(table,), part=phrase("Tours"))
