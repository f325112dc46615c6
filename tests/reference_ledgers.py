"""The naive scorer's extra turns and money (Cyclo), recomputed from the first stage.

It uses the tour file, parsed as TOML, and the documents of the stages scored so far.
"""

import math
from collections.abc import Iterator, Sequence

from tests.reference_arrival import (
    Json,
    bib_order,
    joins,
    option,
    rule,
    startlist,
    team_of,
)
from tests.reference_facts import planned

TRIALS = ("prologue", "itt", "mtt", "ttt", "1 km")
ON_THE_ROAD = ("road", "criterium", *TRIALS)
FINAL = {
    "general": [1000, 500, 250],
    "points": [600, 250],
    "mountains": [550, 225],
    "teams": [500],
}
WEARING = {"yellow": 100, "green": 50, "white": 50}


def ledgers(tour: Json, stages: Sequence[Json]) -> Json:
    """Return the money and the extra turns after the last of these stages, if any."""
    if tour["tour"]["rulebook"] != "cyclo":
        return {}
    level = option(tour, "level", 3)
    found = {}
    teams = [team["code"] for team in tour.get("team", [])]
    if teams and (level == 4 or option(tour, "money", default=False)):
        found["purse"] = purse(tour, stages, teams)
    if level > 1:
        found["extra_turns"] = extra_turns(tour, stages)
        attacks = tour["stage"][len(stages) - 1].get("attacks", {}).items()
        found["attacks"] = [{"bib": bib, "count": n} for bib, n in attacks if n]
        found["team_turns"] = team_turns(tour, stages, teams)
    return {name: rows for name, rows in found.items() if rows}


# Money ----------------------------------------------------------------------------


def purse(tour: Json, stages: Sequence[Json], teams: list[str]) -> list[Json]:
    """Return each team's sum of premiums so far, the richest first (CY-15 to CY-17)."""
    team = team_of(tour)
    days = []
    for done in stages:
        won = [*premiums(tour, done)]
        days.append({code: sum(m for who, m in won if who == code) for code in teams})
        for bib, amount in rider_premiums(tour, done):
            if bib in team:
                days[-1][team[bib]] += amount
    balance = {code: sum(day[code] for day in days) for code in teams}
    return [
        {"team": code, "earned": days[-1][code], "balance": balance[code]}
        for code in sorted(teams, key=lambda code: (-balance[code], code))
    ]


def premiums(tour: Json, done: Json) -> Iterator[tuple[str, int]]:
    """Yield the premiums of the final team classification (CY-17, GN-5)."""
    ridden = [s for s in tour["stage"] if "cancelled" not in s]
    counted = any(s.get("counts", {}).get("teams", True) for s in ridden)
    if done["number"] == planned(tour) and counted:
        for row in done["teams"]:
            if row["rank"] == 1:
                yield row["team"], FINAL["teams"][0]


def rider_premiums(tour: Json, done: Json) -> Iterator[tuple[str, int]]:
    """Yield the premiums that riders win for their teams (CY-15 to CY-17)."""
    stage = tour["stage"][done["number"] - 1]
    if done["number"] == planned(tour):
        # GN-5: a classification without a leader has no row among the jerseys.
        for name in (row["classification"] for row in done["jerseys"]):
            for row in done[name]:
                if row["rank"] <= len(FINAL[name]):
                    yield row["bib"], FINAL[name][row["rank"] - 1]
    if "cancelled" not in stage:
        yield from day_premiums(stage, done)
        yield from offers(tour, stage, done)


def day_premiums(stage: Json, done: Json) -> Iterator[tuple[str, int]]:
    """Yield the premiums for the stage's points, its win and the jerseys (CY-16).

    A stage is marked as `unpaid` only by a test of changed tours.
    """
    for row in done["result"]:
        for name in ("points", "mountains"):
            if stage.get("counts", {}).get(name, True):
                yield row["bib"], 10 * row[name]
        if row["place"] == 1 and not stage.get("unpaid"):
            yield row["bib"], 200
    for row in () if stage.get("unpaid") else done["jerseys"]:
        yield row["wearer"], WEARING[row["jersey"]]


def offers(tour: Json, stage: Json, done: Json) -> Iterator[tuple[str, int]]:
    """Yield the offers won: by the rider in a place at a line, unless OTL (CY-15)."""
    status = {row["bib"]: row["status"] for row in done["result"]}
    finishers = [row["bib"] for row in done["result"] if row["place"]]
    if stage["kind"] == "ttt":
        team = team_of(tour)
        finishers = [
            bib
            for index, bib in enumerate(finishers)
            if bib not in team
            or team[bib] not in [team.get(each) for each in finishers[:index]]
        ]
    for offer in stage.get("offer", []):
        there = stage.get("crossings", {}).get(offer["for"], "").split()
        if offer["for"] == "finish":
            there = finishers
        winner = there[offer.get("place", 1) - 1 :][:1]
        yield from ((bib, offer["amount"]) for bib in winner if status[bib] != "OTL")


def unspent(tour: Json, documents: Sequence[Json]) -> list[Json]:
    """Return a warning for each team with sponsor money left after the tour (CY-15)."""
    over = documents and len(documents) == planned(tour)
    if not over or "purse" not in documents[-1]:
        return []
    saved = {team["code"]: 0 for team in tour["team"]}
    for stage in tour["stage"]:
        if "cancelled" not in stage:
            given = [(o["team"], o["amount"]) for o in stage.get("offer", [])]
            for code, had in saved.items():
                spent = sum(amount for team, amount in given if team == code)
                saved[code] = min(had + 100 - spent, 300)
    return [
        {
            "stage": len(documents),
            "bib": None,
            "code": "unspent",
            "message": f"team {code} did not offer {left} of the sponsor money: all of"
            " it must be offered by the end of the tour (CY-15)",
            "severity": "warning",
        }
        for code, left in saved.items()
        if left
    ]


# Extra turns ----------------------------------------------------------------------


def extra_turns(tour: Json, stages: Sequence[Json]) -> list[Json]:
    """Return the extra turns of every starter of the last stage, by bib (CY-12)."""
    now = tour["stage"][stages[-1]["number"] - 1]
    if now["kind"] not in ON_THE_ROAD:
        return []
    late = rule(tour, "time_limit.back", default=False)
    gone = {
        row["bib"]
        for done in stages[:-1]
        for row in done["result"]
        if row["status"] not in ("FIN", "ABS") and not (late and row["status"] == "OTL")
    }
    # CY-11: a rider over the time limit on the last ride cannot start this one.
    rides = [done["result"] for done in stages[:-1] if done["result"]]
    gone |= {r["bib"] for r in (rides or [[]])[-1] if r["status"] == "OTL"}
    gone |= {r["bib"] for r in stages[-1]["result"] if r["status"] in ("DNS", "ABS")}
    number = stages[-1]["number"]
    gone |= {bib for bib in startlist(tour) if joins(tour, bib) > number}
    rows = []
    for bib in sorted(startlist(tour), key=bib_order):
        if bib in gone:
            continue
        rode = [
            s
            for s in stages
            if bib in [r["bib"] for r in s["result"] if r["status"] != "ABS"]
        ]
        if not stages[-1]["result"]:
            rode.append(stages[-1])
        booked = [turns(tour, bib, tour["stage"][s["number"] - 1]) for s in rode]
        rows.append(
            {
                "bib": bib,
                "granted": booked[-1][0],
                "used": booked[-1][1],
                "left": sum(granted - used for granted, used in booked),
            }
        )
    return rows


def team_turns(tour: Json, stages: Sequence[Json], teams: list[str]) -> list[Json]:
    """Return the team turns: some per stage started, none in time trials (CY-12)."""
    a_stage = rule(tour, "extra_turns.team", default=0)
    rows = []
    for code in sorted(teams) if a_stage else ():
        booked: list[tuple[int, int] | None] = []
        for number in range(1, len(stages) + 1):
            stage = tour["stage"][stages[number - 1]["number"] - 1]
            if code not in starting_teams(tour, stages[: number - 1]):
                booked.append(None)
                continue
            off = "cancelled" in stage
            grant = 0 if off or stage["kind"] in TRIALS else a_stage
            used = 0 if off else stage.get("team_turns", {}).get(code, 0)
            booked.append((grant, used))
        if booked[-1] is not None:
            left = sum(each[0] - each[1] for each in booked if each is not None)
            granted, used = booked[-1]
            rows.append({"team": code, "granted": granted, "used": used, "left": left})
    return rows


def starting_teams(tour: Json, before: Sequence[Json]) -> set[str]:
    """Return the teams with a rider in the race, even a DNS today (GN-1, CY-11)."""
    back = rule(tour, "time_limit.back", default=False)
    gone = {
        row["bib"]
        for done in before
        for row in done["result"]
        if row["status"] not in ("FIN", "ABS") and not (back and row["status"] == "OTL")
    }
    gone |= {bib for bib in startlist(tour) if joins(tour, bib) > len(before) + 1}
    rides = [done["result"] for done in before if done["result"]]
    gone |= {r["bib"] for r in (rides or [[]])[-1] if r["status"] == "OTL"}
    return {team for bib, team in team_of(tour).items() if bib not in gone}


def turns(tour: Json, bib: str, stage: Json) -> tuple[int, int]:
    """Return the extra turns granted and used on a stage, 0 if cancelled (CY-12)."""
    if "cancelled" in stage or stage["kind"] not in ON_THE_ROAD:
        return 0, 0
    used = stage.get("extra_turns", {}).get(bib, 0)
    return granted(tour, bib, stage), used + 2 * stage.get("attacks", {}).get(bib, 0)


def granted(tour: Json, bib: str, stage: Json) -> int:
    """Return the extra turns granted to a rider by type and stage (CY-12, CY-13).

    The types of level 4 are A to E.
    """
    teamed = [rider for team in tour.get("team", []) for rider in team.get("rider", [])]
    riders = {rider["bib"]: rider for rider in [*teamed, *tour.get("rider", [])]}
    kind = riders[bib].get("type", "helper")
    if stage["kind"] == "sprint":
        return 3 * len(stage["heats"])
    length: int = stage["length"]
    if stage["kind"] in TRIALS:
        in_thirties = math.ceil(length / 30)
        steps = 2 if length < 35 else 3 if length <= 50 else 4
        return {"time rider": steps, "A": 2 * in_thirties, "B": in_thirties}.get(
            kind, 0
        )
    number = math.ceil(length / 50)
    if kind in ("A", "B", "C", "D"):
        number = 3 * math.ceil(length / 100)
    elif kind == "E":
        number //= 2
    elif kind == "climber":
        climbs = [s for s in stage.get("sections", []) if s["kind"] == "mountain"]
        number += math.ceil(sum(c["to"] - c["from"] for c in climbs) / 25)
    captain = riders[bib].get("captain", False)
    extra: bool = captain and option(tour, "team_leader", default=False)
    return number + 2 * extra
