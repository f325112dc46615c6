"""A published race as a tour file for the rulebook `road`.

The scale of each line has the values published for it. Other published seconds and
points are written as rulings, so that every rider's total is as published.
"""

import json
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path

from tests.real.published import Block, PublishedStage, Row, published_race

HOUR = 3600


def tour_text(folder: Path) -> str:
    """Return the race in a folder as a tour file."""
    race = published_race(folder)
    text = [
        "[tour]",
        f"name = {quoted(folder.name)}",
        'rulebook = "road"',
        *startlist(race.riders),
    ]
    tops = {block.points[0] for stage in race.stages for block in stage.climbs}
    for stage in race.stages:
        text += stage_text(stage, third_gives=3 if 3 in tops else 2)
    return "\n".join(text) + "\n"


def quoted(text: str) -> str:
    """Return a text as a TOML string; every JSON string is a TOML string."""
    return json.dumps(text, ensure_ascii=False)


def startlist(riders: list[Row]) -> list[str]:
    """Return the teams in their order in the startlist, then riders without a team."""
    text: list[str] = []
    teams = dict.fromkeys(row.get("team", "") for row in riders)
    for team in sorted(teams, key=lambda name: not name):
        if team:
            name = quoted(team)
            text += ["", "[[team]]", f"code = {name}", f"name = {name}"]
        for row in [row for row in riders if row.get("team", "") == team]:
            text += ["  [[team.rider]]" if team else "[[rider]]"]
            text += [f"  bib = {quoted(row['bib'])}"]
            text += [f"  name = {quoted(row['rider'])}"]
            text += ["  young = true"] * (row.get("youth") in {"1", "True"})
    return text


def stage_text(stage: PublishedStage, *, third_gives: int) -> list[str]:
    """Return a stage: the lines at which points were won, the finish and rulings."""
    about = stage.about
    places = " - ".join(filter(None, (about.get("start"), about.get("finish"))))
    text = ["", "[[stage]]", f"name = {quoted(places or f'Stage {stage.number}')}"]
    text += [f'kind = "{kind(about.get("type", ""))}"']
    text += [f"date = {about['date']}"] if about.get("date") else []
    text += scales(stage.finish)
    crossings = []
    for key, label, blocks in (
        ("sprints", "Sprint", stage.sprints),
        ("sections", "Climb", stage.climbs),
    ):
        text.append(f"{key} = [")
        for number, block in enumerate(blocks, start=1):
            line = [f'name = "{label} {number}"', *scales(block)]
            if label == "Climb":
                top = category(block.points[0], third_gives)
                line += ['kind = "mountain"', f'category = "{top}"']
            text.append(f"  {{ {', '.join(line)} }},")
            crossings.append(f'"{label} {number}" = "{" ".join(block.bibs)}"')
        text.append("]")
    text += ['finish = """']
    for bib, mark in zip(stage.times, marks(stage.times.values()), strict=True):
        text.append(f"{bib:8} {mark}")
    text += [f"{reason} {bib}" for bib, reason in stage.out.items()]
    return [*text, '"""', "[stage.crossings]", *crossings, *rulings(stage)]


def kind(named: str) -> str:
    """Read the kind of a stage, such as `itt` or `Individual time trial`."""
    words = named.casefold().replace("-", " ").replace("_", " ")
    if "prologue" in words:
        return "prologue"
    if "ttt" in words or "team" in words:
        return "ttt"
    return "itt" if "itt" in words or "time trial" in words else "road"


def category(top: int, third_gives: int) -> str:
    """Guess the category of a climb from the points of its first rider."""
    for least, name in ((15, "HC"), (10, "1"), (5, "2"), (third_gives, "3")):
        if top >= least:
            return name
    return "4"


def scales(block: Block) -> list[str]:
    """Return the scales of a line, down to the last place with a value."""
    text = []
    for key, worth in (("points", block.points), ("bonus", block.bonus)):
        last = max((n for n, value in enumerate(worth, start=1) if value), default=0)
        text.append(f"{key} = {worth[:last]}")
    return text


def clock(seconds: Decimal) -> str:
    """Return a time as `h:mm:ss[.fff]`."""
    hours, minutes = divmod(int(seconds) // 60, 60)
    rest = seconds % 60
    fraction = str((rest % 1).normalize())[1:] if rest % 1 else ""
    return f"{hours}:{minutes:02}:{int(rest):02}{fraction}"


def marks(times: Iterable[Decimal]) -> Iterator[str]:
    """Yield times as a results service prints them: the winner's, then gaps and `s`."""
    first = above = Decimal(-1)
    for time in times:
        gap = time - first
        if time == above:
            yield "s"
        elif first < 0 or not 0 <= gap < HOUR or time % 1 or first % 1:
            yield clock(time)
        else:
            yield f"+{int(gap) // 60}:{int(gap) % 60:02}"
        first = time if first < 0 else first
        above = time


def rulings(stage: PublishedStage) -> Iterator[str]:
    """Yield rulings for the penalties, and for bonus and points that no scale gives."""
    order = list(stage.times)
    bonus = stage.finish.won("bonus", order)
    points = stage.finish.won("points", order)
    for block in stage.sprints:
        points += block.won("points", block.bibs)
    for block in [*stage.sprints, *stage.climbs]:
        bonus += block.won("bonus", block.bibs)
    for bib in order:
        yield from ruling(bib, "seconds", stage.penalties[bib], "penalty")
        yield from ruling(bib, "seconds", bonus[bib] - stage.bonuses[bib], "bonus")
        yield from ruling(bib, "points", points[bib] - stage.points[bib], "points")


def ruling(bib: str, what: str, value: int, reason: str) -> list[str]:
    if not value:
        return []
    text = ["[[stage.ruling]]", f"bib = {quoted(bib)}", f"{what} = {value}"]
    return [*text, f'reason = "{reason} as published"']
