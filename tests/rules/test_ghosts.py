"""GN-7: the decks of ghosts, compared with cards dealt on a table."""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peloton.notation.desk.ghosts import read_ghosts
from peloton.notation.ghosts import builtin_ways, checked_way
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.ghosts import (
    EXHAUSTED,
    GhostDecks,
    GhostError,
    GhostTerrain,
    GhostWay,
    ghost_decks,
)
from peloton.rules.names import startlist_names

WAYS = {name: checked_way(name, text) for name, text in builtin_ways().items()}
DECKED = sorted(name for name, way in WAYS.items() if way.decks)


def laid_out(
    name: str,
    held: dict[str, int] | None = None,
    ways: Mapping[str, GhostWay] = WAYS,
) -> GhostDecks:
    tour = Tour(
        name="t",
        rulebook="flamme-rouge",
        teams=(Team(code=TeamCode("GHO"), ghost=name),),
        riders=tuple(
            Rider(bib=Bib(bib), team=TeamCode("GHO"), type=kind)
            for bib, kind in (("21", "sprinteur"), ("22", "rouleur"))
        ),
    )
    return ghost_decks(tour, ways, {Bib(b): n for b, n in (held or {}).items()})


def top(cards: list[str]) -> None:
    """Do not shuffle the cards."""


def test_a_muscle_team_has_a_deck_for_each_rider_by_type() -> None:
    """FR-3, GN-7: 2, 3, 4, 5, 9 three times each and one 5 more; 3 to 7."""
    ghosts = laid_out("muscle").ghosts

    assert ghosts["21"].pile == {"2": 3, "3": 3, "4": 3, "5": 4, "9": 3}
    assert ghosts["22"].pile == dict.fromkeys("34567", 3)


def test_one_card_moves_both_riders_of_a_peloton_team() -> None:
    """GN-7: a deck for the team."""
    (ghost,) = laid_out("peloton").ghosts.values()

    assert ghost.owner == "GHO"
    assert ghost.riders == ("21", "22")
    assert ghost.pile.total() == 17
    assert laid_out("peloton").deck_of("22") == ghost


def test_a_rider_brings_its_exhaustion_from_the_stage_before() -> None:
    """FR-2, GN-7: shuffled in with the deck; a muscle team takes none."""
    assert laid_out("brain", {"21": 2}).deck_of("21").pile[EXHAUSTED] == 2
    assert laid_out("muscle", {"21": 2}).deck_of("21").pile[EXHAUSTED] == 0


def test_riders_who_share_a_deck_bring_the_exhaustion_of_each_of_them() -> None:
    """FR-2, GN-7: the first rider may have left the race since."""
    tired = {"peloton": replace(WAYS["peloton"], exhaustion=True)}

    ghost = laid_out("peloton", {"22": 2}, tired).deck_of("21")

    assert ghost.pile[EXHAUSTED] == 2


def test_a_card_on_a_line_is_not_looked_up_as_a_name() -> None:
    """GN-7: `e2` is a card of exhaustion, though two bibs begin with it."""
    riders = tuple(Rider(bib=Bib(bib)) for bib in ("21", "E20", "E21"))

    decks, bibs = read_ghosts(
        " 21 e2", laid_out("brain", {"21": 2}), startlist_names(riders, ())
    )

    assert bibs == ("21",)
    assert decks.deck_of("21").played == ("e2",)


def test_what_was_drawn_besides_lies_aside_until_the_pile_is_used_up() -> None:
    """GN-7: of 15 cards, four are looked at and one is used up each turn."""
    table = laid_out("brain")
    for turn in range(1, 16):
        drawn = table.draw_turn("21", top)
        assert drawn is not None
        table = table.after_draw("21", *drawn)
        ghost = table.deck_of("21")
        assert len(ghost.played) == turn
        assert (ghost.pile + ghost.aside).total() == 15 - turn
    assert table.draw_turn("21", top) == ("2", ())  # The card of who has none.
    assert table.after_draw("21", "2", ()).deck_of("21").played[-1] == "2"


def test_the_pile_is_drawn_to_its_end_before_what_lies_aside() -> None:
    """GN-7."""
    way = replace(WAYS["brain"], decks={"any": ("1", "2", "3", "4", "5", "6")})
    tour = Tour(
        name="t",
        rulebook="r",
        teams=(Team(code=TeamCode("G"), ghost="g"),),
        riders=(Rider(bib=Bib("1"), team=TeamCode("G")),),
    )
    table = ghost_decks(tour, {"g": way}, {})
    table = table.after_draw("1", "3", ("1", "2", "4"))

    drawn = table.draw_turn("1", top)

    assert drawn is not None
    card, besides = drawn
    assert {"5", "6"} <= {card, *besides}
    after = table.after_draw("1", *drawn).deck_of("1")
    assert after.pile + after.aside + Counter(after.played) == Counter("123456")
    assert after.aside == Counter(besides)


def test_a_way_chooses_by_where_the_ghost_rides() -> None:
    """GN-7: brain plays the middle card, low on climbs, high in sprints."""
    table = laid_out("brain")
    hand = sorted(table.deck_of("22").pile.elements())[:4]

    def played(road: GhostTerrain) -> str:
        drawn = table.with_terrain(["22"], road).draw_turn("22", top)
        assert drawn is not None
        return drawn[0]

    assert played(GhostTerrain.CLIMB) == played(GhostTerrain.DESCENT) == hand[0]
    assert played(GhostTerrain.SPRINT) == hand[-1]
    assert played(GhostTerrain.FLAT) == hand[2]


def test_a_hand_is_filled_up_and_its_cards_stay() -> None:
    """GN-7: wheel holds five after each turn."""
    tour = Tour(
        name="t",
        rulebook="criterium",
        teams=(Team(code=TeamCode("G"), ghost="wheel"),),
        riders=(Rider(bib=Bib("1"), team=TeamCode("G")),),
    )
    table, before = ghost_decks(tour, WAYS, {}), Counter[str]()
    for _ in range(20):
        drawn = table.draw_turn("1", random.Random(4).shuffle)  # noqa: S311
        assert drawn is not None
        card, besides = drawn
        assert len(besides) == 5
        assert before <= Counter((card, *besides))
        assert sorted((card, *besides), key=int)[3] == card
        table, before = table.after_draw("1", *drawn), Counter(besides)


def test_a_bottle_joins_a_deck_unseen_and_comes_from_one_stock() -> None:
    """FI-4, GN-7: three each of 1, 2 and 3, for all riders together."""
    table = figueres()
    for bib in ("grey", "orange"):
        table = table.with_bottle(bib)
    assert table.deck_of("grey").pile["b"] == 1
    for _ in range(8):
        drawn = table.draw_turn("grey", random.Random(1).shuffle)  # noqa: S311
        assert drawn is not None
        table = table.after_draw("grey", *drawn)

    (bottle,) = (card for card in table.deck_of("grey").played if card.startswith("b"))
    assert bottle in {"b1", "b2", "b3"}
    assert table.bottles[bottle] == 2
    assert table.draw_turn("grey", top) is None


def test_no_more_bottles_join_the_decks_than_the_stock_has() -> None:
    """FI-4, GN-7: nine for all riders together."""
    table = figueres()
    for bib in ("grey", "orange", "grey") * 3:
        table = table.with_bottle(bib)

    with pytest.raises(GhostError, match="no bottle is left for orange"):
        table.with_bottle("orange")


def test_bottles_that_players_took_are_no_longer_drawn() -> None:
    """FI-4: three each of 1, 2 and 3; the last one left is drawn by a ghost."""
    table = figueres().without_bottles(["3", "3", "3", "1", "1", "1", "2", "2"])
    assert table.bottles == {"b2": 1}
    with pytest.raises(GhostError, match="no bottle 3 is left; bottles left: 2"):
        table.without_bottles(["3"])
    table = table.with_bottle("grey")
    with pytest.raises(GhostError, match="no bottle 2 is left: all are in the"):
        table.without_bottles(["2"])
    with pytest.raises(GhostError, match="no bottle is left for orange"):
        table.with_bottle("orange")


def figueres() -> GhostDecks:
    tour = Tour(
        name="t",
        rulebook="figueres",
        riders=tuple(Rider(bib=Bib(b), neutral=b != "red") for b in NEUTRAL),
    )
    return ghost_decks(tour, {"neutral": WAYS["neutral"]}, {})


NEUTRAL = ("red", "grey", "orange")


def test_neutral_riders_of_figueres_need_no_team_to_be_played() -> None:
    """FI-3, GN-7: who plays for a person has no deck here."""
    assert set(figueres().ghosts) == {"grey", "orange"}


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (
            lambda t: t.after_draw("grey", "7", ()),
            "grey has no 7 left; played so far: none",
        ),
        (
            lambda t: t.after_draw("grey", "6", ()).after_draw("grey", "6", ()),
            "grey has no 6 left; played so far: 6",
        ),
        (
            lambda t: t.with_exhaustion("grey"),
            "grey takes no exhaustion cards: the way 'neutral' has none",
        ),
        (
            lambda _: laid_out("brain").with_bottle("21"),
            "21 takes no bottles: the way 'brain' has none",
        ),
        (lambda t: t.deck_of("red"), "red has no deck, expected grey, orange"),
        (
            lambda t: t.after_draw("grey", "b1", ()),
            "grey has no bottle left; played so far: none",
        ),
    ],
)
def test_what_a_deck_does_not_have_is_said(act, message) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001
    """GN-7."""
    with pytest.raises(GhostError, match=message):
        act(figueres())


@given(st.sampled_from(DECKED), st.randoms(use_true_random=False), st.data())
def test_never_more_is_drawn_than_the_deck_holds(
    name: str, chance: random.Random, data: st.DataObject
) -> None:
    """GN-7: whatever joins and is drawn, cards neither come from nowhere nor vanish."""
    table = laid_out(name)
    joined: dict[str, list[str]] = {owner: [] for owner in table.ghosts}
    whole = {owner: g.pile for owner, g in table.ghosts.items()}
    for _ in range(data.draw(st.integers(0, 30))):
        owner = data.draw(st.sampled_from(sorted(table.ghosts)))
        what = data.draw(st.sampled_from(["draw", "draw", "draw", "join"]))
        way = table.deck_of(owner).way
        if what == "join" and (way.exhaustion or way.bottles):
            change = table.with_exhaustion if way.exhaustion else table.with_bottle
            table, card = change(owner), EXHAUSTED if way.exhaustion else "b"
            joined[owner].append(card)
            continue
        drawn = table.draw_turn(owner, chance.shuffle)
        if drawn is not None:
            table = table.after_draw(owner, *drawn)
    for owner, ghost in table.ghosts.items():
        seen = ghost.pile + ghost.aside + Counter(ghost.played)
        of_stock = Counter(c if c[0] != "b" else "b" for c in seen.elements())
        emptied = max(len(ghost.played) - whole[owner].total() - len(joined[owner]), 0)
        if emptied:
            of_stock -= Counter({ghost.way.empty: emptied})
        assert of_stock == whole[owner] + Counter(joined[owner])


@pytest.mark.slow
def test_every_card_of_a_deck_is_as_likely() -> None:
    """GN-7: 100,000 draws of the first card of 0 to 6, by chi-square."""
    table, chance = figueres(), random.SystemRandom()
    found: Counter[str] = Counter()
    for _ in range(100_000):
        drawn = table.draw_turn("grey", chance.shuffle)
        assert drawn is not None
        found[drawn[0]] += 1
    expected = 100_000 / 7
    square = sum((count - expected) ** 2 / expected for count in found.values())

    assert len(found) == 7
    assert square < 40  # 6 degrees of freedom: one in two million above it


def simulated(chance: random.Random) -> tuple[str, ...]:
    """Simulate a neutral rider of Figueres with cards; a bottle after three turns."""
    deck = list("0123456")
    chance.shuffle(deck)
    bottles = [f"b{card}" for card in "111222333"]
    chance.shuffle(bottles)
    shown = [deck.pop() for _ in range(3)]
    deck.append(bottles.pop())
    chance.shuffle(deck)
    return (*shown, *(deck.pop() for _ in range(5)))


def drawn_for_figueres(chance: random.Random) -> tuple[str, ...]:
    table = figueres()
    for turn in range(8):
        if turn == 3:
            table = table.with_bottle("grey")
        drawn = table.draw_turn("grey", chance.shuffle)
        assert drawn is not None
        table = table.after_draw("grey", *drawn)
    return table.deck_of("grey").played


@pytest.mark.endurance
def test_neutral_riders_play_as_shuffled_decks_on_a_table_do() -> None:
    """FI-4, GN-7: each card in each turn as often, within five deviations."""
    rounds, chance = 20_000, random.Random(7)  # noqa: S311
    ours, theirs = (
        Counter(place for _ in range(rounds) for place in enumerate(way(chance)))
        for way in (simulated, drawn_for_figueres)
    )

    assert set(ours) == set(theirs)
    for place in ours:
        assert abs(ours[place] - theirs[place]) < 5 * (2 * rounds * 0.25) ** 0.5


def test_a_way_that_throws_dice_has_no_deck() -> None:
    """GN-7."""
    assert isinstance(WAYS["follower"], GhostWay)
    assert laid_out("follower").ghosts == {}
