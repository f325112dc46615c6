"""Draw links as QR codes, such as the link that logs a tour in BG Stats.

BG Stats is an app for recording board game plays.
"""

import json
from itertools import groupby
from urllib.parse import quote

from peloton.reports.drawing import INK, Anchor, Label, Picture, Shape, rectangle
from peloton.rules.results import PURSE, Race
from peloton.rules.winners import deciding_ranking, tour_winners
from peloton.rules.words import phrase

_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
_LONGEST = 2300
"""Maximum length of a link that phones can read from a QR code 4 cm wide."""


def code_picture(link: str, width: float = 240.0, title: str = "") -> Picture:
    """Draw a link as a QR code, with one rectangle for each run of dark squares.

    The title is printed below the code. `width` is in points; by default it is 8 cm, so
    that phones can scan the code across a table.
    """
    import segno

    rows = [*segno.make(link, micro=False).matrix_iter(border=4)]
    side = width / len(rows)
    shapes: list[Shape | Label] = []
    for number, row in enumerate(rows):
        at = 0.0
        for dark, run in groupby(row, key=bool):
            size = len([*run]) * side, side
            if dark:
                shapes.append(rectangle((at, number * side), size, INK))
            at += size[0]
    if title:
        shapes.append(Label((width / 2, width + 4), title, anchor=Anchor.MIDDLE))
    return Picture(
        name="code",
        title=title,
        about="" if title else link,
        link=link,
        width=width,
        height=width + (8.0 if title else 0),
        shapes=tuple(shapes),
    )


def play_picture(race: Race) -> Picture | None:
    """Return `play_link` as a QR code; None if there is no link or it is too long.

    The code is 4 cm wide, to be scanned from nearby.
    """
    link = play_link(race)
    if not 0 < len(link) <= _LONGEST:
        return None
    return code_picture(link, 120.0, phrase("Log the tour in BG Stats"))


def play_link(race: Race) -> str:
    """Return the link that logs a tour in BG Stats; empty if data is missing.

    The tour must be over, its game must be on BoardGameGeek, the last stage or the tour
    must have a date, and teams must have players.
    """
    tour, players = race.tour, _players(race) if race.is_over else []
    date = tour.stages[-1].date or tour.date if tour.stages else None
    if not (race.rulebook.bgg and date and players):
        return ""
    play = {
        "sourceName": "peloton",
        "sourcePlayId": f"{tour.name} {date}",
        "playDate": f"{date} 12:00:00",
        "comments": tour.name,
        "game": {
            "name": race.rulebook.title,
            "sourceGameId": race.rulebook.name,
            "bggId": race.rulebook.bgg,
            "highestWins": True,
            "noPoints": True,
        },
        "players": players,
    }
    text = json.dumps(play, ensure_ascii=False, separators=(",", ":"))
    return f"{_ADDRESS}{quote(text, safe=':,')}"


def _players(race: Race) -> list[dict[str, object]]:
    """Return the players sorted by rank, in the format of BG Stats.

    A player has the rank of the player's best rider or, if money decides the tour, best
    team.
    """
    won, (_, rows) = tour_winners(race), deciding_ranking(race)
    by_money = won.by == PURSE
    ranks: dict[str | None, int] = {row.who: row.rank for row in rows}
    last = max(ranks.values(), default=0) + 1
    who: dict[str | None, str] = {team.code: team.player for team in race.tour.teams}
    first = {who[team] for team in won.teams_alone}
    best: dict[str, int] = {}
    for rider in race.tour.riders:
        if player := who.get(rider.team):
            rank = ranks.get(rider.team if by_money else rider.bib, last)
            best[player] = min(best.get(player, rank), rank)
            first |= {player} if rider.bib in won.riders else set()
    return [
        {
            "name": player,
            "sourcePlayerId": player,
            "rank": 1 + sum(other < rank for other in best.values()),
            "winner": player in first,
        }
        for player, rank in sorted(best.items(), key=lambda at: (at[1], at[0]))
    ]
