"""A slow check of a story: each sentence is compared with the document of the tour.

It shares no code with the package, only the names of the facts.
"""

from collections.abc import Callable, Mapping
from typing import Any

Stage = dict[str, Any]
Facts = Mapping[str, Any]
"""The facts of a sentence by name.

Bibs and codes are text, amounts are whole numbers, and jerseys are pairs of name and
bib.
"""
BY_TEAMS = {"ttt", "team pursuit"}
ALONE = {"prologue", "itt", "mtt", "pursuit", "1 km"}
GONE = {"DNF", "DNS", "DSQ", "OTL"}


class Day:
    """A stage of a document, with the stage before it."""

    def __init__(self, document: dict[str, Any], number: int) -> None:
        self.document = document
        self.stages = [s for s in document["stages"] if s["number"] <= number]
        self.now: Stage = self.stages[-1]
        self.old: Stage = self.stages[-2] if self.stages[1:] else {}
        tour = document["tour"]
        self.tour = tour
        self.final = tour["over"] and self.now is document["stages"][-1]
        self.by_teams = self.now["kind"] in BY_TEAMS

    def placed(self, stage: Stage | None = None) -> list[dict[str, Any]]:
        return [r for r in (stage or self.now).get("result", []) if r["place"]]

    def winners(self, stage: Stage | None = None) -> list[str]:
        stage = stage or self.now
        if stage["kind"] in BY_TEAMS:
            return [r["team"] for r in stage.get("team_result", []) if r["rank"] == 1]
        return [r["bib"] for r in self.placed(stage) if r["place"] == 1]

    def players(self, stage: Stage) -> set[str]:
        """Return the known players of a stage's winners."""
        team_of = {r["bib"]: r["team"] for r in self.document["riders"]}
        teams = set(self.winners(stage))
        if stage["kind"] not in BY_TEAMS:
            teams = {team_of[bib] for bib in teams}
        of = {t["code"]: t for t in self.document["teams"]}
        human = [of[code] for code in teams if code in of and not of[code]["ghost"]]
        return {team["player"].strip() for team in human} - {""}

    def worn(self, stage: Stage, jersey: str) -> str | None:
        lines = [j for j in stage.get("jerseys", []) if j["jersey"] == jersey]
        key = "leader" if self.final and stage is self.now else "wearer"
        return lines[0][key] if lines else None

    def classification(self, jersey: str) -> str:
        lines = [j for s in self.stages for j in s["jerseys"] if j["jersey"] == jersey]
        return str(lines[0]["classification"])

    def rows(self, name: str, stage: Stage) -> list[dict[str, Any]]:
        return list(stage.get(name) or [])

    def lead(self, name: str, stage: Stage) -> int | None:
        rows = self.rows(name, stage)
        totals = [total(row) for row in rows[:2]]
        return abs(totals[0] - totals[1]) if rows[1:] else None


def total(row: dict[str, Any]) -> int:
    return int(row["time"] if "time" in row else row["points"])


def who(row: dict[str, Any]) -> str:
    return str(row["bib"] if "bib" in row else row["team"])


def gap_behind(day: Day, second: str) -> int | None:
    """Return the gap of the second rider or team of a stage to the first."""
    if not day.by_teams:
        rows = [r for r in day.placed() if r["bib"] == second]
        assert (
            min(r["place"] for r in day.placed() if r["place"] > 1)
            == (rows[0]["place"])
        )
        gap: int | None = rows[0]["gap"]
        return gap
    team = {r["team"]: r for r in day.now["team_result"]}
    first = day.winners()[0]
    assert team[second]["rank"] == min(
        r["rank"] for r in team.values() if r["rank"] > 1
    )
    if day.now["kind"] == "ttt" and day.tour["rulebook"] in {"road", "ciclistas"}:
        return third_home(day, second) - third_home(day, first)
    return int(team[second]["time"]) - int(team[first]["time"])


def third_home(day: Day, team: str) -> int:
    """Return a team's time in a TTT, which its result has three times (RR-6)."""
    bibs = {r["bib"] for r in day.document["riders"] if r["team"] == team}
    times = sorted(int(r["time"]) for r in day.placed() if r["bib"] in bibs)
    return times[:3][-1]


def is_win(day: Day, facts: Facts) -> bool:
    same_stage = facts["stage"] == day.now["number"]
    if "winners" in facts:
        return same_stage and bool(facts["winners"] == day.winners())
    if [facts["winner"]] != day.winners() or not same_stage:
        return False
    if "gap" in facts:
        return bool(0 < facts["gap"] == gap_behind(day, facts["second"]))
    if "count" in facts:
        alike = [r["bib"] for r in day.placed() if r["gap"] == 0]
        mass = day.now["kind"] not in ALONE | BY_TEAMS
        together = {facts["winner"], facts["second"]} <= set(alike)
        return mass and together and bool(len(alike) == facts["count"])
    return True


def is_tour(day: Day, facts: Facts) -> bool:
    won = day.tour["winners"]
    winners = [*won["riders"]]
    if won["by"] != "points" and not winners:  # won by money, or by teams in one day
        winners = [*won["teams"]]
    if not day.final or facts["tour"] != day.tour["name"]:
        return False
    if "winners" in facts:
        return len(winners) > 1 and bool(facts["winners"] == winners)
    if winners != [facts["winner"]]:
        return False
    if "gap" not in facts:
        return True
    rows = day.rows(won["by"], day.now)
    by_total = (
        len(rows) > 1
        and (who(rows[0]), who(rows[1])) == (facts["winner"], facts["second"])
        and 0 < facts["gap"] == day.lead(won["by"], day.now)
    )
    if day.tour["stages"] != 1:
        return by_total
    return by_total or bool(0 < facts["gap"] == gap_behind(day, facts["second"]))


def is_first_win(day: Day, facts: Facts) -> bool:
    earlier = [s for s in day.stages[:-1] if s.get("result") or s.get("team_result")]
    before = {p for s in earlier for p in day.players(s)}
    now = day.players(day.now)
    return now == {facts["player"]} and facts["player"] not in before


def is_wins(day: Day, facts: Facts) -> bool:
    alone = [s for s in day.stages if s["kind"] not in BY_TEAMS]
    won = [s for s in alone if facts["rider"] in day.winners(s)]
    return day.winners() == [facts["rider"]] and 1 < len(won) == facts["count"]


def is_jersey(day: Day, facts: Facts) -> bool:
    """Return whether the jersey changed from the loser to the rider on this stage."""
    (jersey, _), rider, loser = facts["jersey"], facts["rider"], facts["loser"]
    was = day.worn(day.old, jersey)
    return (was, day.worn(day.now, jersey)) == (loser, rider) and rider != loser


def is_leader(day: Day, facts: Facts) -> bool:
    """Return whether the wearer leads the second by the gap, and how it changed."""
    rider = facts["rider"]
    jersey = facts["jersey"][0] if "jersey" in facts else None
    name = day.classification(jersey) if jersey else lead_name(day)
    rows, lead = day.rows(name, day.now), day.lead(name, day.now)
    if (who(rows[0]), who(rows[1])) != (rider, facts["second"]):
        return False
    wears = jersey is None or day.worn(day.now, jersey) == rider
    if not wears or facts["kind"] in {"leader-level", "lead"}:
        return wears and bool(lead == facts.get("gap", 0))
    was = day.lead(name, day.old) or 0
    now: int = facts["gap"]
    change = {
        "leader-grows": was == facts.get("before") and was < now,
        "leader-shrinks": was == facts.get("before") and was > now,
        "leader-kept": was == now,
    }
    kept = jersey is not None and day.worn(day.old, jersey) == rider
    return kept and lead == now > 0 and change[facts["kind"]]


def lead_name(day: Day) -> str:
    """Return the classification of the highest jersey worn, or the general one."""
    lines = [j for j in day.now["jerseys"] if j["wearer"]]
    return str(lines[0]["classification"]) if lines else "general"


def is_list(day: Day, facts: Facts) -> bool:
    for jersey, rider in facts["jerseys"]:
        if rider is None or day.worn(day.now, jersey) != rider:
            return False
        if facts["kind"] != "jersey-final" and day.worn(day.old, jersey) == rider:
            return False
        if facts["kind"] == "jersey-first" and any(
            line["wearer"] for s in day.stages[:-1] for line in s["jerseys"]
        ):
            return False
    return (facts["kind"] == "jersey-final") is bool(day.final)


def is_same(day: Day, facts: Facts) -> bool:
    names = [j["jersey"] for j in day.now["jerseys"] if j["wearer"]]
    return len(names) == facts["count"] > 1 and all(
        day.worn(day.now, name) == day.worn(day.old, name) for name in names
    )


def is_teams(day: Day, facts: Facts) -> bool:
    now, was = (
        [r["team"] for r in day.rows("teams", s) if r["rank"] == 1]
        for s in (day.now, day.old)
    )
    if "loser" in facts:
        return (now, was) == ([facts["team"]], [facts["loser"]]) and now != was
    return now == [facts["team"]] and not day.rows("teams", day.old)


def ranks(day: Day, stage: Stage) -> dict[str, int]:
    return {who(r): r["rank"] for r in day.rows("general", stage)}


def is_drop(day: Day, facts: Facts) -> bool:
    rider, count = facts["rider"], facts["count"]
    old, now = ranks(day, day.old), ranks(day, day.now)
    top = [bib for bib, rank in old.items() if rank <= count]
    losses = {
        r["bib"]: r["gap"] + r["penalty"] for r in day.placed() if r["bib"] in top
    }
    others = [loss for bib, loss in losses.items() if bib != rider]
    return (
        set(losses) == set(top)
        and all(loss < losses[rider] for loss in others)
        and losses[rider] == facts["gap"] > 0
        and (old[rider], now[rider]) == (facts["before"], facts["rank"])
        and now[rider] >= old[rider] + 2
        and old[rider] > 1
    )


def is_tail(day: Day, facts: Facts) -> bool:
    rows = day.placed()
    mine = [r for r in rows if r["bib"] == facts["rider"]]
    others = [r for r in rows if r["bib"] != facts["rider"]]
    return (
        len(rows) == facts["count"]
        and not any(r["status"] == "OTL" for r in day.now["result"])
        and mine[0]["gap"] == facts["gap"] > 0
        and all(r["gap"] < facts["gap"] for r in others)
        and all(r["place"] < mine[0]["place"] for r in others)
    )


def is_climb(day: Day, facts: Facts) -> bool:
    old, now = ranks(day, day.old), ranks(day, day.now)
    gained = {bib: old[bib] - rank for bib, rank in now.items() if bib in old}
    mine = gained.pop(facts["rider"])
    return (
        mine == facts["before"] - facts["rank"] >= 3
        and now[facts["rider"]] == facts["rank"] > 1
        and all(other < mine for other in gained.values())
    )


def is_out(day: Day, facts: Facts) -> bool:
    gone = [r["bib"] for r in day.now["result"] if r["status"] in GONE]
    later = day.document["stages"][len(day.stages) :]
    back = {r["bib"] for s in later for r in s.get("result", [])}
    return set(facts["riders"]) <= set(gone) and not back & set(facts["riders"])


def is_nothing(day: Day, facts: Facts) -> bool:
    return not day.placed() and facts["stage"] == day.now["number"]


CHECKS: Mapping[str, Callable[[Day, Facts], bool]] = {
    "cancelled": is_nothing,
    "nobody": is_nothing,
    **dict.fromkeys(("win", "win-gap", "win-sprint", "win-shared"), is_win),
    **dict.fromkeys(("tour-won", "tour-gap", "tour-shared"), is_tour),
    "first-win": is_first_win,
    "wins": is_wins,
    **dict.fromkeys(("leader-taken", "jersey-taken"), is_jersey),
    **dict.fromkeys(("jersey-first", "jersey-others", "jersey-final"), is_list),
    **dict.fromkeys(("leader-level", "leader-grows", "leader-shrinks"), is_leader),
    **dict.fromkeys(("leader-kept", "lead"), is_leader),
    "jersey-same": is_same,
    **dict.fromkeys(("teams-first", "teams-taken"), is_teams),
    "drop": is_drop,
    "tail": is_tail,
    "climb": is_climb,
    "out": is_out,
}
"""The check of each kind of sentence, except those about future stages."""
