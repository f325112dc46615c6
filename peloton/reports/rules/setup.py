"""Setting-up sheets: the cards to deal, the riders to place, the dice to take."""

from collections.abc import Iterable

from peloton.reports.sheet import (
    Cell,
    Column,
    ColumnKind,
    Sheet,
    Table,
    without_empty_columns,
)
from peloton.reports.stage.course import dice_notes, extra_turns_table, stretches_table
from peloton.reports.table_notes import table_notes
from peloton.rules.facts.stage import Stage
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.setting_up.setup import (
    LOWEST_CARD,
    Deal,
    deals,
    fields,
    refreshments,
)
from peloton.rules.words import say


def setup_sheet(
    rulebook: Rulebook,
    *,
    riders: int | None = None,
    players: int | None = None,
    stage: Stage | None = None,
    on_the_board: bool = False,
) -> Sheet:
    """Say what goes on the table before a game: its cards, riders, counters, dice.

    CR-14 by `riders`, FI-3 by `players`, CI-5, and CY-12, CY-13 and CY-19 for the
    course of a `stage`, of which the sections are listed if they are `on_the_board`,
    and not just so many lines. Raises PelotonError for a number that the game is not
    for, or does not ask for.
    """
    dealt = deals(rulebook, riders)
    tables = (
        _deals(dealt, rulebook),
        _fields(rulebook, players),
        _counters(rulebook),
        _courses(rulebook),
        *((stretches_table(stage, rulebook),) if stage and on_the_board else ()),
        _dice(rulebook),
        *((extra_turns_table(stage, rulebook),) if stage else ()),
    )
    kept = tuple(table for table in tables if table.rows)
    notes = (*dice_notes(rulebook), *table_notes(rulebook, stage, riders))
    if not kept and not notes:
        notes = (say("{game} needs nothing counted out.", game=rulebook.title),)
    return Sheet(
        title=say("Setting up {game}", game=rulebook.title),
        name=say("Setting up"),
        subtitle=(
            say("{count} spaces", count=stage.length) if stage and stage.length else ""
        ),
        tables=kept,
        notes=notes,
    )


def _deals(dealt: Iterable[Deal], rulebook: Rulebook) -> Table:
    """List the cards by value, and check each total against a hand for each rider."""
    rows: list[tuple[Cell, tuple[int, ...], Cell]] = [
        (
            say("{count} riders", count=deal.riders),
            deal.cards,
            refreshments(rulebook, deal.riders) or None,
        )
        for deal in dealt
    ]
    if rows and (draw := rulebook.scale("setup.draw")):
        rows.append((say("draw pile"), draw, None))
    values = max((len(cards) for _, cards, _ in rows), default=0)
    table = Table(
        name="Cards",
        title=say("Movement cards to deal, by value"),
        columns=(
            Column(title=say("For")),
            *(
                Column(title=str(LOWEST_CARD + at), kind=ColumnKind.NUMBER)
                for at in range(values)
            ),
            Column(title=say("Cards"), kind=ColumnKind.NUMBER),
            Column(title=say("Refreshments each"), kind=ColumnKind.NUMBER),
        ),
        rows=tuple(
            (
                name,
                *(number or None for number in (*cards, *[0] * (values - len(cards)))),
                sum(cards),
                refreshed,
            )
            for name, cards, refreshed in rows
        ),
        notes=(
            *_totals(dealt, rulebook.number("setup.hand")),
            say("When the draw pile is used up, the discards make another like it."),
        ),
    )
    return without_empty_columns(table)


def _totals(dealt: Iterable[Deal], hand: int) -> Iterable[str]:
    """Say which totals are not a hand for each rider, or that all agree."""
    wrong = [
        say(
            "For {riders} riders the cards add up to {total}, but {hand} cards each are"
            " {expected}.",
            riders=deal.riders,
            total=deal.total,
            hand=hand,
            expected=deal.expected,
        )
        for deal in dealt
        if deal.total != deal.expected
    ]
    agree = say("{hand} cards for each rider: every total agrees (CR-14).", hand=hand)
    return wrong or [agree]


def _fields(rulebook: Rulebook, players: int | None) -> Table:
    return Table(
        name="Riders",
        title=say("Riders on the board (FI-3)"),
        columns=tuple(
            Column(title=title, kind=ColumnKind.NUMBER)
            for title in (say("Players"), say("Riders"), say("Neutral"))
        ),
        rows=tuple(
            (each.players, each.riders, each.neutral)
            for each in fields(rulebook, players)
        ),
        notes=(say("Neutral riders take places but no points."),),
    )


def _counters(rulebook: Rulebook) -> Table:
    held = rulebook.number("setup.counters")
    return _counted(
        say("Bonus counters"),
        (
            (say("a team holds at most"), held),
            (
                say("added to one roll, at most"),
                rulebook.number("setup.counters_a_roll"),
            ),
            (say("kept for the next stage"), rulebook.number("setup.counters_kept")),
        )
        if held
        else (),
    )


def _courses(rulebook: Rulebook) -> Table:
    lengths = rulebook.scale("setup.courses")
    named = (
        (say("{what} {number}", what=say("Course"), number=at), length)
        for at, length in enumerate(lengths, 1)
    )
    table = _counted(say("Courses"), named)
    note = rulebook.values["setup.courses"].note
    return Table(
        name=table.name,
        title=say("Lengths of a course, in spaces"),
        columns=table.columns,
        rows=table.rows,
        notes=(f"{note[:1].upper()}{note[1:]}.",) if note else (),
    )


def _dice(rulebook: Rulebook) -> Table:
    """List the dice by what the road is (CY-19)."""
    sprinter = rulebook.number("dice.last_sprinter")
    last = rulebook.number("course.last")
    words = {
        "road": say("road"),
        "mountain": say("mountain"),
        "descent": say("descent"),
        "last": say("last km, {count} lines", count=last),
        "first_round": say("first round"),
    }
    dice = [(said, rulebook.number(f"dice.{word}")) for word, said in words.items()]
    return _counted(
        say("Dice"),
        (
            *((said, number) for said, number in dice if number),
            *(((say("last km, sprinters"), sprinter),) if sprinter else ()),
        ),
    )


def _counted(name: str, rows: Iterable[tuple[str, int]]) -> Table:
    return Table(
        name=name,
        title=name,
        columns=(
            Column(title=say("What")),
            Column(title=say("Number"), kind=ColumnKind.NUMBER),
        ),
        rows=tuple(rows),
    )
