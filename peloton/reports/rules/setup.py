"""Report what is needed to set up a game: cards, riders, counters and dice."""

from dataclasses import replace

from peloton.reports.headings import length_of, lengths_title
from peloton.reports.ledgers import counted_table, counters_table
from peloton.reports.sheet import Column, Sheet, Table, numbers, record_table
from peloton.reports.stage.course import extra_turns_table
from peloton.reports.table_notes import table_notes
from peloton.rules.facts.labels import known_word
from peloton.rules.facts.stage import Stage
from peloton.rules.rulebook.rulebook import Rulebook, Scale
from peloton.rules.setting_up import (
    LOWEST_CARD,
    cards_to_deal,
    refreshment_cards,
    rider_counts,
)
from peloton.rules.words import phrase


def setup_sheet(
    rulebook: Rulebook,
    *,
    riders: int | None = None,
    players: int | None = None,
    stage: Stage | None = None,
) -> Sheet:
    """List the cards, riders, counters and dice to put on the table before a game.

    The list depends on the number of `riders` (CR-14) or `players` (FI-3; CI-5), and on
    the course of a `stage` (CY-12, CY-13). Raises PelotonError for a number of riders
    or players that the game does not allow, or does not use.
    """
    tables = (
        _deals(rulebook, riders),
        _fields(rulebook, players),
        counters_table(rulebook),
        _courses(rulebook),
        _dice(rulebook),
        *((extra_turns_table(stage, rulebook),) if stage else ()),
    )
    filled = tuple(table for table in tables if table.rows)
    game = known_word(rulebook.title)
    notes = tuple(table_notes(rulebook, stage, riders))
    if not filled and not notes:
        notes = (phrase("{game}: nothing to count out.", game=game),)
    return Sheet(
        title=phrase("Setting up {game}", game=game),
        name=phrase("Setting up"),
        subtitle=length_of(stage.length, rulebook) if stage and stage.length else "",
        tables=filled,
        notes=notes,
    )


def _deals(rulebook: Rulebook, riders: int | None) -> Table:
    piles = list[tuple[str, Scale, int | None]]()
    for count, cards in cards_to_deal(rulebook, riders).items():
        refreshments = refreshment_cards(rulebook, count) or None
        piles.append((phrase("{count} riders", count=count), cards, refreshments))
    if piles and (draw := rulebook.scale("setup.draw")):
        piles.append((phrase("draw pile"), draw, None))
    values = range(max((len(cards) for _, cards, _ in piles), default=0))
    return record_table(
        "Cards",
        phrase("Movement cards to deal, by value"),
        piles,
        (Column(phrase("For")), lambda pile: pile[0]),
        (
            numbers(*(str(LOWEST_CARD + at) for at in values)),
            lambda pile: tuple(sum(pile[1][at : at + 1]) or None for at in values),
        ),
        (numbers(phrase("Cards")), lambda pile: sum(pile[1])),
        (numbers(phrase("Refreshments each")), lambda pile: pile[2]),
        notes=(
            phrase(
                "{hand} cards for each rider (CR-14).",
                hand=rulebook.number("setup.hand"),
            ),
            phrase("When the draw pile is empty, the discards form a new one."),
        ),
    )


def _fields(rulebook: Rulebook, players: int | None) -> Table:
    return record_table(
        "Riders",
        phrase("Riders on the board (FI-3)"),
        rider_counts(rulebook, players).items(),
        (numbers(phrase("Players")), lambda row: row[0]),
        (numbers(phrase("Riders"), phrase("Neutral")), lambda row: row[1]),
        notes=(phrase("Neutral riders take places but no points."),),
    )


def _courses(rulebook: Rulebook) -> Table:
    lengths = rulebook.scale("setup.courses")
    named = (
        (phrase("{what} {number}", what=phrase("Course"), number=number), length)
        for number, length in enumerate(lengths, 1)
    )
    table = counted_table(phrase("Courses"), named)
    note = rulebook.values["setup.courses"].note
    return replace(
        table,
        title=phrase("Lengths of a course: {unit}", unit=lengths_title(rulebook)),
        notes=(f"{note[:1].upper()}{note[1:]}.",) if note else (),
    )


def _dice(rulebook: Rulebook) -> Table:
    words = {
        "road": phrase("road"),
        "mountain": phrase("mountain"),
        "descent": phrase("descent"),
        "last": phrase("last km, {count} lines", count=rulebook.number("course.last")),
        "first_round": phrase("first round"),
        "last_sprinter": phrase("last km, sprinters"),
    }
    dice = ((title, rulebook.number(f"dice.{word}")) for word, title in words.items())
    return counted_table(phrase("Dice"), (line for line in dice if line[1]))
