"""Hypothesis strategy: legal Cyclo tours with rider types, extra turns and sponsors.

The tours use no more than the budget, the extra turns and the sponsor money that the
naive scorer (`tests.reference`) computes.
"""

import tomllib
from dataclasses import replace

from hypothesis import strategies as st

from peloton.notation.tour_file.reading import read_tour
from peloton.notation.tour_file.writing import tour_text
from peloton.rules.facts.stage import Arrival, Offer, Stage
from peloton.rules.facts.startlist import Bib, Rider, TeamCode
from peloton.rules.facts.tour import Tour
from tests.reference_ledgers import TRIALS, granted
from tests.tours import tours

LENGTHS = (20, 34, 35, 36, 50, 51, 60, 61, 100, 101, 120, 190, 200, 280)
PRICES = {
    "climber": 3000,
    "sprinter": 3000,
    "time rider": 3000,
    "helper": 1000,
    "A": 6500,
    "B": 6000,
    "C": 5000,
    "D": 5000,
    "E": 500,
}
BUDGET = 11_000


@st.composite
def ledger_tours(draw: st.DrawFn) -> str:
    """Draw the text of a Cyclo tour in which money and red dice are used."""
    facts = read_tour(draw(tours("cyclo"))).tour
    assert facts is not None
    choices = {name: draw(st.booleans()) for name in ("money", "team_leader")}
    stages = tuple(
        replace(stage, length=max(draw(st.sampled_from(LENGTHS)), last_line(stage)))
        for stage in facts.stages
    )
    rules = {**facts.rules, "extra_turns.team": draw(st.sampled_from((0, 2)))}
    facts = replace(
        facts, options={**facts.options, **choices}, rules=rules, stages=stages
    )
    facts = replace(facts, riders=typed(draw, facts))
    return text_of(spent(draw, facts))


def last_line(stage: Stage) -> int:
    """Return the position of the last sprint or section, the minimum stage length."""
    ends = [part.end for part in stage.sections] + [part.at for part in stage.sprints]
    return max((end or 0 for end in ends), default=0)


def text_of(facts: Tour) -> str:
    """Write a tour with the kind of every stage, which the naive scorer needs."""
    head, *stages = tour_text(facts).split("\n[[stage]]\n")
    road = 'kind = "road"\n'
    kinds = ["" if "\nkind = " in f"\n{each}" else road for each in stages]
    pairs = zip(kinds, stages, strict=True)
    return "\n[[stage]]\n".join([head, *(kind + each for kind, each in pairs)])


def typed(draw: st.DrawFn, facts: Tour) -> tuple[Rider, ...]:
    """Give riders types within the budget of their team; make some captains."""
    spent_by: dict[str | None, int] = {}
    riders = []
    for rider in facts.riders:
        kind = draw(st.none() | st.sampled_from(sorted(PRICES)))
        price = PRICES.get(kind or "", 0)
        if spent_by.get(rider.team, 0) + price > BUDGET:
            kind, price = None, 0
        spent_by[rider.team] = spent_by.get(rider.team, 0) + price
        riders.append(replace(rider, type=kind, captain=draw(st.booleans())))
    return tuple(riders)


def spent(draw: st.DrawFn, facts: Tour) -> Tour:
    """Draw the extra turns used and the offers made on the stages ridden."""
    red_dice = facts.options["level"] != 1
    money = facts.options["level"] == 4 or facts.options["money"]
    left = dict.fromkeys((rider.bib for rider in facts.riders), 0)
    saved = dict.fromkeys((team.code for team in facts.teams), 0)
    teams = dict.fromkeys((team.code for team in facts.teams), 0)
    for_team = facts.rules["extra_turns.team"] if red_dice else 0
    toml = tomllib.loads(text_of(facts))
    stages = []
    for stage, table in zip(facts.stages, toml["stage"], strict=True):
        if stage.finish and not stage.cancelled:
            grants = {b: granted(toml, b, table) for b in starters(stage) if red_dice}
            used = use(draw, grants, left, trial=table["kind"] in TRIALS)
            offers = offered(draw, stage, saved) if money else ()
            trial = table["kind"] in TRIALS
            at_start = {r.team for r in facts.riders if r.bib in starters(stage)}
            joint = {}
            for team in [t for t in teams if t in at_start and not trial]:
                teams[team] += int(str(for_team))
                joint[team] = draw(st.integers(0, min(teams[team], 3)))
                teams[team] -= joint[team]
            attacks = {b: draw(st.integers(0, count // 2)) for b, count in used.items()}
            used = {b: count - 2 * attacks[b] for b, count in used.items()}
            spent = replace(stage, extra_turns=used, attacks=attacks)
            stages.append(replace(spent, team_turns=joint, offers=offers))
        else:
            stages.append(stage)
    return replace(facts, stages=tuple(stages))


def starters(stage: Stage) -> list[Bib]:
    """Return the riders of the finish, except those who did not start."""
    bibs: list[Bib] = []
    for line in stage.finish:
        bibs += line.bibs if isinstance(line, Arrival) else (line.bib,)
    return [bib for bib in bibs if bib not in stage.absent]


def use(
    draw: st.DrawFn, grants: dict[Bib, int], left: dict[Bib, int], *, trial: bool
) -> dict[Bib, int]:
    """Draw up to three extra turns per rider; in a time trial only if granted there."""
    used = {}
    for bib, turns in grants.items():
        left[bib] += turns
        if left[bib] and (turns or not trial):
            used[bib] = draw(st.integers(0, min(left[bib], 3)))
            left[bib] -= used[bib]
    return used


def offered(
    draw: st.DrawFn, stage: Stage, saved: dict[TeamCode, int]
) -> tuple[Offer, ...]:
    """Draw offers for the lines of a stage, and update the money `saved` by each team.

    A team gets 100 per stage and can save at most 300.
    """
    offers = []
    for team, savings in saved.items():
        money = 100 + savings
        for _ in range(draw(st.integers(0, 2))):
            amount = min(money, draw(st.sampled_from((1, 50, 100, 400))))
            target = draw(st.sampled_from(["finish", *stage.primes]))
            place = draw(st.integers(1, 3))
            offers.append(Offer(team=team, amount=amount, target=target, place=place))
            money -= amount
        saved[team] = min(300, money)
    return tuple(offers)
