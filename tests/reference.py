"""A second scorer, naive and slow on purpose, for the games criterium and cyclo.

It shares no line with the package: its own reading of the tour file, of the marks and
of the rules, everything recomputed from the first stage each time. It handles legal
tours only. Where the rules are silent the reading taken here says so beside the code.
"""

import tomllib

from tests.reference_arrival import (
    LEFT,
    Json,
    arrival,
    finish_lines,
    is_cyclo,
    option,
    scale,
    team_of,
)
from tests.reference_standings import Entry, ranking, standings, team_points

TIME_LIMIT_TURNS = 25


def reference_document(toml_text: str) -> Json:
    """Score a legal tour file: the whole document of `score --json`."""
    tour = tomllib.loads(toml_text)
    head = {
        "name": tour["tour"]["name"],
        "rulebook": tour["tour"]["rulebook"],
        "unit": "seconds",
    }
    documents = []
    for number, stage in enumerate(tour.get("stage", []), start=1):
        if "cancelled" not in stage and not stage.get("finish", "").strip():
            break
        documents.append(stage_document(tour, number, stage))
    return {"tour": head, "stages": documents, "problems": []}


def stage_document(tour: Json, number: int, stage: Json) -> Json:
    """Score one stage and the standings after it, from the first stage on."""
    ridden = [
        stage_result(tour, s) for s in tour["stage"][:number] if "cancelled" not in s
    ]
    cancelled = "cancelled" in stage
    return {
        "number": number,
        "name": stage["name"],
        "kind": stage["kind"],
        "result": [] if cancelled else ridden[-1]["rows"],
        "team_result": [] if cancelled else team_result(tour, ridden[-1]),
        **standings(tour, ridden),
    }


# One stage ------------------------------------------------------------------------


def stage_result(tour: Json, stage: Json) -> Json:
    """Place everybody and give out what the stage is worth."""
    entered, marks, statuses = finish_lines(stage)
    times = arrival(tour, stage, marks)
    if is_cyclo(tour) and option(tour, "level", 3) == 4 and stage["kind"] == "road":
        late = [b for b in times if int(marks[b].split()[0]) > TIME_LIMIT_TURNS]
        statuses.update(dict.fromkeys(late, "OTL"))
    statuses.update(dict.fromkeys(outside(tour, times, statuses), "OTL"))
    placed = [bib for bib in times if bib not in statuses]
    # Whoever is outside the limit with a time stands by it, ahead of those without.
    arrived = [*times, *(bib for bib in entered if bib not in times)]
    unplaced = [b for s in LEFT for b in arrived if statuses.get(b) == s]
    rows = {
        bib: {
            "place": placed.index(bib) + 1 if bib in placed else None,
            "bib": bib,
            "status": statuses.get(bib, "FIN"),
            "time": times.get(bib),
            "gap": times[bib] - times[placed[0]] if bib in times else None,
            "bonus": 0,
            "penalty": 0,
            "points": 0,
            "mountains": 0,
        }
        for bib in [*placed, *unplaced]
    }
    active = dict.fromkeys(rows, 0)
    wins = {
        **award_finish(tour, stage, placed, rows),
        **award_primes(tour, stage, rows, active),
    }
    won = {bib: row["points"] for bib, row in rows.items()}
    award_rulings(stage, rows)
    return {
        "stage": stage,
        "rows": list(rows.values()),
        "row": rows,
        "won": won,
        "active": active,
        "wins": wins,
        "left": list(statuses),
    }


def outside(tour: Json, times: dict[str, int], statuses: dict[str, str]) -> list[str]:
    """CR-12: who is too far behind the winner, as the times stand in the result."""
    limits = {"seconds": 0, "turns": 0, "percent": 0}
    for name in limits:
        limits[name] = tour["tour"].get("rules", {}).get(f"time_limit.{name}", 0)
    home = [bib for bib in times if bib not in statuses]
    first = times[home[0]]
    over = []
    for bib in home:
        gap = times[bib] - first
        percent = limits["percent"]
        if (
            (limits["seconds"] and gap > limits["seconds"])
            or (limits["turns"] and gap > 60 * limits["turns"])
            or (percent and 100 * gap > percent * first)
        ):
            over.append(bib)
    return over


def award(rows: dict[str, Json], order: list[str], key: str, worth: list[int]) -> None:
    """Down the order, each gets what its place is worth; an OTL rider gets nothing."""
    for bib, value in zip(order, worth, strict=False):
        if rows[bib]["status"] != "OTL":
            rows[bib][key] += value


def bonus_scale(tour: Json, stage: Json, prime: Json, key: str) -> list[int]:
    """CR-6: none in time trials, unless the stage or the prime has its own (GN-4)."""
    default = scale(tour, key) if stage["kind"] == "road" else []
    own: list[int] = prime.get("bonus", default)
    return own


def award_finish(
    tour: Json, stage: Json, placed: list[str], rows: dict[str, Json]
) -> dict[str, list[str]]:
    """CR-6, CR-8, CY-8; a team time trial gives nothing (CY-2)."""
    if stage["kind"] == "ttt":
        return {"finish": []}
    award(rows, placed, "bonus", bonus_scale(tour, stage, stage, "bonus.finish"))
    award(rows, placed, "points", stage.get("points", scale(tour, "points.finish")))
    return {"finish": placed[:1]}


def award_primes(
    tour: Json, stage: Json, rows: dict[str, Json], active: dict[str, int]
) -> dict[str, list[str]]:
    """Sprints (CR-6, CR-9, CY-8) and summits (CR-10, CY-9), as they were crossed."""
    wins: dict[str, list[str]] = {"sprints": [], "summits": []}
    crossings = stage.get("crossings", {})
    for sprint in stage.get("sprints", []):
        order = crossings.get(sprint["name"], "").split()
        worth = sprint.get("points", scale(tour, "points.sprint"))
        award(rows, order, "bonus", bonus_scale(tour, stage, sprint, "bonus.sprint"))
        wins["sprints"] += order[:1]
        if is_cyclo(tour):
            award(rows, order, "points", worth)
        else:
            for bib, value in zip(order, worth, strict=False):
                active[bib] += 0 if rows[bib]["status"] == "OTL" else value
    for climb in stage.get("sections", []):
        if climb["kind"] != "mountain":
            continue
        order = crossings.get(climb["name"], "").split()
        worth = climb.get("points", scale(tour, f"mountains.{category(tour, climb)}"))
        award(rows, order, "mountains", worth)
        award(rows, order, "bonus", climb.get("bonus", []))
        wins["summits"] += order[:1]
    return wins


def category(tour: Json, climb: Json) -> str:
    """CY-9: by hand, else by the lines; in Criterium 4, all being worth the same."""
    length = climb["to"] - climb["from"]
    by_length = "HC"
    for name, below in (("4", 20), ("3", 25), ("2", 30), ("1", 41)):
        if length < below:
            by_length = name
            break
    if not is_cyclo(tour):
        by_length = "4"
    return str(climb.get("category", by_length))


def award_rulings(stage: Json, rows: dict[str, Json]) -> None:
    """GN-2 for riders: + is a penalty, - is a bonus, of seconds and of points alike."""
    for ruling in stage.get("ruling", []):
        if "bib" not in ruling:
            continue
        row = rows[ruling["bib"]]
        row["penalty"] += max(0, ruling.get("seconds", 0))
        row["bonus"] += max(0, -ruling.get("seconds", 0))
        row["points"] -= ruling.get("points", 0)
        row["mountains"] -= ruling.get("mountains", 0)


def team_result(tour: Json, result: Json) -> list[Json]:
    """Rank the teams on a stage: Cyclo by time, Criterium by points, a ttt by time.

    Cyclo adds up the times of all riders home, teams with more of them first. No rule
    parts equal teams here: they share a rank (GN-3). Teams with nobody home are left
    out.
    """
    by_points = not is_cyclo(tour) and result["stage"]["kind"] != "ttt"
    teams = team_of(tour)
    entries: list[Entry] = []
    worth: dict[str, Json] = {}
    for team in dict.fromkeys(teams.values()):
        home = [r for r in result["rows"] if r["place"] and teams.get(r["bib"]) == team]
        if not home:
            continue
        if by_points:
            points = team_points(tour, result, team)
            worth[team] = {"points": points}
            entries.append((team, -points, []))
        elif result["stage"]["kind"] == "ttt":
            worth[team] = {"time": home[0]["time"]}
            entries.append((team, home[0]["time"], []))
        else:
            time = sum(row["time"] for row in home)
            worth[team] = {"time": time}
            entries.append((team, (-len(home), time), []))
    return [
        {"rank": rank, "team": team, **worth[team]}
        for rank, team, _ in ranking(entries)
    ]
