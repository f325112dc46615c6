"""`peloton stage`: add, change and enter the stages of the current tour."""

import click

from peloton.cli.support.group import Commands


@click.group(
    cls=Commands,
    sections={
        "The course": {
            "add": ("stage.course", "Add a stage; missing details are asked for."),
            "edit": ("stage.course", "Change a stage's course."),
            "list": ("stage.course", "List the stages."),
            "show": ("stage.course", "Show a stage and its course."),
            "remove": ("stage.course", "Remove the last stage."),
        },
        "The race": {
            "enter": ("stage.enter", "Enter the results of a stage."),
            "clear": ("stage.enter", "Remove the results of a stage."),
            "cancel": ("stage.enter", "Cancel a stage and give the reason."),
        },
        "Other facts": {
            "ruling": ("stage.note", "Record a penalty or bonus and its reason."),
            "lots": ("stage.note", "Record lots drawn to break a tie."),
            "turns": ("stage.note", "Record the extra turns used."),
            "cards": ("stage.note", "Record the cards held at the end of a stage."),
        },
    },
)
def stage() -> None:
    """Add stages to the current tour and enter their results."""
