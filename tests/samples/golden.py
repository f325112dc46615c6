"""The last communiqués of the sample tours, computed by the naive scorer.

`python -m tests.samples.golden` writes them to tests/golden, without using the package.
"""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.reference import reference_document

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
COMMUNIQUES = {
    sample: ("result", "general", *names.split())
    for sample, names in (
        ("cyclo", "points mountains teams jerseys purse extra_turns"),
        ("criterium", "points mountains active teams jerseys"),
        ("ciclistas", "teams jerseys"),
        ("figueres", "points"),
        ("flamme-rouge", "points mountains active teams jerseys"),
        ("road", "points mountains young teams jerseys"),
        ("tour-of-flanders", "points mountains jerseys extra_turns"),
    )
}


def sample_text(sample: str) -> str:
    return (ROOT / "sample_tours" / f"{sample}.toml").read_text(encoding="utf-8")


def row(rows: Any, bib: str) -> Any:  # noqa: ANN401 - JSON
    """Return the row of a rider."""
    return next(each for each in rows if each["bib"] == bib)


def communique(document: Any, name: str) -> str:  # noqa: ANN401 - JSON
    """Return a table of the last stage as CSV; its columns are the keys of the JSON."""
    rows = document["stages"][-1][name]
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def communiques() -> Iterator[tuple[str, str, Path]]:
    """Yield each sample and table, with the path of the golden file."""
    for sample, names in COMMUNIQUES.items():
        for name in names:
            yield sample, name, GOLDEN / f"{sample}_{name}.csv"


def write() -> None:
    for sample, name, path in communiques():
        document = reference_document(sample_text(sample))
        path.write_text(communique(document, name), encoding="utf-8")


if __name__ == "__main__":
    write()
