"""The tour as shown on all phones; it is read again after every change."""

import secrets
from collections import defaultdict, deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from threading import Lock

from peloton.desk.changes import (
    ChangedMeanwhileError,
    LineChange,
    Op,
    TextExchange,
    TourStep,
)
from peloton.desk.proposal import tour_to_save
from peloton.desk.session import Session
from peloton.desk.state import DeskView
from peloton.desk.store import DeskStore
from peloton.errors import PelotonError
from peloton.reports.winners import stage_winners
from peloton.rules.facts.tour import next_stage_number
from peloton.rules.results import Race
from peloton.rules.words import phrase
from peloton.store.tours import Store

_BOARDS, _RUNS = 10**6, 10**9  # JavaScript has exact whole numbers below 2**53 only
"""A board's number is a count, plus `_BOARDS` times the run's id, below `_RUNS`."""
_MAX_CHANGES = 50
"""Maximum number of changes that a phone can undo, and that it can redo."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The data of all pages at one moment: the tour and the stage being ridden.

    `saved` is the tour without the stage being ridden, which `view` contains. `view` is
    None once all stages are ridden. `last_step` is the latest journal entry.
    `stage_id` identifies the stage in the changes sent by phones; it stays the same if
    the tour is renamed. `trouble` is the reason why the tour can no longer be read.
    `applied` maps the id of each phone to the number of its latest change in this data.
    `revealed` is the number of revealed scenes of the ceremony; 0 if there is none.
    """

    number: int
    stage_id: str
    saved: Race
    view: DeskView | None
    last_step: tuple[int, str] | None
    trouble: str = ""
    applied: Mapping[str, int] = field(default_factory=dict)
    revealed: int = 0

    @property
    def winners(self) -> str:
        """The riders or teams that won the stage saved last; empty if there is none."""
        if not self.saved.stages:
            return ""
        riders, teams = stage_winners(self.saved, self.saved.score())
        return ", ".join(riders or teams)


class LiveTour:
    """The tour of a live table.

    `board`, the data for the pages, is replaced after every change. `revealed` counts
    the revealed scenes of the ceremony. `fully_revealed` becomes true with the last
    scene, and remains true when the ceremony ends.
    """

    def __init__(self, session: Session, stage: int | None) -> None:
        """Read the tour; raise PelotonError if the chosen stage cannot be entered."""
        with session.store() as store:
            self._session = session.bound_to_tour(store)
        key = repr(self._session.first_step or self._session.tour_name)
        self.tour_id = sha256(key.encode()).hexdigest()[:8]
        self._wanted = stage
        self._desk: DeskStore | None = None
        self._lock = Lock()
        self._applied: deque[tuple[str, int]] = deque(maxlen=500)
        # The changes that each phone can undo and redo, in chronological order.
        self._changes = defaultdict[tuple[str, Op], deque[TextExchange | TourStep]](
            lambda: deque(maxlen=_MAX_CHANGES)
        )
        self.revealed, self.fully_revealed = 0, False
        if stage is not None:  # raises PelotonError if it cannot be entered
            self._desk = DeskStore(self._session, stage)
            self._desk.open()
        self.watch = session.watch()
        self.board = self._read(secrets.randbelow(_RUNS) * _BOARDS + 1)

    def refresh(self) -> Board | None:
        """Read the tour again; return the old data if that has changed."""
        with self._lock:
            old = self.board
            try:
                new = self._read(old.number + 1)
            # Every error is shown on the phones: if it ended the task that watches the
            # database, nobody would notice.
            except Exception as error:  # noqa: BLE001
                known = isinstance(error, PelotonError) and str(error)
                trouble = known or f"the tour cannot be read: {error!r}"
                new = replace(old, number=old.number + 1, trouble=trouble)
            if replace(new, number=old.number) == old:
                return None
            self.board = new
            return old

    def _read(self, number: int) -> Board:
        with self._session.store() as store:
            stored = self._session.current(store)
            last_step = store.journal.latest(stored.tour.name)
            # An earlier stage may have been cleared, and the chosen one removed.
            choices = (self._wanted, next_stage_number(stored.tour))
            stages = [n for n in choices if n and n <= len(stored.tour.stages)]
            view = self._opened(store, min(stages)) if stages else None
        saved = (view.desk.before if view else stored).scored
        if not saved.is_over:
            self.revealed, self.fully_revealed = 0, False
        return Board(
            number=number,
            stage_id=f"{view.number if view else ''} {self.tour_id}",
            saved=saved,
            view=view,
            last_step=last_step,
            applied=dict(self._applied),
            revealed=self.revealed,
        )

    def _opened(self, store: Store, stage: int) -> DeskView:
        if self._desk is None or self._desk.number != stage:
            self._desk = DeskStore(self._session, stage)
        return self._desk.open_in(store)

    def change(self, stage: str, change: LineChange) -> None:
        """Apply a line change to the draft of the stage with this `stage_id`."""
        key = change.seat, change.number
        with self._lock:
            if key in self._applied:
                return
            board, desk = self.board, self._desk
            if change.op in {Op.UNDO, Op.REDO}:
                self._reverse(change)
            elif board.view is None or desk is None or board.stage_id != stage:
                gone = f"stage {stage.partition(' ')[0]} is no longer being entered"
                raise ChangedMeanwhileError(gone, gone)
            else:
                before, after = desk.change(change)
                label = change.was if change.op is Op.REMOVE else change.line
                self._add(change.seat, TextExchange(desk.number, after, before, label))
            # Remembered here too: the draft is deleted when the stage is saved.
            self._applied.append(key)

    def reversible(self, seat: str) -> dict[Op, str]:
        """Return the labels of the changes that a phone can undo and redo, if any."""
        found = {op: self._next_reverse(op, seat) for op in (Op.UNDO, Op.REDO)}
        return {op: c.label or phrase("Next turn") for op, c in found.items() if c}

    def _add(self, seat: str, change: TextExchange | TourStep) -> None:
        """Add a phone's new change to undo, and discard those that could be redone."""
        self._changes[seat, Op.UNDO].append(change)
        self._changes[seat, Op.REDO].clear()

    def _next_reverse(self, op: Op, seat: str) -> TextExchange | TourStep | None:
        """Return the change that a phone would undo or redo; None if there is none.

        A journal step is skipped if others undid it or added a later step.
        """
        view, step = self.board.view, self.board.last_step
        last_step = step[0] if step else 0
        # A copy, because another thread may add a change meanwhile.
        for change in reversed([*self._changes[seat, op]]):
            if isinstance(change, TextExchange):
                return change if view and change.stage == view.number else None
            if (change.step == last_step) is (op is Op.UNDO):
                return change
        return None

    def _reverse(self, change: LineChange) -> None:
        """Undo or redo the latest change made by a phone, or undo a journal step."""
        last_step, undo = self.board.last_step, change.op is Op.UNDO
        found = self._next_reverse(change.op, change.seat)
        if undo and change.at is not None:
            found = TourStep(change.at, last_step[1] if last_step else "")
        if found is None:
            raise PelotonError("nothing to undo" if undo else "nothing to redo")
        inverse, changes = found, self._changes[change.seat, change.op]
        # After any other error, such as a busy database, the phone can try again.
        try:
            if isinstance(found, TourStep):
                self._reverse_step(change.op, found.step)
            elif self._desk is not None:
                after, before = self._desk.change(change, found)
                inverse = replace(found, found=before, wanted=after)
        except ChangedMeanwhileError:
            with suppress(ValueError):
                changes.remove(found)
            raise
        with suppress(ValueError):  # another phone made the change
            changes.remove(found)
        self._changes[change.seat, Op.REDO if undo else Op.UNDO].append(inverse)

    def _reverse_step(self, op: Op, step: int) -> None:
        """Undo or redo the next step of the journal if it has this number."""

        def work(store: Store) -> None:
            turn = store.journal.undo if op is Op.UNDO else store.journal.redo
            if turn(self._session.name(store), 1)[0].number != step:
                raise ChangedMeanwhileError("the tour was changed after this change")

        self._session.write(work)

    def save(self, number: int, seat: str, who: str) -> int:
        """Save the stage if the board has this number; return the stage's number."""
        with self._lock:
            board, desk = self.board, self._desk
            if board.view is None or desk is None or board.number != number:
                raise PelotonError(
                    "the stage was changed meanwhile; nothing was saved, try again"
                )
            view = board.view
            desk.save(view.desk.before, tour_to_save(view), f" (table: {who})")
            step = desk.session.recorded_steps[-1]
            self._add(seat, TourStep(step.number, step.what))
            return view.number

    def reveal(self, place: int, count: int) -> None:
        """Reveal the first scenes of the ceremony, of `count` in all; 0 ends it."""
        self.revealed = min(place, count)
        if place:
            self.fully_revealed = place >= count
