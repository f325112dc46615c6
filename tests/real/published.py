"""A real race as its organiser published it: CSV files in a folder, by stage.

`results.csv` is required. Any other file may be missing, or some of its rows.
"""

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from pathlib import Path

Row = dict[str, str]

REASONS = {
    "OUT": "DNF",
    "AB": "DNF",
    "NP": "DNS",
    "HD": "OTL",
    "OOT": "OTL",
    "DSQ": "DSQ",
    "DNS": "DNS",
    "OTL": "OTL",
}
"""Our statuses by those of the sources; any other is DNF.

A rider who is OUT may have crossed sprints before.
"""


@dataclass(frozen=True, kw_only=True)
class Block:
    """The riders over one line in order, with points and bonus seconds by place."""

    bibs: list[str]
    points: list[int]
    bonus: list[int]

    def won(self, key: str, order: Sequence[str]) -> Counter[str]:
        """Return the points or bonus seconds that riders in this order win."""
        worth = self.points if key == "points" else self.bonus
        return Counter(dict(zip(order, worth, strict=False)))


NOTHING = Block(bibs=[], points=[], bonus=[])


@dataclass(frozen=True, kw_only=True)
class PublishedStage:
    """One stage: the times of the finishers in order, and the riders out after it."""

    number: int
    about: Row
    times: dict[str, Decimal]
    out: dict[str, str]
    finish: Block
    sprints: list[Block]
    climbs: list[Block]
    bonuses: Counter[str]
    penalties: Counter[str]
    points: Counter[str]


@dataclass(frozen=True, kw_only=True)
class PublishedRace:
    riders: list[Row]
    stages: list[PublishedStage]


def rows(folder: Path, name: str) -> list[Row]:
    """Read a file of the folder; a missing file has no rows."""
    path = folder / f"{name}.csv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8-sig", newline="") as file:
        return [
            {key: (value or "").strip() for key, value in row.items() if key}
            for row in csv.DictReader(file)
        ]


def whole(text: str) -> int:
    """Read a whole number such as "10" or "10.0"; an empty text is 0."""
    return int(Decimal(text or "0"))


def published_race(folder: Path) -> PublishedRace:
    """Read a folder; riders who are not in the startlist are named by their numbers."""
    results = rows(folder, "results")
    riders = rows(folder, "startlist")
    known = {row["bib"] for row in riders}
    unknown = dict.fromkeys(row["bib"] for row in results if row["bib"] not in known)
    riders += [{"bib": bib, "rider": f"Rider {bib}"} for bib in unknown]
    waiting = [row["bib"] for row in riders]
    stages = []
    for number in sorted({whole(row["stage"]) for row in results}):
        stages.append(_stage(folder, number, waiting))
        waiting = [bib for bib in waiting if bib not in stages[-1].out]
    return PublishedRace(riders=riders, stages=stages)


def _stage(folder: Path, number: int, waiting: list[str]) -> PublishedStage:
    def of_stage(name: str) -> list[Row]:
        return [row for row in rows(folder, name) if whole(row["stage"]) == number]

    about = next(iter(of_stage("stages")), {})
    results = of_stage("results")
    home = [row for row in results if row.get("status", "OK") == "OK"]
    home.sort(key=lambda row: whole(row["rank"]) or len(home))
    times = {row["bib"]: _time(row, about) for row in home}
    said = {row["bib"]: row["status"] for row in results if row not in home}
    out = {b: REASONS.get(said.get(b, ""), "DNF") for b in waiting if b not in times}
    lines = _blocks(of_stage("points_scored"), waiting)
    climbs = _blocks(of_stage("kom_scored"), waiting)
    finish = _finish(lines, list(times))
    bonuses = _total(of_stage("bonuses"), "bonus_seconds")
    if not (folder / "bonuses.csv").exists():
        for block in [*lines, *climbs]:
            bonuses += block.won("bonus", block.bibs)
    points: Counter[str] = Counter()
    for block in lines:
        points += block.won("points", block.bibs)
    return PublishedStage(
        number=number,
        about=about,
        times=times,
        out=out,
        finish=finish,
        sprints=[block for block in lines if block is not finish],
        climbs=climbs,
        bonuses=bonuses,
        penalties=_total(of_stage("penalties"), "penalty_seconds"),
        points=points,
    )


def _time(row: Row, about: Row) -> Decimal:
    """Read a time, or a gap behind the winner's, in seconds."""
    if row.get("time_seconds"):
        return Decimal(row["time_seconds"])
    return Decimal(about["winner_time"]) + Decimal(row["gap_seconds"] or "0")


def _blocks(scored: list[Row], starters: list[str]) -> list[Block]:
    """Group rows by the line at which they were scored.

    Riders who did not start, and repetitions, are left out.
    """
    blocks = []
    order = sorted(scored, key=lambda row: (whole(row["block"]), whole(row["rank"])))
    for _, line in groupby(order, key=lambda row: row["block"]):
        over = {row["bib"]: row for row in reversed(list(line))}
        kept = [row for bib, row in reversed(over.items()) if bib in starters]
        if kept:
            blocks.append(
                Block(
                    bibs=[row["bib"] for row in kept],
                    points=[whole(row["points"]) for row in kept],
                    bonus=[whole(row.get("bonus_seconds", "")) for row in kept],
                )
            )
    return blocks


def _finish(lines: list[Block], order: list[str]) -> Block:
    """Find the block of the finish: at least half of its riders are in this order."""

    def matches(block: Block) -> int:
        return sum(a == b for a, b in zip(block.bibs, order, strict=False))

    found = NOTHING
    for block in lines:
        if 2 * matches(block) >= len(block.bibs) and matches(block) >= matches(found):
            found = block
    return found


def _total(given: list[Row], key: str) -> Counter[str]:
    total: Counter[str] = Counter()
    for row in given:
        total[row["bib"]] += whole(row[key])
    return total
