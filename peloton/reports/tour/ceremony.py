"""Compose the ceremony of a tour that is over: scenes that are revealed by taps."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from peloton.errors import PelotonError
from peloton.reports.names import CLASSIFICATION_TITLES, TEAM_RANKINGS, Names
from peloton.reports.pictures.jersey_pictures import jersey_lead
from peloton.reports.scenes import ReplayJersey, ReplayRow, Scene, SceneKind, SceneName
from peloton.reports.shirts import worn_jerseys, worn_shirts
from peloton.reports.tour.cards import stages_and_days
from peloton.reports.tour.honours import AWARD_TITLES, award_sentence
from peloton.reports.tour.tour import tour_facts
from peloton.reports.winners import amount_text, winner_sentence, winning_team_notes
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import jersey_title
from peloton.rules.facts.startlist import Bib
from peloton.rules.honours import HonourLine, tour_honours
from peloton.rules.results import (
    PURSE,
    PointsStanding,
    Race,
    StageScore,
    Standing,
    Standings,
    TimeStanding,
)
from peloton.rules.season.palmares import Palmares, rider_palmares
from peloton.rules.winners import deciding_ranking, shown_jerseys, tour_winners
from peloton.rules.words import format_number, format_time, join, phrase

_PODIUM = 3
_MOST_ROWS = 10
"""Maximum number of rows of a replay, readable on a projector and on a phone."""
_SHORTEST = 25
"""Length of the bar for the largest gap, in percent of the leader's bar."""


def ceremony(race: Race) -> tuple[Scene, ...]:
    """Return the scenes: awards, jerseys, third to first place, then the replay.

    The jersey of the winner of the tour is revealed together with the winner. An award
    comes after the podium if its reason names one of the first three ranks. Raises
    PelotonError with the number of stages for a tour that is not over (GN-9).
    """
    if not race.is_over:
        total = race.tour.total_stages
        raise PelotonError(
            "the ceremony needs a tour that is over; stages ridden:"
            f" {len(race.stages)} of {'?' if total is None else total};"
            " to end the tour now, run 'peloton close'"
        )
    given = tour_honours(race)
    telling = [
        line
        for line in given
        if line.given.figures.get("rank", 9) <= _PODIUM
        or (race.is_one_day and "second" in line.given.figures)
    ]
    others = (line for line in given if line not in telling)
    facts = join(tour_facts(race), " · ")
    return (
        Scene(kind=SceneKind.TITLE, title=race.tour.name, about=(facts,)),
        *_award_scenes(race, others),
        *_jersey_scenes(race),
        *_podium_scenes(race),
        *_award_scenes(race, telling),
        *_replay_scenes(race),
    )


def _award_scenes(race: Race, lines: Iterable[HonourLine]) -> Iterator[Scene]:
    names = Names(race.tour)
    for line in lines:
        yield Scene(
            kind=SceneKind.AWARD,
            title=AWARD_TITLES[line.honour],
            names=(_rider(names, line.given.bib),),
            about=(award_sentence(line.honour, line.given, race),),
        )


def _jersey_scenes(race: Race) -> Iterator[Scene]:
    """Yield a scene per jersey except the tour winner's, the highest jersey last."""
    score, names = race.stages[-1], Names(race.tour)
    by, _ = deciding_ranking(race)
    for line, wearer, shirt in reversed([*worn_jerseys(race, score)]):
        if line.classification != by:
            title = CLASSIFICATION_TITLES[line.classification]
            about = title, jersey_lead(line, score, race.rulebook)
            yield Scene(
                kind=SceneKind.JERSEY,
                title=jersey_title(line.jersey),
                names=(_rider(names, wearer),),
                about=tuple(filter(None, about)),
                shirt=shirt,
            )


def _rider(names: Names, bib: str, won: str = "") -> SceneName:
    about = filter(None, (names.team_of(bib), names.player_of(bib)))
    return SceneName(names.rider(bib), join(about, " · "), won)


_PLACES = (phrase("Winner of the tour"), phrase("Second place"), phrase("Third place"))


def _podium_scenes(race: Race) -> Iterator[Scene]:
    """Yield the scenes of third, second and first place. Tied riders share a scene."""
    by, rows = deciding_ranking(race)
    worn = worn_jerseys(race, race.stages[-1])
    shirts = [shirt for line, _, shirt in worn if line.classification == by]
    palmares, teams = rider_palmares(race), tour_winners(race).teams_alone
    if teams and not rows:  # a one-day race of teams (GN-11)
        by = ClassificationName.TEAMS
        yield Scene(
            kind=SceneKind.PODIUM,
            title=_PLACES[0],
            names=tuple(_holder(race, palmares, by, team) for team in teams),
            about=(winner_sentence(race),),
        )
    for rank in range(_PODIUM, 0, -1):
        found = [row for row in rows if row.rank == rank]
        if not found:
            continue
        about = [_figure(race, by, found[0])]
        if rank == 1:
            about = [winner_sentence(race), *winning_team_notes(race)]
        yield Scene(
            kind=SceneKind.PODIUM,
            title=_PLACES[rank - 1],
            names=tuple(_holder(race, palmares, by, row.who) for row in found),
            about=tuple(filter(None, about)),
            shirt=next(iter(shirts), None) if rank == 1 else None,
        )


def _holder(
    race: Race, palmares: Mapping[Bib, Palmares], by: str, who: str
) -> SceneName:
    """Return a winner's name, with the numbers of stage wins and of days in jerseys.

    `who` is a rider's bib or, if a team wins the tour, the code of a team.
    """
    names = Names(race.tour)
    if by not in TEAM_RANKINGS:
        won = join(stages_and_days(race, palmares, {Bib(who)}, ""))
        return _rider(names, who, won)
    bibs = {rider.bib for rider in race.tour.riders if rider.team == who}
    won = join(stages_and_days(race, palmares, bibs, who))
    player = next(team.player for team in race.tour.teams if team.code == who)
    return SceneName(names.team(who), player or "", won)


def _figure(race: Race, by: str, row: Standing) -> str:
    """Return the figure for a podium place: gap to the winner, points or money."""
    if isinstance(row, PointsStanding):
        return amount_text(race, by, row.points)
    if row.gap is None:
        return ""
    if not row.gap:
        return phrase("tie on time")
    return phrase("{time} behind", time=format_time(row.gap, race.rulebook.unit))


def _replay_scenes(race: Race) -> Iterator[Scene]:
    """For each stage, yield a scene with the ranking that decides the tour.

    A one-day race has no such scenes.
    """
    if race.is_one_day:
        return
    by, _ = deciding_ranking(race)
    title, names = CLASSIFICATION_TITLES[by], Names(race.tour)
    frames = list[Standings]()
    for count in range(1, len(race.stages) + 1):
        then, rows = deciding_ranking(replace(race, stages=race.stages[:count]))
        frames.append(rows[:_MOST_ROWS] if then == by else ())
    largest = max((_size(row) for rows in frames for row in rows), default=0)
    before: dict[str, str | None] = {}
    for score, rows in zip(race.stages, frames, strict=True):
        cancelled = (phrase("cancelled"),) if score.stage.cancelled else ()
        yield Scene(
            kind=SceneKind.REPLAY,
            title=score.title,
            about=(title, *cancelled),
            rows=tuple(_replay_rows(race, score, by, rows, largest)),
            jerseys=tuple(
                ReplayJersey(
                    shirt=shirt,
                    wearer=names.rider(wearer),
                    changed=before.get(line.jersey, wearer) != wearer,
                )
                for line, wearer, shirt in worn_jerseys(race, score)
            ),
        )
        before = {line.jersey: line.wearer for line in shown_jerseys(race, score)}


def _replay_rows(
    race: Race, score: StageScore, by: str, rows: Standings, largest: int
) -> Iterator[ReplayRow]:
    """Yield the rows of the ranking `by` after a stage, each with the length of a bar.

    A bar represents a gap, points or money. `largest` is the largest of these in all
    scenes.
    """
    names, worn = Names(race.tour), worn_shirts(race, score)
    colours = {str(team.code): team.colour for team in race.tour.teams}
    codes = {str(rider.bib): rider.team or "" for rider in race.tour.riders}
    for row in rows:
        size = _size(row)
        share = 100 * max(0, size) // largest if largest > 0 else 0
        figure = format_number(size)
        if isinstance(row, TimeStanding):
            share = 100 - share * (100 - _SHORTEST) // 100
            figure = f"+{format_time(size, race.rulebook.unit)}"
            if row is rows[0]:
                # In a game that records only gaps, the leader has no time.
                figure = format_time(row.time, race.rulebook.unit) if row.time else ""
        code = row.who if by == PURSE else codes[row.who]
        yield ReplayRow(
            rank=row.rank,
            who=row.who,
            name=names.who(by, row.who),
            team="" if by == PURSE else names.team_of(row.who),
            figure=figure,
            share=share,
            colour=colours.get(code) or "",
            shirts=tuple(shirt for bib, shirt in worn if bib == row.who),
        )


def _size(row: Standing) -> int:
    """Return what the bar of a row shows: gap to the leader, points or money."""
    return row.points if isinstance(row, PointsStanding) else row.gap or 0
