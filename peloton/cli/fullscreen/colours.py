"""Colour the bibs on the screen with their jerseys' shirts and teams' bands."""

from peloton.cli.fullscreen.rows import Fragment, pad_to_width
from peloton.desk.state import StageAtDesk
from peloton.reports.shirts import (
    LETTERS,
    Pattern,
    Shirt,
    jersey_shirt,
    team_colour_bands,
)


class BibColours:
    """The colours of the riders' bibs on a stage."""

    def __init__(self, desk: StageAtDesk) -> None:
        """Look up the wearers of jerseys on the stage, and the colours of teams."""
        before, rulebook = desk.race.tally.before, desk.before.rulebook
        # Reversed, so that the highest jersey of a rider wins.
        self._shirts = {
            line.wearer or "": shirt_style(jersey_shirt(line.jersey, rulebook))
            for line in reversed(before.jerseys if before else ())
        }
        tour = desk.before.tour
        self._teams = {str(team.code): team.colour for team in tour.teams}
        self._teams |= {bib: band.colour for bib, band in team_colour_bands(tour)}

    def fragments(self, who: str, width: int) -> tuple[Fragment, Fragment]:
        """Return a band in the team's colour, then the bib or code on its shirt."""
        colour, text = self._teams.get(who), pad_to_width(who, width, right=True)
        return (
            (colour, LETTERS[Pattern.BAND]) if colour else ("", " "),
            (self._shirts.get(who, ""), text),
        )


def shirt_style(shirt: Shirt) -> str:
    """Return the style of text on a shirt."""
    return f"{shirt.ink} bg:{shirt.cloth}"
