"""An example of each command that changes a tour; `mini.toml` is the current tour."""

FILES = {
    "three.txt": "4 0 2\n7 1 0\n1 1 3\n",
    "riders.csv": "bib,name,team\n9,Nina Neun,MOL\n",
}
"""Files for the commands: another finish of the third stage, and another rider."""

CHANGES: dict[str, tuple[str, ...]] = {
    "team add": ("team", "add", "NEW", "--name", "=cmd() <b>"),
    "team edit": ("team", "edit", "MOL", "--player", "Ann"),
    "team remove": ("team", "remove", "OLD"),
    "rider add": ("rider", "add", "9", "--team", "MOL"),
    "rider edit": ("rider", "edit", "7", "--name", "Leo 环法"),
    "rider remove": ("rider", "remove", "9"),
    "rider import": ("rider", "import", "riders.csv", "--yes"),
    "stage add": ("stage", "add", "--name", "Four", "--kind", "itt"),
    "stage edit": ("stage", "edit", "2", "--length", "40"),
    "stage remove": ("stage", "remove"),
    "stage enter": ("stage", "enter", "3", "--from", "three.txt", "--yes"),
    "stage clear": ("stage", "clear", "3", "--yes"),
    "stage cancel": ("stage", "cancel", "2", "--reason", "the cat", "--yes"),
    "stage ruling": (
        *("stage", "ruling", "1", "--bib", "7", "--seconds", "20"),
        *("--reason", "moved out of turn", "--yes"),
    ),
    "stage lots": ("stage", "lots", "3", "general", "4", "1", "--yes"),
    "stage turns": ("stage", "turns", "1", "4=1", "--yes"),
    "stage cards": ("stage", "cards", "1", "5=2", "--yes"),
    "note": ("note", "3", "$MOL 10", "--yes"),
    "load": ("load", "mini.toml", "--replace"),
    "new": ("new", "--name", "Other", "--rulebook", "criterium"),
    "demo": ("demo", "criterium"),
    "delete": ("delete", "Mini", "--yes"),
    "use": ("use", "Second"),
    "edit": ("edit", "--stages", "7", "--leader", "Ann", "--yes"),
    "close": ("close", "--yes"),
}
"""The example of each command; some need `FILES`, or the commands in `BEFORE`."""

_CLEARED: list[tuple[str, ...]] = [
    ("stage", "clear", str(number), "--yes") for number in (3, 2, 1)
]
BEFORE: dict[str, list[tuple[str, ...]]] = {
    "team remove": [("team", "add", "OLD")],
    "rider add": _CLEARED,
    "rider remove": [*_CLEARED, ("rider", "add", "9")],
    "rider import": _CLEARED,
    "stage remove": [("stage", "add", "--name", "Four", "--kind", "itt")],
    "load": [("rider", "edit", "1", "--name", "Changed")],
    "stage cards": [
        ("new", "--name", "Cards", "--rulebook", "criterium"),
        ("rider", "add", "5"),
        ("stage", "add", "--name", "One"),
    ],
    "close": [("edit", "--stages", "open", "--yes")],
    "use": [("new", "--name", "Second", "--rulebook", "cyclo"), ("use", "Mini")],
}
