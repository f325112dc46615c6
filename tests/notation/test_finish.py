import pytest

from peloton.notation.result_lines import numbered_lines, read_finish
from peloton.notation.toml.schema import Location
from peloton.rules.facts.kinds import Reason
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Arrival, FinishLine, Unplaced
from peloton.rules.facts.startlist import Bib
from peloton.rules.games.criterium import FractionMark
from peloton.rules.games.cyclo import LinesMark
from peloton.rules.games.mark import MarkFormat
from tests.notation.samples import FRACTIONS, LINES


def read(text: str, form: MarkFormat = LINES) -> tuple[FinishLine, ...]:
    """Read result lines that have no mistakes."""
    spot = Location([])
    finish = read_finish(numbered_lines(text), form, spot)
    assert spot.problems == []
    return finish


def refused(text: str, form: MarkFormat = LINES) -> Problem:
    """Read result lines that have one mistake; return its message."""
    spot = Location([], ("stage", 1, "finish"))
    read_finish(numbered_lines(text), form, spot)
    (problem,) = spot.problems
    return problem


def riders(*bibs: str) -> tuple[Bib, ...]:
    return tuple(map(Bib, bibs))


def test_a_rider_and_a_mark() -> None:
    assert read("12 2 2") == (Arrival(riders("12"), LinesMark(2, 2)),)


def test_a_mark_of_criterium() -> None:
    assert read("A 6 3/9", FRACTIONS) == (Arrival(riders("A"), FractionMark(6, 3, 9)),)


def test_a_group_has_one_mark_in_its_order() -> None:
    assert read("(4 7 9) 0 1") == (Arrival(riders("4", "7", "9"), LinesMark(0, 1)),)


def test_the_order_of_the_lines_is_the_order_of_arrival() -> None:
    bibs = [line.bibs for line in read("9 0 1\n2 0 3") if isinstance(line, Arrival)]

    assert bibs == [riders("9"), riders("2")]


def test_tabs_spaces_blank_lines_and_remarks_do_not_matter() -> None:
    text = "# the sprint\n\n \t1\t0  3   # photo finish\r\n( 4  7 )\t0 1\n"

    assert read(text) == read("1 0 3\n(4 7) 0 1")


@pytest.mark.parametrize("bib", ["12", "A", "grey", "é中", "-3", "3/9", "a:b", "\\"])
def test_a_bib_is_any_short_token(bib: str) -> None:
    assert read(f"{bib} 0 3") == (Arrival(riders(bib), LinesMark(0, 3)),)


def test_several_riders_without_a_place_are_on_one_line() -> None:
    assert read("DNS 3 4") == (
        Unplaced(Bib("3"), Reason.DNS),
        Unplaced(Bib("4"), Reason.DNS),
    )


def test_numbers_after_otl_are_riders() -> None:
    assert read("OTL 8 11") == (
        Unplaced(Bib("8"), Reason.OTL),
        Unplaced(Bib("11"), Reason.OTL),
    )


def test_a_fraction_after_otl_is_the_mark_of_one_rider() -> None:
    assert read("OTL 8 9 3/9", FRACTIONS) == (
        Unplaced(Bib("8"), Reason.OTL, FractionMark(9, 3, 9)),
    )


def test_a_rider_over_the_limit_keeps_a_mark_written_ahead_of_otl() -> None:
    assert read("8 26 3 OTL") == (Unplaced(Bib("8"), Reason.OTL, LinesMark(26, 3)),)


def test_a_group_over_the_limit_keeps_its_mark() -> None:
    assert read("(8 9) 26 3 OTL") == (
        Unplaced(Bib("8"), Reason.OTL, LinesMark(26, 3)),
        Unplaced(Bib("9"), Reason.OTL, LinesMark(26, 3)),
    )


def test_a_status_may_follow_its_rider_and_be_in_small_letters() -> None:
    assert read("15 dnf") == read("DNF 15")


def test_a_mistake_is_placed_by_stage_line_and_rider() -> None:
    problem = refused("1 0 3\n\n12 2 -2")

    assert (problem.stage, problem.bib, problem.where, problem.offset) == (
        2,
        "12",
        ("stage", 1, "finish"),
        3,
    )


def test_one_mistake_does_not_hide_the_other_lines() -> None:
    spot = Location([])

    finish = read_finish(numbered_lines("1 0 3\n2 x\n3 0 1\n4"), LINES, spot)

    assert [line.bibs for line in finish if isinstance(line, Arrival)] == [
        riders("1"),
        riders("3"),
    ]
    assert [problem.offset for problem in spot.problems] == [2, 4]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("12", "found no mark, expected 'turns lines' such as 2 2"),
        ("12 2", "found '2', expected a mark 'turns lines' such as 2 2"),
        ("12 6 3/9", "found '6 3/9', expected a mark 'turns lines' such as 2 2"),
        ("12 2 -2", "found 2 turns and -2 lines, expected 0 or more of each"),
        ("12 2 2.5", "found '2 2.5', expected a mark 'turns lines' such as 2 2"),
        ("(4 7 0 1", "found '(4 7 0 1', expected a closing bracket after the group"),
        ("() 0 1", "found '() 0 1', expected the bibs of riders"),
        ("(4 7)", "found no mark, expected 'turns lines' such as 2 2"),
        ("DNF", "found 'DNF', expected the bibs of riders"),
        ("15 2 2 DNF", "found a mark with DNF, expected a mark only with OTL"),
        ("8 26 3 OLT", "such as 2 2; did you mean 'OTL'?"),
        ("DNFF 15", "such as 2 2; did you mean 'DNF'?"),
    ],
)
def test_a_line_of_the_wrong_form_says_what_was_expected(line: str, said: str) -> None:
    assert said in refused(line).message


@pytest.mark.parametrize("mark", ["6 10/9", "6 0/9"])
def test_the_spaces_before_the_line_are_from_one_to_all_of_the_move(mark: str) -> None:
    """CR-1."""
    assert "(CR-1)" in refused(f"7 {mark}", FRACTIONS).message


def test_a_wrong_fraction_after_otl_is_still_read_as_a_mark() -> None:
    assert "(CR-1)" in refused("OTL 8 9 10/9", FRACTIONS).message


@pytest.mark.parametrize(
    "line", ["(4, 7) 0 1", "4,7 0 1", "4) 0 1", "DNF OTL", "a=b 1"]
)
def test_what_cannot_be_a_bib_is_refused(line: str) -> None:
    assert "expected a bib" in refused(line).message
