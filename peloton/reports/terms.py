"""The sport's words for what the facts name by a code, to be said in any language."""

from peloton.rules.model import Profile, Reason
from peloton.rules.words import Said, say

PROFILES: dict[Profile, Said] = {
    Profile.FLAT: say("flat"),
    Profile.HILLY: say("hilly"),
    Profile.MOUNTAIN: say("mountain"),
}

REASONS: dict[Reason, Said] = {
    Reason.OTL: say("outside the time limit"),
    Reason.DNF: say("did not finish"),
    Reason.DNS: say("did not start"),
    Reason.DSQ: say("disqualified"),
}

_JERSEYS: dict[str, Said] = {
    "yellow": say("Yellow jersey"),
    "green": say("Green jersey"),
    "white": say("White jersey"),
    "polka dot": say("Polka dot jersey"),
}


def jersey_title(name: str) -> Said:
    """Name a jersey in a heading; one of a player's rulebook as it is called there."""
    return _JERSEYS.get(name) or say("Jersey: {name}", name=name)


_TYPES: dict[str, Said] = {
    "climber": say("climber"),
    "sprinter": say("sprinter"),
    "time rider": say("time rider"),
    "helper": say("helper"),
}


def rider_type(name: str | None) -> str | None:
    """Name what a rider is good at; one of a player's rulebook as it is there."""
    return name and _TYPES.get(name, name)
