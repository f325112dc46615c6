"""Check the facts of a tour, with one small function per check.

Problems are returned, not raised, so that all are reported together (GN-1).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from peloton.errors import did_you_mean
from peloton.rules.checks.facts import fact_problems, rider_paths
from peloton.rules.checks.track import rule_problems, track_problems
from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.fact_table import COUNTS
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.problem import FactPath, Problem, missing_rider
from peloton.rules.facts.stage import Ruling, Stage, lap_label
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import OPEN, Tour, next_stage_number
from peloton.rules.games.road import ClockMark, SameMark
from peloton.rules.ledgers.cards import cards_to_carry
from peloton.rules.ledgers.money import budget_problems
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.setting_up import rider_counts
from peloton.rules.stage.times import late_riders, stage_times
from peloton.rules.stage.track import track_starters
from peloton.rules.values import (
    one_of,
    unknown_bib_fault,
    unknown_label_fault,
    unknown_team_fault,
    word_fault,
)


def tour_problems(tour: Tour, rulebook: Rulebook) -> Iterator[Problem]:
    """Find mistakes in house rules, startlist, courses and the order of stages."""
    yield from fact_problems(tour)
    fault, key = rulebook.space_fault, "space"
    for table, given in (("rules", tour.rules), ("options", tour.options)):
        if fault and key in given:
            message = f"{key}: {fault}"
            yield Problem.of("rules", message, "tour", table, key, warning=True)
    yield from _startlist(tour, rulebook)
    yield from budget_problems(tour, rulebook)
    yield from _stages(tour)
    for number, stage in enumerate(tour.stages, 1):
        for problem in rule_problems(stage, rulebook):
            yield problem.on_stage(number)


def stage_problems(stage: Stage, tally: Tally) -> list[Problem]:
    """Find mistakes in one stage; `tally` contains the totals before this stage.

    Before a stage is ridden, only the bibs named on it and their cards are checked. Key
    paths are relative to the stage.
    """
    checks = _CHECKS if stage.ridden else (_riders, _crossings, _cards)
    found = (problem for check in checks for problem in check(stage, tally))
    return [*dict.fromkeys(found)]  # all laps of a stage have the same path


def _startlist(tour: Tour, rulebook: Rulebook) -> Iterator[Problem]:
    """Check the number of riders (FI-3), their types, and when they join (GN-10)."""
    played = sorted(set(rider_counts(rulebook).values()))
    entered = len(tour.riders), sum(rider.neutral for rider in tour.riders)
    if played and entered not in played and any(s.has_results for s in tour.stages):
        expected = " or ".join(f"{riders} with {neutral}" for riders, neutral in played)
        message = f"found {entered[0]} riders, {entered[1]} of them neutral,"
        message = f"{message} expected {expected} (FI-3)"
        yield Problem.of("field", message, "tour", "rulebook", warning=True)
    known = [kind.name for kind in rulebook.types]
    last = tour.total_stages if tour.planned is not None else None
    for rider, where in rider_paths(tour):
        if rider.type is not None and rider.type not in known:
            expected = one_of(known) if known else f"none: {rulebook.name} has no types"
            expected = f"{expected}{did_you_mean(rider.type, known)}"
            message = (
                f"rider {rider.bib}: found type '{rider.type}', expected {expected}"
            )
            yield Problem.of("type", message, *where, "type", bib=rider.bib)
        if last is not None and rider.joins is not None and rider.joins > last:
            message = (
                f"rider {rider.bib}: joins on stage {rider.joins},"
                f" but the tour has {last} (GN-10)"
            )
            yield Problem.of("joins", message, *where, "joins", bib=rider.bib)


def _stages(tour: Tour) -> Iterator[Problem]:
    """Check the planned number of stages (GN-9), and that they are ridden in order."""
    listed, planned = len(tour.stages), tour.total_stages
    if planned is not None and planned < listed:
        message = (
            f"stages: found {planned}, but the tour lists {listed};"
            f" expected {listed} or more, or '{OPEN}' (GN-9)"
        )
        yield Problem.of("plan", message, "tour", "stages")
    waiting = next_stage_number(tour) or listed
    for number, stage in enumerate(tour.stages[waiting:], waiting + 1):
        if stage.ridden:
            message = (
                f"stage {number} has results but stage {waiting} has none;"
                " enter that one first, or cancel it with a reason"
            )
            yield Problem.of("order", message).on_stage(number)


def _riders(stage: Stage, tally: Tally) -> Iterator[Problem]:
    """Check that riders on a stage are known, start, and are listed once (GN-1).

    Only riders with a place carry cards over, because others do not start again.
    """
    known, racing = tally.startlist, tally.starting
    starters = racing.keys() - stage.absent
    if stage.kind.outside_the_tour:
        starters &= track_starters(stage, racing)
    allowed: dict[str, Collection[Bib]] = {
        "cards": racing.keys() - stage.reasons.keys(),
        **dict.fromkeys(("start", "lots"), known),
        **dict.fromkeys(("finish", "ruling"), racing),
    }
    for where, label, bibs in _mentions(stage):
        expected = allowed.get(str(where[0]), starters)
        for bib, times in Counter(bibs).items():
            if bib not in known:
                message = unknown_bib_fault(bib, known)
                yield Problem.of("unknown", message, *where, bib=bib)
            elif bib not in expected:
                why = f"rider {bib} left the race on an earlier stage"
                if expected is starters:
                    why = f"{label}: found rider {bib}, who did not start the stage"
                elif bib in racing:
                    why = f"rider {bib} has cards but no place on the stage"
                message = _absence(bib, tally) or why
                yield Problem.of("left", message, *where, bib=bib)
            if label and times > 1:
                message = f"{label}: found rider {bib} twice, expected once"
                yield Problem.of("twice", message, *where, bib=bib)


def _absence(bib: Bib, tally: Tally) -> str:
    """Return why a rider still in the race does not start; "" for others (GN-10)."""
    if bib in tally.waiting:
        joins = f"rider {bib} joins the race on stage {tally.startlist[bib].joins}"
        return f"{joins}, and cannot be named before it (GN-10)"
    if bib in tally.resting:
        misses = f"rider {bib} misses this stage"
        return f"{misses}, outside the time limit on the one before (CY-11)"
    return ""


def _mentions(stage: Stage) -> Iterator[tuple[FactPath, str, Iterable[Bib]]]:
    """Yield (key path, label, bibs) wherever a stage names riders.

    The label is "" where a rider may be named twice.
    """
    for n, group in enumerate(stage.start):
        yield ("start", n, "bibs"), "", group.bibs
    yield ("finish",), "finish", stage.listed
    for label, order in stage.crossings.items():
        yield ("crossings", label), f"'{label}'", order
    for number, lap in enumerate(stage.laps, 1):
        yield ("laps",), f"'{lap_label(number)}'", lap
    for number, heat in enumerate(stage.heats, 1):
        yield ("heats",), f"heat {number}", heat
    yield ("eliminated",), "eliminated", stage.eliminated
    for n, ruling in enumerate(stage.rulings):
        yield ("ruling", n), "", [] if ruling.bib is None else [ruling.bib]
    for name, row in COUNTS.items():
        for bib in () if row.by_team else getattr(stage, name):
            yield (name, bib), name.replace("_", " "), [bib]
    for classification, drawn in stage.lots.items():
        if classification is not ClassificationName.TEAMS:
            yield ("lots", classification), "", map(Bib, drawn)


def _missing(stage: Stage, tally: Tally) -> Iterator[Problem]:
    """Check that the finish lists every starter (GN-1)."""
    if not tally.rulebook.may_be_skipped(stage):
        listed = {*stage.listed}
        yield from (missing_rider(bib) for bib in tally.starting if bib not in listed)


def _marks(stage: Stage, tally: Tally) -> Iterator[Problem]:
    """Check the first mark (CY-3, RR-1), falling turns (CY-4) and late turns (FI-2)."""
    rulebook, arrivals = tally.rulebook, stage.arrivals
    raced = (
        stage.kind.timed and not stage.kind.against_the_clock and not stage.cancelled
    )
    relative = raced and rulebook.mark.relative_turns
    last, finish = rulebook.number("turns"), rulebook.number("line")
    limited, turns, end = bool(last and finish), 0, last
    if limited:
        passed = (line.mark.turns for line in arrivals if line.mark.past > finish)
        end = min((last, *passed))
    for position, line in enumerate(arrivals):
        mark, bib, is_first = line.mark, line.bibs[0], position == 0
        behind = isinstance(mark, ClockMark) and mark.gap and mark.thousandths > 0
        if is_first and (behind or isinstance(mark, SameMark)):
            message = f"rider {bib} is first with {mark}: expected a time such as"
            yield Problem.of("first", f"{message} 3:25:10 (RR-1)", bib=bib)
        if relative and is_first and mark.turns:
            expected = "expected 0 turns, as turns count from the first arrival (CY-3)"
            message = f"rider {bib} crossed first with mark {mark}: {expected}"
            yield Problem.of("first", message, bib=bib)
        if relative and mark.turns < turns:
            message = f"rider {bib} (turn {mark.turns}) is listed below a rider on turn"
            message = f"{message} {turns}: is the order of arrival right? (CY-4)"
            yield Problem.of("turns", message, bib=bib, warning=True)
        if limited and mark.turns > end:
            message = f"rider {bib} has turn {mark.turns}, but the race ended in turn"
            message = f"{message} {end} (FI-2)"
            yield Problem.of("turns", message, bib=bib, warning=True)
        turns = max(turns, mark.turns) if relative else 0


def _gaps(stage: Stage, _tally: Tally) -> Iterator[Problem]:
    """Check that no gap without its + is read as a time; report the first (RR-1)."""
    times = [(a, a.mark) for a in stage.arrivals if isinstance(a.mark, ClockMark)]
    for line, time in times:
        if not time.gap and time.thousandths * 2 < times[0][1].thousandths:
            message = f"rider {line.bibs[0]} has {time}, less than half of the time"
            message = f"{message} {times[0][1]}: a gap is written with + (RR-1)"
            yield Problem.of("gap", message, bib=line.bibs[0], warning=True)
            break


def _crossings(stage: Stage, _tally: Tally) -> Iterator[Problem]:
    """Check that the stage has each sprint or climb that riders crossed."""
    labels = list(stage.primes)
    for label in stage.crossings:
        if label not in labels:
            message = unknown_label_fault(label, labels)
            yield Problem.of("prime", message, "crossings", label)


def _lots(stage: Stage, tally: Tally) -> Iterator[Problem]:
    """Check that lots are drawn for known classifications, and list nobody twice."""
    rulebook, teams = tally.rulebook, tally.teams
    for name, drawn in stage.lots.items():
        where = ("lots", name)
        if name not in rulebook.classifications:
            message = f"lots: {word_fault(name, rulebook.classifications)}"
            yield Problem.of("lots", message, *where)
        elif name is ClassificationName.YOUNG:
            message = "lots for 'young' have no effect: draw them for 'general' (RR-7)"
            yield Problem.of("lots", message, *where, warning=True)
        for who, times in Counter(drawn).items():
            if name is ClassificationName.TEAMS and who not in teams:
                message = f"lots: {unknown_team_fault(who, teams)}"
                yield Problem.of("lots", message, *where)
            if times > 1:
                message = f"lots: found '{who}' twice, expected once"
                yield Problem.of("twice", message, *where)


def _counts(stage: Stage, tally: Tally) -> Iterator[Problem]:
    """Check that the game uses a count, and that counts are of known teams (CY-12)."""
    rulebook = tally.rulebook
    for name, row in COUNTS.items():
        vain = row.towards is not None and not rulebook.uses(row.needed_by)
        if vain and getattr(stage, name):
            message = f"{name} without effect: {rulebook.name} counts none"
            yield Problem.of("vain", message, name, warning=True)
        for code in getattr(stage, name) if row.by_team else ():
            if code not in tally.teams:
                message = unknown_team_fault(code, tally.teams)
                yield Problem.of("unknown", message, name, code)


def _cards(stage: Stage, tally: Tally) -> Iterator[Problem]:
    """Check that the game keeps cards, and riders not too many (CR-17, FR-2)."""
    rulebook, most = tally.rulebook, tally.rulebook.number("cards.most")
    for bib, held in stage.cards.items():
        if bib not in tally.starting or bib in stage.reasons:
            continue  # reported with all other riders who may not be named
        fault = f"expected at most {most} to keep"
        if not rulebook.uses("cards.kind"):
            fault = f"but {rulebook.name} keeps none between stages"
        elif not most or cards_to_carry(held, rulebook) <= most:
            continue
        holding = f"rider {bib} has {held} card{'' if held == 1 else 's'}"
        message = f"{holding}, {fault}{rulebook.cited('cards.kind')}"
        yield Problem.of("cards", message, "cards", bib, bib=bib)


def _rulings(stage: Stage, tally: Tally) -> Iterator[Problem]:
    """Check that each ruling is on a known rider or team, with a reason (GN-2)."""
    rulebook, late = tally.rulebook, frozenset[Bib]()
    if stage.reinstated:
        times = stage_times(stage, rulebook, tally.startlist)
        late = late_riders(stage, times, rulebook)
    for position, ruling in enumerate(stage.rulings):
        where, bib = ("ruling", position), ruling.bib
        faults = [*_ruling_faults(ruling, stage, tally)]
        for fault in faults:
            yield Problem.of("ruling", f"ruling: {fault}", *where, bib=bib)
        if not faults and (no_effect := _no_effect(ruling, rulebook, late)):
            message = f"ruling without effect: {no_effect}"
            yield Problem.of("ruling", message, *where, bib=bib, warning=True)


def _no_effect(ruling: Ruling, rulebook: Rulebook, late: Collection[Bib]) -> str:
    """Return why a ruling changes nothing; "" if it has an effect (GN-2, RR-10)."""
    if ruling.bib is not None:
        no_effect = ruling.reinstated and ruling.bib not in late
        return f"rider {ruling.bib} is not over the time limit" if no_effect else ""
    if ClassificationName.TEAMS not in rulebook.classifications:
        return f"{rulebook.name} has no team classification"
    by_points = rulebook.teams_by_points
    if ruling.seconds if by_points else ruling.points:
        unit = "points" if by_points else "seconds"
        return f"the teams of {rulebook.name} rank by {unit}"
    return ""


def _ruling_faults(ruling: Ruling, stage: Stage, tally: Tally) -> Iterator[str]:
    bib, team = ruling.bib, ruling.team
    if (bib is None) == (team is None):
        yield "expected either a bib or a team"
    if not ruling.reason.strip():
        yield "expected a reason (GN-2)"
    if team is not None:
        if team not in tally.teams:
            yield unknown_team_fault(team, tally.teams)
        if ruling.reinstated:
            yield "a team is never outside the time limit, expected a bib (RR-10)"
        if ruling.mountains:
            yield "teams have no mountains points"
    if bib in tally.neutral and (ruling.points or ruling.mountains):
        yield f"rider {bib} is neutral, and has no points (FI-3)"
    if ruling.reinstated and bib in stage.reasons:
        expected = "expected the mark alone: a reinstated rider keeps the time (RR-10)"
        yield f"rider {bib} is {stage.reasons[bib]} on the stage, {expected}"


_CHECKS = (
    *(_riders, _missing, _marks, _gaps, _crossings, track_problems, _rulings, _lots),
    *(_counts, _cards),
)
"""The checks of a stage, in the order in which their problems are reported."""
