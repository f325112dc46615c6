"""Report the jerseys, with their wearers on the next stage."""

from peloton.reports.headings import sheet_after
from peloton.reports.names import BIB, CLASSIFICATION_TITLES, RIDER_COLUMNS, Names
from peloton.reports.sheet import Cell, Column, Sheet, Table, numbers, record_table
from peloton.reports.shirts import shirts_of
from peloton.rules.facts.labels import jersey_title, known_word
from peloton.rules.results import JerseyLine, Race, StageScore
from peloton.rules.winners import is_final, shown_jerseys
from peloton.rules.words import phrase


def jerseys_sheet(race: Race, after: int | None = None) -> Sheet:
    """Report who wears each jersey after a stage, and in place of which leader.

    A rider who leads two classifications wears only the more important jersey. The next
    rider in rank wears the other jersey in place of the leader. Raises PelotonError for
    a stage that does not exist or is not ridden yet.
    """
    score = race.score(after)
    return sheet_after(race, score, phrase("Jerseys"), [jerseys_table(race, score)])


def jerseys_table(race: Race, score: StageScore) -> Table:
    """List each jersey's wearer after a stage, and the leader whom the wearer replaces.

    The wearer is not always the leader (CY-10). At the end of the tour, list the
    winners instead (GN-11).
    """
    names, final = Names(race.tour), is_final(race, score)
    nobody: str = phrase("Nobody wears a jersey yet.")
    if not race.rulebook.jerseys:
        nobody = phrase("{game} has no jerseys.", game=known_word(race.rulebook.title))

    def stands_in_for(line: JerseyLine) -> str:
        return "" if line.wearer == line.leader else names.rider(line.leader)

    return record_table(
        "Jerseys",
        phrase("Jersey winners") if final else phrase("Jersey wearers"),
        shown_jerseys(race, score),
        (Column(phrase("Jersey")), lambda line: known_word(line.jersey)),
        (
            Column(phrase("Classification")),
            lambda line: CLASSIFICATION_TITLES[line.classification],
        ),
        (BIB, lambda line: line.wearer),
        (
            Column(phrase("Winner") if final else phrase("Wearer"), weight=3),
            lambda line: names.rider(line.wearer) if line.wearer else phrase("nobody"),
        ),
        (RIDER_COLUMNS[2], lambda line: names.team_of(line.wearer or "")),
        (Column(phrase("Stands in for"), weight=2), stands_in_for),
        notes=() if score.jerseys else (nobody,),
    ).without_empty_columns()


def jersey_days_table(race: Race) -> Table:
    """List the wearers after every stage, with a coloured column for each jersey.

    A cancelled stage has no wearers, because it does not count as a day in a jersey.
    """
    names, shirts = Names(race.tour), shirts_of(race.rulebook)
    led = {line.jersey for score in race.stages for line in score.jerseys}
    jerseys = [jersey.name for jersey in race.rulebook.jerseys if jersey.name in led]

    def wearers(score: StageScore) -> tuple[Cell, ...]:
        lines = () if score.stage.cancelled else score.jerseys
        worn = {line.jersey: line.wearer and names.rider(line.wearer) for line in lines}
        return tuple(map(worn.get, jerseys))

    return record_table(
        "Jersey days",
        phrase("In the jerseys, stage by stage"),
        race.stages if jerseys else (),
        (numbers(phrase("Stage")), lambda score: score.number),
        (
            tuple(Column(jersey_title(name), shirt=shirts[name]) for name in jerseys),
            wearers,
        ),
    )
