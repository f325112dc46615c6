"""Write and score small tours as tour files, for games with any format of marks.

    race("road", stage("1 0:10:00, 2 s"), stage("2 0:10:00, 1 +0:03"))

Result lines are separated by commas. Without `riders` the startlist has the riders of
the first stage.
"""

from typing import Any

from tests.scored import scored

Race = list[dict[str, Any]]
"""The stages of the document of `score --json`."""


def stage(
    lines: str,
    kind: str = "road",
    *,
    climbs: dict[str, str] | None = None,
    sprints: dict[str, str] | None = None,
    more: str = "",
) -> str:
    """Return the text of a stage; `climbs` and `sprints` have the orders by name.

    `Col 24` is a climb of 24 spaces, and `Col cat4` a climb of category 4.
    """
    text = ["[[stage]]", f'kind = "{kind}"', more, "sections = ["]
    for name in climbs or {}:
        size = name.split()[-1]
        sort = f'category = "{size.removeprefix("cat")}"'
        if size.isdigit():
            sort = f"from = 10, to = {10 + int(size)}"
        text.append(f'  {{ kind = "mountain", name = "{name}", {sort} }},')
    text += ["]", "sprints = ["]
    text += [f'  {{ name = "{name}" }},' for name in sprints or {}]
    text += ["]", "finish = '''", *lines.split(", "), "'''", "[stage.crossings]"]
    crossings = {**(climbs or {}), **(sprints or {})}
    return "\n".join([*text, *(f'"{n}" = "{who}"' for n, who in crossings.items())])


def startlist(riders: str) -> str:
    """Return the text of a startlist given as "MOL: 1 2 3, SAL: 4 5, 6 7".

    Riders 6 and 7 have no team. `2y` is a young rider and `2n` a neutral one.
    """
    text: list[str] = []
    for part in riders.split(","):
        code, colon, who = part.rpartition(":")
        if colon:
            text.append(f'[[team]]\ncode = "{code.strip()}"')
        for word in who.split():
            text.append("[[team.rider]]" if colon else "[[rider]]")
            text.append(f'bib = "{word.rstrip("yn")}"')
            text += ["young = true"] * word.endswith("y")
            text += ["neutral = true"] * word.endswith("n")
    return "\n".join(text)


def race(
    rulebook: str, *stages: str, riders: str = "", rules: str = "", options: str = ""
) -> Race:
    """Score a tour of these stages; `riders` are the startlist, as for `startlist`."""
    finish = stages[0].split("'''")[1].replace("(", " ").replace(")", " ) ")
    first = [bib for line in finish.splitlines() for bib in bibs(line)]
    text = [f'[tour]\nname = "A little race"\nrulebook = "{rulebook}"']
    text += ["[tour.options]", options, "[tour.rules]", rules]
    text.append(startlist(riders or " ".join(first)))
    document: Any = scored("\n".join([*text, *stages]))
    # Three riders are enough to show a rule of Figueres.
    codes = {problem["code"] for problem in document["problems"]}
    assert codes <= ({"turns", "field"} if rulebook == "figueres" else set())
    found: Race = document["stages"]
    return found


def bibs(line: str) -> list[str]:
    """Return the bibs of a result line."""
    words = line.split()
    if ")" in words:
        return words[: words.index(")")]
    return words[1:] if words[:1] in (["DNF"], ["OTL"]) else words[:1]


def column(rows: list[dict[str, Any]], key: str) -> dict[str, Any]:
    """Return a column of a table, by bib or team."""
    return {row.get("bib") or row["team"]: row[key] for row in rows}


def parted(rows: list[dict[str, Any]]) -> list[tuple[str, str | None]]:
    """Return the bib or team of each row, and the tie-break step used."""
    return [(row.get("bib") or row["team"], row["tie"]) for row in rows]
