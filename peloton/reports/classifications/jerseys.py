"""The jerseys as a sheet: who wears which at the start of the next stage."""

from peloton.reports.headings import counts_notes
from peloton.reports.names import CLASSIFICATION_TITLES, Names
from peloton.reports.sheet import Column, ColumnKind, Sheet, Table
from peloton.reports.shirts import shirts_of, worn_shirts
from peloton.rules.facts.labels import game_title, jersey_name, jersey_title
from peloton.rules.results import Race, StageScore
from peloton.rules.words import listed, phrase

_COLUMNS = (
    Column(phrase("Jersey")),
    Column(phrase("Classification")),
    Column(phrase("Bib"), ColumnKind.BIB),
    Column(phrase("Wearer"), weight=3),
    Column(phrase("Team"), weight=2, minor=True),
    Column(phrase("Stands in for"), weight=2),
)


def jerseys_sheet(race: Race, after: int | None = None) -> Sheet:
    """Report who wears each jersey after a stage, and for which leader.

    A leader with a higher jersey passes the lower one down and leads all the same.
    Raises PelotonError for a stage that is not there or not ridden yet.
    """
    score = race.score(after)
    return Sheet(
        title=phrase("Jerseys after stage {number}", number=score.number),
        name=phrase("Jerseys"),
        subtitle=listed((race.tour.name, score.title), " · "),
        tables=(jerseys_table(race, score),),
        notes=counts_notes(score, race.rulebook),
        jerseys=worn_shirts(score, race.rulebook),
    )


def jerseys_table(race: Race, score: StageScore) -> Table:
    """List the wearer of each jersey after a stage, and for which leader (CY-10)."""
    names = Names(race.tour)
    return Table(
        name="Jerseys",
        title=phrase("Who wears what"),
        columns=_COLUMNS,
        rows=tuple(
            (
                jersey_name(line.jersey),
                CLASSIFICATION_TITLES[line.classification],
                line.wearer,
                names.rider(line.wearer) if line.wearer else phrase("nobody"),
                names.team_of(line.wearer or ""),
                "" if line.wearer == line.leader else names.rider(line.leader),
            )
            for line in score.jerseys
        ),
        notes=() if score.jerseys else (_nobody(race),),
    ).without_empty_columns()


def jersey_days_table(race: Race) -> Table:
    """List who wore each jersey after every stage, a column a jersey in its colour.

    A cancelled stage has an empty row: it was no day in a jersey.
    """
    names = Names(race.tour)
    worn = {line.jersey for score in race.stages for line in score.jerseys}
    shirts = shirts_of(race.rulebook)
    jerseys = [name for name in shirts if name in worn]
    return Table(
        name="Jersey days",
        title=phrase("In the jerseys, stage by stage"),
        columns=(
            Column(phrase("Stage"), ColumnKind.NUMBER),
            *(Column(jersey_title(name), shirt=shirts[name]) for name in jerseys),
        ),
        rows=tuple(
            (score.number, *(wearers.get(name) for name in jerseys))
            for score in race.stages
            for wearers in [_wearers(score, names)]
        )
        if jerseys
        else (),
    )


def _wearers(score: StageScore, names: Names) -> dict[str, str]:
    if score.stage.cancelled:
        return {}
    return {
        line.jersey: names.rider(line.wearer) for line in score.jerseys if line.wearer
    }


def _nobody(race: Race) -> str:
    if race.rulebook.jerseys:
        return phrase("Nobody wears a jersey yet.")
    return phrase("{game} has no jerseys.", game=game_title(race.rulebook.title))
