"""The changes that phones request: seats, lines, saving, undoing, the ceremony.

Each function is called in a thread, and returns the path of the page to show next. A
PelotonError is shown on the desk.
"""

from hashlib import sha256

from starlette.exceptions import HTTPException

from peloton.desk.changes import ALL_LINES, ChangedMeanwhileError, LineChange, Op
from peloton.errors import PelotonError
from peloton.table.followers import scenes_of
from peloton.table.seats import STRANGERS, remember
from peloton.table.visits import COOKIE, Visit

ONLY_LEADS = "only the game leader may do this: enter the PIN"
ONLY_FOLLOWS = "this phone may only follow: ask the game leader to let it write"
_NO_LINES = "-"
"""Value of the form field for the lines a phone may change: none."""
_YEAR = 365 * 24 * 3600


def sit(visit: Visit) -> str:
    """Let a phone join that sends the key from a link, or as game leader the PIN."""
    table, key = visit.table, visit.fields.get("key", "")
    try:
        seat = table.seats.take_seat(key, visit.seat)
    except PelotonError:
        if table.seats.guesses.wait(STRANGERS) > 0:
            table.tell(
                "Too many wrong PINs: for a minute only phones that may write can"
                " enter the PIN."
            )
        raise
    role = "leads" if seat.leads else "writes" if seat.writes else "follows"
    if key == table.seats.write and not seat.writes:
        role = "asks to write: the game leader can allow it"
    table.tell(f"{seat.title} {role} ({visit.address})")
    visit.headers["Set-Cookie"] = (
        f"{COOKIE}={table.seats.cookie(seat)};"
        f" HttpOnly; SameSite=strict; Path=/; Max-Age={_YEAR}"
    )
    if table.read_only:
        return "/"
    # A phone that may enter results is first asked for a name.
    if seat.id in table.seats.writers and not seat.name:
        return "/who"
    return "/desk" if seat.writes else "/"


def rename(visit: Visit) -> str:
    """Set the name of a phone that may write, or waits for permission to write."""
    seats, seat = visit.table.seats, visit.seat
    if seat.id not in seats.writers or visit.table.read_only:
        raise HTTPException(403, ONLY_FOLLOWS)
    if name := visit.fields.get("name", "").strip():
        seats.change(seat._replace(name=name))
    return "/desk" if seat.writes else "/"


def change_seat(visit: Visit) -> str:
    """Set which lines another phone may change, or remove that phone's seat.

    The lines are all lines, none or those of one area.
    """
    seats = visit.table.seats
    other = seats.writers.get(visit.fields.get("id", ""))
    if other is None or other.leads:
        raise PelotonError("this phone no longer has a writer's seat")
    area = visit.fields.get("area", "")[:200]
    if "remove" in visit.fields:
        seats.remove(other.id)
    elif area == _NO_LINES:
        seats.change(other._replace(writes=False, area=ALL_LINES))
    else:
        seats.change(other._replace(writes=True, area=area))
    return "/desk"


def change_line(visit: Visit) -> str:
    """Change a line of the stage."""
    table, seat, change = visit.table, visit.seat, _line_change(visit)
    try:
        table.tour.change(visit.fields.get("stage", ""), change)
    except ChangedMeanwhileError as error:
        other = table.seats.writers.get(table.authors.get(error.line, ""))
        if other is None or other.id == seat.id:
            raise
        raise ChangedMeanwhileError(error.reason, error.line, other.title) from error
    # A turn line such as `@3` is stored under "": a new turn line replaces the old one,
    # so that only the latest author matters.
    line = change.was if change.op is Op.REMOVE else change.line
    remember(table.authors, "" if line[:1] == "@" else line, seat.id)
    what = line or ("next turn" if change.op is Op.ADD else "")
    table.tell(f"{seat.title}: {change.op} {what}".strip())
    return "/desk"


def _line_change(visit: Visit) -> LineChange:
    """Return the line change in the fields of a form; status 400 if it is invalid.

    A phone may send a change twice, so a change whose number was received before is
    ignored. Without the script, the form has no number of its own, and it is computed
    from the change and the page.
    """
    op, at, line, page = (visit.fields.get(n, "") for n in ("op", "at", "line", "page"))
    if op not in {*Op}:
        raise HTTPException(400, "the request has no valid line change")
    if op == Op.UNDO and at and not visit.seat.leads:
        raise HTTPException(403, ONLY_LEADS)
    content = sha256(f"{page} {op} {at} {line}".encode()).digest()
    return LineChange(
        seat=visit.seat.id,
        number=int.from_bytes(content[:6], "big") if page else visit.number("number"),
        op=Op(op),
        at=visit.number("at") if at else None,
        was=visit.fields.get("was", ""),
        line=line,
        area=visit.seat.area,
    )


def save(visit: Visit) -> str:
    """Save the stage, unless it was changed after the phone showed the preview."""
    seen, seat = visit.number("seen"), visit.seat
    number = visit.table.tour.save(seen, seat.id, seat.title)
    visit.table.tell(f"{seat.title} saved stage {number}")
    return "/desk"


def reveal(visit: Visit) -> str:
    """Reveal the ceremony's scenes 1 to the given number; 0 ends the ceremony."""
    visit.table.tour.reveal(visit.number("to"), len(scenes_of(visit)))
    return "/ceremony"
