"""Report the startlist of a tour."""

from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from peloton.reports.names import RIDER_COLUMNS, Names, team_code_and_name
from peloton.reports.sheet import Column, Sheet, Table, record_table
from peloton.reports.shirts import team_colour_bands
from peloton.rules.facts.labels import known_word
from peloton.rules.facts.startlist import Rider, Team
from peloton.rules.facts.tour import Tour
from peloton.rules.ranking import bib_order
from peloton.rules.words import Phrase, count_phrase, join, phrase

_RIDER = RIDER_COLUMNS[:2]
_PLAYER = Column(phrase("Player"), weight=1)
_TYPE = Column(phrase("Type")), Column(phrase("Role"))


def startlist_order(tour: Tour) -> list[Rider]:
    """Return the riders sorted by team and bib, riders without a team last."""
    places = {str(team.code): place for place, team in enumerate(tour.teams)}
    end = len(places)
    return sorted(
        tour.riders,
        key=lambda rider: (places.get(rider.team or "", end), bib_order(rider.bib)),
    )


def startlist_sheet(tour: Tour) -> Sheet:
    """Report the riders, team by team, in one table."""
    names = Names(tour)
    players = {str(team.code): _player(team) for team in tour.teams}
    table = record_table(
        "Startlist",
        _counted(tour),
        startlist_order(tour),
        (_RIDER, lambda rider: (rider.bib, rider.name or rider.bib)),
        (Column(phrase("Team"), weight=2), lambda rider: names.team_of(rider.bib)),
        (_PLAYER, lambda rider: players.get(rider.team or "", "")),
        (_TYPE, lambda rider: (known_word(rider.type), join(roles(rider)))),
    )
    return Sheet(
        title=phrase("Startlist"),
        name=phrase("Startlist"),
        subtitle=tour.name,
        tables=(table,),
        jerseys=team_colour_bands(tour),
    )


def printed_startlist(tour: Tour) -> Sheet:
    """Report the riders for printing, with a table for each team."""
    tables = list[Table]()
    rest = phrase("Without a team") if tour.teams else phrase("Riders")
    by_team = groupby(startlist_order(tour), attrgetter("team"))
    riders = {code: [*group] for code, group in by_team}
    loose = [None] if None in riders else []
    for team in (*tour.teams, *loose):
        player = _player(team) if team else ""
        if team and team.player and not team.ghost:
            player = phrase("Played by {player}", player=player)
        code = team.code if team else None
        group = riders.get(code, [])
        nobody = "" if group else phrase("Nobody yet.")
        table = record_table(
            code or "Riders",
            team_code_and_name(team) if team else rest,
            group,
            (_RIDER, lambda rider: (rider.bib, rider.name or rider.bib)),
            (_TYPE, lambda rider: (known_word(rider.type), join(roles(rider)))),
            notes=filter(None, (nobody, player)),
        )
        tables.append(table)
    subtitle = join((tour.name, _counted(tour)), " · ")
    return replace(startlist_sheet(tour), subtitle=subtitle, tables=tuple(tables))


def _player(team: Team) -> str:
    return phrase("Ghost") if team.ghost else team.player


def _counted(tour: Tour) -> str:
    text, teams = rider_count(tour), len(tour.teams)
    of = count_phrase(teams, phrase("1 team"), phrase("{count} teams"))
    return join((text, of)) if teams else text


def rider_count(tour: Tour) -> Phrase:
    """Return the number of riders as text."""
    return count_phrase(len(tour.riders), phrase("1 rider"), phrase("{count} riders"))


def roles(rider: Rider) -> list[str]:
    """Return the roles of a rider as text, such as `captain` or `young`."""
    first = rider.joins or 1
    known = (
        (phrase("captain"), rider.captain),
        (phrase("young"), rider.young),
        (phrase("neutral"), rider.neutral),
        (phrase("joins on stage {number}", number=first), first > 1),
    )
    return [role for role, has in known if has]
