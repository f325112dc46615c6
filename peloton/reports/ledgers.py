"""Report the ledgers: the teams' money and the extra turns (CY-12)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from operator import attrgetter

from peloton.errors import PelotonError
from peloton.reports.headings import sheet_after
from peloton.reports.names import BIB, RANK, RIDER_COLUMNS, TEAM_COLUMNS, Names
from peloton.reports.sheet import Column, Sheet, Table, numbers, record_table
from peloton.reports.winners import winner_notes
from peloton.rules.facts.labels import known_word
from peloton.rules.facts.startlist import Bib
from peloton.rules.ledgers.money import shared_purses
from peloton.rules.results import PURSE, PremiumKind, Race, StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.winners import is_final, tour_winners
from peloton.rules.words import Phrase, join, phrase

_KINDS = {
    PremiumKind.POINTS: phrase("Points"),
    PremiumKind.STAGE: phrase("Stage win"),
    PremiumKind.JERSEY: phrase("Jerseys"),
    PremiumKind.OFFER: phrase("Sponsors"),
    PremiumKind.FINAL: phrase("Final"),
}
_TURNS = (
    numbers(phrase("Saved"), phrase("Granted"), phrase("Used"), phrase("Left")),
    attrgetter("saved", "granted", "used", "left"),
)
_MONEY = (numbers(phrase("Earned"), phrase("Balance")), attrgetter("earned", "balance"))


def ledger_sheets(race: Race) -> Iterator[Sheet]:
    """Report the money and the extra turns of a tour, if the game has them."""
    if race.stages[-1].purse:
        yield purse_sheet(race)
    # The extra turns of a track race are separate from those of the tour, so they are
    # shown only if no other stage has any.
    booked = [score for score in race.stages if score.extra_turns]
    booked.sort(key=lambda score: not score.stage.kind.outside_the_tour)
    if booked:
        yield extra_turns_sheet(race, booked[-1].number)


def score_with_money(race: Race, after: int | None) -> StageScore:
    """Return the score of a stage, by default the last, in a game with money.

    Raises PelotonError if the game has no money.
    """
    score = race.score(after)
    if not score.purse:
        rule = race.rulebook.source_of("money.premiums")
        raise PelotonError(f"no money is in play in the tour {race.tour.name} ({rule})")
    return score


def score_with_extra_turns(race: Race, after: int | None) -> StageScore:
    """Return the score of a stage, by default the last, if its extra turns are known.

    Raises PelotonError if they are not known.
    """
    score = race.score(after)
    if not score.extra_turns:
        raise PelotonError(
            f"no extra turns are known on stage {score.number}: the rulebook must have"
            " some, and every stage its length (CY-12)"
        )
    return score


def purse_sheet(race: Race, after: int | None = None) -> Sheet:
    """Report each team's earnings on a stage and its balance, richest team first.

    Raises PelotonError for a game without money or a stage without a result.
    """
    score = score_with_money(race, after)
    names = Names(race.tour)
    premiums = record_table(
        "Premiums",
        phrase("Premiums of the stage"),
        score.premiums,
        names.teams,
        (BIB, lambda won: won.bib),
        (RIDER_COLUMNS[1], lambda won: names.rider(won.bib) if won.bib else ""),
        (numbers(phrase("Premium")), attrgetter("amount")),
        (Column(phrase("For"), weight=3), attrgetter("why")),
        (Column(phrase("Rule")), attrgetter("rule")),
    )
    tables = _purse_by_kind(score, names, race.rulebook), premiums
    sheet = sheet_after(race, score, phrase("Purse"), tables)
    return replace(sheet, notes=tuple(_purse_notes(race, score, names)))


def purse_table(score: StageScore, names: Names) -> Table:
    """Rank the teams by their money after a stage, richest first."""
    balances = [line.balance for line in score.purse]
    return record_table(
        "Purse",
        phrase("Purse"),
        score.purse,
        (RANK, lambda line: 1 + sum(more > line.balance for more in balances)),
        names.teams,
        _MONEY,
    )


def sponsor_notes(rulebook: Rulebook, column: Phrase) -> Iterator[str]:
    """Explain a column of sponsor money, and who shares it, if there is any (CY-15)."""
    if rulebook.number("money.offer"):
        yield phrase(
            "{column}: sponsor money, not included in the balance ({rule}).",
            column=column,
            rule=rulebook.source_of("money.offer"),
        )
        yield from shared_money_notes(rulebook, "money.offer")


def shared_money_notes(rulebook: Rulebook, key: str) -> Iterator[str]:
    """Yield a note if, in this rulebook, all teams of a player share their money."""
    if rulebook.word("money.by") == "player":
        rule = rulebook.source_of(key)
        yield phrase("All teams of a player share one amount ({rule}).", rule=rule)


def _purse_by_kind(score: StageScore, names: Names, rulebook: Rulebook) -> Table:
    offers, saved = rulebook.number("money.offer"), phrase("Saved")
    paid: Counter[tuple[str, PremiumKind]] = Counter()
    for premium in score.premiums:
        paid[premium.team, premium.kind] += premium.amount

    return record_table(
        "Purse",
        phrase("Purse"),
        score.purse,
        names.teams,
        (
            numbers(*_KINDS.values()),
            lambda line: tuple(paid[line.team, kind] or None for kind in _KINDS),
        ),
        _MONEY,
        (numbers(saved), lambda line: line.savings if offers else None),
        notes=sponsor_notes(rulebook, saved),
    )


def _purse_notes(race: Race, score: StageScore, names: Names) -> Iterable[str]:
    over = is_final(race, score)
    if over and tour_winners(race).by == PURSE:
        yield from winner_notes(race)
    elif race.rulebook.flag("money.wins"):
        yield phrase("The team with the most money after the last stage wins (CY-17).")
    owners = {codes[0] for codes in shared_purses(race.tour, race.rulebook)}
    unspent = [
        phrase("{team} {amount}", team=names.team(line.team), amount=line.savings)
        for line in score.purse
        if line.savings and line.team in owners
    ]
    if over and unspent:
        yield phrase(
            "Sponsor money never offered: {teams} ({rule}).",
            teams=join(unspent),
            rule=race.rulebook.source_of("money.offer"),
        )


def extra_turns_sheet(race: Race, after: int | None = None) -> Sheet:
    """Report the extra turns of each starter: saved, granted, used and left (CY-12).

    Raises PelotonError if the game has no extra turns, the course has no length or the
    stage has no result.
    """
    score = score_with_extra_turns(race, after)
    names, attacks = Names(race.tour), score.stage.attacks
    types: dict[str, str | None] = {r.bib: r.type for r in race.tour.riders}
    by_rider = record_table(
        "Extra turns",
        phrase("Extra turns"),
        score.extra_turns,
        (RIDER_COLUMNS, lambda line: names.rider_cells(line.who)),
        (Column(phrase("Type")), lambda line: known_word(types[line.who])),
        _TURNS,
        (numbers(phrase("Attacks")), lambda line: attacks.get(Bib(line.who))),
    )
    by_team = record_table(
        "Teams",
        phrase("Extra turns of each team, for any rider"),
        score.team_turns,
        (TEAM_COLUMNS, lambda line: (line.who, names.team(line.who))),
        _TURNS,
    )
    shown = (table for table in (by_rider, by_team) if table.rows)
    return sheet_after(race, score, phrase("Extra turns"), shown)


def counters_table(rulebook: Rulebook) -> Table:
    """List the limits of a team's bonus counters, if the game has any (CI-5)."""
    limits = {
        "setup.counters": phrase("maximum per team"),
        "setup.counters_a_roll": phrase("maximum added to one roll"),
        "setup.counters_kept": phrase("carried over to the next stage"),
    }
    played = rulebook.number("setup.counters") > 0
    rows = ((title, rulebook.number(key)) for key, title in limits.items() if played)
    return counted_table(phrase("Bonus counters"), rows)


def counted_table(title: str, rows: Iterable[tuple[str, int]]) -> Table:
    """List things with their numbers."""
    columns = (Column(phrase("What")), *numbers(phrase("Number")))
    return record_table(str(title), title, rows, (columns, lambda row: row))
