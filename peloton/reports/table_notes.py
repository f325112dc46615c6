"""What a game asks of the table: a line for each figure that no result comes of.

Every line is a value of the rulebook, so that a game without it says nothing. The
next-stage sheet, the course and the setting-up sheet all list the same lines.
"""

from collections.abc import Collection, Iterator

from peloton.reports.terms import KINDS
from peloton.rules.model import Stage, StageKind
from peloton.rules.rulebook import Rulebook
from peloton.rules.setup import refreshments
from peloton.rules.words import Said, say

_TRACK = frozenset(kind for kind in StageKind if kind.on_track)
_ANY = frozenset(StageKind)
_ROAD = _ANY - _TRACK
_PURSUITS = frozenset({StageKind.PURSUIT, StageKind.TEAM_PURSUIT})
_LAPPED = frozenset({StageKind.SPRINT, StageKind.KEIRIN})
_KEIRIN = frozenset({StageKind.KEIRIN})

_NOTES: tuple[tuple[str, Collection[StageKind], Said], ...] = (
    ("course.cobbles", _ROAD, say("Cobbles: spaces {first} to {last} ({rule}).")),
    (
        "course.risk",
        _ROAD,
        say("Risk squares and cobbles: draw a risk card for the next turn ({rule})."),
    ),
    (
        "course.cobbles_shelter",
        _ROAD,
        say("If so agreed, the shelter on cobbles is {count} at most ({rule})."),
    ),
    ("course.mountain", _ROAD, say("Mountain: spaces {first} to {last} ({rule}).")),
    (
        "course.mountain_cost",
        _ROAD,
        say("A space on the mountain counts for {count}, without shelter ({rule})."),
    ),
    (
        "course.no_shelter",
        _ROAD,
        say("No shelter cards on spaces {first} to {last} ({rule})."),
    ),
    (
        "course.blocked",
        _ROAD,
        say(
            "A blocked space counts for {count} to who passes it, with a risk card"
            " ({rule})."
        ),
    ),
    (
        "course.no_wind",
        _ROAD,
        say("If the weather is played, no wind on spaces {first} to {last} ({rule})."),
    ),
    (
        "course.refreshment",
        _ROAD,
        say(
            "Space {count}, refreshment: a bottle card, once, for each rider who"
            " reaches or passes it; a neutral rider's is shuffled into its deck"
            " ({rule})."
        ),
    ),
    (
        "course.sprint_bonus",
        _ROAD,
        say(
            "Space {count}, sprint bonus: after the turn in which it is first reached,"
            " whoever leads the race moves one space more ({rule})."
        ),
    ),
    (
        "dice.instead",
        _ANY,
        say(
            "A time rider may advance {value} lines without a throw, where there are"
            " 1, 2, 3 dice ({rule})."
        ),
    ),
    (
        "dice.climber_more",
        _ROAD,
        say(
            "Climbers, B and C advance {count} more than their dice on a mountain"
            " ({rule})."
        ),
    ),
    (
        "track.straws",
        {StageKind.SPRINT},
        say(
            "Sprint, who throws first: by straws in heats {value}, in the others who"
            " did not before ({rule})."
        ),
    ),
    (
        "dice.second_lap",
        _LAPPED,
        say("Sprint and keirin, second lap: {count} dice for everybody ({rule})."),
    ),
    (
        "track.derny",
        _KEIRIN,
        say(
            "Keirin, first lap: a derny advances {count} a turn, and nobody passes its"
            " rear wheel ({rule})."
        ),
    ),
    (
        "track.motorbike_start",
        _KEIRIN,
        say("Keirin: the motorbike starts on space {count} ({rule})."),
    ),
    (
        "track.motorbike",
        _KEIRIN,
        say(
            "Keirin: the motorbike moves {value}, and leaves; nobody comes level with"
            " it ({rule})."
        ),
    ),
    (
        "track.motorbike_shelter",
        _KEIRIN,
        say(
            "Keirin: the {first} riders behind the motorbike have a shelter of {last}"
            " ({rule})."
        ),
    ),
    (
        "track.opposite",
        _PURSUITS,
        say(
            "Pursuit: one starts at the start and finish line, the other on the"
            " opposite side of the track ({rule})."
        ),
    ),
    (
        "track.last_turn",
        _PURSUITS,
        say(
            "Pursuit: when who started first is home, the other has one more turn"
            " ({rule})."
        ),
    ),
    (
        "track.half_laps",
        {StageKind.POINTS_RACE},
        say("Points race: points every half lap ({rule})."),
    ),
    ("setup.team", _ANY, say("A team has {count} riders ({rule}).")),
    (
        "setup.leader_hand",
        _ANY,
        say("If so agreed, named leaders start with {first} or {last} cards ({rule})."),
    ),
    (
        "setup.same_hands",
        _ANY,
        say("If so agreed, all start with cards of the same values ({rule})."),
    ),
    (
        "setup.draw_above",
        _ANY,
        say("If so agreed, the draw pile has cards above {count} too ({rule})."),
    ),
    (
        "setup.deck",
        _ANY,
        say(
            "Each rider has a deck of {count} cards ({value}); those of neutral riders"
            " are shuffled, face down ({rule})."
        ),
    ),
    (
        "setup.bottles",
        _ANY,
        say("{count} bottle cards ({value}), shuffled, face down ({rule})."),
    ),
    (
        "setup.random_start",
        _ANY,
        say("The riders are placed at random at the start ({rule})."),
    ),
    (
        "setup.counters_all",
        _ANY,
        say("{count} bonus counters lie in the middle of the table ({rule})."),
    ),
)
"""What is said of each value, on which kinds of stage; the dangers first."""


def table_notes(
    rulebook: Rulebook, stage: Stage | None = None, riders: int | None = None
) -> Iterator[str]:
    """Say what the table sees to on a stage, or in the game whole.

    `riders` are those who start, where it is known how many. Each line names the
    rule of its value (CR-13, CR-19, CY-13, CY-20, CI-5, FI-4).
    """
    kinds = tuple(StageKind) if stage is None else (stage.kind,)
    for kind in kinds:
        key = f"laps.{kind.replace(' ', '_')}"
        if key in rulebook.values and rulebook.number(key):
            said = say("Laps, {kind}: {count}, unless agreed otherwise ({rule}).")
            yield _filled(said, rulebook, key, kind=KINDS[kind])
    for key, where, said in _NOTES:
        if rulebook.values[key].value and any(kind in where for kind in kinds):
            yield _filled(said, rulebook, key)
    cards = refreshments(rulebook, riders) if riders else 0
    if cards and riders:
        said = say("Refreshment cards for each of {riders} riders: {cards} ({rule}).")
        key = "setup.refreshments"
        yield _filled(said, rulebook, key, riders=riders, cards=cards)


def _filled(said: Said, rulebook: Rulebook, key: str, **more: str | int) -> str:
    """Fill in a value, or how many there are of it, and the number of its rule."""
    several = isinstance(rulebook.values[key].value, tuple)
    figures = rulebook.scale(key) if several else (int(rulebook.number(key)),)
    return say(
        said.pattern,
        value=", ".join(map(str, figures)),
        count=len(figures) if several else figures[0],
        first=figures[0],
        last=figures[-1],
        rule=rulebook.rule(key) or rulebook.name,
        **more,
    )
