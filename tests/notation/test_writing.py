from hypothesis import given

from peloton.notation.tour_file.writing import finish_text, tour_text
from peloton.rules.facts.kinds import Reason
from peloton.rules.facts.stage import Arrival, Unplaced
from peloton.rules.facts.startlist import Bib, Rider
from peloton.rules.facts.tour import Tour
from peloton.rules.games.criterium import FractionMark
from peloton.rules.games.cyclo import LinesMark
from tests.drawing import drawn
from tests.notation.samples import TOUR, read_whole, tours
from tests.tours import RESULT_TABLES


@drawn
@given(tours())
def test_a_tour_written_and_read_is_the_same_tour_and_the_same_file_again(
    tour: Tour,
) -> None:
    text = tour_text(tour)
    read = read_whole(text)

    assert read == tour
    assert tour_text(read) == text


def test_the_file_is_laid_out_for_reading() -> None:
    text = tour_text(read_whole(TOUR))

    assert text == (
        """\
[tour]
name = "Ronde van de Tafel"
rulebook = "cyclo"
date = 2026-11-21

[tour.options]
level = 4

[tour.rules]
"bonus.finish" = [10, 6, 4]

[[team]]
code = "MOL"
name = "Molteni"
player = "Ann"
colour = "#f2a900"

  [[team.rider]]
  bib = "1"
  name = "Eddy Baens"
  type = "climber"
  captain = true

[[rider]]
bib = "4"

[[stage]]
name = "Oudenaarde - Geraardsbergen"
profile = "flat"
length = 190
points = [15, 10, 5]
counts = { points = false }
sections = [
  { kind = "mountain", name = "Muur", from = 60, to = 84, category = "3" },
  { kind = "paved", from = 100, to = 115 },
]
sprints = [
  { name = "Zottegem", at = 120, bonus = [3] },
]
finish = \"\"\"
1        0 3
(4 7 9)  0 1
12       2 2
DNF 15
OTL 8
OTL 11
\"\"\"

  [stage.crossings]
  Muur = "4 1 12"

"""
        + RESULT_TABLES
    )


def test_what_goes_unsaid_is_not_written() -> None:
    tour = Tour(name="Tour", rulebook="cyclo", riders=(Rider(bib=Bib("7")),))

    assert tour_text(tour) == (
        '[tour]\nname = "Tour"\nrulebook = "cyclo"\n\n[[rider]]\nbib = "7"\n'
    )


def test_marks_stand_under_one_another() -> None:
    finish = (
        Arrival((Bib("1"),), LinesMark(0, 3)),
        Arrival((Bib("4"), Bib("7")), LinesMark(0, 1)),
        Unplaced(Bib("8"), Reason.OTL, LinesMark(26, 3)),
        Unplaced(Bib("15"), Reason.DNF),
    )

    assert finish_text(finish) == ("1      0 3\n(4 7)  0 1\n8      26 3 OTL\nDNF 15\n")


def test_a_fraction_is_written_as_on_paper() -> None:
    assert finish_text([Arrival((Bib("A"),), FractionMark(6, 3, 9))]) == "A  6 3/9\n"
