"""What a game asks of the table: a line for each figure that no result comes of.

Every line is a value of the rulebook, so that a game without it says nothing. The
next-stage sheet, the course and the setting-up sheet all list the same lines.
"""

from collections.abc import Collection, Iterator, Mapping

from peloton.rules.facts.kinds import StageKind
from peloton.rules.facts.labels import KINDS
from peloton.rules.facts.stage import Stage
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.setting_up.setup import refreshments
from peloton.rules.words import Said, say

_TRACK = frozenset(kind for kind in StageKind if kind.on_track)
_ANY = frozenset(StageKind)
_ROAD = _ANY - _TRACK
_PURSUITS = frozenset({StageKind.PURSUIT, StageKind.TEAM_PURSUIT})
_LAPPED = frozenset({StageKind.SPRINT, StageKind.KEIRIN})
_KEIRIN = frozenset({StageKind.KEIRIN})

_NOTES: tuple[tuple[Collection[StageKind], Mapping[str, Said]], ...] = (
    (
        _ROAD,
        {
            "course.cobbles": say("Cobbles: spaces {first} to {last} ({rule})."),
            "course.risk": say(
                "Risk squares and cobbles: draw a risk card for the next turn ({rule})."
            ),
            "course.cobbles_shelter": say(
                "If so agreed, the shelter on cobbles is {count} at most ({rule})."
            ),
            "course.mountain": say("Mountain: spaces {first} to {last} ({rule})."),
            "course.mountain_cost": say(
                "A space on the mountain counts for {count}, without shelter ({rule})."
            ),
            "course.no_shelter": say(
                "No shelter cards on spaces {first} to {last} ({rule})."
            ),
            "course.blocked": say(
                "A blocked space counts for {count} to who passes it, with a risk card"
                " ({rule})."
            ),
            "course.no_wind": say(
                "If the weather is played, no wind on spaces {first} to {last}"
                " ({rule})."
            ),
            "course.refreshment": say(
                "Space {count}, refreshment: a bottle card, once, for each rider who"
                " reaches or passes it; a neutral rider's is shuffled into its deck"
                " ({rule})."
            ),
            "course.sprint_bonus": say(
                "Space {count}, sprint bonus: after the turn in which it is first"
                " reached, whoever leads the race moves one space more ({rule})."
            ),
            "dice.climber_more": say(
                "Climbers, B and C advance {count} more than their dice on a mountain"
                " ({rule})."
            ),
        },
    ),
    (
        {StageKind.SPRINT},
        {
            "track.straws": say(
                "Sprint, who throws first: by straws in heats {value}, in the others"
                " who did not before ({rule})."
            ),
        },
    ),
    (
        _LAPPED,
        {
            "dice.second_lap": say(
                "Sprint and keirin, second lap: {count} dice for everybody ({rule})."
            ),
        },
    ),
    (
        _KEIRIN,
        {
            "track.derny": say(
                "Keirin, first lap: a derny advances {count} a turn, and nobody passes"
                " its rear wheel ({rule})."
            ),
            "track.motorbike_start": say(
                "Keirin: the motorbike starts on space {count} ({rule})."
            ),
            "track.motorbike": say(
                "Keirin: the motorbike moves {value}, and leaves; nobody comes level"
                " with it ({rule})."
            ),
            "track.motorbike_shelter": say(
                "Keirin: the {first} riders behind the motorbike have a shelter of"
                " {last} ({rule})."
            ),
        },
    ),
    (
        _PURSUITS,
        {
            "track.opposite": say(
                "Pursuit: one starts at the start and finish line, the other on the"
                " opposite side of the track ({rule})."
            ),
            "track.last_turn": say(
                "Pursuit: when who started first is home, the other has one more turn"
                " ({rule})."
            ),
        },
    ),
    (
        {StageKind.POINTS_RACE},
        {
            "track.half_laps": say("Points race: points every half lap ({rule})."),
        },
    ),
    (
        _ANY,
        {
            "dice.instead": say(
                "A time rider may advance {value} lines without a throw, where there"
                " are 1, 2, 3 dice ({rule})."
            ),
            "setup.team": say("A team has {count} riders ({rule})."),
            "setup.leader_hand": say(
                "If so agreed, named leaders start with {first} or {last} cards"
                " ({rule})."
            ),
            "setup.same_hands": say(
                "If so agreed, all start with cards of the same values ({rule})."
            ),
            "setup.draw_above": say(
                "If so agreed, the draw pile has cards above {count} too ({rule})."
            ),
            "setup.deck": say(
                "Each rider has a deck of {count} cards ({value}); those of neutral"
                " riders are shuffled, face down ({rule})."
            ),
            "setup.bottles": say(
                "{count} bottle cards ({value}), shuffled, face down ({rule})."
            ),
            "setup.random_start": say(
                "The riders are placed at random at the start ({rule})."
            ),
            "setup.counters_all": say(
                "{count} bonus counters lie in the middle of the table ({rule})."
            ),
        },
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
    for where, lines in _NOTES:
        for key, said in lines.items():
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
