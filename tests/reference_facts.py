"""The naive scorer's facts: values that the JSON copies from a tour file."""

from typing import Any

Json = dict[str, Any]


def planned(tour: Json) -> int | None:
    """Return the number of stages, planned or else listed; None if open (GN-9)."""
    plan = tour["tour"].get("stages", len(tour.get("stage", [])))
    return None if plan == "open" else plan


def startlist_facts(tour: Json) -> Json:
    """Return the teams, and the riders by team, followed by riders without a team."""
    teams = tour.get("team", [])
    words = ("name", "player", "colour", "ghost")
    return {
        "teams": [
            {"code": team["code"], **{word: team.get(word, "") for word in words}}
            for team in teams
        ],
        "riders": [
            *(rider_facts(r, t["code"]) for t in teams for r in t.get("rider", [])),
            *(rider_facts(rider, None) for rider in tour.get("rider", [])),
        ],
    }


def rider_facts(rider: Json, team: str | None) -> Json:
    flags = {flag: rider.get(flag, False) for flag in ("young", "captain", "neutral")}
    return {
        "bib": rider["bib"],
        "name": rider.get("name", ""),
        "team": team,
        "type": rider.get("type"),
        **flags,
        "joins": rider.get("joins"),
    }


def course_facts(stage: Json) -> Json:
    return {
        "date": day(stage),
        "length": stage.get("length"),
        "profile": stage.get("profile"),
        "sections": [
            {
                "kind": section["kind"],
                "name": section.get("name", ""),
                "from": section.get("from"),
                "to": section.get("to"),
                "category": section.get("category"),
            }
            for section in stage.get("sections", [])
        ],
        "sprints": [
            {"name": sprint.get("name", ""), "at": sprint.get("at")}
            for sprint in stage.get("sprints", [])
        ],
    }


def day(table: Json) -> str | None:
    return table["date"].isoformat() if "date" in table else None
