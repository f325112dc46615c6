"""`peloton stage`: the stages of the current tour."""

import click

from peloton.cli.support.group import Commands


@click.group(
    cls=Commands,
    lazy={
        "add": ("stage.course", "Add a stage, asking for what is not given."),
        "edit": ("stage.course", "Change a stage's course."),
        "list": ("stage.show", "List the stages."),
        "show": ("stage.show", "Show a stage as it was entered, and its course."),
        "remove": ("stage.course", "Remove the last stage."),
        "enter": ("stage.enter", "Enter what happened on a stage."),
        "clear": ("stage.enter", "Take back what was entered on a stage."),
        "cancel": ("stage.enter", "Cancel a stage, with a reason."),
        "ruling": ("stage.note", "Give or take seconds or points, with a reason."),
        "lots": ("stage.note", "Record lots drawn to part a tie."),
        "turns": ("stage.note", "Record the extra turns used."),
        "cards": ("stage.note", "Record the cards held at the end."),
    },
    headings={"add": "The course", "enter": "The race", "ruling": "Besides the finish"},
)
def stage() -> None:
    """Add stages to the current tour and enter what happened on them."""
