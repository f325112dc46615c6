"""`peloton rider`: edit the startlist of the current tour."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import click

from peloton.api.formats import OutputFormat
from peloton.cli.commands.startlist.rider_import import import_
from peloton.cli.support.arguments import (
    Integer,
    complete_bibs,
    complete_teams,
    complete_types,
    with_options,
)
from peloton.cli.support.changing import change_named, change_tour, changing_tour
from peloton.cli.support.group import Commands
from peloton.cli.support.output import (
    SheetRows,
    given_options,
    shell_word,
    show,
    showing_race,
    showing_tour,
    tell,
)
from peloton.desk.scored_tour import ScoredTour
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.notation.tour_file.tour import in_order
from peloton.reports.tour.startlist import startlist_order, startlist_sheet
from peloton.rules.facts.startlist import Bib, Rider
from peloton.rules.facts.tour import Tour, joining_stage
from peloton.rules.names import find_bib, find_team_code, match_name
from peloton.rules.results import Race
from peloton.rules.values import quote


@click.group(cls=Commands)
def rider() -> None:
    """Add, list, change and remove the riders of the current tour."""


rider.add_command(import_)


rider_details = with_options(
    click.option(
        "--joins",
        type=Integer(min=1),
        metavar="N",
        help="First stage of a rider who joins later.",
    ),
    *(
        click.option(f"--{name}", shell_complete=complete, help=text)
        for name, text, complete in (
            ("name", "Name of the rider.", None),
            ("team", "Team, by code or name.", complete_teams),
            ("type", "Rider type of the game, such as climber.", complete_types),
        )
    ),
    *(
        click.option(f"--{flag}/--no-{flag}", default=None, help=text)
        for flag, text in (
            ("captain", "Mark the rider as the captain of the team."),
            ("young", "Include the rider in the young riders classification."),
            ("neutral", "Mark a rider without a player, who never scores points."),
        )
    ),
)
"""The options that describe a rider."""


def _fields(now: ScoredTour, details: Mapping[str, Any]) -> dict[str, Any]:
    """Return the given details, keyed by field, with None for an empty team or type."""
    fields = given_options(details)
    if fields.get("team"):
        fields["team"] = find_team_code(now.tour, fields["team"])
    if fields.get("type"):
        types = {kind.name: () for kind in now.rulebook.types}
        fields["type"] = match_name(fields["type"], types) or fields["type"]
    if fields.get("joins") == 1:
        fields["joins"] = None
    return fields | {key: None for key in ("team", "type") if fields.get(key) == ""}


@rider.command(short_help="Add riders.")
@click.argument("words", nargs=-1, required=True, metavar="BIB [NAME]")
@rider_details
@changing_tour
def add(session: Session, /, words: tuple[str, ...], **details: Any) -> None:  # noqa: ANN401 - click's values
    """Add a rider; BIB is the label of the piece on the board: 12, A or grey.

    Several riders can be added at once as BIB:NAME or BIB:NAME:TYPE. The options apply
    to all of them. Once the tour has begun, a new rider joins on the next stage, or on
    the stage given with --joins.

    Example:
        peloton rider add 1 "Eddy Baens" --team MOL --type climber
        peloton rider add 11:Ann:sprinter 12:Bob --team MOL
    """
    given = [*_read_riders(words)]

    def change(now: ScoredTour) -> Tour:
        joins = joining_stage(now.tour)
        new = (
            replace(
                Rider(bib=bib, joins=joins),
                **_fields(now, given_options(details) | given_options(own)),
            )
            for bib, own in given
        )
        return in_order(replace(now.tour, riders=(*now.tour.riders, *new)))

    bibs = ", ".join(bib for bib, _ in given)
    more = len(given) > 1
    change_tour(
        session, change, f"added riders {bibs}" if more else f"added rider {bibs}"
    )
    named = details["name"] or any(own["name"] for _, own in given)
    if not (named or any(map(str.isdecimal, bibs))):
        command = f"peloton rider edit {shell_word(bibs)} --name"
        tell(f"'{bibs}' is the bib. To add a name, run '{command} NAME'.")


def _read_riders(words: Sequence[str]) -> Iterator[tuple[Bib, dict[str, str | None]]]:
    """Yield the bib and details of each rider: `BIB`, `BIB NAME` or `BIB:NAME:TYPE`.

    In `BIB NAME`, a bib may contain a colon if no digit precedes it, as in `j:2 Odd`.
    Raises PelotonError for other words, including a team.
    """
    bib, *names = words
    head, colon, _ = bib.partition(":")
    if not colon or (names and not any(map(str.isdecimal, head))):
        if len(names) > 1:
            name = shell_word(" ".join(names))
            raise PelotonError(
                f"found several words after the bib; for one rider use '{bib} {name}',"
                " for several '11:Ann 12:Bob'"
            )
        yield Bib(bib), {"name": names[0] if names else None}
        return
    for word in words:
        bib, name, kind = (*(part.strip() for part in word.split(":", 2)), "", "")[:3]
        if not (name and any(map(str.isdecimal, bib))):
            raise PelotonError(
                f"found {quote(word)}, expected a rider such as 11:Ann:sprinter; to add"
                " a team, use 'peloton team add'"
            )
        yield Bib(bib), {"name": name, "type": kind or None}


@rider.command("list", short_help="List the riders.")
@showing_tour
def list_(session: Session, *, fmt: OutputFormat | None) -> None:
    """List the riders of the current tour.

    Example:
        peloton rider list
    """
    tour = session.read().tour
    rows = list(map(asdict, startlist_order(tour)))
    show(startlist_sheet(tour), fmt, rows, tour=tour)


@rider.command("show", short_help="Show a rider's results.")
@click.argument("bib", metavar="BIB|NAME", shell_complete=complete_bibs)
@showing_race
def show_(race: Race, bib: str) -> SheetRows:
    """Show a rider's results: wins, ranks, stages, days in jerseys and awards.

    Example:
        peloton rider show 7
    """
    from peloton.reports.tour.cards import rider_sheets

    return rider_sheets(race, (bib,))[0], None


@rider.command(short_help="Change a rider.")
@click.argument("bib", metavar="BIB|NAME", shell_complete=complete_bibs)
@rider_details
@changing_tour
def edit(session: Session, /, bib: str, **details: Any) -> None:  # noqa: ANN401 - as above
    """Change a rider's details. An empty --team or --type removes it.

    Example:
        peloton rider edit 1 --name "Eddy Baens" --captain
    """

    def change(now: ScoredTour, bib: Bib) -> Tour:
        fields = _fields(now, details)
        riders = (
            replace(rider, **fields) if rider.bib == bib else rider
            for rider in now.tour.riders
        )
        return in_order(replace(now.tour, riders=tuple(riders)))

    change_named(session, find_bib, bib, change, "changed rider")


@rider.command(short_help="Remove a rider who has not ridden.")
@click.argument("bib", metavar="BIB|NAME", shell_complete=complete_bibs)
@changing_tour
def remove(session: Session, bib: str) -> None:
    """Remove from the startlist a rider who has not ridden any stage.

    For a rider who has ridden, enter DNS on the first stage missed, or ABS if the rider
    will return.

    Example:
        peloton rider remove 1
    """

    def change(now: ScoredTour, bib: Bib) -> Tour:
        for number, stage in enumerate(now.tour.stages, 1):
            if any(bib in line.bibs for line in stage.finish):
                raise PelotonError(
                    f"rider {bib} is in the results of stage {number}; if the rider"
                    f" leaves the race, enter DNS {bib} on the next stage"
                )
        riders = tuple(rider for rider in now.tour.riders if rider.bib != bib)
        return replace(now.tour, riders=riders)

    change_named(session, find_bib, bib, change, "removed rider")
