"""Report the outlook (who can still win) as a sheet, as plain data, and as notes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from peloton.reports.headings import after_stage, race_sheet
from peloton.reports.names import (
    BIB,
    CLASSIFICATION_TITLES,
    FEWER_RIDERS,
    TEAM_RANKINGS,
    TIMES,
    Names,
)
from peloton.reports.sheet import Cell, Column, Sheet, Table, numbers, record_table
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import STAGE_KINDS, jersey_title, known_word
from peloton.rules.outlook.chances import RIDES, percent, rarely_ridden_stage
from peloton.rules.outlook.prospects import (
    Prospect,
    Prospects,
    TimeProspect,
    outlook_after,
)
from peloton.rules.outlook.situation import most_final_points, remaining_stages
from peloton.rules.results import PURSE, Race, StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import format_time, join, phrase

Chances = Mapping[str, Counter[str]]
"""How many of `RIDES` simulated tours each rider or team won, by classification."""
_BY_POINTS = numbers(phrase("Points"), phrase("At most"))
_BY_MONEY = numbers(phrase("Balance"), phrase("At most"))
_BY_TIME = (
    *TIMES,
    replace(TIMES[0], title=phrase("Needed per stage")),
    replace(TIMES[0], title=phrase("Best gain")),
)
_CHANCE = replace(BIB, title=phrase("Chance"))
"""The column for chances to win. Kind BIB aligns text such as `12 % ± 3` right."""
_MINUTE = 60


def outlook_sheet(
    race: Race,
    after: int | None = None,
    only: str | None = None,
    chances: Chances | None = None,
) -> Sheet:
    """Report who can still win each classification after a stage (GN-6).

    `only` selects one classification. With `chances`, each row shows the chance to win,
    and its margin of error in percent. Raises PelotonError for a stage that does not
    exist or is not ridden yet.
    """
    score = race.score(after)
    outlook = [x for x in outlook_after(race, score) if only in (None, x.name)]
    name = phrase("Still to win")
    return race_sheet(
        race,
        after_stage(race, score, name),
        (_table(row, race, score, chances or {}) for row in outlook),
        score.title,
        name=name,
        notes=(
            *_notes(race, score, outlook),
            *_chance_notes(race, score.number, chances),
        ),
        data={
            "after": score.number,
            "classifications": [
                {
                    "classification": one.name,
                    "decided": one.decided,
                    "rows": [_row(row, one.name, chances) for row in one.rows],
                }
                for one in outlook
            ],
        },
    )


def jersey_outlook(race: Race, score: StageScore) -> Iterator[str]:
    """Yield a note for each jersey: its winner is certain, or who can still win it."""
    left = remaining_stages(race, score.number) or race.tour.expects_more_stages
    if not left:
        return
    by_name = {prospects.name: prospects for prospects in outlook_after(race, score)}
    decided = False
    for jersey in race.rulebook.jerseys:
        prospects, title = by_name.get(jersey.classification), jersey_title(jersey.name)
        if prospects is not None and prospects.decided:
            decided = True
            yield phrase("{jersey}: decided.", jersey=title)
        elif prospects is not None and prospects.rows:
            yield from _contest(prospects, title, race)
    if decided and race.tour.planned is None:
        yield phrase("Stages added later are not counted.")


def _contest(prospects: Prospects, title: str, race: Race) -> Iterator[str]:
    """Yield a note on the riders who can still win a jersey.

    If points decide the jersey, the note gives the number of riders. If times decide
    the jersey, the note gives the time that the rider in second place must gain per
    stage.
    """
    count = sum(row.can is True for row in prospects.rows)
    second = prospects.rows[min(1, len(prospects.rows) - 1)]
    rider = Names(race.tour).rider(second.who)
    if isinstance(second, Prospect):
        if count:
            yield phrase(
                "{jersey}: {count} riders can still win.", jersey=title, count=count
            )
    elif second.gain_per_stage == 0:
        yield phrase("{jersey}: {rider} is level on time.", jersey=title, rider=rider)
    elif second.gain_per_stage is not None:
        gain, unit = second.gain_per_stage, race.rulebook.unit
        time = format_time(gain, unit)
        if unit == "seconds" and gain < _MINUTE:
            time = phrase("{count} s", count=gain)
        yield phrase(
            "{jersey}: {rider} must gain {time} per stage.",
            jersey=title,
            rider=rider,
            time=time,
        )


def _figures(row: Prospect | TimeProspect, name: str) -> dict[str, Cell]:
    if isinstance(row, Prospect):
        total = "balance" if name == PURSE else "points"
        return {total: row.total, "most": row.most}
    return {
        "time": row.time,
        "gap": row.gap,
        "seconds_a_stage": row.gain_per_stage,
        "best_gain": row.best_gain,
    }


def _row(
    row: Prospect | TimeProspect, name: str, chances: Chances | None
) -> dict[str, Cell]:
    who = "team" if name in TEAM_RANKINGS else "bib"
    plain = {who: row.who, **_figures(row, name), "can": row.can}
    if chances:
        won = chances.get(name, Counter())[row.who]
        plain["chance"], plain["error"] = percent(won)
    return plain


def _table(
    prospects: Prospects, race: Race, score: StageScore, chances: Chances
) -> Table:
    """List who can still win a classification.

    Riders without points are not listed. A note gives the number of riders who can
    still win.
    """
    ranking, title = prospects.name, CLASSIFICATION_TITLES[prospects.name]
    totals, shown = _BY_MONEY, len(prospects.rows)
    if ranking != PURSE:
        name = ClassificationName(ranking)
        totals = _BY_TIME if race.rulebook.adds_times(name) else _BY_POINTS
        shown = len(score.standings[name])
    if prospects.decided:
        title = phrase("{classification}: decided", classification=title)
    rows: Sequence[Prospect | TimeProspect] = prospects.rows[:shown]
    others = len(prospects.rows) - shown
    unknown = any(isinstance(r, Prospect) and r.most is None for r in prospects.rows)
    notes = (
        (not shown, phrase("Nobody yet.")),
        (
            others,
            phrase("Riders without points who can still win: {count}.", count=others),
        ),
        (unknown, phrase("It is not known how much can still be won.")),
    )
    return record_table(
        ranking.capitalize(),
        title,
        rows,
        Names(race.tour).ranked(ranking),
        (totals, lambda row: tuple(_figures(row, ranking).values())),
        (_CHANCE, lambda row: _chance(row.who, ranking, chances)),
        (
            Column(phrase("To win"), weight=1),
            lambda row: _prospect_text(row, prospects, race.rulebook),
        ),
        notes=(note for applies, note in notes if applies),
    )


def _chance(who: str, name: str, chances: Chances) -> Cell:
    if name not in chances:
        return None
    chance, error = percent(chances[name][who])
    return phrase("{chance} % ± {error}", chance=chance, error=error)


def _prospect_text(
    row: Prospect | TimeProspect, prospects: Prospects, rulebook: Rulebook
) -> Cell:
    """Describe whether a rider or team can still win.

    If drawing level on points is the best possible result, name the tie-break that then
    decides.
    """
    if row.can is False:
        return phrase("cannot win")
    if isinstance(row, TimeProspect) and row.gap is None:
        return FEWER_RIDERS
    if row.can is None:
        return None
    lead, ties = prospects.rows[0], f"ties.{prospects.name}"
    level = (
        row is not lead
        and isinstance(lead, Prospect)
        and isinstance(row, Prospect)
        and row.most == lead.total
    )
    if level and ties in rulebook.values:
        step = known_word(rulebook.words(ties)[0])
        return phrase("level at best, then: {step}", step=step)
    return phrase("decided") if prospects.decided else phrase("can win")


def _notes(
    race: Race, score: StageScore, outlook: Iterable[Prospects]
) -> Iterator[str]:
    remaining = remaining_stages(race, score.number)
    if race.tour.expects_more_stages:
        yield phrase(
            "More stages will be added, so everybody can still win and nothing is"
            " decided (GN-9)."
        )
    if final_points := most_final_points(race, score):
        yield phrase(
            "At the end of the tour the final classifications award up to {count}"
            " more points ({rule}).",
            count=final_points,
            rule=race.rulebook.source_of("winner"),
        )
    if not remaining:
        if not race.tour.expects_more_stages:
            yield phrase("No stages left. Stages added later are not counted.")
        return
    yield phrase(
        "Remaining stages: {stages}. Later additions and rulings are not counted;"
        " the leader is assumed to stay in the race (GN-6).",
        stages=join(map(str, remaining)),
    )
    if any(isinstance(row, TimeProspect) for one in outlook for row in one.rows):
        yield phrase("Best gain: most time gained on the leader in one stage so far.")


def _chance_notes(race: Race, after: int, chances: Chances | None) -> Iterator[str]:
    if chances:
        yield phrase(
            "Chance: share of {rides} simulated tours won, if all riders are"
            " equally strong.",
            rides=RIDES,
        )
    elif chances is not None and (number := rarely_ridden_stage(race, after)):
        yield phrase(
            "No chances: fewer than two stages of the same kind as stage {number}"
            " ({kind}) have been ridden.",
            number=number,
            kind=STAGE_KINDS[race.tour.stages[number - 1].kind],
        )
