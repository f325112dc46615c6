"""The tour as everybody at the table sees it, read anew when something was saved."""

import secrets
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from threading import Lock

from peloton.desk.changes import ChangedMeanwhileError, LineChange
from peloton.desk.proposal import proposal
from peloton.desk.session import Session
from peloton.desk.state import DeskView, StageAtDesk
from peloton.desk.store import DeskStore
from peloton.errors import PelotonError, StoreError
from peloton.rules.facts.labels import stage_name
from peloton.rules.facts.tour import Tour, next_stage_number, stage_at, with_stage
from peloton.rules.results import Race
from peloton.rules.words import Phrase
from peloton.store.parts import Step
from peloton.store.tours import Store

_BOARDS = 10**6
"""Boards of one run of the table: their numbers are its id times this, and a count."""
_RUNS = range(10**6, 9 * 10**6)
"""Ids of runs, so that a board has room for 1,000 numbers of forms below 2**53."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveStage:
    """The stage that is being ridden, as far as it was typed."""

    desk: StageAtDesk
    view: DeskView

    @property
    def number(self) -> int:
        """The number of the stage."""
        return self.desk.number

    @property
    def tour(self) -> Tour:
        """The tour as it was saved."""
        return self.desk.before.tour

    @property
    def title(self) -> Phrase:
        """The number and the name of the stage, as it is being written."""
        return stage_name(self.number, self.view.reading.stage)


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The tour at one moment: as it was saved, and as far as it was `seen`.

    `live` is None once all stages are ridden. `done` is the last step of the journal.
    `trouble` says why the tour can no longer be read, `heard` which change of each seat
    is the last one in it.
    """

    number: int
    saved: Race
    seen: Race
    live: LiveStage | None
    done: tuple[int, str] | None
    trouble: str = ""
    heard: Mapping[str, int] = field(default_factory=dict)

    @property
    def mark(self) -> str:
        """What tells this tour from others: a phone may hold a line of an old one."""
        return sha256(self.saved.tour.name.encode()).hexdigest()[:8]


class LiveTour:
    """One tour at the table; its board is replaced whole, so that all see the same."""

    def __init__(self, session: Session, stage: int | None) -> None:
        """Read the tour, and stage `stage` of it, else whichever is to come.

        Raises PelotonError without a tour, or where that stage cannot be entered yet.
        """
        with session.store() as store:
            name = session.name(store)
        self._session = replace(session, wanted=name)
        self._wanted = stage
        self._desk: DeskStore | None = None
        self._lock = Lock()
        self._heard: deque[tuple[str, int]] = deque(maxlen=500)
        self.watch = session.watch()
        if stage is not None:
            stage_at(self._session.read().tour, stage)
        run = secrets.choice(_RUNS)
        self.board = self._read(run * _BOARDS + 1)

    def refresh(self) -> bool:
        """Read the tour again; return whether it was changed."""
        with self._lock:
            old = self.board
            try:
                new = self._read(old.number + 1)
            # Whatever goes wrong is said: were the bell to end, nobody would know.
            except Exception as error:  # noqa: BLE001
                known = isinstance(error, PelotonError) and str(error)
                trouble = known or f"the tour cannot be read: {error!r}"
                new = replace(old, number=old.number + 1, trouble=trouble)
            same = replace(new, number=old.number) == old
            if not same:
                self.board = new
            return not same

    def _read(self, number: int) -> Board:
        live = self._live()
        current = live.desk.before if live else self._session.read()
        saved = current.scored
        with self._session.store() as store:
            done = store.journal.latest(current.tour.name)
        return Board(
            number=number,
            saved=saved,
            seen=_seen(saved, live) if live else saved,
            live=live,
            done=done,
            heard=dict(self._heard),
        )

    def _live(self) -> LiveStage | None:
        """Read the stage that is being ridden; None if all are.

        A save, an undo or `stage clear` makes another stage the next one.
        """
        if self._desk is not None:
            try:
                live = _opened(self._desk)
            except StoreError:
                raise
            except PelotonError:  # an earlier stage has no results any more
                self._wanted = None
            else:
                if self._wanted or next_stage_number(live.tour) == live.number:
                    return live
            self._desk = None
        number = self._wanted or next_stage_number(self._session.read().tour)
        if number is not None:
            self._desk = DeskStore(self._session, number)
        return _opened(self._desk) if self._desk else None

    def change(self, stage: str, change: LineChange) -> None:
        """Make a change of the draft of a stage; lots that it asks for are drawn.

        `stage` is its number, and the mark of the tour behind it. Raises PelotonError
        if it cannot be made.
        """
        heard = change.seat, change.number
        with self._lock:
            live, desk = self.board.live, self._desk
            if heard in self._heard:
                return
            mark = f"{live.number} {self.board.mark}" if live else ""
            if live is None or desk is None or mark != stage:
                number = stage.partition(" ")[0]
                message = f"stage {number} is no longer written"
                raise ChangedMeanwhileError(message)
            desk.change(change)
            # The draft knows them too, until it is saved and gone.
            self._heard.append(heard)

    def save(self, seen: int, who: str) -> int:
        """Save the stage as it was on a board, and return its number.

        Raises PelotonError if the board is another now, or it cannot be saved.
        """
        with self._lock:
            board, desk = self.board, self._desk
            if board.live is None or desk is None or board.number != seen:
                message = "the stage was changed meanwhile: look at it again"
                raise PelotonError(message)
            live = board.live
            after = proposal(live.desk, live.view).after
            desk.save(live.desk.before, after, f" (table: {who})")
            return live.number

    def undo(self, step: int) -> Step:
        """Take back the last step of the journal, if it is still that of a number.

        Raises PelotonError if another is the last one now.
        """
        name = self.board.saved.tour.name

        def work(store: Store) -> Step:
            if (store.journal.latest(name) or (None,))[0] != step:
                message = "something else was done meanwhile: look at it again"
                raise PelotonError(message)
            return store.journal.undo(name, 1)[0]

        with self._lock:
            return self._session.write(work)


def _opened(desk: DeskStore) -> LiveStage:
    opened = desk.start()
    return LiveStage(desk=opened.desk, view=opened.desk.view(opened.text))


def _seen(saved: Race, live: LiveStage) -> Race:
    """Return the race with the live stage as far as it was seen."""
    score = live.view.live.score
    if score is None:
        return saved
    stages = (s for s in saved.stages if s.number < live.number)
    tour = with_stage(saved.tour, live.number, live.view.reading.stage)
    return replace(saved, tour=tour, stages=(*stages, score))
