"""What decided a tour, compared with the naive scorer.

Each change is made here, in the tables of the tour file, and the naive scorer scores
the changed tour from the first stage. Only the names of the parts are shared with the
package.
"""

import tomllib
from collections.abc import Iterator
from copy import deepcopy

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from peloton.notation.resources import sample_tours
from peloton.rules.explain.decided import (
    Effect,
    TourPart,
    largest_effects,
    open_effects,
    part_effects,
)
from tests.drawing import drawn, seldom_drawn
from tests.reference import document_of
from tests.reference_arrival import Json, game, option
from tests.reference_grand_tour import won_by_tour_points
from tests.reference_standings import by_points, counting
from tests.scored import race_of
from tests.tours import GAMES, Game, tours

PRIZES = ("points", "mountains", "active", "combative", "young", "combination", "teams")
Key = tuple[str, int, str]
Ranks = dict[tuple[str, int], set[str]]


def changes(tour: Json, ridden: int) -> Iterator[tuple[Key, Json]]:
    """Yield every single change by kind, stage and label, with the changed tables."""
    stages = tour["stage"][:ridden]
    counted = [stage for stage in stages if "cancelled" not in stage]
    for index, stage in enumerate(stages):
        if "cancelled" in stage:
            continue
        number = index + 1
        if len(counted) > 1:
            other = deepcopy(tour)
            names = ("general", *PRIZES)
            other["stage"][index]["counts"] = dict.fromkeys(names, False)
            other["stage"][index]["unpaid"] = True
            other["stage"][index].pop("offer", None)
            yield ("stage", number, ""), other
        for at, ruling in enumerate(stage.get("ruling", [])):
            if {"seconds", "points", "mountains"} & ruling.keys():
                other = deepcopy(tour)
                for unit in ("seconds", "points", "mountains"):
                    other["stage"][index]["ruling"][at].pop(unit, None)
                yield ("ruling", number, str(at)), other
        for kind, key in (("sprint", "sprints"), ("climb", "sections")):
            for line in stage.get(key, []):
                if stage.get("crossings", {}).get(line.get("name"), "").split():
                    other = deepcopy(tour)
                    del other["stage"][index]["crossings"][line["name"]]
                    yield (kind, number, line["name"]), other
    yield from unbonused(tour)


def unbonused(tour: Json) -> Iterator[tuple[Key, Json]]:
    """Yield the tour without time bonuses at finishes, sprints and climbs."""
    finish, primes = deepcopy(tour), deepcopy(tour)
    finish["tour"].setdefault("rules", {})["bonus.finish"] = []
    primes["tour"].setdefault("rules", {})["bonus.sprint"] = []
    for stage in finish["stage"]:
        stage["bonus"] = []
    for stage in primes["stage"]:
        for line in [*stage.get("sprints", []), *stage.get("sections", [])]:
            line["bonus"] = []
    yield ("bonus", 0, "bonus.finish"), finish
    yield ("bonus", 0, "bonus.sprint"), primes


def deciding(tour: Json, last: Json) -> str:
    if game(tour) == "cyclo" and "purse" in last and option(tour, "level", 3) == 4:
        return "purse"
    return "points" if won_by_tour_points(tour) else "general"


def ranks(tour: Json, documents: list[Json]) -> Ranks:
    """Return the final order of each ranking that has a leader (GN-5)."""
    last = documents[-1]
    found: Ranks = {}
    by = deciding(tour, last)
    results = [{"stage": stage} for stage in tour["stage"][: len(documents)]]
    ridden = [result for result in results if "cancelled" not in result["stage"]]
    for name in ("general", *PRIZES):
        rows = last.get(name, [])
        timed = bool(rows) and "time" in rows[0]
        counts = counting(ridden, "general" if name == "young" else name)
        if not rows or not (counts if timed else rows[0]["points"] > 0):
            continue
        for row in rows:
            who = row["team"] if name == "teams" else row["bib"]
            found.setdefault((name, row["rank"]), set()).add(who)
    if by == "purse":
        sums = [row["balance"] for row in last["purse"]]
        for row in last["purse"]:
            if row["balance"] > 0:
                rank = 1 + sums.index(row["balance"])
                found.setdefault(("purse", rank), set()).add(row["team"])
    alone = tour["tour"].get("stages", len(tour["stage"])) == 1
    if alone and by == "general" and not by_points(tour):
        found = {at: who for at, who in found.items() if at[0] != "general"}
        for row in last["result"] if tour["stage"][0]["kind"] != "ttt" else []:
            if row["place"]:
                found["general", row["place"]] = {row["bib"]}
    return found


def expected_effects(tour: Json) -> dict[Key, Ranks]:
    """Return the winners and the podium places that each single change changes."""
    documents = document_of(tour)["stages"]
    if not documents:
        return {}
    before, effects = ranks(tour, documents), {}
    for key, changed in changes(tour, len(documents)):
        others = document_of(changed)["stages"]
        after = ranks(changed, others)
        by = deciding(changed, others[-1])
        effects[key] = {
            (name, rank): after.get((name, rank), set())
            for name, rank in before.keys() | after.keys()
            if rank <= (3 if name == by else 1)
            if before.get((name, rank), set()) != after.get((name, rank), set())
        }
    return effects


def key_of(part: TourPart, tour: Json) -> Key:
    label = part.label
    if part.ruling is not None:
        rulings = tour["stage"][part.number - 1]["ruling"]
        after = part.without.tour.stages[part.number - 1].rulings
        units = ("seconds", "points", "mountains")
        changed = [
            at
            for at, ruling in enumerate(rulings)
            if any(ruling.get(u, 0) != getattr(after[at], u) for u in units)
        ]
        (index,) = changed
        label = str(index)
    return str(part.kind), part.number, label


def plain(effect: Effect) -> Ranks:
    return {(str(name), rank): {*who} for (name, rank), who in effect.places.items()}


def wrong_claims(text: str) -> list[str]:
    """Return the effects that differ from the naive scorer's, or are missing."""
    tour, race = tomllib.loads(text), race_of(text)
    if not race.stages:
        return []
    effects = [*part_effects(race)]
    found = {key_of(e.part, tour): plain(e) for e in effects}
    expected = expected_effects(tour)
    wrong = [
        f"{key}: {found.get(key, {})}, expected {places}"
        for key, places in expected.items()
        if found.get(key, {}) != places
    ]
    wrong += [f"{key}: not a part of the tour" for key in found if key not in expected]
    listed = largest_effects(effects)[:10]
    least = min((effect.size for effect in listed), default=(0, 0, 0))
    chosen = {key_of(effect.part, tour) for effect in listed}
    wrong += [
        f"{key}: missing in the list"
        for key, places in expected.items()
        if places and key not in chosen
        if len(listed) < 10 or size_of(places, deciding_name(effects)) > least
    ]
    return wrong


def deciding_name(effects: list[Effect]) -> str:
    return effects[0].by


def size_of(places: Ranks, by: str) -> tuple[int, int, int]:
    """Return a sort key of an effect: a changed tour winner first, and so on."""
    winners = {name for name, rank in places if rank == 1}
    return by in winners, len(winners - {by}), len([r for _, r in places if r > 1])


@pytest.mark.parametrize("game_name", GAMES)
@seldom_drawn
@given(data=st.data())
def test_every_claim_is_that_of_the_naive_scorer(
    data: st.DataObject, game_name: Game
) -> None:
    """GN-4, GN-2: each part in turn, and no larger effect is missed."""
    text = data.draw(tours(game_name))
    note(text)

    assert wrong_claims(text) == []


SCALES = {
    *("bonus.finish", "bonus.sprint", "points.finish", "points.sprint"),
    *(f"mountains.{category}" for category in ("HC", "1", "2", "3", "4")),
}
"""The house rules that the naive scorer supports."""


def wrong_open_rules(text: str) -> list[str]:
    """Return the open scales whose effects differ from the naive scorer's."""
    tour, race = tomllib.loads(text), race_of(text)
    if not race.stages:
        return []
    before = ranks(tour, document_of(tour)["stages"])
    wrong = []
    for rule in open_effects(race):
        if rule.key not in SCALES or not isinstance(rule.value, tuple):
            continue
        other = deepcopy(tour)
        other["tour"].setdefault("rules", {})[rule.key] = [*rule.value]
        after = ranks(other, document_of(other)["stages"])
        expected = {
            place: after.get(place, set())
            for place in before.keys() | after.keys()
            if before.get(place, set()) != after.get(place, set())
        }
        found = {(str(name), rank): {*who} for (name, rank), who in rule.places.items()}
        if found != expected:
            wrong.append(f"{rule.key} {rule.value}: {found}, expected {expected}")
    return wrong


@pytest.mark.parametrize("game_name", ["criterium", "flamme-rouge", "road"])
@seldom_drawn
@given(data=st.data())
def test_every_open_scale_moves_whom_the_naive_scorer_says(
    data: st.DataObject, game_name: Game
) -> None:
    """CR-9, CR-10, FR-2, RR-3 to RR-5: what scales the text leaves open matter for."""
    text = data.draw(tours(game_name))
    note(text)

    assert wrong_open_rules(text) == []


@pytest.mark.endurance
@pytest.mark.parametrize("game_name", GAMES)
@settings(drawn, max_examples=500)
@given(data=st.data())
def test_every_claim_on_five_hundred_tours_of_a_game(
    data: st.DataObject, game_name: Game
) -> None:
    text = data.draw(tours(game_name))
    note(text)

    assert wrong_claims(text) == []


@pytest.mark.parametrize(
    "name", ["ciclistas", "criterium", "cyclo", "figueres", "flamme-rouge", "road"]
)
def test_every_claim_on_the_samples(name: str) -> None:
    text = (sample_tours() / f"{name}.toml").read_text(encoding="utf-8")

    assert wrong_claims(text) == []
