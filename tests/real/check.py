"""Score a published race with the rulebook `road` and compare, figure by figure.

    python -m tests.real.check FOLDER

prints, for each published kind of result, how many values are the same, and then the
differences. It exits with 1 if there are any, except from figures in newspapers.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.real.published import Row, published_race, rows, whole
from tests.real.tour_file import tour_text
from tests.scored import scored

JERSEYS = {"gc": "general", "points": "points", "kom": "mountains", "youth": "young"}
"""The classification of each jersey, by its column in the published leaders."""


@dataclass
class Comparison:
    """The number of equal values of one kind, and the differences."""

    title: str
    official: bool = True
    same: int = 0
    differences: list[str] = field(default_factory=list)

    def compare(self, what: str, found: object, expected: object) -> None:
        if found == expected:
            self.same += 1
        else:
            self.differences.append(f"{what}: {found}, published {expected}")

    def __str__(self) -> str:
        return f"{self.title}: {self.same} of {self.same + len(self.differences)}"


def comparisons(folder: Path) -> Iterator[Comparison]:
    """Score the folder and compare it with every result published in it."""
    document: Any = scored(tour_text(folder))
    stages = {stage["number"]: stage for stage in document["stages"]}
    yield general(stages, rows(folder, "official_gc"))
    yield from partial_general(folder, stages)
    yield from team_stages(stages, rows(folder, "team_stage"))
    yield wearers(folder, stages)
    yield from totals(folder, document["stages"][-1])


def general(stages: Any, published: list[Row]) -> Comparison:  # noqa: ANN401 - JSON
    """Compare time, gap and rank; ranks count only the published riders."""
    compared = Comparison("general classification")
    for stage in {whole(row["after_stage"]) for row in published}:
        listed = [row for row in published if whole(row["after_stage"]) == stage]
        order = sorted(whole(row["rank"]) for row in listed)
        bibs = {row["bib"] for row in listed}
        standing = [row for row in stages[stage]["general"] if row["bib"] in bibs]
        found = {
            row["bib"]: (1 + sum(o["rank"] < row["rank"] for o in standing), row)
            for row in standing
        }
        for row in listed:
            rank, line = found.get(row["bib"], (None, {}))
            compared.compare(
                f"after stage {stage}, {row['bib']}",
                (rank, line.get("time"), line.get("gap")),
                (
                    1 + order.index(whole(row["rank"])),
                    whole(row["total_seconds"]),
                    whole(row["gap_seconds"]),
                ),
            )
    return compared


def partial_general(folder: Path, stages: Any) -> Iterator[Comparison]:  # noqa: ANN401 - JSON
    """Compare gaps that newspapers printed after some stages, with riders by name."""
    compared = Comparison("gaps along the way, by newspapers", official=False)
    bibs = {folded(r["rider"]): r["bib"] for r in rows(folder, "startlist")}
    for row in rows(folder, "official_gc_partial"):
        stage = whole(row["after_stage"])
        gaps = {line["bib"]: line["gap"] for line in stages[stage]["general"]}
        found = gaps.get(bibs.get(folded(row["bib_name"]), row["bib_name"]))
        what = f"after stage {stage}, {row['bib_name']}"
        compared.compare(what, found, whole(row["gap_seconds"]))
    yield compared


def team_stages(stages: Any, published: list[Row]) -> Iterator[Comparison]:  # noqa: ANN401 - JSON
    """Compare team times, and separately the ranks among the published teams."""
    times = Comparison("team times")
    ranks = Comparison("team ranks")
    for row in published:
        stage = whole(row["stage"])
        listed = [r["team"] for r in published if whole(r["stage"]) == stage]
        found = [t for t in stages[stage]["team_result"] if t["team"] in listed]
        line: Any = next((t for t in found if t["team"] == row["team"]), {})
        what = f"stage {stage}, {row['team']}"
        times.compare(what, line.get("time"), whole(row["time_seconds"]))
        ahead = [
            r
            for r in published
            if whole(r["stage"]) == stage and whole(r["rank"]) < whole(row["rank"])
        ]
        rank = line and 1 + sum(t["rank"] < line["rank"] for t in found)
        ranks.compare(what, rank, 1 + len(ahead))
    yield times
    yield ranks


def wearers(folder: Path, stages: Any) -> Comparison:  # noqa: ANN401 - JSON
    """Compare who wears each jersey after each stage."""
    compared = Comparison("jersey wearers")
    names = {row["bib"]: folded(row["rider"]) for row in rows(folder, "startlist")}
    for row in rows(folder, "official_leaders"):
        stage = whole(row["after_stage"])
        worn = {j["classification"]: j["wearer"] for j in stages[stage]["jerseys"]}
        for column, classification in JERSEYS.items():
            if row.get(column):
                found = names.get(worn.get(classification, ""))
                what = f"after stage {stage}, {classification}"
                compared.compare(what, found, folded(row[column]))
    return compared


def totals(folder: Path, last: Any) -> Iterator[Comparison]:  # noqa: ANN401 - JSON
    """Compare final points with the sum of a rider's published points.

    Only riders still in the race are compared.
    """
    race = published_race(folder)
    still_in = {row["bib"] for row in last["general"]}
    for name in ("points", "mountains"):
        compared = Comparison(f"{name} totals")
        total = dict.fromkeys(still_in, 0)
        for stage in race.stages:
            blocks = (
                [stage.finish, *stage.sprints] if name == "points" else stage.climbs
            )
            for block in blocks:
                for bib in still_in.intersection(block.bibs):
                    total[bib] += block.won("points", block.bibs)[bib]
        found = {row["bib"]: row["points"] for row in last[name]}
        for bib in sorted(bib for bib in still_in if total[bib] or bib in found):
            compared.compare(bib, found.get(bib, 0), total[bib])
        yield compared


def folded(name: str) -> str:
    """Return a name for comparisons, in lower case and with single spaces."""
    return " ".join(name.casefold().split())


def main(folder: Path) -> int:
    """Print the comparisons and the differences; return the exit code."""
    differences = 0
    for compared in comparisons(folder):
        print(compared)  # noqa: T201 - a script
        for difference in compared.differences:
            print(f"    {difference}")  # noqa: T201 - a script
        differences += len(compared.differences) if compared.official else 0
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
