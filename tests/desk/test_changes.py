"""Lines entered on several phones give the same stage as lines typed at one desk."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from peloton.cli.main import main
from peloton.desk.changes import (
    ChangedMeanwhileError,
    LineChange,
    Op,
    changed_text,
    turn_sign,
)
from peloton.desk.merging import merged_text
from peloton.desk.scored_tour import ScoredTour
from peloton.desk.session import Session
from peloton.desk.state import StageAtDesk
from peloton.desk.store import DeskStore
from peloton.errors import PelotonError
from peloton.notation.desk.writing import desk_text
from peloton.notation.resources import sample_tours
from peloton.rules.facts.tour import with_stage
from tests.drawing import seldom_drawn
from tests.scored import facts_of
from tests.tours import GAMES, Game


def sample(game: str) -> ScoredTour:
    """Return a sample tour."""
    text = (sample_tours() / f"{game}.toml").read_text(encoding="utf-8")
    tour, book = facts_of(text)
    return ScoredTour(tour=tour, rulebook=book)


def saved(where: str, game: str) -> Session:
    """Store a sample tour in a database."""
    file = str(sample_tours() / f"{game}.toml")
    assert CliRunner().invoke(main, ["--db", where, "load", file]).exit_code == 0
    return Session(address=where, tour_name=sample(game).tour.name)


def add(line: str, was: str = "", **how: object) -> LineChange:
    """Return a change that adds a line to the end; `was` is the intended turn."""
    given = {"seat": "a", "number": 1, "op": Op.ADD, "line": line, "was": was, **how}
    return LineChange(**given)  # type: ignore[arg-type]


@pytest.fixture
def desk() -> StageAtDesk:
    """The second stage of the Cyclo sample, with its climb, the Muur."""
    return StageAtDesk(sample("cyclo"), 2)


def at(op: Op, at: int, was: str, line: str = "") -> LineChange:
    """Return a change of a line whose text is known."""
    return LineChange(seat="a", number=1, op=op, at=at, was=was, line=line)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (at(Op.ADD, 1, "1 0", "# x"), "1 0\n# x\n4 1\n"),
        (at(Op.ADD, 0, "", "# x"), "# x\n1 0\n4 1\n"),
        (at(Op.REPLACE, 2, "4 1", "4 2"), "1 0\n4 2\n"),
        (at(Op.REMOVE, 1, "1 0"), "4 1\n"),
        (add("7 1", "@0"), "1 0\n4 1\n7 1\n"),
        (add("", "@0"), "1 0\n4 1\n\n"),
    ],
)
def test_a_change_adds_replaces_or_removes_one_line(
    desk: StageAtDesk, change: LineChange, text: str
) -> None:
    assert changed_text(desk.view("1 0\n4 1"), change) == text


@pytest.mark.parametrize(
    "change",
    [
        at(Op.REPLACE, 2, "4 9", "4 2"),
        at(Op.REMOVE, 3, "7 1"),
        at(Op.ADD, 9, "4 1", "7 1"),
        add("7 1", "@2"),
        add("", "@2"),
    ],
)
def test_a_change_of_lines_that_are_others_now_is_refused(
    desk: StageAtDesk, change: LineChange
) -> None:
    with pytest.raises(ChangedMeanwhileError, match="changed meanwhile"):
        changed_text(desk.view("1 0\n4 1\n"), change)


def test_a_line_for_another_turn_is_refused(desk: StageAtDesk) -> None:
    assert changed_text(desk.view("1 0\n\n"), add("7 1", "@1")) == "1 0\n\n7 1\n"
    with pytest.raises(ChangedMeanwhileError, match="it is turn 1 now"):
        changed_text(desk.view("1 0\n\n"), add("7 1", "@0"))


def test_a_ruling_is_of_no_turn(desk: StageAtDesk) -> None:
    change = add("!7 +20 late", "@2")

    assert changed_text(desk.view("1 0\n"), change) == "1 0\n!7 +20 late\n"


@pytest.mark.parametrize("line", ["1 0\n4 1", "1 0\r", "x" * 501])
def test_a_change_is_of_one_line_of_a_decent_length(
    desk: StageAtDesk, line: str
) -> None:
    with pytest.raises(PelotonError, match="at most 500 characters"):
        changed_text(desk.view(""), add(line, "@0"))


def test_a_scribe_of_a_summit_writes_the_order_over_it_alone(desk: StageAtDesk) -> None:
    label = next(iter(desk.stage.primes))
    text = changed_text(desk.view(""), add(f"{label}: 1 4", area=label))

    assert text == f"{label}: 1 4\n"
    for line in ("1 0", "!1 +5 late", "DNF 1", "@3", ""):
        with pytest.raises(PelotonError, match=f"you may only edit {label},"):
            changed_text(desk.view(text), add(line, "@0", area=label))


def test_a_scribe_of_the_finish_rules_on_nobody(desk: StageAtDesk) -> None:
    text = changed_text(desk.view(""), add("1 0", "@0", area="finish"))
    text = changed_text(desk.view(text), add("DNF 4", "@0", area="finish"))

    with pytest.raises(PelotonError, match="you may only edit finish,"):
        changed_text(desk.view(text), add("!1 +5 late", area="finish"))
    ruled = f"{text}!1 +5 late\n"
    gone = LineChange(
        seat="a", number=1, op=Op.REMOVE, at=3, was="!1 +5 late", area="finish"
    )
    with pytest.raises(PelotonError, match="you may only edit finish,"):
        changed_text(desk.view(ruled), gone)


LINES = st.sampled_from(
    (
        "1 0",
        "4 2",
        "(7 9) 1",
        "",
        "@3",
        "DNF 1",
        "!4 +5 late",
        "# x",
        "nonsense",
        "1: 4",
    )
)


@st.composite
def changes(draw: st.DrawFn) -> list[tuple[Op, int, str | int]]:
    """Draw changes, each with its position in the lines, in percent.

    A number stands for that line of the stage, with the marks of its game.
    """
    kinds = st.sampled_from((Op.ADD, Op.ADD, Op.REPLACE, Op.REMOVE))
    one = st.tuples(kinds, st.integers(0, 100), LINES | st.integers(0, 50))
    return draw(st.lists(one, max_size=12))


@pytest.fixture(scope="module")
def store_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Game], DeskStore]:
    """The store of the second stage of a game's sample tour."""
    where = str(tmp_path_factory.mktemp("tours") / "tours.db")
    stores = {game: DeskStore(saved(where, game), 2) for game in GAMES}
    return stores.__getitem__


@pytest.mark.parametrize("game", GAMES)
@given(asked=changes())
@seldom_drawn
def test_any_changes_come_to_what_typing_their_text_would(
    game: Game,
    store_of: Callable[[Game], DeskStore],
    asked: list[tuple[Op, int, str | int]],
) -> None:
    """The draft is the text, and the stage saved from it is that of the text typed."""
    shared = store_of(game)
    opened = shared.open()
    shared.save_draft(opened.desk.base)
    lines = opened.desk.base.split("\n")[:-1]
    own = tuple(lines)
    for op, share, which in asked:
        line = own[which % len(own)] if isinstance(which, int) else which
        at = share * len(lines) // 100
        at = max(at, 1) if op is not Op.ADD else at
        if at > len(lines):
            continue
        was = lines[at - 1] if at else ""
        number = next(NUMBERS)
        shared.change(
            LineChange(seat="a", number=number, op=op, at=at, was=was, line=line)
        )
        if op is Op.ADD:
            lines.insert(at, line)
        elif op is Op.REPLACE:
            lines[at - 1] = line
        else:
            del lines[at - 1]

    typed = "".join(f"{line}\n" for line in lines)
    there = DeskStore(shared.session, 2).open()
    assert there.text == typed
    view, alone = there.desk.view(there.text), StageAtDesk(opened.desk.before, 2)
    assert desk_text(view.reading.stage, alone.mark_format) == desk_text(
        alone.read(typed).stage, alone.mark_format
    )
    assert view.wrong == alone.view(typed).wrong


def _numbers() -> Iterator[int]:
    number = 0
    while True:
        number += 1
        yield number


NUMBERS = _numbers()


def test_a_change_that_comes_again_counts_once(
    store_of: Callable[[Game], DeskStore],
) -> None:
    shared = store_of("cyclo")
    shared.open()
    shared.save_draft("")
    for number in (9001, 9002, 9001, 9002, 9001):
        shared.change(add("# x", seat="b", number=number))
    shared.change(add("# x", seat="c", number=9001))

    assert shared.open().text == "# x\n" * 3


def test_what_a_desk_keeps_leaves_what_was_heard(
    store_of: Callable[[Game], DeskStore],
) -> None:
    shared = store_of("cyclo")
    shared.open()
    shared.save_draft("")
    shared.change(add("# x", seat="d", number=1))
    shared.open()
    shared.save_draft("# x\n# y\n")

    shared.change(add("# x", seat="d", number=1))

    assert shared.open().text == "# x\n# y\n"


def test_of_each_seat_the_last_64_changes_are_known_again(
    store_of: Callable[[Game], DeskStore],
) -> None:
    shared = store_of("cyclo")
    shared.open()
    shared.save_draft("")
    for number in range(70):
        shared.change(add(f"# {number}", seat="e", number=number))
    for number in range(6, 70):
        shared.change(add(f"# {number}", seat="e", number=number))

    assert len(shared.open().text.splitlines()) == 70


BASE = "9 0\n@3\n"


@pytest.mark.parametrize(
    ("mine", "theirs", "joined"),
    [
        ("1 0\n", "4 1\n", "4 1\n1 0\n"),
        ("1 0\n4 1\n", "1 0\n", "1 0\n4 1\n"),
        ("# x\n1 0\n", "1 0\n# x\n", None),
        ("1 0\n", "1 0\n", "1 0\n"),
        ("4 1\n", "\n7 0\n", "4 1\n\n7 0\n"),
        ("\n4 1\n", "\n7 0\n", "\n7 0\n4 1\n"),
        ("", "4 1\n", "4 1\n"),
        ("9", "4 1\n", "4 1\n9"),
        ("", "9", "9"),
    ],
)
def test_what_two_add_is_there_once_from_both(
    desk: StageAtDesk, mine: str, theirs: str, joined: str | None
) -> None:
    found = merged_text(BASE, BASE + mine, BASE + theirs, desk.read)

    if joined is not None:
        assert found == BASE + joined
    assert {*mine.split("\n"), *theirs.split("\n")} <= {*found.split("\n"), ""}


@pytest.mark.parametrize(
    ("mine", "theirs", "joined"),
    [
        ("1 0\n4 2\n", "1 0\n4 1\n7 1\n", "1 0\n4 2\n7 1\n"),
        ("1 0\n4 2\n", "1 0\n4 3\n", "1 0\n4 3\n4 2\n"),
        ("4 1\n", "1 0\n4 1\n7 1\n", "4 1\n7 1\n"),
        ("1 5\n4 1\n", "4 1\n", "1 5\n4 1\n"),
        ("1 0\n4 1\n9 2", "1 0\n4 5\n", "1 0\n4 5\n9 2"),
        ("1 0\n4 1\n9", "1 0\n4 1\n7 1\n", "1 0\n4 1\n7 1\n9"),
    ],
)
def test_what_one_mends_is_mended_and_what_both_mend_stands_twice(
    desk: StageAtDesk, mine: str, theirs: str, joined: str
) -> None:
    assert merged_text("1 0\n4 1\n", mine, theirs, desk.read) == joined


def test_a_line_that_is_still_being_typed_stays_the_last_one(desk: StageAtDesk) -> None:
    """A phone adds a line while 9 2 is typed at the desk, whose every key is kept."""
    text = changed_text(desk.view("1 0\n9"), add("4 1", "@0"))

    assert merged_text("1 0\n9", "1 0\n9 2", text, desk.read) == "1 0\n4 1\n9 2"


@given(*[st.lists(LINES, max_size=6)] * 3)
def test_no_line_of_either_side_is_lost(
    base: list[str], mine: list[str], theirs: list[str]
) -> None:
    """Whatever was new on a side stands in what they come to."""
    desk = StageAtDesk(sample("cyclo"), 2)
    old, one, other = (
        "".join(f"{line}\n" for line in lines) for lines in (base, mine, theirs)
    )
    found = merged_text(old, one, other, desk.read).split("\n")

    assert ({*mine, *theirs} - {*base}) <= {*found}


def test_the_turn_of_a_change_is_written_as_at_the_desk() -> None:
    assert (turn_sign(3), turn_sign(None)) == ("@3", "")


def test_a_tour_renamed_while_its_stage_is_at_the_desk_is_saved(tmp_path: Path) -> None:
    session = saved(str(tmp_path / "tours.db"), "flamme-rouge")
    desk = DeskStore(session, 2)
    opened = desk.open()
    text = f"{opened.text}# renamed meanwhile\n"
    before = session.read()
    renamed = replace(before.tour, name="New Name")
    session.save(before, before.with_tour(renamed), "renamed")
    assert desk.save_draft(text) == text
    before = opened.desk.before
    stage = replace(opened.desk.stage, name="Queen stage")
    desk.save(before, replace(before, tour=with_stage(before.tour, 2, stage)))

    saved_tour = replace(session, tour_name="New Name").read().tour
    assert saved_tour.stages[1].name == "Queen stage"
    assert not desk.has_draft()
