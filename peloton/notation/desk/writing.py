"""Write the results of a stage as text for the desk."""

from collections.abc import Iterator, Mapping, Sequence

from peloton.notation.desk.ledger_lines import AMOUNTS, REINSTATED, TEAM
from peloton.notation.desk.lines import (
    SIGNS,
    course_labels,
    first_turn,
    is_status,
    quote_name,
    written_name,
)
from peloton.rules.facts.fact_table import COUNTS
from peloton.rules.facts.stage import (
    FINISH,
    Arrival,
    FinishLine,
    Offer,
    Ruling,
    Stage,
    lap_label,
)
from peloton.rules.games.mark import MarkFormat


def desk_text(stage: Stage, form: MarkFormat | None = None) -> str:
    """Write a stage as desk lines, from which `read_desk` reads the same stage.

    Every line ends in a newline, so that the next line can be typed. Without a mark
    format, each mark is written in full, with its turn.
    """
    labels = course_labels(stage)
    lines = (
        *_orders(stage),
        *_finish(stage, form),
        *_counts(stage),
        *map(ruling_text, stage.rulings),
        *(offer_text(offer, labels) for offer in stage.offers),
        *(lots_text(name, drawn) for name, drawn in stage.lots.items()),
    )
    return "".join(f"{line.rstrip()}\n" for line in lines)


def label_text(label: str, stage: Stage) -> str:
    """Write the label of a sprint or summit as the beginning of a desk line.

    A label that would be misread is quoted. If any label of the stage contains a colon,
    all labels are quoted, because `Muur:` could also begin the label `Muur: top`.
    """
    labels = course_labels(stage)
    plain = label in labels and not is_status(label) and ":" not in "".join(labels)
    return written_name(label, "") if plain else quote_name(label)


def _orders(stage: Stage) -> Iterator[str]:
    """Write the orders at sprints and summits, on laps, in heats, or eliminations."""
    orders = [
        (label_text(label, stage), bibs) for label, bibs in stage.crossings.items()
    ]
    orders += [(lap_label(number), lap) for number, lap in enumerate(stage.laps, 1)]
    orders += [(f"Heat {number}", heat) for number, heat in enumerate(stage.heats, 1)]
    if stage.eliminated:
        orders.append(("Eliminated", stage.eliminated))
    return (f"{head}: {' '.join(bibs)}" for head, bibs in orders)


def _finish(stage: Stage, form: MarkFormat | None) -> Iterator[str]:
    """Write the result lines, and before each new turn an empty or an `@14` line."""
    turn, running = first_turn(stage, form) if form else (None, False)
    for line in stage.finish:
        if line.mark is None:
            yield f"{line.reason} {line.bib}"
            continue
        if turn is None or form is None or form.short is None:
            yield _finish_line(line, str(line.mark), stage)
            continue
        if line.mark.turns != turn:
            is_next = running and line.mark.turns == turn + 1
            yield "" if is_next else f"@{line.mark.turns}"
        turn, running = line.mark.turns, True
        yield _finish_line(line, form.short.written(line.mark), stage)


def _finish_line(line: FinishLine, mark: str, stage: Stage) -> str:
    """Write a result line; add brackets if it would otherwise be read as a label."""
    riders = " ".join(line.bibs)
    head = f"{riders} {mark}".partition(":")[0]
    alone = len(line.bibs) == 1 and riders[0] not in SIGNS and ":" not in riders
    if not alone or not stage.kind.timed or head.strip() in stage.primes:
        riders = f"({riders})"
    status = "" if isinstance(line, Arrival) else f" {line.reason}"
    return f"{riders} {mark}{status}"


def _counts(stage: Stage) -> Iterator[str]:
    for fact, row in COUNTS.items():
        counts: Mapping[str, int] = getattr(stage, fact)
        words = []
        for name, count in counts.items():
            who = quote_name(name) if row.by_team else name
            alone = count == 1 and "*" not in name and not row.by_team
            factor = f" {count}" if row.is_final else "" if alone else f"*{count}"
            words.append(f"{who}{factor}")
        if words:
            yield f"{row.sign}{' '.join(words)}"


def ruling_text(ruling: Ruling) -> str:
    """Write a ruling: `!7 +20 late`, `!team MOL -2p helped`, `!7 reinstated fell`."""
    team = ruling.team or ""
    # A code of digits could be an amount, as in `!team 5 late`.
    code = written_name(team) if team[:1].isalpha() else quote_name(team)
    given = [REINSTATED] if ruling.reinstated else []
    amounts = ((getattr(ruling, fact), unit) for unit, fact in AMOUNTS.items())
    given += [f"{amount:+}{unit}" for amount, unit in amounts if amount]
    reason = written_name(ruling.reason, "")
    return f"!{ruling.bib or f'{TEAM} {code}'} {' '.join(given) or '+0'} {reason}"


def offer_text(offer: Offer, labels: Sequence[str]) -> str:
    """Write a sponsor's offer as a line: `$MOL 50 Muur 2`."""
    line = f"${written_name(offer.team)} {offer.amount}"
    if offer.place == 1 and offer.target == FINISH:
        return line
    target = offer.target
    known = target in {*labels, FINISH} and f"{target} {offer.place}" not in labels
    target = written_name(target, "") if known else quote_name(target)
    return f"{line} {target}" + (f" {offer.place}" if offer.place != 1 else "")


def lots_text(name: str, drawn: Sequence[str]) -> str:
    """Write lots as a line: `=general 12 4`."""
    return f"={name} {' '.join(map(written_name, drawn))}"
