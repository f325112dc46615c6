"""Round steps for the foot and the side of a picture."""

_SECONDS = (1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600)


def axis_steps(end: int, most: int) -> int:
    """Return the smallest round step, 1, 2 or 5 and noughts, that gives few marks."""
    step = 1
    while True:
        for round_step in (step, 2 * step, 5 * step):
            if end <= most * round_step:
                return round_step
        step *= 10


def clock_steps(end: int, most: int) -> int:
    """Return the smallest step in seconds that reads well on a clock."""
    for step in _SECONDS:
        if end <= most * step:
            return step
    return _SECONDS[-1] * axis_steps(-(-end // _SECONDS[-1]), most)
