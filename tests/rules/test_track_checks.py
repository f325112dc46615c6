"""Mistakes on the track are reported with the rule's number (CR-13, CY-20)."""

import pytest

from tests.rules.track_meeting import faults, met, only


def keirin(riders: int, mark: str) -> str:
    lines = "".join(f"{bib} {mark}\n" for bib in range(1, riders + 1))
    return f'kind = "keirin"\nfinish = """\n{lines}"""'


def startlist(riders: int) -> str:
    return " ".join(map(str, range(1, riders + 1)))


@pytest.mark.parametrize(
    ("rulebook", "mark", "most", "rule"),
    [("cyclo", "0 1", 10, "CY-20"), ("criterium", "3 1/9", 6, "CR-13")],
)
def test_one_keirin_rider_too_many_is_refused(
    rulebook: str, mark: str, most: int, rule: str
) -> None:
    """CR-13, CY-20: six riders, or ten."""
    everybody = startlist(most + 1)
    assert faults(met(rulebook, everybody, keirin(most, mark))) == []
    problem = only(met(rulebook, everybody, keirin(most + 1, mark)))

    assert (problem.bib, problem.code) == (str(most + 1), "keirin")
    assert problem.message == (
        f"a keirin of {most + 1} riders, expected at most {most} ({rule})"
    )


def test_who_does_not_start_takes_no_place_in_a_keirin() -> None:
    """CR-13, GN-1."""
    stage = keirin(6, "3 1/9").replace('1/9\n"""', '1/9\nDNS 7\n"""')

    assert faults(met("criterium", startlist(7), stage)) == []


@pytest.mark.parametrize(
    ("heats", "said"),
    [
        ('["1 2", "2 1"]', "heats won 1 to 1, expected another heat"),
        ('["1 2"]', "heats won 1 to 0, expected another heat"),
    ],
)
def test_a_sprint_has_as_many_heats_as_it_needs(heats: str, said: str) -> None:
    """CY-20."""
    problem = only(met("cyclo", "1 2 3", f'kind = "sprint"\nheats = {heats}'))

    assert said in problem.message
    assert problem.where == ("stage", 0, "heats")


@pytest.mark.parametrize(
    ("heats", "wrong", "said"),
    [
        ('"1 2", "1 2", "1 2"', 3, "heat 3 was not needed: rider 1 had won two"),
        ('"1 2", "1 3"', 2, "found 1 3 in heat 2, expected the same two riders"),
        ('"1 2", "2 1", "1"', 3, "found 1 in heat 3, expected the same two riders"),
        ('"1 2 3", "1 2"', 1, "found 1 2 3 in heat 1, expected the same two riders"),
        ('"", "1 2"', 1, "found nobody in heat 1, expected the same two riders"),
    ],
)
def test_a_heat_of_a_sprint_that_is_wrong_is_named(
    heats: str, wrong: int, said: str
) -> None:
    """CY-20: its riders are those of the first heat."""
    problem = only(met("cyclo", "1 2 3", f'kind = "sprint"\nheats = [{heats}]'))

    assert said in problem.message
    assert problem.where == ("stage", 0, "heats", wrong - 1)


def test_a_rider_cannot_be_eliminated_twice() -> None:
    """CR-13."""
    race = met("criterium", "1 2 3", 'kind = "elimination"\neliminated = "2 3 2"')

    assert only(race).message == "eliminated: found rider 2 twice, expected once"
    assert only(race).where == ("stage", 0, "eliminated")


@pytest.mark.parametrize(
    ("out", "said"),
    [("2", "riders left: 1, 3; expected"), ("1 2 3", "riders left: none; expected")],
)
def test_one_rider_is_left_of_an_elimination(out: str, said: str) -> None:
    """CR-13, GN-1."""
    race = met("criterium", "1 2 3", f'kind = "elimination"\neliminated = "{out}"')

    assert said in only(race).message


def test_who_does_not_finish_an_elimination_need_not_be_eliminated() -> None:
    """GN-1."""
    stage = 'kind = "elimination"\neliminated = "2"\nfinish = "DNF 3"'

    assert faults(met("criterium", "1 2 3", stage)) == []


def test_a_lap_cannot_name_an_unknown_rider() -> None:
    problem = only(met("criterium", "1 2", 'kind = "points race"\nlaps = ["1 3"]'))

    assert problem.code == "unknown"
    assert problem.bib == "3"
    assert problem.where == ("stage", 0, "laps")


def test_a_rider_who_is_unknown_on_every_lap_is_reported_once() -> None:
    laps = 'kind = "points race"\nlaps = ["1 3", "3 1", "3 2"]'

    assert only(met("criterium", "1 2", laps)).bib == "3"


def test_a_lap_cannot_name_a_rider_twice() -> None:
    race = met("criterium", "1 2", 'kind = "points race"\nlaps = ["1 2", "2 2"]')

    assert only(race).message == "'Lap 2': found rider 2 twice, expected once"
    assert only(race).where == ("stage", 0, "laps")


def test_who_does_not_start_rides_no_heat() -> None:
    """CY-20, GN-1."""
    stage = 'kind = "sprint"\nheats = ["1 2", "1 2"]\nfinish = "DNS 2"'
    problems = met("cyclo", "1 2", stage).problems

    assert [problem.message for problem in problems] == [
        "heat 1: found rider 2, who did not start the stage",
        "heat 2: found rider 2, who did not start the stage",
    ]
    assert {problem.where for problem in problems} == {("stage", 0, "heats")}


def test_the_finish_of_a_points_race_may_begin_with_any_turns() -> None:
    """CR-13, CY-20: there is no time, and no first arrival to count from."""
    stage = 'kind = "points race"\nlaps = ["1 2"]\nfinish = "1 6 0\\n2 7 0"'

    assert faults(met("cyclo", "1 2", stage)) == []


def test_a_lap_cannot_name_a_rider_who_left_the_race() -> None:
    """GN-1."""
    stage = 'kind = "points race"\nlaps = ["1 2"]'
    race = met("criterium", "1 2", f'{stage}\nfinish = "DNF 2"\n\n{stage}')

    assert "'Lap 1': found rider 2, who did not start" in only(race).message


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('laps = ["1 2"]', "found laps on a stage of kind 'road'"),
        ('heats = ["1 2"]', "found heats on a stage of kind 'road'"),
        ('eliminated = "2"', "found eliminated on a stage of kind 'road'"),
    ],
)
def test_track_results_on_a_road_stage_are_refused(line: str, said: str) -> None:
    stage = f'finish = """\n1 0 1\n2 0 1\n"""\n{line}'

    assert said in only(met("cyclo", "1 2", stage)).message


@pytest.mark.parametrize(
    ("rulebook", "kind", "rule"),
    [("criterium", "1 km", "CR-13"), ("cyclo", "elimination", "CY-20")],
)
def test_a_race_the_game_does_not_have_is_refused(
    rulebook: str, kind: str, rule: str
) -> None:
    """CR-13, CY-20."""
    race = met(rulebook, "1 2", f'kind = "{kind}"\neliminated = "1"')

    assert {problem.stage for problem in race.problems} == {1}
    assert any(
        f"{rulebook} has no {kind} on the track" in said and f"({rule})" in said
        for said in faults(race)
    )


def test_a_house_rule_may_add_a_race_to_a_game() -> None:
    race = met(
        "cyclo",
        "1 2",
        'kind = "elimination"\neliminated = "1"',
        '[tour.rules]\n"track.kinds" = ["elimination"]',
    )

    assert faults(race) == []


@pytest.mark.parametrize(
    ("teams", "said"),
    [
        ("RED: 1 2 3 4", "found RED in the pursuit, expected two teams (CR-13)"),
        (
            "RED: 1 2, BLU: 3, GRE: 4",
            "found RED, BLU, GRE in the pursuit, expected two teams",
        ),
        ("RED: 1 2 3, BLU: 4", "team RED has 3 riders, expected 4 (CR-13)"),
    ],
)
def test_a_team_pursuit_is_for_two_teams_of_four(teams: str, said: str) -> None:
    """CR-13."""
    finish = "".join(f"{bib} 8 1/{bib}\n" for bib in range(1, 5))
    race = met("criterium", teams, f'kind = "team pursuit"\nfinish = """\n{finish}"""')

    assert any(said in each for each in faults(race))


def test_a_rider_alone_cannot_ride_a_pursuit() -> None:
    """CY-20."""
    race = met("cyclo", "1 2", 'kind = "pursuit"\nfinish = "1 8 1"')

    said = "found 1 in the pursuit, expected two riders (CY-20)"
    assert only(race).message == said


@pytest.mark.parametrize(
    ("kind", "rulebook", "said"),
    [
        ("points race", "criterium", "without laps"),
        ("sprint", "cyclo", "heats won 0 to 0, expected another heat"),
    ],
)
def test_a_race_needs_what_decides_it(kind: str, rulebook: str, said: str) -> None:
    race = met(rulebook, "1 2", f'kind = "{kind}"\nfinish = "DNF 1"')

    assert any(said in each for each in faults(race))


def test_a_mark_in_an_elimination_is_refused() -> None:
    """CR-13: there is no time to tell."""
    stage = 'kind = "elimination"\neliminated = "1"\nfinish = "2 3 1/9"'

    assert any(
        "rider 2 has a mark" in each for each in faults(met("criterium", "1 2", stage))
    )


def test_teams_with_too_many_scorers_are_pointed_out_in_the_order_of_the_laps() -> None:
    """CY-20: the same facts give the same list, in every run."""
    codes = "DCBAE"
    riders = ", ".join(f"{code}: {code}1 {code}2 {code}3" for code in sorted(codes))
    laps = ", ".join(f'"{code}3 {code}1 {code}2"' for code in codes)
    race = met("cyclo", riders, f'kind = "points race"\nlaps = [{laps}]')

    assert [p.message.split()[1] for p in race.problems] == [*codes]


def test_more_than_two_scorers_of_a_team_in_a_cyclo_points_race_are_pointed_out() -> (
    None
):
    """CY-20: pairs. It is scored all the same."""
    race = met("cyclo", "RED: 1 2 3", 'kind = "points race"\nlaps = ["1 2 3"]')

    problem = only(race)
    assert problem.warning
    assert problem.message == "team RED has 3 riders on the laps, expected 2 (CY-20)"
    assert len(race.stages) == 1


@pytest.mark.parametrize(
    ("rulebook", "riders", "stage", "expected"),
    [
        (
            "road",
            "1",
            'kind = "keirin"\nfinish = "1 0:10:00"',
            "kind kind: road has no keirin on the track, nor any other race",
        ),
        (
            "criterium",
            "1 2",
            'kind = "1 km"\nfinish = "1 3 1/9\\n2 3 2/9"',
            """kind kind: criterium has no 1 km on the track, expected one of points
            race, elimination, keirin, team pursuit (CR-13)""",
        ),
        (
            "cyclo",
            "1 2",
            'finish = "1 0 1\\n2 0 1"\nlaps = ["1 2"]',
            """laps laps: found laps on a stage of kind 'road', expected them on
            points race or criterium only""",
        ),
        (
            "criterium",
            "1 2",
            'kind = "points race"\nfinish = "DNF 1"',
            """missing laps: a points race without laps, expected the order on each
            lap (CR-13)""",
        ),
        (
            "cyclo",
            "RED: 1 2 3",
            'kind = "points race"\nlaps = ["1 2 3"]',
            "team laps: team RED has 3 riders on the laps, expected 2 (CY-20)",
        ),
        (
            "criterium",
            "1 2 3",
            'kind = "elimination"\neliminated = "2"\nfinish = "DNF 2"',
            """twice eliminated: rider 2 is eliminated and has a status, expected
            only one (CR-13) / missing eliminated: riders left: 1, 3; expected
            one rider, with all others eliminated (CR-13)""",
        ),
        (
            "criterium",
            "1 2 3",
            'kind = "elimination"\neliminated = "2 3"\nfinish = "DNS 2"',
            "left eliminated: eliminated: found rider 2, who did not start the stage",
        ),
        (
            "criterium",
            "1 2 3",
            'kind = "elimination"\neliminated = "2"\nfinish = "1 3 1/9\\n3 3 1/9"',
            """mark finish: rider 1 has a mark: a race of kind 'elimination' is
            decided by 'eliminated', with DNF and the like in the finish / missing
            eliminated: riders left: none; expected one rider, with all others
            eliminated (CR-13)""",
        ),
        (
            "cyclo",
            "1 2",
            'kind = "sprint"\nheats = ["1 2"]\nfinish = "3 8 1"',
            """unknown finish: no rider 3 on the startlist / mark finish: rider 3 has
            a mark: a race of kind 'sprint' is decided by 'heats', with DNF and
            the like in the finish / missing heats: heats won 1 to 0, expected
            another heat: a rider must win two (CY-20)""",
        ),
        (
            "cyclo",
            "1 2",
            'kind = "sprint"\nheats = ["1 2", "1"]',
            """heats heats: found 1 in heat 2, expected the same two riders in each
            (CY-20)""",
        ),
        (
            "cyclo",
            "1 2",
            'kind = "sprint"\nheats = ["1 2", ""]',
            """heats heats: found nobody in heat 2, expected the same two riders in
            each (CY-20)""",
        ),
        (
            "cyclo",
            "1 2",
            'kind = "sprint"\nheats = ["1 2", "1 2", "1 2"]',
            "heats heats: heat 3 was not needed: rider 1 had won two (CY-20)",
        ),
        (
            "cyclo",
            "1 2",
            'kind = "sprint"\nfinish = "DNF 1"',
            """missing heats: heats won 0 to 0, expected another heat: a rider must
            win two (CY-20)""",
        ),
        (
            "cyclo",
            "1 2",
            'kind = "pursuit"\nfinish = "DNS 1 2"',
            """pursuit finish: found nobody in the pursuit, expected two riders
            (CY-20)""",
        ),
        (
            "cyclo",
            "RED: 1 2, 3",
            'kind = "pursuit"\nfinish = "1 8 1\\n2 8 2\\n3 9 0"',
            """pursuit finish: found RED, riders without a team in the pursuit,
            expected two teams (CY-20)""",
        ),
        (
            "cyclo",
            "RED: 1, BLU: 2",
            'kind = "pursuit"\nfinish = "1 8 1\\n2 8 2\\n9 9 0"',
            "unknown finish: no rider 9 on the startlist",
        ),
        (
            "criterium",
            "RED: 1 2",
            'kind = "team pursuit"\nfinish = "DNS 1 2"',
            "pursuit finish: found nobody in the pursuit, expected two teams (CR-13)",
        ),
        (
            "criterium",
            "RED: 1, 2",
            'kind = "team pursuit"\nfinish = "1 8 1/9\\n2 8 2/9"',
            """pursuit finish: found RED, riders without a team in the pursuit,
            expected two teams (CR-13) / pursuit finish: team RED has 1 riders,
            expected 4 (CR-13)""",
        ),
    ],
)
def test_a_mistake_says_what_was_found_and_expected_and_where(
    rulebook: str, riders: str, stage: str, expected: str
) -> None:
    """CR-13, CY-20. Its code, the key of the stage where it is, and its message."""
    problems = met(rulebook, riders, stage).problems
    found = [f"{each.code} {each.where[2]}: {each.message}" for each in problems]

    assert found == " ".join(expected.split()).split(" / ")


@pytest.mark.parametrize(
    ("rulebook", "riders", "stage", "rule"),
    [
        # Nothing is asked of a race that was cancelled (GN-4).
        ("cyclo", "1 2", 'kind = "points race"\ncancelled = "rain"', ""),
        # Criterium has no pairs, and riders without a team are none.
        ("criterium", "RED: 1 2 3", 'kind = "points race"\nlaps = ["1 2 3"]', ""),
        ("cyclo", "1 2 3", 'kind = "points race"\nlaps = ["1 2 3"]', ""),
        # Only a team pursuit is for teams of four.
        (
            "criterium",
            "RED: 1 2, BLU: 3 4",
            'kind = "pursuit"\nfinish = "(1 2) 8 1/9\\n(3 4) 9 1/9"',
            '"track.kinds" = ["pursuit"]',
        ),
    ],
)
def test_a_race_that_only_looks_wrong_is_scored(
    rulebook: str, riders: str, stage: str, rule: str
) -> None:
    """CR-13, CY-20."""
    race = met(rulebook, riders, stage, f"[tour.rules]\n{rule}")

    assert race.problems == ()
    assert len(race.stages) == 1
