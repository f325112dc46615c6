"""The desk on a phone that may enter results: a stage's lines, buttons, saving."""

from peloton.desk.changes import ALL_LINES, draws_sign, turn_sign
from peloton.desk.merging import text_lines
from peloton.desk.notes import line_note, turn_note
from peloton.desk.proposal import tour_to_save
from peloton.desk.state import DeskView
from peloton.errors import PelotonError
from peloton.notation.desk.lines import SIGNS, course_labels
from peloton.notation.desk.writing import label_text
from peloton.reports.stage.changes import changes_sheet
from peloton.rules.facts.fact_table import COUNTS
from peloton.rules.facts.stage import FINISH
from peloton.rules.ghosts import GhostDecks
from peloton.rules.lots import undrawn_lots
from peloton.rules.words import phrase
from peloton.table.live_table import Visit

_MAX_TILES = 24
"""Maximum number of riders shown as tiles; with more riders, bibs are typed."""


def desk_page(visit: Visit) -> str:
    """Render the stage's lines, the entry box, the buttons and the settings."""
    view = visit.board.view
    stage = view.reading.stage if view else None
    return visit.render(
        "desk",
        areas=[ALL_LINES, FINISH, *(course_labels(stage) if stage else ())],
        reversible=visit.table.tour.reversible(visit.seat.id),
        **(_pads(view, visit) if view else {}),
    )


def _pads(view: DeskView, visit: Visit) -> dict[str, object]:
    """Return the values to insert in the template: the lines, and what buttons type."""
    form, area = view.desk.mark_format, visit.seat.area
    stage, timed = view.reading.stage, view.reading.stage.kind.timed
    decks = view.reading.ghosts if area == ALL_LINES else GhostDecks()
    racing, labels = view.desk.race.racing, course_labels(stage)
    taps = map(str, form.short.taps if form.short else ())
    examples = "".join(line for line, _ in form.desk_examples)
    signs = (s for s in {*examples} if not (s.isalnum() or s.isspace()))
    keys = [*"1234567890", *sorted(signs)]
    many = len(racing) > _MAX_TILES and set("".join(racing)) <= {*keys}
    return {
        "lines": text_lines(view.text),
        "line_note": line_note,
        "turn_note": turn_note,
        "begin": f"{label_text(area, stage)}: " if area in labels else "",
        "turn": turn_sign(view.reading.turn),
        "draws": draws_sign(view.reading),
        # A tap on a bib after one of these signs, such as that of attacks, adds a line.
        "immediate": "".join(r.sign for r in COUNTS.values() if r.towards is not None),
        "example": form.desk_examples[0][0],
        "targets": _targets(view, area),
        "decks": decks,
        "bottles": [(f"?b {b[1:]}", b[1:]) for b in sorted({*decks.bottles})],
        "pad": {
            "marked": area in {ALL_LINES, FINISH} and timed,
            "digits": many,
            "signs": "".join(SIGNS),
            "bibs": racing,
        },
        "short": bool(form.short and form.short.taps),
        "taps": [(tap, tap) for tap in (*taps, form.default_mark) if tap],
        "keys": [*((key, key) for key in keys), (" ", "␣"), ("Backspace", "⌫")],
        "riders": [visit.tiles.riders[bib] for bib in racing],
        # On the track, riders are placed lap by lap, so show tiles for all of them.
        "out": frozenset(view.live.still_out if timed else racing),
    }


def _targets(view: DeskView, area: str) -> list[tuple[str, str]]:
    """Return beginnings of desk lines, such as `DNF `, and their buttons' titles."""
    stage = view.reading.stage
    if area not in {ALL_LINES, FINISH}:
        labels = {area} & {*course_labels(stage)}
        return [(f"{label_text(label, stage)}: ", label) for label in labels]
    home = [("", phrase("Finish")), ("DNF ", "DNF")]
    if area == FINISH:
        return home
    orders = {"laps": ("lap", stage.laps), "heats": ("heat", stage.heats)}
    word, ridden = orders.get(stage.kind.ordered_by, ("", ()))
    # The last and the next lap or heat.
    numbers = range(max(1, len(ridden)), len(ridden) + 2) if word else ()
    uses, titles = view.desk.before.rulebook.uses, dict[str, str]()
    for row in COUNTS.values():
        if uses(row.needed_by):
            titles.setdefault(row.sign, row.title)
    return [
        *home,
        *((f"{label_text(name, stage)}: ", name) for name in course_labels(stage)),
        *((f"{word} {number}: ", f"{word} {number}") for number in numbers),
        *titles.items(),
        ("!", phrase("Ruling")),
    ]


def saving_page(visit: Visit) -> str:
    """Render the changes and the save button, or why the stage cannot be saved."""
    view, values = visit.board.view, dict[str, object](preview=None)
    visit.message = "every stage has been ridden"
    try:
        if view:
            race = tour_to_save(view).scored
            values["preview"] = changes_sheet(view.desk.before.race(), race)
            values["undrawn"] = [*undrawn_lots(race, race.score(view.number))]
    except PelotonError as error:
        visit.message = str(error)
    return visit.render("dialog", **values)


def invitation_page(visit: Visit) -> str:
    """Render the QR code that lets a phone change the lines of one area."""
    area, seats = visit.fields.get("area", "")[:200], visit.table.seats
    key = seats.invitation(area) if area else seats.write
    return visit.render("dialog", area=area, link=visit.link(f"w={key}"))
