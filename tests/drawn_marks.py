"""Hypothesis strategies: the marks of a finish, line by line, for each game.

The marks are drawn from small pools, so that equal times and gaps of exactly the limit
are common.
"""

from collections.abc import Callable, Iterator

from hypothesis import strategies as st

EXTRA_TURNS = (0, 0, 0, 0, 1, 1, 2, 3)
FRACTIONS = ("", "", ".5", ".25", ".50", ".333", ".999", ".07")
LATE_MARKS = {
    "criterium": "8 3/9",
    "cyclo": "26 3",
    "ciclistas": "9'9",
    "figueres": "8 1",
    "flamme-rouge": "9 0",
    "road": "+40:00",
}
"""An example of a rider's mark far over the time limit, by rulebook."""


def criterium(draw: st.DrawFn, _kind: str, *, late: bool) -> Iterator[str]:
    """Draw mostly fifteenths of a turn, because two of them are exactly 8 seconds."""
    del late
    while True:
        moved = draw(st.sampled_from((15, 15, 15, 10, 9, 11, 7, 18)))
        left = draw(st.integers(1, min(moved, 11)))
        yield f"{draw(st.sampled_from((6, 6, 6, 7)))} {left}/{moved}"


def cyclo(draw: st.DrawFn, kind: str, *, late: bool) -> Iterator[str]:
    """Draw an increasing number of turns behind, or in a time trial the turns used."""
    turns = 0
    while True:
        if kind == "road":
            yield f"{turns} {draw(st.integers(0, 4))}"
            turns += draw(st.sampled_from(EXTRA_TURNS + (12, 24) * late))
        else:
            yield f"{draw(st.integers(4, 5))} {draw(st.integers(0, 3))}"


def ciclistas(draw: st.DrawFn, _kind: str, *, late: bool) -> Iterator[str]:
    """Draw both notations of a mark (CI-1): `1'5` and `1 +5`."""
    del late
    while True:
        round_ = draw(st.sampled_from((1, 1, 2, 3)))
        if draw(st.booleans()):
            yield f"{round_}'{draw(st.integers(0, 9))}"
        else:
            yield f"{round_} +{draw(st.integers(1, 14))}"


def figueres(draw: st.DrawFn, _kind: str, *, late: bool) -> Iterator[str]:
    """Draw spaces around the finish line, which is after space 32 (FI-1)."""
    del late
    while True:
        yield f"{draw(st.integers(7, 8))} {draw(st.integers(28, 36))}"


def flamme_rouge(draw: st.DrawFn, kind: str, *, late: bool) -> Iterator[str]:
    """Draw few rounds and squares (FR-1).

    Six squares are worth a round. In time trials fewer are drawn, because the rules do
    not say there whether rounds or times decide.
    """
    del late
    most = 7 if kind == "road" else 5
    while True:
        yield f"{draw(st.sampled_from((0, 0, 1, 2)))} {draw(st.integers(0, most))}"


def road(draw: st.DrawFn, kind: str, *, late: bool) -> Iterator[str]:
    """Draw the winner's time, then times, gaps and `s`, some with fractions (RR-1).

    Occasionally a rider is placed behind a rider with a worse time.
    """
    del late
    fractions = FRACTIONS if kind != "road" or draw(st.booleans()) else ("",)
    yield f"0:10:0{draw(st.integers(0, 3))}{draw(st.sampled_from(fractions))}"
    behind = 0
    while True:
        behind = max(0, behind + draw(st.sampled_from((0, 0, 1, 1, 2, 3, 4, 15, -2))))
        match draw(st.sampled_from(("s", "gap", "time"))):
            case "s":
                yield "s"
            case "gap":
                yield f"+{behind // 60}:{behind % 60:02}"
            case _:
                time = 603 + behind
                fraction = draw(st.sampled_from(fractions))
                yield f"0:{time // 60:02}:{time % 60:02}{fraction}"


MARKS: dict[str, Callable[..., Iterator[str]]] = {
    "criterium": criterium,
    "cyclo": cyclo,
    "ciclistas": ciclistas,
    "figueres": figueres,
    "flamme-rouge": flamme_rouge,
    "road": road,
}
