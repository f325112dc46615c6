"""Define the scenes of a ceremony as data, to be rendered as a web page."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from peloton.reports.shirts import Shirt


class SceneKind(StrEnum):
    """The kinds of scenes; a REPLAY shows the ranking after one stage."""

    TITLE = "title"
    AWARD = "award"
    JERSEY = "jersey"
    PODIUM = "podium"
    REPLAY = "replay"


@dataclass(frozen=True, slots=True)
class SceneName:
    """A rider or a team shown in large letters.

    `team` contains the team and the player, in smaller letters. `won` lists stage wins
    and days in jerseys.
    """

    name: str
    team: str
    won: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayRow:
    """A row of the ranking after a stage.

    `figure` is the time, gap, points or money as text. `share` is the length of the
    row's bar, from 0 to 100 %.
    """

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
    """A jersey after a stage; `changed` is True if another rider wore it before."""

    shirt: "Shirt"
    wearer: str
    changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The part of a ceremony that is revealed by one tap.

    A scene names winners, and `about` explains why they won. A replay contains the rows
    of a ranking and the wearers of the jerseys instead.
    """

    kind: SceneKind
    title: str
    names: tuple[SceneName, ...] = ()
    about: tuple[str, ...]
    shirt: "Shirt | None" = None
    rows: tuple[ReplayRow, ...] = ()
    jerseys: tuple[ReplayJersey, ...] = ()
