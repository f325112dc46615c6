"""Explain every second and every point of a rider, stage by stage."""

from collections.abc import Iterator
from typing import NamedTuple

from peloton.errors import PelotonError
from peloton.rules.classifications.riders import combined_ranks
from peloton.rules.facts.kinds import CLASSIFICATIONS, ClassificationName, Reason
from peloton.rules.facts.labels import STATUSES, TIE_STEPS, source_name
from peloton.rules.facts.startlist import Bib
from peloton.rules.games import Mark
from peloton.rules.results import (
    Award,
    PointsStanding,
    Race,
    StageLine,
    StageScore,
    TimeStanding,
)
from peloton.rules.stage.times import finishes
from peloton.rules.stage.track import DECIDED_BY
from peloton.rules.values import no_rider
from peloton.rules.words import clock, phrase


class Reasoned(NamedTuple):
    """One amount with its reason and the number of the rule behind it.

    `towards` is `time`, `bonus`, `penalty` or a classification. `total` marks the
    running total of a classification after the stage, in place of one amount; a time
    total is before levelling. Amounts are in ticks or points; None where there is
    nothing to count, as for a rider who left the race.
    """

    stage: int
    towards: str
    amount: int | None
    why: str
    rule: str
    total: bool = False


def explanation(race: Race, bib: Bib, after: int | None = None) -> list[Reasoned]:
    """Explain a rider's results up to and with stage `after`, or all of them.

    The times less the bonuses plus the penalties of the stages that count add up to
    the general total, the points to theirs. Raises PelotonError for an unknown bib.
    """
    known = [rider.bib for rider in race.tour.riders]
    if bib not in known:
        raise PelotonError(no_rider(bib, known))
    totals: dict[str, int] = {}
    reasons: list[Reasoned] = []
    for score in race.stages[:after]:
        line = next((line for line in score.result if line.bib == bib), None)
        if line is not None:
            reasons += _stage(race, score, line, totals)
        if line is not None or any(won.bib == bib for won in score.final_points):
            reasons += _totals(race, score, bib, totals)
    return reasons


def _stage(
    race: Race, score: StageScore, line: StageLine, totals: dict[str, int]
) -> Iterator[Reasoned]:
    by_time = race.rulebook.word("general.by") == "time"
    own = (award for award in score.awards if award.bib == line.bib)
    for item in (*_time(race, score, line), *(_award(score, award) for award in own)):
        name = _SUMS.get(item.towards, item.towards)
        if not race.rulebook.counts(score.stage, ClassificationName(name)):
            yield item._replace(why=phrase("{why}; does not count", why=item.why))
            continue
        if item.amount is not None and (by_time or item.towards not in _SUMS):
            sign = -1 if item.towards == "bonus" else 1
            totals[name] = totals.get(name, 0) + sign * item.amount
        yield item


def _totals(
    race: Race, score: StageScore, bib: Bib, totals: dict[str, int]
) -> Iterator[Reasoned]:
    """Explain what the final classifications bring (FR-4), then each total."""
    for award in score.final_points:
        if award.bib == bib:
            totals[award.towards] = totals.get(award.towards, 0) + award.amount
            name = ClassificationName(award.source)
            final = phrase(
                "{classification}, final", classification=CLASSIFICATIONS[name].title
            )
            why = phrase("place {place}, {line}", place=award.place, line=final)
            yield Reasoned(score.number, award.towards, award.amount, why, award.rule)
    for name, rows in score.standings.items():
        row = next((row for row in rows if row.who == bib), None)
        if row is not None and name is not ClassificationName.TEAMS:
            yield _total(race, score, name, row, totals)


_SUMS = dict.fromkeys(("time", "bonus", "penalty"), str(ClassificationName.GENERAL))


def _time(race: Race, score: StageScore, line: StageLine) -> Iterator[Reasoned]:
    """Explain the time, or why there is none."""
    mark = score.stage.mark_of(line.bib)
    if line.place is None:
        why = phrase(
            "{status}: out of the race and of the classifications from here on",
            status=STATUSES[line.status],
        )
        rule = "GN-1"
        if line.status == Reason.OTL and race.rulebook.flag("time_limit.back"):
            rule = race.rulebook.rule("time_limit.back")
            why = phrase(
                "{status}: misses the next ride, and has no general rank from here on",
                status=STATUSES[line.status],
            )
        if mark is not None:
            why = phrase("{why}; mark {mark}", why=why, mark=str(mark))
        yield Reasoned(score.number, "time", None, why, rule)
    elif not score.stage.kind.timed:
        decided, rule = DECIDED_BY[score.stage.kind], race.rulebook.rule("track.kinds")
        placed = phrase("place {place}: {why}", place=line.place, why=decided)
        yield Reasoned(score.number, "time", None, placed, rule)
    elif mark is not None and line.time is not None:
        clocked, rule = _why(race, score, line, mark)
        yield Reasoned(score.number, "time", line.time, clocked, rule)
        for ruling in score.stage.rulings:
            if ruling.reinstated and ruling.bib == line.bib:
                why = phrase("reinstated: {reason}", reason=ruling.reason)
                yield Reasoned(score.number, "time", None, why, "RR-10")


def _why(race: Race, score: StageScore, line: StageLine, mark: Mark) -> tuple[str, str]:
    rulebook, stage = race.rulebook, score.stage
    if line.leader is not None and line.leader != line.bib:
        if stage.by_teams:
            why = phrase(
                "mark {mark}; the team's time is that of {bib}, its counting rider",
                mark=str(mark),
                bib=line.leader,
            )
            key = "track.pursuit_rider" if stage.kind.on_track else "ttt.rider"
            return why, rulebook.rule(key)
        why = phrase(
            "mark {mark}; the same time as {bib}", mark=str(mark), bib=line.leader
        )
        return why, rulebook.rule("same_time.gap")
    return rulebook.mark.why(mark, finishes(stage, rulebook))


def _award(score: StageScore, award: Award) -> Reasoned:
    why = award.source
    if award.place:
        line = source_name(award.source, score.stage)
        why = phrase("place {place}, {line}", place=award.place, line=line)
    return Reasoned(score.number, award.towards, award.amount, why, award.rule)


def _total(
    race: Race,
    score: StageScore,
    name: ClassificationName,
    row: TimeStanding | PointsStanding,
    totals: dict[str, int],
) -> Reasoned:
    why = phrase("rank {rank}", rank=row.rank)
    total = totals.get(name, 0)
    if isinstance(row, TimeStanding):
        total = totals.get(ClassificationName.GENERAL, 0)
        if total != row.time:
            why = phrase(
                "{why}; shown as {time}, less the best total of {best}",
                why=why,
                time=clock(row.time, race.rulebook.unit),
                best=clock(total - row.time, race.rulebook.unit),
            )
    elif name is ClassificationName.COMBINATION:
        total = row.total
        general, points, mountains = (
            ranks[row.who] for ranks in combined_ranks(score.standings).values()
        )
        why = phrase(
            "{why}; the sum of the ranks {general}, {points} and {mountains}",
            why=why,
            general=general,
            points=points,
            mountains=mountains,
        )
    if row.tie is not None:
        why = phrase(
            "{why}; equal totals parted by: {step}", why=why, step=TIE_STEPS[row.tie]
        )
    rule = race.rulebook.rule(f"ties.{name}" if row.tie else CLASSIFICATIONS[name].rule)
    return Reasoned(score.number, name, total, why, rule, total=True)
