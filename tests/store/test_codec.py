"""Values as JSON and back: nothing is lost, and invalid values are rejected."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from peloton.rules.facts.kinds import Reason
from peloton.rules.facts.stage import Arrival, FinishLine, Ruling, Stage, Unplaced
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import RuleValue
from peloton.rules.games.ciclistas import RoundMark
from peloton.rules.games.cyclo import LinesMark
from peloton.rules.games.figueres import SpaceMark
from peloton.rules.games.road import ClockMark, SameMark
from peloton.store.facts.codec import decoded, json_of, reader
from tests.store.ronde import MUUR


@dataclass(frozen=True)
class Vote:
    """A fact that peloton does not have."""

    bib: Bib
    votes: int = 0


@dataclass(frozen=True)
class Weighed:
    """A fact of a type that is in no tour."""

    weight: float = 0.0


@dataclass(frozen=True)
class VotedStage:
    """A stage with a new fact."""

    name: str = ""
    votes: tuple[Vote, ...] = ()
    best: Mapping[str, Vote] = field(default_factory=dict)


def test_a_fact_at_its_default_is_left_out() -> None:
    assert json_of(Stage, Stage(name="Gent")) == '{"name":"Gent"}'


def test_what_was_kept_without_a_fact_is_read_with_its_default() -> None:
    assert decoded(VotedStage, '{"name":"Gent"}') == VotedStage(name="Gent")


def test_the_order_of_a_mapping_stays() -> None:
    found = decoded(Stage, json_of(Stage, MUUR))

    assert list(found.crossings) == list(MUUR.crossings)
    assert repr(found) == repr(MUUR)


@pytest.mark.parametrize("value", [True, 1, "1", (), (1, 2), ("1", "2")])
def test_a_rule_is_read_as_what_it_was(value: RuleValue) -> None:
    assert repr(decoded(RuleValue, json_of(RuleValue, value))) == repr(value)


@pytest.mark.parametrize(
    ("mark", "kept"),
    [
        (LinesMark(2, 2), '["turns lines","2 2"]'),
        (SpaceMark(2, 2), '["turn space","2 2"]'),
        (RoundMark(1, 3), """["round'space","1'3"]"""),
        (ClockMark(1000, gap=True), '["h:mm:ss","+0:01"]'),
        (SameMark(), '["h:mm:ss","s"]'),
    ],
    ids=repr,
)
def test_a_mark_is_kept_as_on_paper_beside_its_form(mark: Any, kept: str) -> None:  # noqa: ANN401 - of any game
    kind: Any = type(mark)
    assert json_of(kind, mark) == kept
    assert decoded(kind, kept) == mark


def test_a_line_of_the_finish_is_told_from_another_by_its_fields() -> None:
    lines = (Arrival((Bib("1"),), SameMark()), Unplaced(Bib("2"), Reason.DNF))

    kept = json_of(tuple[FinishLine, ...], lines)

    assert decoded(tuple[FinishLine, ...], kept) == lines


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        (
            Rider,
            '{"bib":"1","votes":3}',
            "found 'votes', expected a field of Rider; update peloton",
        ),
        (Rider, '{"name":"Jo"}', "found no bib of Rider"),
        (Rider, '{"bib":1}', "bib: found 1, expected text"),
        (Rider, '{"bib":"1","captain":1}', "captain: found 1, expected true or false"),
        (Ruling, '{"reason":"","seconds":true}', "found True, expected a whole number"),
        (Ruling, '{"reason":"","seconds":1.0}', "found 1.0, expected a whole number"),
        (Stage, '{"kind":"Boat"}', "kind: 'Boat' is not a valid"),
        (Stage, '{"kind":[]}', r"kind: found \[\], expected text"),
        (Stage, '{"date":"2026-02-30"}', "date: "),
        (Stage, '{"date":7}', "date: found 7, expected text"),
        (Stage, '{"laps":{}}', "laps: found {}, expected a list"),
        (Stage, '{"cards":[]}', r"cards: found \[\], expected a mapping"),
        (Stage, '{"cards":{"1":"2"}}', "cards: found '2', expected a whole number"),
        (Stage, '{"lots":{"colour":[]}}', "lots: 'colour' is not a valid"),
        (Stage, '{"finish":[{"bibs":["1"]}]}', "finish: found no mark of Arrival"),
        (Stage, "[]", r"found \[\], expected a mapping"),
        (LinesMark, '["turns lines","s"]', "found 's', expected a mark"),
        (LinesMark, '["hourglass","2 2"]', "'hourglass', .* expected the form"),
        (LinesMark, '["turns lines"]', "expected the format of a mark"),
        (RuleValue, "null", "found None, expected true or false"),
        (Rider, "", "Expecting value"),
        (Rider, "[" * 100_000, "expected less nested data"),
        (Rider, b"{}", "expected text"),
    ],
)
def test_what_does_not_fit_is_refused(kind: object, text: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        decoded(kind, text)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Rider, Rider(bib=1)),  # type: ignore[arg-type]
        (Rider, Team(code=TeamCode("A"))),
        (Stage, Stage(laps=[])),  # type: ignore[arg-type]
        (Stage, Stage(kind="road")),  # type: ignore[arg-type]
        (Stage, Stage(cards=())),  # type: ignore[arg-type]
        (Stage, Stage(date="2026-11-21")),  # type: ignore[arg-type]
        (Ruling, Ruling(reason="", seconds=False)),
        (LinesMark, LinesMark(-1, 0)),
    ],
    ids=repr,
)
def test_what_could_not_be_read_back_is_not_written(kind: object, value: Any) -> None:  # noqa: ANN401 - of any type
    with pytest.raises(ValueError, match="expected"):
        json_of(kind, value)


@pytest.mark.parametrize("kind", [Weighed, tuple[int, int]], ids=str)
def test_a_type_that_could_lose_something_cannot_be_kept_at_all(kind: object) -> None:
    with pytest.raises(TypeError):
        reader(kind)
