"""Notes on rules that players must follow because the program cannot check them.

Every note is about a value in the rulebook, and is left out if the game does not use
that value. The kit, the course sheet and the setting-up sheet list the same notes.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from peloton.rules.facts.kinds import SectionKind, StageKind
from peloton.rules.facts.labels import STAGE_KINDS
from peloton.rules.facts.stage import Stage
from peloton.rules.rulebook.rulebook import Rulebook, Value
from peloton.rules.setting_up import refreshment_cards
from peloton.rules.stage.track import stage_kinds
from peloton.rules.words import Phrase, phrase

_ROAD = {kind for kind in StageKind if not kind.on_track}
_POINTS_RACE = {StageKind.POINTS_RACE}
_PURSUITS = {StageKind.PURSUIT, StageKind.TEAM_PURSUIT}
_KINDS: Mapping[str, Collection[StageKind]] = {
    "course": _ROAD,
    "dice.climber_more": _ROAD,
    "dice.second_lap": {StageKind.SPRINT, StageKind.KEIRIN},
    "track": {StageKind.KEIRIN},
    "track.straws": {StageKind.SPRINT},
    "track.opposite": _PURSUITS,
    "track.last_turn": _PURSUITS,
    "track.points": _POINTS_RACE,
    "track.half_laps": _POINTS_RACE,
    "track.double_after": _POINTS_RACE,
    "track.last_lap": _POINTS_RACE,
    "track.pair": _POINTS_RACE,
    "track.omnium": {*StageKind} - _ROAD,
    "track.pursuit_team": {StageKind.TEAM_PURSUIT},
}
"""The kinds of stage a note applies to, keyed by rulebook key, such as `track.pair`.

If the key is not listed, the part before the dot, such as `track`, is looked up. All
other notes apply to all kinds of stage.
"""
_SECTIONS = {
    "course.cobbles": SectionKind.PAVED,
    "course.mountain": SectionKind.MOUNTAIN,
}
"""The note for a key is omitted if the stage lists sections of this kind."""
_NOTES: Mapping[str, Phrase] = {
    "dice.first_round": phrase(
        "First round: {count} dice for everybody, on any road ({rule})."
    ),
    "extra_turns.lines": phrase(
        "Extra turns: none in the first round; on a mountain at most the stated number;"
        " on a paved road only to accelerate ({rule})."
    ),
    "course.cobbles": phrase("Cobbles: board spaces {first}-{last} ({rule})."),
    "course.risk": phrase(
        "Risk squares and cobbles: draw a risk card for the next turn ({rule})."
    ),
    "course.cobbles_shelter": phrase(
        "Optional: the shelter on cobbles is at most {count} ({rule})."
    ),
    "course.mountain": phrase("Mountain: board spaces {first}-{last} ({rule})."),
    "course.mountain_cost": phrase(
        "Each space on the mountain counts as {count}, without shelter ({rule})."
    ),
    "course.no_shelter": phrase(
        "No shelter cards on board spaces {first}-{last} ({rule})."
    ),
    "course.blocked": phrase(
        "Passing a blocked space counts as {count} and costs a risk card ({rule})."
    ),
    "course.no_wind": phrase(
        "If you play with weather: no wind on board spaces {first}-{last} ({rule})."
    ),
    "course.refreshment": phrase(
        "Space {count}, refreshment: each rider who reaches or passes it gets one"
        " bottle card; a neutral rider's is shuffled into its deck ({rule})."
    ),
    "course.sprint_bonus": phrase(
        "Space {count}, sprint bonus: after the turn in which a rider first reaches"
        " it, the leader on the road moves one more space ({rule})."
    ),
    "dice.climber_more": phrase(
        "On a mountain, climbers, B and C advance {count} more than their dice"
        " ({rule})."
    ),
    "track.straws": phrase(
        "Sprint: in heats {value} the riders draw straws for the first throw; in"
        " the others it alternates ({rule})."
    ),
    "dice.second_lap": phrase(
        "Sprint and keirin, second lap: {count} dice for everybody ({rule})."
    ),
    "track.derny": phrase(
        "Keirin, first lap: a derny advances {count} per turn; nobody may pass its"
        " rear wheel ({rule})."
    ),
    "track.motorbike_start": phrase(
        "Keirin: the motorbike starts on space {count} ({rule})."
    ),
    "track.motorbike": phrase(
        "Keirin: the motorbike moves {value}, then leaves; nobody may draw level"
        " with it ({rule})."
    ),
    "track.motorbike_shelter": phrase(
        "Keirin: the {first} riders behind the motorbike have a shelter of {last}"
        " ({rule})."
    ),
    "track.keirin": phrase("Keirin: {count} riders at most ({rule})."),
    "track.points": phrase("Points race: {value} points on each lap ({rule})."),
    "track.half_laps": phrase("Points race: points every half lap, too ({rule})."),
    "track.double_after": phrase(
        "Points race: double points after scoring {count} times ({rule})."
    ),
    "track.last_lap": phrase("Points race: points x {count} at the finish ({rule})."),
    "track.pair": phrase("Points race: {count} riders of each team ({rule})."),
    "track.omnium": phrase(
        "Omnium: {value} points for the places in each race ({rule})."
    ),
    "track.pursuit_team": phrase("Team pursuit: 2 teams of {count} riders ({rule})."),
    "track.opposite": phrase(
        "Pursuit: one side starts at the start and finish line, the other on the"
        " opposite side of the track ({rule})."
    ),
    "track.last_turn": phrase(
        "Pursuit: when the side that started first finishes, the other has one more"
        " turn ({rule})."
    ),
    "dice.instead": phrase(
        "A time rider may advance {value} lines instead of throwing 1, 2 or 3 dice"
        " ({rule})."
    ),
    "setup.teams": phrase("The box contains {count} teams ({rule})."),
    "setup.team": phrase("A team has {count} riders ({rule})."),
    "setup.leader_hand": phrase(
        "Optional: designated leaders start with {first} or {last} cards ({rule})."
    ),
    "setup.same_hands": phrase(
        "Optional: all riders start with cards of the same values ({rule})."
    ),
    "setup.draw_above": phrase(
        "Optional: the draw pile also has cards above {count} ({rule})."
    ),
    "setup.deck": phrase(
        "Each rider has a deck of {count} cards ({value}); neutral riders' decks"
        " are shuffled, face down ({rule})."
    ),
    "setup.bottles": phrase(
        "{count} bottle cards ({value}), shuffled, face down ({rule})."
    ),
    "setup.counters_all": phrase(
        "Bonus counters in the middle of the table: {count} ({rule})."
    ),
}
"""The note for each rulebook key, in the order of the sheets."""


def table_notes(
    rulebook: Rulebook, stage: Stage | None, riders: int | None = None
) -> Iterator[str]:
    """Yield the rules that the players enforce on a stage, or in the whole game.

    `riders` is the number of starters, if known. Each note cites the rule that its
    value comes from (CR-13, CR-19, CY-12, CY-13, CY-19, CY-20, CI-5, FI-4).
    """
    kinds = stage_kinds(rulebook) if stage is None else (stage.kind,)
    for kind in kinds:
        key = f"laps.{kind.replace(' ', '_')}"
        if key in rulebook.values and rulebook.number(key):
            note = phrase("Laps, {kind}: {count}, unless agreed otherwise ({rule}).")
            yield _filled(note, rulebook, key, kind=STAGE_KINDS[kind])
    sections = {section.kind for section in stage.sections} if stage else ()
    listed = [key for key, kind in _SECTIONS.items() if kind in sections]
    listed += ["track.omnium"] if stage and not rulebook.is_omnium else []
    if stage and stage.points is not None:
        own = {"track.points": Value(value=stage.points, rule="GN-4")}
        rulebook = replace(rulebook, values={**rulebook.values, **own})
    for key, note in _NOTES.items():
        where = _KINDS.get(key) or _KINDS.get(key.partition(".")[0]) or kinds
        applies = any(kind in where for kind in kinds) and key not in listed
        if rulebook.values[key].value and applies:
            yield _filled(note, rulebook, key)
    if riders and (cards := refreshment_cards(rulebook, riders)):
        note = phrase(
            "Refreshment cards per rider, with {riders} riders: {cards} ({rule})."
        )
        key = "setup.refreshments"
        yield _filled(note, rulebook, key, riders=riders, cards=cards)


def _filled(note: Phrase, rulebook: Rulebook, key: str, **more: str | int) -> str:
    """Fill the value and the rule of a rulebook key into its note.

    The `count` in a note is the value or, for a list, its length; `first` and `last`
    are the ends of the list.
    """
    several = isinstance(rulebook.values[key].value, tuple)
    figures = rulebook.scale(key) if several else (int(rulebook.number(key)),)
    return phrase(
        note.pattern,
        value=", ".join(map(str, figures)),
        count=len(figures) if several else figures[0],
        first=figures[0],
        last=figures[-1],
        rule=rulebook.source_of(key),
        **more,
    )
