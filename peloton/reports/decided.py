"""Report what decided a tour, and what another result or rule would have changed.

An open rule is a rule whose value the rulebook marks as not confirmed.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace

from peloton.reports.classifications.standings import classification_table
from peloton.reports.headings import race_sheet, unfinished_note, value_text
from peloton.reports.ledgers import purse_sheet
from peloton.reports.names import Names
from peloton.reports.sheet import Column, Sheet, Table, numbers, record_table
from peloton.reports.winners import (
    holder_names,
    lead_text,
    ranking_word,
    winner_sentence,
)
from peloton.rules.explain.decided import (
    Effect,
    OpenRule,
    PartKind,
    Places,
    TourPart,
    largest_effects,
    open_keys,
)
from peloton.rules.facts.labels import prime_name, stage_name
from peloton.rules.results import Race
from peloton.rules.winners import deciding_ranking, first_ranked, winning_margin
from peloton.rules.words import join, phrase

_MOST_LINES = 10
_CHANGES = Column(phrase("What changes"), weight=3)
_BONUSES = {
    "bonus.finish": phrase("the time bonuses at finishes"),
    "bonus.sprint": phrase("the time bonuses at sprints and climbs"),
}


def decided_sheet(race: Race, effects: Collection[Effect]) -> Sheet:
    """Report what decided a tour: how the tour would have ended without each part.

    The parts are stages, rulings, sprints, climbs and time bonuses.
    """
    table = decided_table(race, effects)
    by, rows = deciding_ranking(race)
    data = {
        "by": by,
        "winners": first_ranked(rows),
        "margin": winning_margin(rows),
        "changes": [
            {
                "part": effect.part.kind,
                "stage": effect.part.number or None,
                "label": effect.part.label or None,
                "bib": effect.part.ruling and effect.part.ruling.bib,
                "team": effect.part.ruling and effect.part.ruling.team,
                "ruling": effect.part.ruling and effect.part.ruling.reason,
                "margin": effect.margin,
                "places": _place_rows(effect.places),
            }
            for effect in largest_effects(effects)
        ],
    }
    tables, notes = [replace(table, title="")], unfinished_note(race)
    return race_sheet(race, table.title, tables, notes=notes, data=data)


def decided_table(race: Race, effects: Collection[Effect]) -> Table:
    """List the winner, the largest effects, and rulings that made no difference.

    The table has at most ten rows. An effect is what would change if a part of the
    tour, such as a stage, were left out.
    """
    rulings = (effect for effect in effects if effect.part.kind is PartKind.RULING)
    idle = [effect for effect in rulings if not effect.places]
    shown = [*largest_effects(effects), *idle][: _MOST_LINES - 1]
    won = any(effect.size[0] for effect in effects)
    return Table(
        name="Decided",
        title=phrase("What decided the tour"),
        columns=(Column(phrase("Without"), weight=2), _CHANGES),
        rows=(
            (phrase("nothing: as ridden"), winner_sentence(race)),
            *((part_title(race, e.part), _changes(race, e)) for e in shown),
        ),
        notes=() if won else (phrase("None of these alone changes the winner."),),
    )


def part_title(race: Race, part: TourPart) -> str:
    """Return the title of a part of a tour: `Stage 3: Gent`, `Muur (Stage 3)`."""
    if part.kind is PartKind.BONUS:
        return _BONUSES[part.label]
    stage = race.tour.stages[part.number - 1]
    if part.kind is PartKind.STAGE:
        return stage_name(part.number, stage)
    number = phrase("Stage {number}", number=part.number)
    ruling, names = part.ruling, Names(race.tour)
    if ruling is None:
        line = prime_name(part.label, stage.primes[part.label])
        return phrase("{line} ({stage})", line=line, stage=number)
    who = names.rider(ruling.bib) if ruling.bib else names.team(ruling.team or "")
    return phrase(
        "ruling on {who}, {stage} ({reason})",
        who=who,
        reason=ruling.reason,
        stage=number,
    )


def _changes(race: Race, effect: Effect) -> str:
    """Describe what would change: the tour's winner, other winners, then the podium."""
    texts, by = list[str](), effect.by
    places = sorted(effect.places, key=lambda place: (place[1], place[0] != by))
    for name, rank in places:
        who = effect.places[name, rank]
        holder = holder_names(race, name, who)
        if rank > 1:
            texts.append(phrase("place {place}: {why}", place=rank, why=holder))
        elif name == by:
            texts.append(lead_text(race, name, who, effect.margin))
        else:
            texts.append(phrase("{who}: {what}", who=ranking_word(name), what=holder))
    return join(texts, "; ") or phrase("nothing")


def _place_rows(places: Places) -> list[dict[str, object]]:
    return [
        {"ranking": name, "rank": rank, "who": who}
        for (name, rank), who in places.items()
    ]


def changed_standings(race: Race, changed: Race, change: str) -> Sheet:
    """Report the standings after an imagined change to a tour, beside the real ranks.

    `change` describes the change in the title.
    """
    real, score = race.stages[-1], changed.stages[-1]
    tables = []
    for name in score.standings:
        table = classification_table(changed, score, name, real)
        ranks = real.ranks(name)
        was = (ranks.get(row.who) for row in score.standings[name])
        (as_ridden,) = numbers(phrase("As ridden"))
        end = len(table.columns)
        table = table.with_column(end, as_ridden, was)
        tables.append(table.with_columns((0, end, *range(1, end))))
    if score.purse:
        tables.extend(purse_sheet(changed).tables)
    title = phrase("What if: {change}", change=change)
    return race_sheet(changed, title, tables, notes=unfinished_note(race))


def open_rules_sheet(race: Race, tried: Collection[OpenRule]) -> Sheet:
    """Report the open rules for which another value would change ranks in a tour.

    Rules that affect the highest ranks come first.
    """
    values = race.rulebook.values
    best: dict[str, OpenRule] = {}
    mattering = (rule for rule in tried if rule.places)
    for rule in sorted(mattering, key=lambda rule: min(n for _, n in rule.places)):
        best.setdefault(rule.key, rule)
    table = record_table(
        "Open rules",
        phrase("Open rules that matter for this tour"),
        best.values(),
        (Column(phrase("Rule")), lambda rule: values[rule.key].rule),
        (Column(phrase("Key")), lambda rule: rule.key),
        (
            Column(phrase("Value"), weight=1),
            lambda rule: value_text(values[rule.key].value),
        ),
        (Column(phrase("Instead"), weight=2), lambda rule: value_text(rule.value)),
        (_CHANGES, lambda rule: join(_open_places(race, rule), "; ")),
    )
    note = phrase(
        "Open rules that change a place: {matter} of {count}. Values tried: {tried}.",
        matter=len(best),
        count=len(open_keys(race.rulebook)),
        tried=len(tried),
    )
    data = [
        {
            "key": rule.key,
            "rule": values[rule.key].rule,
            "value": values[rule.key].value,
            "instead": rule.value,
            "places": _place_rows(rule.places),
        }
        for rule in tried
    ]
    notes = note, *unfinished_note(race)
    return race_sheet(race, phrase("Open rules"), [table], notes=notes, data=data)


def _open_places(race: Race, rule: OpenRule) -> Iterator[str]:
    """For each ranking, yield the highest place that changes, with the new holder."""
    best: dict[str, int] = {}
    for name, rank in rule.places:
        best[name] = min(rank, best.get(name, rank))
    for name, rank in best.items():
        holder = holder_names(race, name, rule.places[name, rank])
        place = phrase("place {place}: {why}", place=rank, why=holder)
        yield phrase("{who}: {what}", who=ranking_word(name), what=place)
