"""Compose the ceremony of a tour that is over: scenes that are revealed by taps."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from peloton.errors import PelotonError
from peloton.reports.decided import amount_text, winner_sentence
from peloton.reports.names import CLASSIFICATION_TITLES, Names
from peloton.reports.pictures.jersey_pictures import jersey_lead
from peloton.reports.scenes import (
    Ceremony,
    ReplayJersey,
    ReplayRow,
    Scene,
    SceneKind,
    SceneName,
)
from peloton.reports.shirts import jersey_shirt, worn_shirts
from peloton.reports.tour.cards import stages_and_days
from peloton.reports.tour.honours import AWARD_TITLES, award_sentence, awards
from peloton.reports.tour.tour import tour_facts
from peloton.reports.winners import winning_team_notes
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import jersey_title
from peloton.rules.facts.startlist import Bib
from peloton.rules.honours import HonourLine
from peloton.rules.results import PURSE, Race, StageScore
from peloton.rules.season.palmares import TourPalmares, tour_palmares
from peloton.rules.winners import Ranked, deciding_ranking, shown_jerseys
from peloton.rules.words import format_number, format_time, join, phrase

_PODIUM = 3
_MOST_ROWS = 10
"""Maximum number of rows of a replay, readable on a projector and on a phone."""
_SHORTEST = 25
"""Length of the bar for the largest gap, in percent of the leader's bar."""


def ceremony(race: Race) -> Ceremony:
    """Return the scenes: awards, jerseys, third, second, first, then the replay.

    The jersey of the winner of the tour is revealed together with the winner. An award
    comes after the podium if its reason names one of the first three ranks. Raises
    PelotonError for a tour that is not over.
    """
    _check_is_over(race)
    given = awards(race)
    telling = [line for line in given if _tells_the_podium(line)]
    others = (line for line in given if line not in telling)
    title = Scene(
        kind=SceneKind.TITLE,
        title=race.tour.name,
        about=(join(tour_facts(race), " · "),),
    )
    return Ceremony(
        scenes=(
            title,
            *_award_scenes(race, others),
            *_jersey_scenes(race),
            *_podium_scenes(race),
            *_award_scenes(race, telling),
            *_replay_scenes(race),
        )
    )


def _check_is_over(race: Race) -> None:
    """Raise PelotonError, naming the missing stages, unless the tour is over (GN-9)."""
    if race.is_over:
        return
    ridden, total = len(race.stages), race.tour.total_stages
    if total is None:
        raise PelotonError(
            "the ceremony needs a tour that is over, but this one has no planned number"
            " of stages: end the tour with 'peloton close'"
        )
    if not total:
        raise PelotonError("the ceremony needs a tour that is over; this has no stages")
    if ridden + 1 == total:
        raise PelotonError(f"the ceremony needs the result of stage {total}")
    raise PelotonError(f"the ceremony needs the results of stages {ridden + 1}-{total}")


def _tells_the_podium(line: HonourLine) -> bool:
    return line.given.figures.get("rank", _PODIUM + 1) <= _PODIUM


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
    """Yield a scene per jersey, the highest last, except the tour winner's jersey."""
    score, names = race.stages[-1], Names(race.tour)
    by, _ = deciding_ranking(race)
    for line in reversed(shown_jerseys(race, score)):
        if line.wearer is not None and line.classification != by:
            lead = jersey_lead(line, score, race.rulebook)
            yield Scene(
                kind=SceneKind.JERSEY,
                title=jersey_title(line.jersey),
                names=(_rider(names, line.wearer),),
                about=tuple(
                    filter(None, (CLASSIFICATION_TITLES[line.classification], lead))
                ),
                shirt=jersey_shirt(line.jersey, race.rulebook),
            )


def _rider(names: Names, bib: str, won: str = "") -> SceneName:
    about = filter(None, (names.team_of(bib), names.player_of(bib)))
    return SceneName(names.rider(bib), join(about, " · "), won)


_PLACES = (
    phrase("Winner of the tour"),
    phrase("Second place"),
    phrase("Third place"),
)


def _podium_scenes(race: Race) -> Iterator[Scene]:
    """Yield the scenes of third, second and first place; tied riders share a scene."""
    by, rows = deciding_ranking(race)
    worn = shown_jerseys(race, race.stages[-1])
    shirts = [
        jersey_shirt(w.jersey, race.rulebook) for w in worn if w.classification == by
    ]
    palmares = tour_palmares(race)
    for rank in range(_PODIUM, 0, -1):
        found = [row for row in rows if row.rank == rank]
        if not found:
            continue
        about = [_figure(race, by, rows[0], found[0])]
        if rank == 1:
            about = [winner_sentence(race), *winning_team_notes(race)]
        yield Scene(
            kind=SceneKind.PODIUM,
            title=_PLACES[rank - 1],
            names=tuple(_holder(race, palmares, by, row.who) for row in found),
            about=tuple(filter(None, about)),
            shirt=next(iter(shirts), None) if rank == 1 else None,
        )


def _holder(race: Race, palmares: TourPalmares, by: str, who: str) -> SceneName:
    """Return a rider's name, with the number of stages won and of days in jerseys.

    If money decides the tour, `who` is the code of a team.
    """
    names = Names(race.tour)
    if by != PURSE:
        won = join(stages_and_days(race, palmares, {Bib(who)}, ""))
        return _rider(names, who, won)
    bibs = {rider.bib for rider in race.tour.riders if rider.team == who}
    won = join(stages_and_days(race, palmares, bibs, who))
    player = next(team.player for team in race.tour.teams if team.code == who)
    return SceneName(names.team(who), player or "", won)


def _figure(race: Race, by: str, first: Ranked, row: Ranked) -> str:
    """Return the gap to the winner, the points or the money of a podium place."""
    if first.total is None or row.total is None:
        return ""
    if not _by_time(race, by):
        return amount_text(race, by, row.total)
    if row.total == first.total:
        return phrase("tie on time")
    time = format_time(row.total - first.total, race.rulebook.unit)
    return phrase("{time} behind", time=time)


def _by_time(race: Race, by: str) -> bool:
    return by != PURSE and race.rulebook.adds_times(ClassificationName(by))


def _replay_scenes(race: Race) -> Iterator[Scene]:
    """Yield the deciding ranking after each stage, if there are several stages."""
    if race.is_one_day:
        return
    replay = _Replay.of(race)
    before: dict[str, str | None] = {}
    for score, rows in zip(race.stages, replay.frames, strict=True):
        cancelled = (phrase("cancelled"),) if score.stage.cancelled else ()
        worn = shown_jerseys(race, score)
        yield Scene(
            kind=SceneKind.REPLAY,
            title=score.title,
            about=(replay.title, *cancelled),
            rows=tuple(replay.rows(score, rows)),
            jerseys=tuple(
                ReplayJersey(
                    title=jersey_title(line.jersey),
                    shirt=jersey_shirt(line.jersey, race.rulebook),
                    wearer=replay.names.rider(line.wearer),
                    changed=before.get(line.jersey, line.wearer) != line.wearer,
                )
                for line in worn
                if line.wearer is not None
            ),
        )
        before = {line.jersey: line.wearer for line in worn}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Replay:
    """The first rows of the deciding ranking after each stage.

    `by` is the ranking. `scale` is the largest gap in any of the rows, or the most
    points or money.
    """

    race: Race
    names: Names
    by: str
    frames: tuple[tuple[Ranked, ...], ...]
    scale: int

    @classmethod
    def of(cls, race: Race) -> "_Replay":
        by, _ = deciding_ranking(race)
        frames = list[tuple[Ranked, ...]]()
        for count in range(1, len(race.stages) + 1):
            then, rows = deciding_ranking(replace(race, stages=race.stages[:count]))
            frames.append(rows[:_MOST_ROWS] if then == by else ())
        timed = _by_time(race, by)
        sizes = (_size(row, rows, timed=timed) for rows in frames for row in rows)
        return cls(
            race=race,
            names=Names(race.tour),
            by=by,
            frames=tuple(frames),
            scale=max(sizes, default=0),
        )

    @property
    def title(self) -> str:
        if self.by == PURSE:
            return phrase("Purse")
        return CLASSIFICATION_TITLES[ClassificationName(self.by)]

    def rows(self, score: StageScore, rows: Sequence[Ranked]) -> Iterator[ReplayRow]:
        """Yield the rows of the ranking after a stage, each with a bar's length."""
        names, timed = self.names, _by_time(self.race, self.by)
        worn = worn_shirts(self.race, score)
        money = self.by == PURSE
        for row in rows:
            size = _size(row, rows, timed=timed)
            share = 100 * max(0, size) // self.scale if self.scale > 0 else 0
            if timed:
                share = 100 - share * (100 - _SHORTEST) // 100
            yield ReplayRow(
                rank=row.rank,
                who=row.who,
                name=names.team(row.who) if money else names.rider(row.who),
                team="" if money else names.team_of(row.who),
                figure=self._figure(row, size, timed=timed, first=row is rows[0]),
                share=share,
                colour=self._colour(row.who),
                shirts=tuple(shirt for bib, shirt in worn if bib == row.who),
            )

    def _figure(self, row: Ranked, size: int, *, timed: bool, first: bool) -> str:
        """Return the figure of a row as text.

        In a ranking by time it is a time in the first row and a gap in the others;
        otherwise it is points or money.
        """
        if not timed:
            return format_number(size)
        if not first:
            return f"+{format_time(size, self.race.rulebook.unit)}"
        # In a game that records only gaps, the leader has no time.
        return format_time(row.total, self.race.rulebook.unit) if row.total else ""

    def _colour(self, who: str) -> str:
        """Return the colour of a team, or of a rider's team; empty if it has none."""
        tour = self.race.tour
        codes: set[str | None] = {who}
        if self.by != PURSE:
            codes = {rider.team for rider in tour.riders if rider.bib == who}
        colours = (team.colour for team in tour.teams if team.code in codes)
        return next(filter(None, colours), "")


def _size(row: Ranked, rows: Sequence[Ranked], *, timed: bool) -> int:
    """Return the gap, the points or the money of a row as a number."""
    first, total = rows[0].total or 0, row.total or 0
    return total - first if timed else total
