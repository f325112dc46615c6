"""Report the winners and leaders of a tour: their names, and notes about them."""

from collections.abc import Iterable, Iterator, Sequence

from peloton.reports.names import CLASSIFICATION_TITLES, Names
from peloton.rules.facts.kinds import CLASSIFICATIONS, ClassificationName
from peloton.rules.facts.labels import counted_points
from peloton.rules.results import PURSE, Race, StageScore
from peloton.rules.winners import (
    deciding_ranking,
    first_ranked,
    is_won_on_the_line,
    stage_win,
    tour_winners,
    winning_margin,
)
from peloton.rules.words import format_time, join, phrase

_WINS = {
    PURSE: phrase("{title}, with the most money (CY-17): {who}."),
    ClassificationName.POINTS: phrase("{title}, with the most points ({rule}): {who}."),
    ClassificationName.GENERAL: phrase("{title}: {who}."),
}
"""The notes on the winner or winners, keyed by the deciding ranking."""


def winner_names(race: Race) -> list[str]:
    """Return the names of the winning riders or teams; empty until the tour is over."""
    names, won = Names(race.tour), tour_winners(race)
    return [*map(names.rider, won.riders), *map(names.team, won.teams_alone)]


def stage_winners(race: Race, score: StageScore) -> tuple[list[str], list[str]]:
    """Return the names of the riders who won a stage, and of their teams (CR-15).

    If teams won the stage, there are only teams.
    """
    names, win = Names(race.tour), stage_win(score)
    if win.teams:
        return [], [*map(names.team, win.teams)]
    owners = filter(None, map(names.team_of, win.riders))
    return [*map(names.rider, win.riders)], [*dict.fromkeys(owners)]


def winner_notes(race: Race) -> Iterable[str]:
    """Yield notes about the winners of the tour, if the tour is over (FR-5, GN-11)."""
    if winners := winner_names(race):
        note, rule = _WINS[tour_winners(race).by], race.rulebook.source_of("winner")
        one, joint = phrase("Winner of the tour"), phrase("Joint winners of the tour")
        title = one if len(winners) == 1 else joint
        yield phrase(note.pattern, title=title, who=join(winners), rule=rule)
    yield from winning_team_notes(race)


def winning_team_notes(race: Race) -> Iterable[str]:
    """Yield a note on the winning team if a rider and a team win the tour (FR-5)."""
    won = tour_winners(race)
    if won.teams and not won.teams_alone:
        teams = join(map(Names(race.tour).team, won.teams))
        yield phrase("Winning team: {team}", team=teams)


def leader_notes(race: Race) -> Iterator[str]:
    """Yield who leads or won each classification, and the margin if there is one.

    A classification whose first rank is shared is left out, and so is the general
    classification of a one-day race won on the line (GN-11).
    """
    won_on_the_line = race.is_over and is_won_on_the_line(race)
    for name, rows in race.stages[-1].led.items() if race.stages else ():
        first = first_ranked(rows)
        if name is ClassificationName.GENERAL and won_on_the_line:
            continue
        if len(first) == 1:
            what = lead_text(race, name, first, winning_margin(rows))
            yield phrase("{who}: {what}", who=CLASSIFICATION_TITLES[name], what=what)


def winner_sentence(race: Race) -> str:
    """Return a sentence on the winner or leader of the tour, with the margin if any."""
    won, (by, rows) = tour_winners(race), deciding_ranking(race)
    if won.teams_alone and not rows:  # a one-day race of teams (GN-11)
        return lead_text(race, ClassificationName.TEAMS, won.teams, None)
    return lead_text(race, by, first_ranked(rows), winning_margin(rows))


def lead_text(race: Race, by: str, who: Sequence[str], margin: int | None) -> str:
    """Describe who is first in the ranking `by`: `Ann leads by 0:21`."""
    name = holder_names(race, by, who)
    if not who:
        return phrase("nobody wins") if race.is_over else phrase("nobody leads")
    if len(who) > 1:
        return phrase("first place is shared: {riders}", riders=name)
    if not margin and race.is_over:
        return phrase("{who} wins", who=name)
    if not margin:
        return phrase("{who} leads", who=name)
    lead = margin if by == PURSE else amount_text(race, by, margin)
    text = phrase("{who} leads by {margin}", who=name, margin=lead)
    if race.is_over:
        text = phrase("{who} wins by {margin}", who=name, margin=lead)
    if by == PURSE:
        # The kind comes last, because some languages have words after the margin.
        text = phrase("{what} ({kind})", what=text, kind=ranking_word(by))
    return text


def holder_names(race: Race, ranking: str, who: Iterable[str]) -> str:
    """Return the names of riders or teams at a rank of a ranking, or `nobody`."""
    names = Names(race.tour)
    return join(names.who(ranking, each) for each in who) or phrase("nobody")


def ranking_word(ranking: str) -> str:
    """Return the short name of a classification or of the ranking by money."""
    if ranking == PURSE:
        return phrase("Purse")
    return CLASSIFICATIONS[ClassificationName(ranking)].word


def amount_text(race: Race, by: str, amount: int) -> str:
    """Format an amount in the unit of the ranking `by`: `0:21` or `12 points`."""
    if by == PURSE:
        return phrase("{what} ({kind})", what=amount, kind=ranking_word(by))
    if race.rulebook.adds_times(ClassificationName(by)):
        return format_time(amount, race.rulebook.unit)
    return counted_points(amount)
