"""Hypothesis strategies: legal random tours of every game, as tour files.

Values are drawn from small pools, so that equal times, equal points and gaps of exactly
8 seconds are common. A tour is drawn as the text of its file.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from hypothesis import strategies as st

from tests.drawn_marks import LATE_MARKS, MARKS
from tests.reference import reference_document

Game = Literal["criterium", "cyclo", "ciclistas", "figueres", "flamme-rouge", "road"]
GAMES: tuple[Game, ...] = get_args(Game)

NAMES = (
    "Jo Dupré",
    "Þóra Ægisdóttir",
    "=cmd()",
    "<b>Bold</b> & Co",
    "אבי כהן",
    "李小龙",
    'Quote "Q" Quist',
)
RESULT_TABLES = """\
  [[stage.ruling]]
  bib = "7"
  seconds = 20
  reason = "moved out of turn"

  [stage.extra_turns]
  1 = 2

  [[stage.offer]]
  team = "MOL"
  amount = 50
  for = "Zottegem"

  [stage.lots]
  general = "12 4"
"""
"""Tables of results that follow the crossings of a stage in a tour file."""
SCALES: tuple[list[int], ...] = ([], [3], [5, 3], [8, 4, 2, 1])
STATUSES = ("DNF", "DNS", "OTL", "DSQ", "ABS")
CLIMBS = (5, 19, 20, 24, 25, 29, 30, 40, 41)
SQUARES = (1, 2, 3, 5, 6, 8, 9, 10, 11)
KINDS = {
    "criterium": ("road", "road", "road", "road", "prologue", "itt", "ttt"),
    "cyclo": ("road", "road", "road", "road", "prologue", "itt", "ttt"),
    "ciclistas": ("road", "road", "road", "itt"),
    "figueres": ("road",),
    "flamme-rouge": ("road", "road", "road", "itt"),
    "road": ("road", "road", "road", "road", "prologue", "itt", "itt", "ttt"),
}
"""The kinds of stages of a game, weighted by how often they are drawn."""


@dataclass(kw_only=True)
class Field:
    """The riders in the race while a tour is drawn."""

    game: Game
    late: bool
    """True if some riders exceed the time limit of level 4."""
    limited: bool = False
    """True if the tour's rules set a time limit, in Criterium."""
    riders: list[str]
    teams: list[str]
    back: bool = False
    """True if riders over the time limit miss just one stage, `resting` (CY-11)."""
    resting: list[str] = field(default_factory=list)
    neutral: list[str] = field(default_factory=list)
    """Riders who can get no points (FI-3)."""
    joining: dict[str, int] = field(default_factory=dict)
    """The number of the first stage of each rider who joins later (GN-10)."""
    team_unit: str = "seconds"
    """The unit of rulings on teams."""
    ridden: int = 0
    text: list[str] = field(default_factory=list)

    def line(self, text: str = "") -> None:
        self.text.append(text)


def quoted(text: str) -> str:
    """Return a text as a TOML string; every JSON string is a TOML string."""
    return json.dumps(text, ensure_ascii=False)


def chance(draw: st.DrawFn, percent: int) -> bool:
    return draw(st.integers(1, 100)) > 100 - percent


@st.composite
def tours(draw: st.DrawFn, game: Game, *, back: bool = False) -> str:
    """Draw the text of a legal tour file, sometimes with lots for its ties.

    With `back` riders over the time limit come back later (CY-11); only for Cyclo.
    """
    race = startlist(draw, game, back=back)
    stages = draw(st.integers(3, 5)) if back else draw(st.integers(1, 5))
    plan = draw(st.sampled_from((None, None, stages, stages + 1, '"open"')))
    if isinstance(plan, int):  # GN-9, GN-10
        plan = max(plan, *race.joining.values(), 1)
    if plan is not None:
        race.text[0] += f"\nstages = {plan}"
    ridden = stages - 1 if stages > 1 and chance(draw, 10) else stages
    for number in range(1, stages + 1):
        stage(draw, race, number, ridden=number <= ridden)
    text = "\n".join(race.text) + "\n"
    return with_lots(draw, text) if game == "cyclo" and chance(draw, 50) else text


def startlist(draw: st.DrawFn, game: Game, *, back: bool) -> Field:
    sizes = draw(st.lists(st.integers(2, 5), min_size=2, max_size=4))
    alone = draw(st.sampled_from((0, 0, 1, 2)))
    count = sum(sizes) + alone
    letter = draw(st.sampled_from(("", "", "A")))  # GN-12: 1A, 2A, 10A
    bibs = draw(st.permutations([f"{n}{letter}" for n in range(1, count)] + ["A"]))
    level = 4 if back else draw(st.sampled_from((1, 2, 3, 3, 4, 4)))
    late = game == "cyclo" and level == 4
    race = Field(game=game, late=late, back=back, riders=[], teams=[])
    if game in ("criterium", "flamme-rouge"):
        race.team_unit = "points"
    head(draw, race, level)
    waiting = iter(bibs)
    for index, size in enumerate(sizes):
        code = "TUVW"[index]
        race.teams.append(code)
        race.line(f"\n[[team]]\ncode = {quoted(code)}\nname = {quoted(f'Team {code}')}")
        for _ in range(size):
            rider(draw, race, next(waiting), "team.rider")
    for bib in waiting:
        rider(draw, race, bib, "rider")
    return race


def head(draw: st.DrawFn, race: Field, level: int) -> None:
    race.line(f'[tour]\nname = "Drawn tour"\nrulebook = "{race.game}"')
    race.line("\n[tour.options]")
    options(draw, race, level)
    keys = ["bonus.finish", "bonus.sprint", "points.finish", "points.sprint"]
    if race.game == "road":
        keys += ["points.hilly", "points.mountain", "points.time_trial"]
    keys += [f"mountains.{category}" for category in ("HC", "1", "2", "3", "4")]
    race.line("\n[tour.rules]")
    for key in keys:
        timeless = race.game == "figueres" and key.startswith("bonus")
        if not timeless and chance(draw, 8):
            race.line(f'"{key}" = {draw(st.sampled_from(SCALES))}')
    if chance(draw, 40):
        race.line('"missed.time" = "last"\n"missed.penalty" = 7')
    if race.back:
        race.line('"time_limit.back" = true')
    if race.game == "criterium" and chance(draw, 15):
        race.limited = True
        limits = ("seconds = 8", "seconds = 40", "turns = 1", "percent = 10")
        key, limit = draw(st.sampled_from(limits)).split(" = ")
        race.line(f'"time_limit.{key}" = {limit}')


def options(draw: st.DrawFn, race: Field, level: int) -> None:
    if race.game == "cyclo":
        race.line(f"level = {level}")
        race.line(f"ttt_rider = {draw(st.sampled_from((3, 3, 5)))}")
    elif race.game == "criterium":
        formats = ("time", "time", "time", "simple", "points")
        race.line(f'format = "{draw(st.sampled_from(formats))}"')
        if chance(draw, 20):
            race.line(f'arrival = "{draw(st.sampled_from(("fraction", "furthest")))}"')
    elif race.game == "flamme-rouge" and chance(draw, 20):
        race.line('winner = "time"')
        race.team_unit = "seconds"
    gap = "same_time_gap = 3" if race.game == "road" and chance(draw, 20) else ""
    race.line(gap)
    if race.game == "road" and chance(draw, 40):
        race.line("combination = true")


def rider(draw: st.DrawFn, race: Field, bib: str, table: str) -> None:
    race.line(f"  [[{table}]]\n  bib = {quoted(bib)}")
    race.line(f"  name = {quoted(draw(st.sampled_from(NAMES)))}")
    if race.game == "road" and chance(draw, 40):
        race.line("  young = true")
    if race.game == "figueres" and chance(draw, 25):
        race.line("  neutral = true")
        race.neutral.append(bib)
    if len(race.riders) > 1 and chance(draw, 8):
        race.joining[bib] = draw(st.integers(2, 3))
        race.line(f"  joins = {race.joining[bib]}")
    else:
        race.riders.append(bib)


def stage(draw: st.DrawFn, race: Field, number: int, *, ridden: bool) -> None:
    race.riders += [bib for bib, first in race.joining.items() if first == number]
    kind = draw(st.sampled_from(KINDS[race.game]))
    race.line(f'\n[[stage]]\nname = "Stage {number}"\nkind = "{kind}"\nlength = 120')
    if race.game == "road" and chance(draw, 60):
        race.line(f'profile = "{draw(st.sampled_from(("flat", "hilly", "mountain")))}"')
    if chance(draw, 8):
        race.line('cancelled = "snow on the table"')
        return
    if kind != "ttt":
        keys = ("points",) if race.game == "figueres" else ("points", "bonus")
        race.text += own_scales(draw, keys)
    if chance(draw, 10):
        race.line(f"counts = {{ {draw(st.sampled_from(uncounted(race)))} = false }}")
    limited = limits(draw, race, kind)
    bare = kind == "ttt" or race.game == "figueres"
    primes = [] if bare else course(draw, race)
    if not ridden:
        return
    race.ridden += 1
    gone = dropouts(draw, race, kind)
    home = [bib for bib in race.riders if bib not in gone]
    late = finish(draw, race, kind, home, gone)
    if race.limited or limited:
        scored = reference_document("\n".join(race.text))["stages"][-1]["result"]
        late = [r["bib"] for r in scored if r["status"] == "OTL" and r["bib"] in home]
    starters = [b for b in race.riders if gone.get(b) not in ("DNS", "ABS")]
    crossings(draw, race, primes, starters)
    if race.game == "flamme-rouge":
        combativity(draw, race, starters)
    late = reinstate(draw, race, late)
    rulings(draw, race, [b for b in home if b not in late and b not in race.neutral])
    late += [bib for bib, status in gone.items() if status == "OTL"]
    back, race.resting = race.resting, late if race.back else []
    left = [bib for bib, status in gone.items() if status != "ABS"]
    race.riders = [b for b in race.riders if b not in left and b not in late] + back


def limits(draw: st.DrawFn, race: Field, kind: str) -> bool:
    """Draw a stage's same-time gap and time limit; return whether it has a limit."""
    if race.game not in ("criterium", "road"):
        return False
    if kind == "road" and chance(draw, 12):
        race.line(f"same_time_gap = {draw(st.sampled_from((0, 1, 3, 20)))}")
    limited = chance(draw, 12)
    if limited:
        most = draw(st.sampled_from(("seconds = 0", "seconds = 30", "percent = 5")))
        race.line(f"time_limit = {{ {most} }}")
    return limited


def reinstate(draw: st.DrawFn, race: Field, late: list[str]) -> list[str]:
    """Draw the riders over the limit who are reinstated; return the others."""
    kept = [bib for bib in late if chance(draw, 40)]
    for bib in kept:
        head = f"[[stage.ruling]]\nbib = {quoted(bib)}\nreinstated = true"
        race.line(f'{head}\nreason = "so ruled"')
    return [bib for bib in late if bib not in kept]


def uncounted(race: Field) -> list[str]:
    """Return the classifications for which a stage may be excluded.

    The first stage ridden always counts for the general classification, because
    otherwise all riders would be equal without a total. In Cyclo the teams follow the
    general classification.
    """
    names = ["points", "mountains"]
    names += ["general"] if race.ridden else []
    if race.game == "figueres":
        return ["general"] if race.ridden else ["points"]
    return {
        "flamme-rouge": [*names, "active", "teams"],
        "criterium": [*names, "active", "teams"],
        "road": [*names, "teams"],
        "ciclistas": ["general", "teams"] if race.ridden else ["teams"],
    }.get(race.game, names)


def own_scales(draw: st.DrawFn, keys: Sequence[str] = ("points", "bonus")) -> list[str]:
    """Draw scales that replace the usual ones of a stage, sprint or climb (GN-4)."""
    return [
        f"{key} = {draw(st.sampled_from(SCALES))}" for key in keys if chance(draw, 8)
    ]


def course(draw: st.DrawFn, race: Field) -> list[str]:
    """Draw the sprints and climbs; return their names."""
    names = [f"Prime {n}" for n in range(1, 1 + draw(st.integers(0, 4)))]
    sprints, sections = [], []
    for place, name in enumerate(names):
        own = own_scales(draw)
        if chance(draw, 50):
            start = f"name = {quoted(name)}, at = {20 + 20 * place}"
            sprints.append("{ " + ", ".join([start, *own]) + " }")
            continue
        lengths = SQUARES if race.game == "flamme-rouge" else CLIMBS
        length = draw(st.sampled_from(lengths))
        start = (
            f'kind = "mountain", name = {quoted(name)}, from = 10, to = {10 + length}'
        )
        measured = race.game in ("cyclo", "flamme-rouge")
        if not measured or chance(draw, 20):
            own.append(f'category = "{draw(st.sampled_from(("HC", *"1234")))}"')
        sections.append("{ " + ", ".join([start, *own]) + " }")
    if chance(draw, 20):
        sections.append('{ kind = "paved", from = 60, to = 70 }')
    race.line(f"sections = [{', '.join(sections)}]")
    race.line(f"sprints = [{', '.join(sprints)}]")
    return names


def dropouts(draw: st.DrawFn, race: Field, kind: str) -> dict[str, str]:
    """Draw the riders who do not finish; at least two finish."""
    free = race.riders[2:]
    statuses = [s for s in STATUSES if kind == "road" or s != "OTL"]
    return {b: draw(st.sampled_from(statuses)) for b in free if chance(draw, 6)}


def finish(
    draw: st.DrawFn, race: Field, kind: str, home: Sequence[str], gone: dict[str, str]
) -> list[str]:
    """Draw the finish; return the riders over the time limit."""
    race.line('finish = """')
    late: list[str] = []
    order = list(draw(st.permutations(home)))
    marks = MARKS[race.game](draw, kind, late=race.late)
    while order:
        size = draw(st.sampled_from((1, 1, 1, 2, 3))) if kind == "road" else 1
        group, order = order[:size], order[size:]
        mark = next(marks)
        if race.back and kind == "road" and late_again(draw, order, home):
            turns, lines = map(int, mark.split())
            mark = f"{max(turns, 26)} {lines}"
        if race.late and kind == "road" and int(mark.split()[0]) > 25:
            late += group
        who = f"({' '.join(group)})" if len(group) > 1 else group[0]
        race.line(f"{who} {mark}")
    for bib, status in gone.items():
        marked = status == "OTL" and chance(draw, 50)
        late_mark = LATE_MARKS[race.game]
        race.line(f"{bib} {late_mark} OTL" if marked else f"{status} {bib}")
    race.line('"""')
    return late


def late_again(draw: st.DrawFn, order: Sequence[str], home: Sequence[str]) -> bool:
    """Draw whether this line is over the time limit; only if it is the last of many."""
    return not order and len(home) > len(STATUSES) and draw(st.booleans())


def crossings(
    draw: st.DrawFn, race: Field, names: Sequence[str], starters: Sequence[str]
) -> None:
    if names:
        race.line("[stage.crossings]")
    for name in names:
        order = list(draw(st.permutations(starters)))
        first = order[: draw(st.integers(1, min(6, len(order))))]
        race.line(f'{quoted(name)} = "{" ".join(first)}"')


def combativity(draw: st.DrawFn, race: Field, starters: Sequence[str]) -> None:
    """Draw the number of turns that riders were in the lead (FR-6)."""
    race.line("[stage.combativity]")
    for bib in starters:
        if chance(draw, 40):
            race.line(f"{bib} = {draw(st.integers(0, 3))}")


def rulings(draw: st.DrawFn, race: Field, home: Sequence[str]) -> None:
    """Draw the rulings (GN-2)."""
    for _ in range(draw(st.sampled_from((0, 0, 0, 1, 2))) if home else 0):
        teamless = race.game == "figueres"
        if teamless or chance(draw, 70):
            whom = f"bib = {quoted(draw(st.sampled_from(home)))}"
            kinds: Iterable[str] = ("seconds", "seconds", "points", "mountains")
            kinds = ("points",) if race.game == "figueres" else kinds
        else:
            whom = f"team = {quoted(draw(st.sampled_from(race.teams)))}"
            kinds = (race.team_unit,)
        kind = draw(st.sampled_from(tuple(kinds)))
        value = draw(st.sampled_from((-8, -5, -2, -1, 1, 2, 5, 8)))
        race.line(f'[[stage.ruling]]\n{whom}\n{kind} = {value}\nreason = "so ruled"')


def with_lots(draw: st.DrawFn, text: str) -> str:
    """Draw lots for the riders who were level after the first stage (CY-7, CY-8)."""
    first = text.find("[[stage]]", text.find("[[stage]]") + 1)
    head_text, tail = (text, "") if first == -1 else (text[:first], text[first:])
    stages = reference_document(head_text)["stages"]
    drawn = []
    for name in ("general", "points", "mountains"):
        level = [row["bib"] for row in stages[0][name] if row["tie"]] if stages else []
        if level and chance(draw, 70):
            drawn.append(f'{name} = "{" ".join(draw(st.permutations(level)))}"')
    if not drawn:
        return text
    return "\n".join([head_text.rstrip(), "[stage.lots]", *drawn, "", tail])
