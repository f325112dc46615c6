"""A second scorer, naive and slow on purpose, for stage races of all six games.

It shares no code with the package: it reads the tour file and the marks itself, and
applies the rules from their text. For each stage everything is computed again from the
first stage. Tours must be legal. Where the rules are silent, a comment states the
choice made here.
"""

import tomllib
from collections.abc import Sequence

from tests.reference_arrival import (
    LEFT,
    Json,
    arrival,
    bib_order,
    finish_lines,
    finish_scale,
    fractions,
    game,
    is_cyclo,
    joins,
    neutral,
    option,
    rule,
    scale,
    startlist,
    team_of,
    young,
)
from tests.reference_clocks import Times
from tests.reference_facts import course_facts, day, planned, startlist_facts
from tests.reference_grand_tour import (
    added,
    fewest_points,
    final_points,
    tour_points_winners,
    won_by_tour_points,
)
from tests.reference_ledgers import ledgers, unspent
from tests.reference_standings import (
    by_points,
    combination,
    counting,
    general,
    jerseys,
    tally,
)
from tests.reference_teams import team_result, team_standings

TIME_LIMIT_TURNS = 25
CATEGORIES = ("4", "3", "2", "1", "HC")
UNITS = {"ciclistas": "tenths", "figueres": "places"}


def reference_document(toml_text: str) -> Json:
    """Score a legal tour file; return the whole document of `score --json`."""
    return document_of(tomllib.loads(toml_text))


def document_of(tour: Json) -> Json:
    """Score a legal tour file that is parsed as TOML."""
    head = {
        "name": tour["tour"]["name"],
        "rulebook": tour["tour"]["rulebook"],
        "unit": UNITS.get(game(tour), "seconds"),
    }
    documents = []
    for number, stage in enumerate(tour.get("stage", []), start=1):
        if "cancelled" not in stage and not stage.get("finish", "").strip():
            break
        documents.append(stage_document(tour, number, stage))
        documents[-1] |= ledgers(tour, documents)
    over = bool(documents) and len(documents) == planned(tour)
    head |= {"date": day(tour["tour"]), "stages": planned(tour), "over": over}
    if over:
        head["winners"] = winners(tour, documents)
    return {
        "tour": head,
        **startlist_facts(tour),
        "stages": documents,
        "problems": unspent(tour, documents),
    }


def winners(tour: Json, documents: list[Json]) -> Json:
    """Return the winners: by money, at the line of a single race, or by rank 1.

    CY-17, CR-11, GN-5.
    """
    last, won = documents[-1], {"by": "general", "riders": [], "teams": []}
    if "purse" in last and option(tour, "level", 3) == 4:
        most = max(row["balance"] for row in last["purse"])
        rich = [row["team"] for row in last["purse"] if row["balance"] == most > 0]
        return {**won, "by": "purse", "teams": rich}
    if won_by_tour_points(tour):
        return tour_points_winners(last)
    if planned(tour) == 1 and not by_points(tour):
        if tour["stage"][0]["kind"] != "ttt":
            won["riders"] = [r["bib"] for r in last["result"] if r["place"] == 1]
        return won
    first = [row for row in last["general"] if row["rank"] == 1]
    counted = [s for s in tour["stage"] if "cancelled" not in s]
    counted = [s for s in counted if s.get("counts", {}).get("general", True)]
    led = first and (first[0]["points"] > 0 if by_points(tour) else counted)
    return {**won, "riders": [row["bib"] for row in first] if led else []}


def stage_document(tour: Json, number: int, stage: Json) -> Json:
    """Score all stages up to this one; return its result and the standings after it."""
    ridden = [
        {**stage_result(tour, s), "number": n}
        for n, s in enumerate(tour["stage"][:number], 1)
        if "cancelled" not in s
    ]
    cancelled = "cancelled" in stage
    return {
        "number": number,
        "name": stage["name"],
        "kind": stage["kind"],
        **course_facts(stage),
        "result": [] if cancelled else ridden[-1]["rows"],
        "team_result": [] if cancelled else team_result(tour, ridden[-1]),
        **standings(tour, ridden, over=number == planned(tour)),
    }


def standings(tour: Json, results: list[Json], *, over: bool) -> Json:
    """Return every classification and the jerseys after the last of these stages.

    Without a ridden stage they are empty. `over` is true after the last stage.
    """
    names = classifications(tour)
    if not results:
        return {name: [] for name in ("general", *names, "jerseys")}
    tables = {"general": general(tour, results)}
    for name in names:
        if name == "young":
            tables["young"] = general(tour, results, among=young(tour))
        elif name == "combination":
            tables[name] = combination(results, tables)
        elif name == "teams":
            tables["teams"] = team_standings(tour, results, tables["general"])
        else:
            tables[name] = tally(tour, results, tables["general"], name)
    ends = []
    if over and won_by_tour_points(tour):
        timed = bool(counting(results, "general"))
        ends = final_points(tour, tables, timed=timed)
        more, overall = added(ends), tables["general"]
        tables["points"] = tally(tour, results, overall, "points", more)
        tables["teams"] = team_standings(tour, results, overall, more)
    tables["jerseys"] = jerseys(tour, results, tables)
    return {**tables, "final_points": ends} if ends else tables


def start_groups(toml_text: str, number: int) -> list[set[str]]:
    """Return the start order of a road stage (FR-7), with equal riders in one set."""
    tour = tomllib.loads(toml_text)
    before = [
        {**stage_result(tour, s), "number": n}
        for n, s in enumerate(tour["stage"][: number - 1], 1)
        if "cancelled" not in s
    ]
    gone = {bib for result in before for bib in result["left"]}
    here = [b for b in startlist(tour) if b not in gone and joins(tour, b) <= number]
    if not before:
        return [{bib} for bib in sorted(here, key=bib_order)]
    last = stage_document(tour, number - 1, tour["stage"][number - 2])
    return fewest_points(here, last, team_of(tour))


def classifications(tour: Json) -> list[str]:
    """Return the names of the game's classifications, except the general one."""
    match game(tour):
        case "criterium":
            return ["points", "mountains", "active", "teams"]
        case "road":
            of_age = ["young"] if young(tour) else []
            summed = option(tour, "combination", default=False)
            more = [*of_age, *(["combination"] if summed else [])]
            return ["points", "mountains", *more, "teams"]
        case "figueres":
            return ["points"]
        case "flamme-rouge":
            return ["points", "mountains", "active", "teams"]
        case "ciclistas":
            return [n for n in ("points", "mountains") if kept(tour, n)] + ["teams"]
        case _:
            return ["points", "mountains", "teams"]


def kept(tour: Json, name: str) -> bool:
    """Return whether a rule or a stage has a scale for points or mountains (CI-4)."""
    house = tour["tour"].get("rules", {})
    scales = [worth for key, worth in house.items() if key.startswith(f"{name}.")]
    for stage in tour.get("stage", []):
        if name == "points":
            scales += [
                line.get("points") for line in [stage, *stage.get("sprints", [])]
            ]
        else:
            scales += [section.get("points") for section in stage.get("sections", [])]
    return any(scales)


# One stage ------------------------------------------------------------------------


def stage_result(tour: Json, stage: Json) -> Json:
    """Place all riders and award the points and bonuses of the stage."""
    entered, marks, statuses = finish_lines(stage)
    times = arrival(tour, stage, marks)
    if is_cyclo(tour) and option(tour, "level", 3) == 4 and stage["kind"] == "road":
        late = [b for b in times if int(marks[b].split()[0]) > TIME_LIMIT_TURNS]
        statuses.update(dict.fromkeys(late, "OTL"))
    statuses.update(dict.fromkeys(outside(tour, stage, times, statuses), "OTL"))
    for bib in reinstated(stage):
        del statuses[bib]
    placed = [bib for bib in times if bib not in statuses]
    # Riders over the limit who have a time are ahead of those without.
    arrived = [*times, *(bib for bib in entered if bib not in times)]
    unplaced = [b for s in LEFT for b in arrived if statuses.get(b) == s]
    rows = {
        bib: {
            "place": placed.index(bib) + 1 if bib in placed else None,
            "bib": bib,
            "status": statuses.get(bib, "FIN"),
            "time": times.get(bib),
            "gap": gap(times, placed, bib),
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
    for bib, turns in stage.get("combativity", {}).items():  # FR-6, FI-3, GN-1
        if bib not in neutral(tour) and rows[bib]["status"] != "OTL":
            active[bib] += turns
    won = {bib: row["points"] for bib, row in rows.items()}
    award_rulings(stage, rows)
    return {
        "stage": stage,
        "rows": list(rows.values()),
        "row": rows,
        "won": won,
        "active": active,
        "wins": wins,
        "left": [bib for bib, status in statuses.items() if status != "ABS"],
        "fraction": fractions(tour, stage, marks),
    }


def gap(times: Times, placed: list[str], bib: str) -> int | None:
    """Return the gap to the winner; in Figueres there are no times and no gaps."""
    mine = times.get(bib)
    first = times[placed[0]]
    return None if mine is None or first is None else mine - first


def reinstated(stage: Json) -> list[str]:
    """Return the riders who are over the limit, but reinstated by a ruling (RR-10)."""
    rulings = stage.get("ruling", [])
    return [ruling["bib"] for ruling in rulings if ruling.get("reinstated", False)]


def outside(
    tour: Json, stage: Json, times: Times, statuses: dict[str, str]
) -> list[str]:
    """Return the riders too far behind the winner by the times of the result (CR-12).

    A limit of the stage replaces that of the rulebook (RR-10).
    """
    house = tour["tour"].get("rules", {})
    own = stage.get("time_limit", {})
    if own:
        house = {f"time_limit.{unit}": most for unit, most in own.items()}
    over = []
    for bib in [bib for bib in times if bib not in statuses]:
        behind = gap(times, [b for b in times if b not in statuses], bib) or 0
        mine = times[bib] or 0
        seconds = house.get("time_limit.seconds", 0)
        turns = house.get("time_limit.turns", 0)
        percent = house.get("time_limit.percent", 0)
        if (
            (seconds and behind > seconds)
            or (turns and behind > 60 * turns)
            or (percent and 100 * behind > percent * (mine - behind))
        ):
            over.append(bib)
    return over


def award(
    rows: dict[str, Json], order: Sequence[str | None], key: str, worth: list[int]
) -> None:
    """Add the points of a scale to riders in this order; an OTL rider gets nothing.

    None is a neutral rider, whose points are lost (FI-3).
    """
    for bib, value in zip(order, worth, strict=False):
        if bib is not None and rows[bib]["status"] != "OTL":
            rows[bib][key] += value


def bonus_scale(tour: Json, stage: Json, prime: Json, key: str) -> list[int]:
    """Return the bonus seconds by place at the finish or at a prime.

    In time trials there are none, unless the stage or the prime has a scale (CR-6,
    GN-4). In a race by points there are none, unless the tour's rules have a scale
    (CR-11).
    """
    usual = [] if option(tour, "format", "time") == "points" else scale(tour, key)
    default = rule(tour, key, usual) if stage["kind"] == "road" else []
    own: list[int] = prime.get("bonus", default)
    return own


def award_finish(
    tour: Json, stage: Json, placed: list[str], rows: dict[str, Json]
) -> dict[str, list[str]]:
    """Award bonus and points at the finish, none in a team time trial; return the wins.

    CR-6, CR-8, CY-2, CY-8.
    """
    if stage["kind"] == "ttt":
        return {"finish": []}
    award(rows, placed, "bonus", bonus_scale(tour, stage, stage, "bonus.finish"))
    worth = stage.get("points", finish_scale(tour, stage))
    scoring = [None if bib in neutral(tour) else bib for bib in placed]
    award(rows, scoring, "points", worth)
    return {"finish": placed[:1]}


def award_primes(
    tour: Json, stage: Json, rows: dict[str, Json], active: dict[str, int]
) -> dict[str, list[str]]:
    """Award bonus and points at sprints and summits; return the wins at them.

    Sprints: CR-6, CR-9, CY-8. Summits: CR-10, CY-9.
    """
    wins: dict[str, list[str]] = {"sprints": [], "summits": []}
    wins |= {f"summits {name}": [] for name in CATEGORIES}
    crossings = stage.get("crossings", {})
    for sprint in stage.get("sprints", []):
        order = crossings.get(sprint["name"], "").split()
        worth = sprint.get("points", scale(tour, "points.sprint"))
        award(rows, order, "bonus", bonus_scale(tour, stage, sprint, "bonus.sprint"))
        wins["sprints"] += order[:1]
        if game(tour) != "criterium":
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
        wins[f"summits {category(tour, climb)}"] += order[:1]
    return wins


def category(tour: Json, climb: Json) -> str:
    """Return the category of a climb: as given, or by length (CY-9, FR-2), or 4."""
    length = climb["to"] - climb["from"]
    steps = {"cyclo": (20, 25, 30, 41), "flamme-rouge": (3, 6, 9, 11)}
    limits = steps.get(game(tour), ())
    by_length = CATEGORIES[sum(length >= limit for limit in limits)]
    return str(climb.get("category", by_length))


def award_rulings(stage: Json, rows: dict[str, Json]) -> None:
    """Apply the rulings on riders (GN-2): + is a penalty and - a bonus."""
    for ruling in stage.get("ruling", []):
        if "bib" not in ruling:
            continue
        row = rows[ruling["bib"]]
        row["penalty"] += max(0, ruling.get("seconds", 0))
        row["bonus"] += max(0, -ruling.get("seconds", 0))
        row["points"] -= ruling.get("points", 0)
        row["mountains"] -= ruling.get("mountains", 0)
