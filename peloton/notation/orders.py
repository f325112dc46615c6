"""Orders over a line, first first: a crossing, a group, the laps and heats on track."""

from peloton.notation.finish import bib_value
from peloton.notation.scalars import FormError
from peloton.notation.shape import Spot
from peloton.rules.model import Bib
from peloton.rules.values import shown


def order_value(found: object) -> tuple[str, ...]:
    """Read an order, first first: "12 4", or a list where names hold spaces."""
    if isinstance(found, str):
        return tuple(found.split())
    if isinstance(found, list):
        return tuple(
            each if isinstance(each, str) else bib_value(each) for each in found
        )
    message = f"found {shown(found)}, expected the order in quotes, such as '12 4'"
    raise FormError(message)


def crossing_value(found: object) -> tuple[Bib, ...]:
    """Read the bibs over a line, first first."""
    return tuple(map(bib_value, order_value(found)))


def group_value(found: object) -> tuple[Bib, ...]:
    """Read the bibs of a group, one or more."""
    bibs = crossing_value(found)
    if bibs:
        return bibs
    message = f"found {shown(found)}, expected the bibs in quotes, such as '1 2 3'"
    raise FormError(message)


def read_orders(found: object, spot: Spot) -> tuple[tuple[Bib, ...], ...]:
    """Read several orders, one after the other; one that cannot be read is left out."""
    if not isinstance(found, list):
        expected = "expected a list of orders, such as ['1 5 7', '5 1']"
        spot.report(f"{spot.where[-1]}: found {shown(found)}, {expected}")
        return ()
    orders: list[tuple[Bib, ...]] = []
    for each in found:
        try:
            orders.append(crossing_value(each))
        except FormError as fault:
            spot.report(f"{spot.where[-1]}: {fault}")
    return tuple(orders)
