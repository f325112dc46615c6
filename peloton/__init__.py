"""peloton: stage-race tournament manager and scorekeeper for tabletop cycling games.

After `import peloton`, scripts can use the names in `__all__`, which are explained in
`peloton/guide/python.md`. Each name is imported from its module when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from peloton.api.sheets import text, write
    from peloton.api.tours import (
        JerseyHolder,
        RankedEntrant,
        RiderResult,
        jerseys,
        load,
        open_tour,
        results,
        standings,
        tours,
    )
    from peloton.errors import InputError, PelotonError
    from peloton.reports.tour.document import document
    from peloton.rules.results import Race

__version__ = "0.1.0"

__all__ = [
    "InputError",
    "JerseyHolder",
    "PelotonError",
    "Race",
    "RankedEntrant",
    "RiderResult",
    "document",
    "jerseys",
    "load",
    "open_tour",
    "results",
    "standings",
    "text",
    "tours",
    "write",
]
_MODULES = (
    *("api.tours", "api.sheets", "errors", "rules.results"),
    "reports.tour.document",
)


def __getattr__(name: str) -> object:
    """Import a public name, such as `load`, from its module when it is first used."""
    if name in __all__:
        for module in _MODULES:
            found = vars(import_module(f"peloton.{module}"))
            if name in found:
                globals()[name] = found[name]
                return found[name]
    raise AttributeError(f"module 'peloton' has no attribute '{name}'")


def __dir__() -> list[str]:
    """List the public names also before their first use, as for Tab completion."""
    return [*globals(), *__all__]
