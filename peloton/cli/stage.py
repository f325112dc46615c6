"""`peloton stage`: the stages of the current tour."""

import click

from peloton.cli.group import Commands


@click.group(
    cls=Commands,
    lazy={
        "add": ("stage_course", "Add a stage, asking for what is not given."),
        "edit": ("stage_course", "Change a stage's course."),
        "list": ("stage_show", "List the stages."),
        "show": ("stage_show", "Show a stage as it was entered, and its course."),
        "enter": ("stage_enter", "Enter what happened on a stage."),
        "clear": ("stage_enter", "Take back what was entered on a stage."),
        "ruling": ("stage_rulings", "Give or take seconds or points, with a reason."),
        "lots": ("stage_rulings", "Record lots drawn to part a tie."),
        "turns": ("stage_ledgers", "Record the extra turns used."),
        "cards": ("stage_ledgers", "Record the cards held at the end."),
        "offer": ("stage_ledgers", "Offer a premium, as a sponsor."),
        "cancel": ("stage_rulings", "Cancel a stage, with a reason."),
        "remove": ("stage_course", "Remove the last stage."),
    },
)
def stage() -> None:
    """Add stages to the current tour and enter what happened on them."""
