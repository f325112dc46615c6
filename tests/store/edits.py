"""Make random changes to tours; the same seed makes the same changes."""

from dataclasses import replace
from random import Random

from peloton.rules.facts.kinds import Language
from peloton.rules.facts.stage import Ruling, Stage
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.store.facts.parts import StoredTour
from peloton.store.tours import Store
from tests.store.ronde import GIRO, MUUR, OFF, PROLOGUE, RONDE, TO_COME, TRACK

NAMES = (RONDE.name, GIRO.name)


def edited(stored: StoredTour, dice: Random, turn: int) -> StoredTour:
    """Return a tour with one random change."""
    tour = stored.tour
    stages, riders = list(tour.stages), list(tour.riders)
    ruling = Ruling(reason=f"turn {turn}", bib=Bib("1"), seconds=turn)
    team = Team(code=TeamCode(f"T{turn}"), name="Ploeg\n“1” <b>")
    kind = dice.randrange(10)
    if kind == 0:
        riders.append(Rider(bib=Bib(f"b{turn}"), name="=cmd()", neutral=True))
    elif kind == 1 and riders:
        riders[0] = replace(riders[0], name=f"环法 {turn}", captain=not turn % 2)
    elif kind == 2:
        dice.shuffle(riders)
    elif kind == 3:
        stages.append(dice.choice((PROLOGUE, MUUR, TRACK, OFF, TO_COME)))
    elif kind == 4 and stages:
        stages.pop()
    elif kind == 5 and stages:
        at = dice.randrange(len(stages))
        stages[at] = replace(stages[at], rulings=(*stages[at].rulings, ruling))
    elif kind == 6 and stages:
        stages[dice.randrange(len(stages))] = Stage(name=f"Stage of turn {turn}")
    elif kind == 7 and stages:
        at = dice.randrange(len(stages))
        backwards = dict(reversed(list(stages[at].crossings.items())))
        stages[at] = replace(stages[at], crossings=backwards, cards={Bib("1"): turn})
    elif kind == 8:
        tour = replace(tour, teams=(*tour.teams, team))
    else:
        tour = replace(
            tour,
            language=dice.choice((None, *Language)),
            options=dict(reversed(list(tour.options.items()))),
            rules={**tour.rules, "turn": turn},
        )
        stored = replace(stored, rulebook_text=f"# turn {turn}\n")
    tour = replace(tour, riders=tuple(riders), stages=tuple(stages))
    return replace(stored, tour=tour)


def change(store: Store, dice: Random, turn: int) -> str | None:
    """Load, delete or edit one of two tours; return its name if it changed."""
    name = dice.choice(NAMES)
    if name not in store:
        loaded = RONDE if name == RONDE.name else GIRO
        step = store.save(loaded, "loaded", f"loaded {turn}", current=True)
    elif dice.random() < 0.1:
        step = store.delete(name)
    else:
        old = store.tour(name)
        new = edited(old, dice, turn)
        current = dice.random() < 0.2
        what = f"edited {turn}"
        step = store.save(new.tour, new.rulebook_text, what, current=current)
    return None if step is None else name
