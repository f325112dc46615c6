"""Explain every time and every point of a rider, stage by stage."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from peloton.rules.classifications.riders import combined_ranks
from peloton.rules.classifications.tallies import missed_time
from peloton.rules.facts.kinds import CLASSIFICATIONS, ClassificationName, Reason
from peloton.rules.facts.labels import known_word, source_name
from peloton.rules.facts.startlist import Bib
from peloton.rules.games import Mark
from peloton.rules.results import (
    PURSE,
    Award,
    Premium,
    Race,
    StageLine,
    StageScore,
    Standing,
    TimeStanding,
)
from peloton.rules.stage.times import clock_input
from peloton.rules.stage.track import DECIDED_BY
from peloton.rules.words import format_time, phrase


class AmountLine(NamedTuple):
    """An amount of time, points, money or turns, with its reason and its rule.

    `towards` is `time`, `bonus`, `penalty`, a classification or a ledger. If `total` is
    True, the amount is the total after the stage. A rider's total is the full sum, even
    if the game shows totals with the best total subtracted. Amounts are in ticks,
    points, money or extra turns, or None if there is no amount, as for a rider who left
    the race. Amounts whose `counts` is True add up to the total. `who` is the bib or
    team code.
    """

    stage: int
    towards: str
    amount: int | None
    why: str
    rule: str
    total: bool = False
    counts: bool = True
    who: str = ""


def explanation(race: Race, bib: Bib, after: int | None = None) -> list[AmountLine]:
    """Explain a rider's results on the stages up to `after`, by default on all stages.

    The amounts that count add up to the totals: times minus bonuses plus penalties in
    the general classification, points in the others. Premiums that the rider won for
    the team are included.
    """
    joins = next(rider.joins or 1 for rider in race.tour.riders if rider.bib == bib)
    reasons: list[AmountLine] = []
    for score in race.stages[:after]:
        line = next((line for line in score.result if line.bib == bib), None)
        if line is not None:
            reasons += _stage(race, score, line)
        elif score.number < joins and race.rulebook.counts_times(score.stage):
            why = phrase("joins on stage {number}", number=joins)
            reasons.append(_missed_stage(race, score, why))
        final = [award for award in score.final_points if award.bib == bib]
        reasons += (award_reason(score, award) for award in final)
        if line is not None or final:
            reasons += [*_totals(race, score, bib, reasons)]
        reasons += (premium_reason(score, p) for p in score.premiums if p.bib == bib)
    return [reason._replace(who=bib) for reason in reasons]


def premium_reason(score: StageScore, premium: Premium) -> AmountLine:
    """Explain a premium won by a rider, or a team's final premium (CY-16, CY-17)."""
    who, amount = premium.bib or premium.team, premium.amount
    return AmountLine(score.number, PURSE, amount, premium.why, premium.rule, who=who)


def _stage(race: Race, score: StageScore, line: StageLine) -> Iterator[AmountLine]:
    """Yield a rider's amounts on a stage, even those that do not count (GN-4)."""
    points = (award_reason(score, a) for a in score.awards if a.bib == line.bib)
    for item in (*_time(race, score, line), *points):
        name = "general" if item.towards in TIME_SIGNS else item.towards
        if race.rulebook.counts(score.stage, ClassificationName(name)):
            yield item
        else:
            why = phrase("{why}; does not count", why=item.why)
            yield item._replace(why=why, counts=False)


TIME_SIGNS = {"time": 1, "penalty": 1, "bonus": -1}
"""Maps amounts to 1 if they are added to the general time, -1 if subtracted."""


def _time(race: Race, score: StageScore, line: StageLine) -> Iterator[AmountLine]:
    """Explain a rider's time on a stage, or why there is none."""
    mark, status = score.stage.mark_of(line.bib), known_word(line.status)
    if line.status == Reason.ABS:
        why = phrase("{status}: may start the next stage", status=status)
        yield _missed_stage(race, score, why)
    elif line.place is None:
        why = phrase(
            "{status}: out of the race and of the classifications from here on",
            status=status,
        )
        rule = "GN-1"
        if line.status == Reason.OTL and race.rulebook.flag("time_limit.back"):
            rule = race.rulebook.rule("time_limit.back")
            why = phrase(
                "{status}: misses the next ride, and has no general rank from here on",
                status=status,
            )
        if mark is not None:
            why = phrase("{why}; mark {mark}", why=why, mark=str(mark))
        yield AmountLine(score.number, "time", None, why, rule)
    elif not score.stage.kind.timed:
        decided, rule = DECIDED_BY[score.stage.kind], race.rulebook.rule("track.kinds")
        placed = phrase("place {place}: {why}", place=line.place, why=decided)
        yield AmountLine(score.number, "time", None, placed, rule)
    elif mark is not None and line.time is not None:
        clocked, rule = _why(race, score, line, mark)
        yield AmountLine(score.number, "time", line.time, clocked, rule)
        for ruling in score.stage.rulings:
            if ruling.reinstated and ruling.bib == line.bib:
                why = phrase("reinstated: {reason}", reason=ruling.reason)
                yield AmountLine(score.number, "time", None, why, "RR-10")


def _missed_stage(race: Race, score: StageScore, why: str) -> AmountLine:
    """Explain the time, or the lack of a time, for a missed stage (GN-10)."""
    time = None
    if race.rulebook.counts_times(score.stage):
        given = missed_time(score.result, race.rulebook)
        if given is None:
            why = phrase("{why}; no general rank from here on", why=why)
        else:
            last, time = given
            penalty = race.rulebook.number("missed.penalty")
            why = phrase(
                "{why}; time of {bib}, the last rider classified", why=why, bib=last.bib
            )
            if penalty:
                more = format_time(penalty, race.rulebook.unit)
                why = phrase("{why}, and {time} more", why=why, time=more)
    return AmountLine(score.number, "time", time, why, "GN-10")


def _why(race: Race, score: StageScore, line: StageLine, mark: Mark) -> tuple[str, str]:
    rulebook, stage = race.rulebook, score.stage
    key = "track.pursuit_rider" if stage.kind.on_track else "ttt.rider"
    by_teams = stage.by_teams and not rulebook.flag("ttt.own_times")
    if line.leader in (None, line.bib):
        why, rule = rulebook.mark.explain(mark, clock_input(stage, rulebook))
        shared = any(o.leader == line.bib != o.bib for o in score.result)
        if by_teams and shared:
            why = phrase("{why}; this rider's time is the team's", why=why)
            rule = f"{rule}, {rulebook.rule(key)}"
        return why, rule
    if by_teams:
        why = phrase(
            "mark {mark}; the team's time is that of {bib}, its counting rider",
            mark=str(mark),
            bib=line.leader,
        )
        return why, rulebook.rule(key)
    why = phrase("mark {mark}; the same time as {bib}", mark=str(mark), bib=line.leader)
    return why, rulebook.rule("same_time.gap")


def award_reason(score: StageScore, award: Award) -> AmountLine:
    """Explain points or seconds won on a stage, or points for a final rank (FR-4)."""
    why = award.source
    if award in score.final_points:
        title = CLASSIFICATIONS[ClassificationName(award.source)].title
        final = phrase("{classification}, final", classification=title)
        why = phrase("place {place}, {line}", place=award.place, line=final)
    elif award.place:
        line = source_name(award.source, score.stage)
        why = phrase("place {place}, {line}", place=award.place, line=line)
    return AmountLine(score.number, award.towards, award.amount, why, award.rule)


def _totals(
    race: Race, score: StageScore, bib: Bib, reasons: Iterable[AmountLine]
) -> Iterator[AmountLine]:
    """Yield a rider's totals after a stage; a total time is the sum of `reasons`."""
    for name, rows in score.standings.items():
        row = next((row for row in rows if row.who == bib), None)
        if row is None or name is ClassificationName.TEAMS:
            continue
        (why, rule), total = rank_reason(race, name, row), row.total
        if name is ClassificationName.COMBINATION:
            ranks = combined_ranks(score.standings).values()
            general, points, mountains = (of[row.who] for of in ranks)
            why = phrase(
                "{why}; the sum of the ranks {general}, {points} and {mountains}",
                why=why,
                general=general,
                points=points,
                mountains=mountains,
            )
        if isinstance(row, TimeStanding):
            counted = (reason for reason in reasons if reason.counts)
            total = sum(TIME_SIGNS.get(x.towards, 0) * (x.amount or 0) for x in counted)
        if total != row.total:
            why = phrase(
                "{why}; shown as {time}, less the best total of {best}",
                why=why,
                time=format_time(row.total, race.rulebook.unit),
                best=format_time(total - row.total, race.rulebook.unit),
            )
        yield AmountLine(score.number, name, total, why, rule, total=True)


def rank_reason(race: Race, name: ClassificationName, row: Standing) -> tuple[str, str]:
    """Return the reason for a rank, and the rule of the ranking or of the tie-break."""
    why = phrase("rank {rank}", rank=row.rank)
    if row.tie is not None:
        why = phrase("{why}; tie decided by: {step}", why=why, step=known_word(row.tie))
        return why, race.rulebook.rule(f"ties.{name}")
    if isinstance(row, TimeStanding) and row.gap is None:
        why = phrase("{why}, behind teams with more riders", why=why)
    return why, race.rulebook.rule(CLASSIFICATIONS[name].rule)
