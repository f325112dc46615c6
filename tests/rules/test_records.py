"""The records: their holders, and the results that earned them (CY-22)."""

from collections.abc import Sequence
from dataclasses import replace

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib, Rider
from peloton.rules.results import Race
from peloton.rules.season.ranking import RankedLine, RecordKind, Records
from tests.rules.ledger_notation import won_by_money
from tests.rules.notation import criterium, cyclo, stage
from tests.rules.seasons import hall_of_records, home, renamed, rode

GIRO = rode("Giro", home("Eddy Jo Leo Mia"), home("Jo Leo Eddy Mia"))
RONDE = rode("Ronde", home("Leo Eddy Jo Mia"), home("Leo Jo Mia Eddy"))


def hall(*races: Race, top: int = 9) -> Records:
    return hall_of_records(races, top)


def lines(
    of: Records, feat: RecordKind, jersey: str | None = None
) -> Sequence[RankedLine]:
    """Return the holders of a record, empty if there are none."""
    kept = jersey and ClassificationName(jersey)
    found = [
        lines
        for subject, lines in of.items()
        if (subject.kind, subject.jersey) == (feat, kept)
    ]
    return found[0] if found else ()


def held(
    of: Records, feat: RecordKind, jersey: str | None = None
) -> list[tuple[str, int]]:
    return [(line.name, line.figure) for line in lines(of, feat, jersey)]


def test_stage_wins_are_added_up_over_the_tours() -> None:
    """CY-22. Leo wins both stages of the Ronde, Eddy and Jo one each of the Giro."""
    assert held(hall(GIRO, RONDE), RecordKind.STAGES) == [
        ("Leo", 2),
        ("Eddy", 1),
        ("Jo", 1),
    ]


def test_a_record_names_the_tours_that_earned_it_the_most_first() -> None:
    """CY-22. Jo wins one stage of the Giro and two of the Vuelta."""
    vuelta = rode("Vuelta", home("Jo Leo Eddy Mia"), home("Jo Leo Eddy Mia"))
    (first, *_) = lines(hall(GIRO, vuelta), RecordKind.STAGES)

    assert [share[:3] for share in first.shares] == [
        ("Vuelta", None, 2),
        ("Giro", None, 1),
    ]


def test_tours_that_earned_as_much_are_listed_as_ridden() -> None:
    """CY-22. Jo wins a stage of A, B and D, none of C."""
    races = {"A": GIRO, "B": GIRO, "C": RONDE, "D": GIRO}
    done = [replace(r, tour=replace(r.tour, name=n)) for n, r in races.items()]
    found = lines(hall(*done), RecordKind.STAGES)
    (jo,) = (line for line in found if line.name == "Jo")

    assert [(tour, wins) for tour, _, wins, _ in jo.shares if wins] == [
        ("A", 1),
        ("B", 1),
        ("D", 1),
    ]


def test_each_tour_won_by_a_gap_is_a_record_of_its_own() -> None:
    """CY-22. Eddy wins both, by 20 and 40 seconds."""
    races = [
        rode(
            name,
            stage(f"Eddy 0 0, Jo {turns} 0"),
            stage(f"Eddy 0 0, Jo {turns} 0"),
            riders="MOL: Eddy Jo",
        )
        for name, turns in (("Giro", 1), ("Ronde", 2))
    ]

    assert held(hall(*races), RecordKind.TOUR_GAP) == [("Eddy", 40), ("Eddy", 20)]
    of = [subject.kind for subject in hall(*races)]
    assert of == sorted(of, key=[*RecordKind].index)


def test_equal_holders_share_a_rank_in_the_order_of_names() -> None:
    """CY-22, GN-3. Eddy and Jo have won one stage each."""
    found = lines(hall(GIRO, RONDE), RecordKind.STAGES)

    assert [(line.rank, line.name) for line in found] == [
        (1, "Leo"),
        (2, "Eddy"),
        (2, "Jo"),
    ]


def test_only_the_highest_ranks_are_held_but_all_who_share_them() -> None:
    """CY-22. Down to rank 1 there are two."""
    assert held(hall(GIRO, top=1), RecordKind.STAGES) == [("Eddy", 1), ("Jo", 1)]
    assert held(hall(GIRO, RONDE, top=1), RecordKind.STAGES) == [("Leo", 2)]


def test_stages_won_in_one_tour_are_not_added_up() -> None:
    """CY-22. Jo's one in the Giro does not help the two in the Vuelta."""
    vuelta = rode("Vuelta", home("Jo Leo Eddy Mia"), home("Jo Leo Eddy Mia"))

    assert held(hall(GIRO, vuelta), RecordKind.STAGES_IN_A_TOUR) == [
        ("Jo", 2),
        ("Eddy", 1),
        ("Jo", 1),
    ]


def test_a_tour_is_won_when_it_is_over() -> None:
    """CY-22. The last stage of the second tour is not ridden yet."""
    unfinished = rode("Open", home("Eddy Jo Leo Mia"), Stage())

    assert held(hall(GIRO, unfinished), RecordKind.TOURS) == [("Jo", 1)]


def test_a_race_of_one_stage_is_a_tour_won_and_no_stage() -> None:
    """CY-22. Mia is first home; Leo goes further, and has the better time (CY-3)."""
    found = hall(rode("Roubaix", stage("Mia 0 1, Leo 0 5, Jo 2 0, Eddy 3 0")))

    assert held(found, RecordKind.TOURS) == [("Mia", 1)]
    assert held(found, RecordKind.STAGES) == held(found, RecordKind.TOUR_GAP) == []
    assert held(found, RecordKind.DAYS, "general") == []


def test_days_in_a_jersey_are_the_wearer_s() -> None:
    """CY-22. After the second stage Jo leads both, and Leo, then Eddy come next."""
    found = hall(GIRO)

    assert held(found, RecordKind.DAYS, "general") == [("Eddy", 1), ("Jo", 1)]
    assert held(found, RecordKind.DAYS, "points") == [("Eddy", 1), ("Jo", 1)]


def test_climbs_and_sprints_are_won_by_the_first_over_them() -> None:
    """CY-22. A climb without points is won too (CR-15)."""
    first = stage(
        "Eddy 0 3, Jo 1 0", climbs={"Muur": "Jo Eddy"}, sprints={"Gent": "Eddy Jo"}
    )
    found = hall(rode("Giro", first, home("Eddy Jo"), riders="MOL: Eddy Jo"))

    assert held(found, RecordKind.CLIMBS) == [("Jo", 1)]
    assert held(found, RecordKind.SPRINTS) == [("Eddy", 1)]


def test_who_is_outside_the_time_limit_wins_no_climb() -> None:
    """CY-22. Jo is OTL, and nobody moves up (GN-1)."""
    first = stage("Eddy 0 3, OTL Jo", climbs={"Muur": "Jo Eddy"})
    found = hall(rode("Giro", first, home("Eddy"), riders="MOL: Eddy Jo"))

    assert held(found, RecordKind.CLIMBS) == []


def test_the_biggest_winning_gap_of_a_stage_names_tour_and_stage() -> None:
    """CY-22. On the second stage Jo is 5 turns late, 50 + 2 seconds."""
    race = rode(
        "Giro",
        stage("Eddy 0 2, Jo 1 0"),
        stage("Eddy 0 2, Jo 5 0"),
        riders="MOL: Eddy Jo",
    )
    (biggest, other) = lines(hall(race), RecordKind.STAGE_GAP)
    assert lines(hall(race, top=1), RecordKind.STAGE_GAP) == [biggest]

    assert (biggest.name, biggest.figure) == ("Eddy", 52)
    assert [share[:3] for share in biggest.shares] == [("Giro", 2, 52)]
    assert other.figure == 12


def test_a_gap_of_a_second_is_one_and_no_gap_is_known_without_a_second() -> None:
    """CY-22, GN-1. Leo is outside the limit on stage 2; stage 3 has no times."""
    race = criterium(
        stage("Mia 6 1/60, Leo 6 2/60, Jo 6 3/60", "itt"),
        stage("Mia 6 1/9, Leo 9 1/9 OTL, DNF Jo"),
        riders="Mia Leo Jo",
    )
    alone = replace(stage(kind="elimination"), eliminated=(Bib("B"),))
    untimed = criterium(stage("A 6 1/9, B 6 1/9", "itt"), alone, riders="A B")

    assert held(hall(race, untimed), RecordKind.STAGE_GAP) == [("bib Mia", 1)]


def test_the_gap_of_a_tour_is_that_after_its_last_stage() -> None:
    """CY-22. 10 s after two stages, 30 s after the third."""
    days = (
        stage("1 5 0, 2 6 0", "itt"),
        stage("(1 2) 0 0"),
        stage("1 5 0, 2 7 0", "itt"),
    )

    assert held(hall(cyclo(*days)), RecordKind.TOUR_GAP) == [("bib 1", 30)]


def test_a_stage_won_with_the_same_time_is_no_winning_gap() -> None:
    """CY-22. A second with a lower time does not make it one either (CY-3)."""
    race = rode(
        "Giro", stage("(Eddy Jo) 0 2"), stage("Eddy 0 2, Jo 0 5"), riders="MOL: Eddy Jo"
    )

    assert held(hall(race), RecordKind.STAGE_GAP) == []


def test_a_stage_ridden_by_teams_is_won_by_no_rider() -> None:
    """CY-22. It is neither a win nor a gap of a rider's (CR-15)."""
    race = rode(
        "Giro",
        stage("Eddy 1 0, Leo 9 0, Jo 9 0, Mia 9 0", "ttt"),
        home("Mia Leo Jo Eddy"),
        riders="MOL: Eddy, TIR: Leo Jo Mia",
    )
    found = hall(race)

    assert held(found, RecordKind.STAGES) == [("Mia", 1)]
    assert held(found, RecordKind.STAGE_GAP) == [("Mia", 10)]


def test_the_biggest_winning_gap_of_a_tour_is_the_second_s() -> None:
    """CY-22. Jo has 10 seconds, Eddy 20 (and Leo 30)."""
    assert held(hall(GIRO), RecordKind.TOUR_GAP) == [("Jo", 10)]


def test_a_tour_ranked_by_points_has_no_gap_of_time() -> None:
    """CY-22. A Criterium by points (CR-11); its stages have times all the same."""
    race = criterium(
        stage("A 6 3/9, B 7 3/9"), stage("A 6 3/9, B 7 3/9"), format="points"
    )
    found = hall(race)

    assert held(found, RecordKind.TOUR_GAP) == []
    assert [figure for _, figure in held(found, RecordKind.STAGE_GAP)] == [60, 60]


def test_a_neutral_rider_holds_no_record() -> None:
    """CY-22, FI-3. The stages Eddy won are nobody's."""
    race = renamed(GIRO, Rider(bib=Bib("Eddy"), name="Eddy", neutral=True))

    assert held(hall(race), RecordKind.STAGES) == [("Jo", 1)]


def test_a_tour_won_by_money_is_held_by_the_team() -> None:
    """CY-17. Nor is there a gap by which a rider has won it."""
    found = hall(won_by_money(), GIRO)

    assert held(found, RecordKind.TOURS) == [("Jo", 1), ("SAL", 1)]
    assert held(found, RecordKind.TOUR_GAP) == [("Jo", 10)]


def test_records_are_listed_by_kind_then_by_jersey() -> None:
    """CY-22, GN-3. Eddy is first home and green, and Jo, who goes further, yellow."""
    first = stage("Eddy 0 0, Jo 0 5", sprints={"Gent": "Eddy Jo"})
    found = hall(rode("Giro", first, home("Jo Eddy"), riders="MOL: Eddy Jo"))
    listed = [(subject.kind, subject.jersey) for subject in found]

    assert listed == [
        (RecordKind.TOURS, None),
        (RecordKind.STAGES, None),
        (RecordKind.STAGES_IN_A_TOUR, None),
        (RecordKind.DAYS, ClassificationName.GENERAL),
        (RecordKind.DAYS, ClassificationName.POINTS),
        (RecordKind.SPRINTS, None),
        (RecordKind.STAGE_GAP, None),
        (RecordKind.TOUR_GAP, None),
    ]


def test_there_are_no_records_over_no_tours() -> None:
    """CY-22. Nobody rode."""
    assert hall() == {}
