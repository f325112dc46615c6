"""The scenes of a ceremony as values, before they are a page."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from peloton.rules.words import phrase

if TYPE_CHECKING:
    from peloton.reports.shirts import Shirt


class SceneKind(StrEnum):
    """The kinds of scenes; a replay shows the ranking after one stage."""

    TITLE = "title"
    AWARD = "award"
    JERSEY = "jersey"
    PODIUM = "podium"
    REPLAY = "replay"


@dataclass(frozen=True, slots=True)
class SceneName:
    """A rider or team in large letters, with the team and player, and what it won."""

    name: str
    team: str
    won: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayRow:
    """A rank after a stage with its bar, whose length is a `share` of 0 to 100."""

    rank: int
    who: str
    name: str
    team: str
    figure: str
    share: int
    colour: str
    shirts: "tuple[Shirt, ...]"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayJersey:
    """A jersey after a stage; `changed` if another rider wore it before."""

    title: str
    shirt: "Shirt"
    wearer: str
    changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The part of a ceremony that one tap reveals: names, with the reasons.

    A replay has the rows of a ranking and the wearers of the jerseys instead.
    """

    kind: SceneKind
    title: str
    names: tuple[SceneName, ...] = ()
    about: tuple[str, ...] = ()
    shirt: "Shirt | None" = None
    rows: tuple[ReplayRow, ...] = ()
    jerseys: tuple[ReplayJersey, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceremony:
    """The scenes of a ceremony in order, and the words of its controls."""

    scenes: tuple[Scene, ...]
    title: str = phrase("Ceremony")
    forward: str = phrase("Next")
    back: str = phrase("Back")
    hint: str = phrase("Tap, or press the right arrow key.")
