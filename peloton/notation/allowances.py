"""The extra turns of a rider type as they stand in a rulebook (CY-13)."""

from peloton.notation.scalars import FormError, scale_value
from peloton.rules.allowances import Allowance, ByLength, PerLines
from peloton.rules.numbers import is_whole
from peloton.rules.values import shown

ALLOWANCES = ("road", "mountain", "time_trial", "mountain_limit")
"""The keys of a rider type that hold an allowance."""

_EXPECTED = (
    "expected { turns = 1, per = 50 }, halved = true for half of them,"
    " or { turns = [2, 3], from = [0, 35] }"
)


def allowance_value(found: object) -> Allowance:
    """Read extra turns by length: `per` so many lines begun, or by steps `from`."""
    match found:
        case {"turns": turns, "per": per, **rest} if (
            is_whole(turns) and is_whole(per, 1) and not rest
        ):
            return PerLines(turns=turns, per=per)
        case {"turns": turns, "per": per, "halved": bool(halved), **rest} if (
            is_whole(turns) and is_whole(per, 1) and not rest
        ):
            return PerLines(turns=turns, per=per, halved=halved)
        case {"turns": [*turns], "from": [*starts], **rest} if not rest:
            return _by_length(turns, starts)
    message = f"found {_written(found)}, {_EXPECTED}"
    raise FormError(message)


def _by_length(turns: object, starts: object) -> ByLength:
    steps = ByLength(turns=scale_value(turns), starts=scale_value(starts))
    if len(steps.turns) != len(steps.starts) or list(steps.starts) != sorted(
        set(steps.starts)
    ):
        message = (
            f"found turns {shown(turns)} from {shown(starts)}, expected as many of"
        )
        message = f"{message} both, and 'from' rising"
        raise FormError(message)
    return steps


def _written(found: object) -> str:
    if not isinstance(found, dict):
        return shown(found)
    return f"{{ {', '.join(f'{key} = {shown(each)}' for key, each in found.items())} }}"
