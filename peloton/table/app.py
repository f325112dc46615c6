"""The web application of the live table: it checks and answers every request."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from gzip import compress
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from peloton.desk.changes import ChangedMeanwhileError, LineChange, Op
from peloton.errors import PelotonError
from peloton.rules.words import phrase
from peloton.store.seats import Seat
from peloton.table import seat_changes
from peloton.table.ceremony import TOUR_FILES, MakeFile, TableCeremony
from peloton.table.desk_pages import DeskPage, EntryBox
from peloton.table.live import LiveTour
from peloton.table.notifier import ChangeNotifier
from peloton.table.now import answer_now
from peloton.table.pages import FOLLOWER_PATHS, Pages, page_files
from peloton.table.requests import (
    SAFE_HEADERS,
    address_of,
    compressed_file,
    form_fields,
    http_error,
    internal_error,
    is_by_script,
    log_line,
    numbered_by_content,
    parse_number,
    read_line_change,
    reject_foreign_requests,
)
from peloton.table.seats import NotNowError, RateLimit, Seats
from peloton.table.shared_results import SharedResults
from peloton.table.tiles import Tiles, team_styles

_COOKIE = "peloton_seat"
_YEAR = 365 * 24 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """The settings of a live table, as set by the command's options.

    `hosts` are the accepted host names, and `tell` prints a line on the terminal. If
    the table is `read_only`, no phone may write. With `veil`, followers do not see the
    stage being ridden.
    """

    hosts: frozenset[str]
    tell: Callable[[str], None]
    make_file: MakeFile
    read_only: bool = False
    veil: bool = False


class _Right(IntEnum):
    """The access level that a request needs; each level includes the lower ones."""

    ANYONE = 0
    SEATED = 1
    WRITER = 2
    LEADER = 3


_Handler = Callable[[Request, Any], Awaitable[Response]]
"""Answers a request; the second argument is the seat, None on public pages."""


class TableApp:
    """The web application of one tour: answers the requests of phones."""

    def __init__(
        self, tour: LiveTour, seats: Seats, pages: Pages, settings: TableSettings
    ) -> None:
        """Serve a tour; the `notifier` reports its changes to the phones."""
        self._tour, self._seats, self._pages = tour, seats, pages
        self.settings = settings
        self.notifier = ChangeNotifier(tour, settings.tell)
        self._ceremony = TableCeremony(
            tour, pages, self.notifier, self._answer, settings.make_file
        )
        self._request_rate = RateLimit(60, 20)
        self._change_rate = RateLimit(20, 10)
        self._authors: dict[str, str] = {}
        self._parts = SharedResults[str](_MAX_PARTS)
        self._files = {
            path: (compress(text.encode(), mtime=0), kind)
            for path, (text, kind) in page_files().items()
        }

    def starlette(self) -> Starlette:
        """Return the application, which watches the database while it runs."""
        anyone, seated, writer, leader = _Right
        writable = not self.settings.read_only
        rename = partial(seat_changes.rename_seat, self._seats, allowed=writable)
        change_seat = partial(seat_changes.change_seat, self._seats)
        now = partial(answer_now, self._tour, self._seats, veil=self.settings.veil)
        handlers: list[tuple[str, _Right, str, _Handler]] = [
            *(("GET", seated, path, self._page) for path in FOLLOWER_PATHS),
            ("GET", writer, "/desk", self._desk_page),
            ("GET", leader, "/desk/save", self._save_page),
            ("GET", seated, "/teams.css", self._team_styles),
            ("GET", anyone, "/now.json", now),
            ("POST", anyone, "/sit", self._sit),
            ("POST", writer, "/change", self._change),
            ("POST", leader, "/save", self._save),
            ("POST", leader, "/undo", self._undo),
            ("GET", seated, "/who", self._who),
            ("POST", seated, "/name", rename),
            ("GET", leader, "/ceremony", self._ceremony.page),
            ("POST", leader, "/ceremony", self._ceremony.reveal),
            *(("GET", seated, path, self._ceremony.tour_file) for path in TOUR_FILES),
            ("GET", leader, "/invite", self._invite),
            ("POST", leader, "/seat", change_seat),
        ]
        return Starlette(
            routes=[
                *(Route(path, self._own_file, methods=["GET"]) for path in self._files),
                *(
                    Route(path, self._checked(handler, right), methods=[method])
                    for method, right, path, handler in handlers
                ),
            ],
            exception_handlers={HTTPException: http_error, Exception: internal_error},
            lifespan=self.notifier.running,
        )

    def _checked(
        self, handler: _Handler, right: _Right
    ) -> Callable[[Request], Awaitable[Response]]:
        """Wrap a handler with checks of the origin, the rate and the rights."""

        async def checked(request: Request) -> Response:
            reject_foreign_requests(request, self.settings.hosts)
            try:
                seat = request.state.seat = self._seat(request)
                self._request_rate.check(seat.id if seat else address_of(request))
                if seat and (known := request.query_params.get("board")):
                    await self.notifier.wait(known)
                    # The game leader may have changed the seat meanwhile.
                    seat = request.state.seat = self._seat(request)
                if refused := _refusal(seat, right):
                    response = self._no_seat(request, *refused)
                else:
                    shown = self._ceremony.instead(request, seat) or handler
                    response = await shown(request, seat)
            except NotNowError as error:
                raise HTTPException(429, self._pages.message(str(error))) from error
            except PelotonError as error:
                raise HTTPException(400, self._pages.message(str(error))) from error
            response.headers.update(SAFE_HEADERS)
            return response

        return checked

    def _seat(self, request: Request) -> Seat | None:
        cookie = request.cookies.get(_COOKIE, "")
        seat = self._seats.seat_of(cookie, address_of(request)) if cookie else None
        if seat and self.settings.read_only:
            return seat._replace(writes=False, leads=False)
        return seat

    async def _own_file(self, request: Request) -> Response:
        reject_foreign_requests(request, self.settings.hosts)
        body, kind = self._files[request.url.path]
        return compressed_file(request, body, kind)

    async def _team_styles(self, _request: Request, _seat: Seat) -> Response:
        return Response(team_styles(self._tour.board.saved.tour), media_type="text/css")

    async def _page(self, request: Request, seat: Seat) -> Response:
        """Return a page for followers, or only its changing part."""
        bib = request.query_params.get("bib", "")[:200]
        board, path = self._tour.board, request.url.path
        veil = self.settings.veil and not seat.writes
        content = await self._parts.get(
            board.number,
            (path, bib, veil),
            partial(self._pages.content, board, path, bib, veil=veil),
        )
        return self._answer(request, board.number, content)

    def _answer(
        self, request: Request, number: int, content: str, status: int = 200
    ) -> Response:
        """Return `content`, alone or in a whole page, or status 304 if it is unchanged.

        `content` is the changing part of a page, and `number` is its board number.
        """
        seat: Seat = request.state.seat
        tag = f'"{sha256(content.encode()).hexdigest()[:20]}"'
        tour = quote(self._tour.board.name)
        headers = {"ETag": tag, "Board": str(number), "Tour": tour}
        part = "part" in request.query_params or is_by_script(request)
        if part and status == 200 and request.headers.get("if-none-match") == tag:  # noqa: PLR2004
            return Response(status_code=304, headers=headers)
        if not part:
            path = request.url.path if request.method == "GET" else "/desk"
            content = self._pages.document(
                self._tour.board,
                content,
                path=path,
                tag=tag,
                writes=seat.writes,
                pin=not (seat.leads or self.settings.read_only),
                link=self._link(request, f"f={self._seats.follow}"),
            )
        return Response(content, status, headers, "text/html")

    def _link(self, request: Request, key: str) -> str:
        return seat_changes.link_for_phones(request, self.settings.hosts, key)

    def _no_seat(self, request: Request, status: int, message: str) -> Response:
        """Return the PIN entry page for a request that lacks access."""
        if is_by_script(request) or "part" in request.query_params:
            words = self._pages.message(message or "no seat: scan the code again")
            raise HTTPException(status, words)
        page = self._pages.join_page(message, seated=bool(request.state.seat))
        return Response(page, status, media_type="text/html")

    async def _desk_page(self, request: Request, _seat: Seat) -> Response:
        at = request.query_params.get("edit", "")
        line = int(at) if at.isascii() and at.isdecimal() and len(at) < 6 else None  # noqa: PLR2004
        return await self._desk(request, lambda page: page.content(EntryBox(at=line)))

    async def _save_page(self, request: Request, _seat: Seat) -> Response:
        return await self._desk(request, DeskPage.saving)

    async def _desk(
        self, request: Request, write: Callable[[DeskPage], str], status: int = 200
    ) -> Response:
        """Return a part of the desk, rendered for the request's seat."""
        board, seats = self._tour.board, list(self._seats.writers.values())
        seat: Seat = request.state.seat
        reverses = {op: self._tour.next_reverse(op, seat.id) for op in _REVERSES}
        page = DeskPage(self._pages, board, seat, seats, reverses)
        page.followers = self._seats.followers
        content = await run_in_threadpool(write, page)
        return self._answer(request, board.number, content, status)

    async def _sit(self, request: Request, here: Seat | None) -> Response:
        key = (await form_fields(request)).get("key", "")
        address = address_of(request)
        who, writes = (here.id, True) if here and here.writes else (address, False)
        guesses, link = self._seats.guesses, self._seats.is_link(key)
        # No await before the guess is counted, so parallel guesses cannot bypass it.
        if not link:
            guesses.check(who, writes=writes)
        try:
            seat = self._seats.take_seat(key, here)
        except NotNowError:
            raise
        except PelotonError as error:
            if pause := guesses.note(who):
                self.settings.tell(
                    f"{guesses.count} wrong PINs: for {pause} seconds only phones"
                    " that may write can enter the PIN."
                )
            return self._no_seat(request, 401, str(error))
        if not link:
            guesses.forget(who)
        self.notifier.connected = True
        role = "leads" if seat.leads else "writes" if seat.writes else "follows"
        if key == self._seats.write and not seat.writes:
            role = "asks to write: the game leader can allow it"
        self.settings.tell(f"{seat.title} {role} ({address})")
        to = seat_changes.page_after_seat(
            self._seats, seat, read_only=self.settings.read_only
        )
        response = Response(to, media_type="text/plain")
        if not is_by_script(request):
            response = RedirectResponse(to, 303)
        response.set_cookie(
            _COOKIE,
            self._seats.cookie(seat),
            max_age=_YEAR,
            httponly=True,
            samesite="strict",
        )
        return response

    async def _change(self, request: Request, seat: Seat) -> Response:
        self._change_rate.check(seat.id)
        fields = await form_fields(request)
        stage, change = read_line_change(fields, seat)
        if not is_by_script(request):
            change = numbered_by_content(change)
        try:
            await run_in_threadpool(self._tour.change, stage, change)
        except PelotonError as error:
            words = self._with_author(error, seat)
            if is_by_script(request):
                changed = isinstance(error, ChangedMeanwhileError)
                words = self._pages.message(words)
                raise HTTPException(409 if changed else 400, words) from error
            typing = EntryBox(line=change.line, at=change.at, message=words)
            return await self._desk(request, lambda page: page.content(typing), 409)
        self._note_author(change, seat)
        self.settings.tell(log_line(seat, change))
        await self.notifier.reload()
        # Answer the writer before the other phones, which may be many.
        response = await self._desk_answer(request)
        self.notifier.notify()
        return response

    def _note_author(self, change: LineChange, seat: Seat) -> None:
        """Record who wrote or removed a line; all turn lines (`@3`) share one entry."""
        line = change.was if change.op is Op.REMOVE else change.line
        line = "" if line[:1] == "@" else line
        self._authors.pop(line, None)
        self._authors[line] = seat.id
        if len(self._authors) > _MAX_PARTS:
            del self._authors[next(iter(self._authors))]

    def _with_author(self, error: PelotonError, seat: Seat) -> str:
        """Return an error's message, naming the phone that changed the line."""
        if not isinstance(error, ChangedMeanwhileError):
            return str(error)
        who = self._seats.writers.get(self._authors.get(error.line, ""))
        by = f"meanwhile by {who.title}" if who and who.id != seat.id else "meanwhile"
        return str(error).replace("meanwhile", by, 1)

    async def _desk_answer(self, request: Request) -> Response:
        """Return the desk to a script, or a redirect to it after a form is sent."""
        if is_by_script(request):
            return await self._desk(request, DeskPage.content)
        return RedirectResponse("/desk", 303)

    async def _save(self, request: Request, seat: Seat) -> Response:
        seen = parse_number((await form_fields(request)).get("seen", ""))
        try:
            number = await run_in_threadpool(self._tour.save, seen, seat.id, seat.title)
        except PelotonError as error:
            await self.notifier.refresh()
            why = str(error)
            return await self._desk(request, lambda page: page.saving(why), 409)
        self.settings.tell(f"{seat.title} saved stage {number}")
        await self.notifier.refresh()
        return await self._desk_answer(request)

    async def _undo(self, request: Request, seat: Seat) -> Response:
        step = parse_number((await form_fields(request)).get("step", ""))
        undone = await run_in_threadpool(self._tour.undo, step, seat.id)
        self.settings.tell(f"{seat.title} undid: {undone.what}")
        await self.notifier.refresh()
        return await self._desk_answer(request)

    async def _who(self, request: Request, seat: Seat) -> Response:
        board = self._tour.board
        players = [team for team in board.saved.tour.teams if team.player]
        tiles = Tiles(board.saved.tour)
        content = self._pages.render(
            "who", seat=seat, players=[(t.player, tiles.style(t.code)) for t in players]
        )
        return self._answer(request, board.number, content)

    async def _invite(self, request: Request, _seat: Seat) -> Response:
        """Return a QR code for a phone that may change only the lines of one area."""
        area = request.query_params.get("area", "")[:200]
        key = self._seats.invitation(area) if area else self._seats.write
        link = self._link(request, f"w={key}")
        code = self._pages.code(link, phrase("Invite a writer"))
        content = self._pages.render("invite", area=area, link=link, code=code)
        return self._answer(request, self._tour.board.number, content)


def _refusal(seat: Seat | None, right: _Right) -> tuple[int, str] | None:
    """Return the status and the message if a seat lacks the required right."""
    if seat is None:
        return (401, "") if right else None
    if right >= _Right.WRITER and not seat.writes:
        return 403, seat_changes.ONLY_FOLLOWS
    if right is _Right.LEADER and not seat.leads:
        return 403, "only the game leader may do this: enter the PIN"
    return None


_REVERSES = (Op.UNDO, Op.REDO)
_MAX_PARTS = 200
"""Maximum number of rendered pages in the cache, and of lines with a known author."""
