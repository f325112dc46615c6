"""Select the tours of a season by name, file or date."""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import wraps
from itertools import chain
from operator import itemgetter
from pathlib import Path

import click

from peloton.api.tours import load, scored_file
from peloton.cli.support.arguments import Integer, option, read_day, with_options
from peloton.cli.support.output import tell
from peloton.cli.support.progress import with_progress
from peloton.desk.scored_tour import stored_race, with_rulebook
from peloton.desk.session import NO_TOURS, Session, find_tour_name
from peloton.errors import InputError, PelotonError
from peloton.notation.resources import sample_names
from peloton.rules.results import Race
from peloton.rules.season.ranking import SeasonScale
from peloton.rules.words import printable
from peloton.store.derived.derived_rows import current_tours
from peloton.store.derived.season_tables import SeasonTables, SeasonTour
from peloton.store.facts.parts import StoredTour
from peloton.store.facts.tour_rows import first_days
from peloton.store.tours import Store
from peloton.store.transactions import memory_database

_NONE_LEFT = "no tour to rank: choose other dates, or give the names of sample tours"
_DatedTour = tuple[dt.date, str, int | Race]
"""The first day of a tour, its name, and its id or the scored tour (`SeasonTour`)."""


@dataclass(slots=True, kw_only=True)
class SeasonSelection:
    """The tours of a season: those with `names` and in `files`, or else all tours.

    Only tours that began between `first` and `last` are selected. If these dates are
    given, tours without a date are skipped and listed in `undated`. Unchanged sample
    tours are skipped and listed in `samples`, unless they are in `names`. `left_out`
    maps each tour that was skipped because of mistakes to its mistakes. `undated`,
    `samples` and `left_out` are complete once `tables` is open.
    """

    session: Session
    names: Sequence[str] = ()
    files: Sequence[str] = ()
    first: dt.date = dt.date.min
    last: dt.date = dt.date.max
    undated: list[str] = field(default_factory=list)
    samples: list[str] = field(default_factory=list)
    left_out: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _chosen: list[SeasonTour] = field(default_factory=list)
    _store: Store = field(init=False)

    @contextmanager
    def tables(self, scale: SeasonScale) -> Iterator[SeasonTables]:
        """Score the tours and store them in temporary tables, sorted by date and name.

        A stored tour is scored only if its stored achievements (palmares) are outdated
        or missing. If all tours are files, no file of the database is opened. Raises
        PelotonError for unknown tours, for two tours with the same name, and if there
        are no tours.
        """
        with ExitStack() as opened:
            if self.files and not self.names:
                self._store = Store(opened.enter_context(memory_database()))
            else:
                self._store = opened.enter_context(self.session.store())
            both = chain(self._from_files(), self._stored())
            found = sorted(with_progress(both, "Scoring tours"), key=itemgetter(0, 1))
            self._chosen = [(name, tour) for _, name, tour in found]
            names = Counter(name for name, _ in self._chosen)
            for name, count in names.most_common(1):
                if count > 1:
                    raise PelotonError(
                        f"two of these tours are called '{name}'; leave one out"
                    )
            if not self._chosen and not self.left_out:
                self.print_remarks(())
                nothing = self._any_day and not self.samples
                raise PelotonError(NO_TOURS if nothing else _NONE_LEFT)
            yield SeasonTables(self._store.database, self._chosen, scale)

    def races(self) -> Iterator[Race]:
        """Yield the scored tours; call only while `tables` is open."""
        for name, found in self._chosen:
            if isinstance(found, Race):
                yield found
            elif race := stored_race(self._store.tour(name)):
                yield race

    def print_remarks(self, remarks: Iterable[str]) -> None:
        """Print remarks; raise InputError if tours were skipped because of mistakes."""
        if self.undated:
            tell(f"Skipped, without a date: {', '.join(self.undated)}.")
        if self.samples:
            tell(f"Skipped sample tours: {', '.join(self.samples)}.")
        for remark in remarks:
            tell(remark)
        if self.left_out:
            lines = chain.from_iterable(self.left_out.values())
            names = ", ".join(self.left_out)
            raise InputError(f"skipped because of mistakes: {names}", tuple(lines))

    @property
    def _any_day(self) -> bool:
        return (self.first, self.last) == (dt.date.min, dt.date.max)

    def _fits(self, name: str, day: dt.date | None) -> bool:
        if self._any_day:
            return True
        if day is None:
            self.undated.append(name)
            return False
        return self.first <= day <= self.last

    def _from_files(self) -> Iterator[_DatedTour]:
        for name in dict.fromkeys(self.files):
            scored = scored_file(Path(name))
            race = scored.race
            if race is None or scored.mistakes:
                self.left_out[name] = scored.lines
            elif self._fits(race.tour.name, day := race.tour.first_day):
                yield day or dt.date.max, race.tour.name, race

    def _stored(self) -> Iterator[_DatedTour]:
        store = self._store
        days = first_days(store.database)
        names, faults = dict[str, None](), list[str]()
        for word in self.names:
            try:
                names[store.head(find_tour_name(store, word)).name] = None
            except PelotonError as error:
                faults.append(str(error))
        if faults:
            raise InputError(faults.pop(), tuple(faults))
        chosen = [name for name in names or days if self._fits(name, days[name])]
        samples = {} if names else sample_names()
        ids = current_tours(store.database)
        # Samples are scored, because only unchanged samples are skipped.
        known = {name: id_ for name, id_ in ids.items() if name not in samples}
        for name in chosen:
            tour = known.get(name) or self._scored(store.tour(name), samples)
            if tour is not None:
                yield days[name] or dt.date.max, name, tour

    def _scored(self, stored: StoredTour, samples: Mapping[str, Path]) -> Race | None:
        """Score a stored tour; return None if it has mistakes or is a mere sample."""
        tour = stored.tour
        if tour.name in samples and load(samples[tour.name]).tour == tour:
            self.samples.append(tour.name)
            return None
        try:
            return with_rulebook(tour, stored.rulebook_text).race()
        except PelotonError as error:
            lines = error.lines or (str(error),)
            name = printable(tour.name)
            self.left_out[tour.name] = tuple(f"{name}: {line}" for line in lines)
            return None


def selection_options(command: Callable[..., object]) -> Callable[..., object]:
    """Add arguments and options for tours and dates, passed as a SeasonSelection."""

    @click.pass_obj
    @wraps(command)
    def selecting(
        session: Session,
        /,
        *,
        tours: tuple[str, ...],
        year: int | None,
        since: dt.date | None,
        until: dt.date | None,
        **others: object,
    ) -> object:
        first = max(dt.date(year or dt.MINYEAR, 1, 1), since or dt.date.min)
        last = min(dt.date(year or dt.MAXYEAR, 12, 31), until or dt.date.max)
        files = [name for name in tours if name.lower().endswith(".toml")]
        names = [name for name in tours if name not in files]
        chosen = SeasonSelection(
            session=session, names=names, files=files, first=first, last=last
        )
        return command(chosen, **others)

    return with_options(
        click.argument("tours", nargs=-1, metavar="[TOUR]..."),
        option("--year YEAR", "Tours begun in YEAR.", type=Integer(1, 9999)),
        option(
            "--since DAY", "Tours begun on DAY (2026-11-21) or later.", type=read_day
        ),
        option("--until DAY", "Tours begun on DAY or earlier.", type=read_day),
    )(selecting)
