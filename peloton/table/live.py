"""The tour as shown on all phones; it is read again after every change."""

import secrets
from collections import defaultdict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from threading import Lock

from peloton.desk.changes import ChangedMeanwhileError, LineChange, Op
from peloton.desk.history import History, TextExchange, TourStep
from peloton.desk.proposal import preview_save
from peloton.desk.session import Session
from peloton.desk.state import DeskView, StageAtDesk
from peloton.desk.store import DeskStore
from peloton.errors import PelotonError, StoreError
from peloton.reports.names import Names
from peloton.rules.facts.labels import stage_name
from peloton.rules.facts.tour import next_stage_number, stage_at, with_stage
from peloton.rules.results import Race
from peloton.rules.words import Phrase, phrase
from peloton.store.facts.parts import Step
from peloton.store.tours import Store

_BOARDS = 10**6
"""A board's number is the program run's id times this factor, plus a running count."""
_RUNS = range(10**6, 9 * 10**6)
"""Range of the random ids of program runs.

The ids are limited because a page numbers its changes from 1,000 times its board's
number, and JavaScript represents whole numbers exactly only below 2**53.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveStage:
    """The stage being ridden, with the lines entered so far."""

    desk: StageAtDesk
    view: DeskView

    @property
    def number(self) -> int:
        """The number of the stage."""
        return self.desk.number

    @property
    def finished_count(self) -> int:
        """The number of riders who have finished."""
        return sum(line.place is not None for line in self.view.results.values())

    @property
    def title(self) -> Phrase:
        """The number and the name of the stage."""
        return stage_name(self.number, self.view.reading.stage)


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The data of all pages at one moment: the tour and the stage being ridden.

    `saved` is the tour without the stage being ridden, and `current` the tour with it.

    `live` is None once all stages are ridden. `last_step` is the latest journal entry.
    `tour_id` tells whether the unsent lines of a phone are for this tour; it stays the
    same if the tour is renamed. `trouble` is the reason why the tour can no longer be
    read. `applied` maps the id of each phone to the number of its latest change that
    this data includes. `revealed` is the number of scenes of the ceremony revealed so
    far, 0 if no ceremony is running.
    """

    number: int
    tour_id: str
    saved: Race
    current: Race
    live: LiveStage | None
    last_step: tuple[int, str] | None
    trouble: str = ""
    applied: Mapping[str, int] = field(default_factory=dict)
    revealed: int = 0

    @property
    def name(self) -> str:
        """The name of the tour."""
        return self.saved.tour.name

    @property
    def news(self) -> tuple[Phrase, ...]:
        """The winner of the last saved stage; empty once the next stage has a line."""
        if not self.saved.stages or (self.live and self.live.view.text.strip()):
            return ()
        score, names = self.saved.score(), Names(self.saved.tour)
        winners = [names.rider(line.bib) for line in score.result if line.place == 1]
        won = phrase(
            "Stage {number}: {rider} wins.",
            number=score.number,
            rider=", ".join(winners),
        )
        if self.live is None:
            return won, phrase("Every stage has been ridden.")
        return won, phrase("Next: stage {number}.", number=self.live.number)


class LiveTour:
    """The tour of a live table.

    `board`, the data for the pages, is replaced after every change. `revealed` is the
    number of the ceremony's scenes revealed so far. `fully_revealed` becomes true with
    the last scene, and remains true when the ceremony ends.
    """

    def __init__(self, session: Session, stage: int | None) -> None:
        """Read the tour and one of its stages, by default the next stage to be ridden.

        Raises PelotonError if there is no tour, or the stage cannot be entered yet.
        """
        self._session = session.bound_to_tour()
        key = repr(self._session.first_step or self._session.tour_name)
        self._tour_id = sha256(key.encode()).hexdigest()[:8]
        self._wanted = stage
        self._desk: DeskStore | None = None
        self._lock = Lock()
        self._applied: deque[tuple[str, int]] = deque(maxlen=500)
        self._histories = defaultdict[str, History](History)
        self.revealed, self.fully_revealed = 0, False
        self.watch = session.watch()
        if stage is not None:
            stage_at(self._session.read().tour, stage)
        run = secrets.choice(_RUNS)
        self.board = self._read(run * _BOARDS + 1)

    def refresh(self) -> bool:
        """Read the tour again; return whether it has changed."""
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
            same = replace(new, number=old.number) == old
            if not same:
                self.board = new
            return not same

    def _read(self, number: int) -> Board:
        live = self._live()
        current = live.desk.before if live else self._session.read()
        saved = current.scored
        with self._session.store() as store:
            last_step = store.journal.latest(current.tour.name)
        if not saved.is_over:
            self.revealed, self.fully_revealed = 0, False
        return Board(
            number=number,
            tour_id=self._tour_id,
            saved=saved,
            current=_with_live_stage(saved, live) if live else saved,
            live=live,
            last_step=last_step,
            applied=dict(self._applied),
            revealed=self.revealed,
        )

    def _live(self) -> LiveStage | None:
        """Read the stage being ridden; return None if all stages have been ridden.

        After a save, an undo or `stage clear`, this may be a different stage.
        """
        if self._desk is not None:
            try:
                live = _opened(self._desk)
            except StoreError:
                raise
            except PelotonError:  # an earlier stage was cleared: enter it first
                self._wanted = None
            else:
                if (
                    self._wanted
                    or next_stage_number(live.desk.before.tour) == live.number
                ):
                    return live
            self._desk = None
        number = self._wanted or next_stage_number(self._session.read().tour)
        if number is not None:
            self._desk = DeskStore(self._session, number)
        return _opened(self._desk) if self._desk else None

    def change(self, stage: str, change: LineChange) -> None:
        """Apply a line change to a stage's draft; draw lots if the line asks for them.

        `stage` is the number of the stage, a space and the board's `tour_id`. Raises
        PelotonError if the change cannot be applied.
        """
        key = change.seat, change.number
        with self._lock:
            live, desk = self.board.live, self._desk
            if key in self._applied:
                return
            sent_for = f"{live.number} {self.board.tour_id}" if live else ""
            if change.op in {Op.UNDO, Op.REDO}:
                self._reverse(change)
            elif live is None or desk is None or sent_for != stage:
                number = stage.partition(" ")[0]
                raise ChangedMeanwhileError(
                    f"stage {number} is no longer being entered"
                )
            else:
                before, after = desk.change(change)
                self._histories[change.seat].add(
                    TextExchange(
                        stage=live.number,
                        found=after,
                        wanted=before,
                        label=change.line or change.was * (change.op is Op.REMOVE),
                    )
                )
            # Remembered here too, because the draft, which also records applied
            # changes, is deleted when the stage is saved.
            self._applied.append(key)

    def reversible(self, seat: str) -> dict[Op, str]:
        """Return the labels of the changes that a phone can undo and redo, if any."""
        found = {op: self._next_reverse(op, seat) for op in (Op.UNDO, Op.REDO)}
        turn = phrase("Next turn")
        return {op: change.label or turn for op, change in found.items() if change}

    def _next_reverse(self, op: Op, seat: str) -> TextExchange | TourStep | None:
        board = self.board
        stage = board.live.number if board.live else None
        last_step = board.last_step[0] if board.last_step else 0
        return self._histories[seat].next(op, stage, last_step)

    def _reverse(self, change: LineChange) -> None:
        """Undo or redo the latest change made by a phone.

        Raises PelotonError if there is no such change, or if other phones have changed
        the same lines since.
        """
        history = self._histories[change.seat]
        found = self._next_reverse(change.op, change.seat)
        if found is None:
            undo = change.op is Op.UNDO
            raise PelotonError("nothing to undo" if undo else "nothing to redo")
        back = found
        try:
            if isinstance(found, TourStep):
                self._reverse_step(change.op, found.step)
            elif self._desk is not None:
                after, before = self._desk.change(change, found)
                back = replace(found, found=before, wanted=after)
        except ChangedMeanwhileError:
            history.remove(change.op, found)
            raise
        history.remove(change.op, found)
        history.add_reverse(change.op, back)

    def save(self, number: int, seat: str, who: str) -> int:
        """Save the stage as shown by the board (page data) with this number.

        Returns the stage's number. Raises PelotonError if the board has changed since,
        or the stage cannot be saved.
        """
        with self._lock:
            board, desk = self.board, self._desk
            if board.live is None or desk is None or board.number != number:
                raise PelotonError("the stage was changed meanwhile: check it again")
            live = board.live
            after = preview_save(live.desk, live.view).after
            desk.save(live.desk.before, after, f" (table: {who})")
            step = desk.session.recorded_steps[-1]
            self._histories[seat].add(TourStep(step=step.number, label=step.what))
            return live.number

    def undo(self, step: int, seat: str) -> Step:
        """Undo the last step of the journal, which must be number `step`.

        The phone with the id `seat` can redo it. Raises PelotonError if another step
        was added meanwhile.
        """
        with self._lock:
            undone = self._reverse_step(Op.UNDO, step)
            back = TourStep(step=step, label=undone.what)
            self._histories[seat].add_reverse(Op.UNDO, back)
            return undone

    def _reverse_step(self, op: Op, step: int) -> Step:
        """Undo or redo the step of the journal with this number.

        Raises PelotonError if this is not the next step to undo or redo.
        """

        def work(store: Store) -> Step:
            turn = store.journal.undo if op is Op.UNDO else store.journal.redo
            turned = turn(self._session.name(store), 1)[0]
            if turned.number != step:
                raise ChangedMeanwhileError("the tour has a newer last change")
            return turned

        return self._session.write(work)


def _opened(desk: DeskStore) -> LiveStage:
    opened = desk.open()
    return LiveStage(desk=opened.desk, view=opened.desk.view(opened.text))


def _with_live_stage(saved: Race, live: LiveStage) -> Race:
    """Add the stage being ridden to the race, without places for riders still out."""
    score = live.view.live.score
    if score is None:
        return saved
    stages = (s for s in saved.stages if s.number < live.number)
    tour = with_stage(saved.tour, live.number, live.view.reading.stage)
    out = set(live.view.live.still_out)
    result = tuple(line for line in score.result if line.bib not in out)
    return replace(saved, tour=tour, stages=(*stages, replace(score, result=result)))
