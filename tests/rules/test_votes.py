"""Votes for the most combative rider of a stage (GN-13)."""

from peloton.reports.stage.result import stage_sheet
from peloton.rules.explain.rider import explanation
from peloton.rules.facts.startlist import Bib
from peloton.rules.outlook.prospects import outlook_after
from peloton.writers.text import to_text
from tests.rules.tour_texts import column, race, stage
from tests.scored import race_of

VOTES = '"votes.combative" = true'
KEPT = f'{VOTES}\nclassifications = ["general", "combative"]'
DAY = "1 0:10:00, 2 s, 3 s"


def voted(lines: str = DAY, **votes: int) -> str:
    """Return a stage with votes: `voted(b2=3)` gives three to rider 2."""
    counts = "".join(f'\n"{bib[1:]}" = {count}' for bib, count in votes.items())
    return f"{stage(lines)}\n[stage.votes]{counts}\n"


def text(*stages: str, rules: str = KEPT, plan: int = 1) -> str:
    riders = "".join(f'[[rider]]\nbib = "{bib}"\n' for bib in "123")
    head = f'[tour]\nname = "Ronde"\nrulebook = "road"\nstages = {plan}\n'
    return f"{head}[tour.rules]\n{rules}\n{riders}{''.join(stages)}"


def test_votes_are_added_up() -> None:
    """GN-13. 2 has three votes and one, 3 has two."""
    days = (voted(b2=3, b3=1), voted(b2=1, b3=1, b1=0))
    first, second = race("road", *days, rules=KEPT)

    assert column(first["combative"], "points") == {"2": 3, "3": 1}
    assert column(second["combative"], "points") == {"2": 4, "3": 2}


def test_riders_with_as_many_votes_share_a_rank() -> None:
    """GN-13, GN-3."""
    (result,) = race("road", voted(b3=2, b2=2, b1=1), rules=KEPT)

    assert column(result["combative"], "rank") == {"2": 1, "3": 1, "1": 3}


def test_the_steps_of_a_rulebook_part_them() -> None:
    """GN-13. 1 and 3 have two votes each, 1 the better general rank."""
    steps = f'{KEPT}\n"ties.combative" = ["general"]'
    (result,) = race("road", voted(b3=2, b1=2), rules=steps)

    assert column(result["combative"], "rank") == {"1": 1, "3": 2}


def test_votes_do_not_need_a_classification() -> None:
    """GN-13. The sheet of the stage has them, most votes first."""
    scored = race_of(text(voted(b1=1, b3=2), rules=VOTES))
    (table,) = [t for t in stage_sheet(scored, 1).tables if t.name == "Votes"]

    assert scored.problems == ()
    assert [(row[0], row[-1]) for row in table.rows] == [("3", 2), ("1", 1)]
    assert "Votes" in to_text(stage_sheet(scored, 1))


def test_they_are_off_by_default() -> None:
    """GN-13."""
    (problem,) = race_of(text(voted(b2=1), rules="")).problems

    assert problem.message == "votes without effect: road counts none"


def test_nobody_votes_for_a_rider_who_did_not_start() -> None:
    """GN-13."""
    (problem,) = race_of(text(voted("1 0:10:00, 3 s, DNS 2", b2=1))).problems

    assert problem.message == "votes: found rider 2, who did not start the stage"


def test_votes_are_explained_by_their_rule() -> None:
    """GN-13."""
    scored = race_of(text(voted(b2=3)))
    found = [r for r in explanation(scored, Bib("2")) if r.towards == "combative"]

    assert [(r.amount, r.rule) for r in found] == [(3, "GN-13"), (3, "GN-13")]


def test_votes_to_come_have_no_bound() -> None:
    """GN-13, GN-6: nobody is out."""
    scored = race_of(text(voted(b2=9), "[[stage]]\n", plan=2))
    outlook = outlook_after(scored, scored.score(1))
    (votes,) = [p for p in outlook if p.name == "combative"]

    assert {(row.who, row.can) for row in votes.rows} == {(b, None) for b in "123"}
