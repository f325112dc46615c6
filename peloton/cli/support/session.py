"""What every command works on: the database and the tour meant.

`peloton --help` imports this, so what only some commands need is imported by them.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from peloton.errors import PelotonError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from peloton.cli.support.scored_tour import Current
    from peloton.rules.facts.tour import Tour
    from peloton.rules.results import Race
    from peloton.store.parts import StoredTour
    from peloton.store.steps import Step
    from peloton.store.tours import Store

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One run of the program: the database and the tour asked for.

    `recorded` are the steps it has entered in the journal. A `dry` run keeps nothing.
    `wait` is for how many seconds it tries where others have the database.
    """

    where: str | None
    wanted: str | None
    dry: bool = False
    wait: float = 30
    recorded: "list[Step]" = field(default_factory=list)

    @contextmanager
    def store(self) -> "Iterator[Store]":
        """Open the tours to read them, all as they are at one moment."""
        from peloton.store.direct import open_reading

        where = self.where or default_database()
        with open_reading(where, wait=self.wait, mine=own_file) as store:
            yield store

    def write(self, work: "Callable[[Store], _T]") -> "_T":
        """Do work on the tours in one transaction: all of it is kept, or nothing.

        It is done anew where another program came between: nothing is asked by it.
        """
        from peloton.store.session import change_store

        def noted(store: "Store") -> "tuple[_T, list[Step]]":
            return work(store), store.journal.made

        where = self.where or default_database()
        result, made = change_store(
            where,
            noted,
            keep=not self.dry,
            scorer=_scorer,
            wait=self.wait,
            mine=own_file,
        )
        self.recorded.extend(made)
        return result

    def name(self, store: "Store") -> str:
        """Return the name of the tour that commands act on; PelotonError if none."""
        if self.wanted is not None:
            return tour_meant(store, self.wanted)
        name = store.current()
        if name is None:
            message = (
                "no current tour: 'peloton new' creates one, 'peloton load FILE' loads"
                " one, 'peloton demo' shows one"
            )
            if store.summaries():
                message = "no current tour: choose one with 'peloton use NAME'"
            raise PelotonError(message)
        return name

    def current(self, store: "Store") -> "Current":
        """Return the tour that commands act on."""
        from peloton.cli.support.scored_tour import with_rulebook

        stored = store.tour(self.name(store))
        return with_rulebook(stored.tour, stored.rulebook_text)

    def read(self) -> "Current":
        """Read the tour that commands act on, in a transaction of its own."""
        with self.store() as store:
            return self.current(store)

    def change(self, changed: "Callable[[Current], Tour]", what: str) -> "Current":
        """Change the tour in one transaction; InputError if it then has mistakes.

        `changed` gives the tour as it should be; nothing is asked meanwhile. It is
        worked out and scored while others may write, and once more if they did.
        `what` says in words what was changed, for the journal.
        """
        from peloton.cli.support.scored_tour import validated, with_rulebook

        with self.store() as store:
            name = self.name(store)
            before = store.tour(name)
        current = with_rulebook(before.tour, before.rulebook_text)
        soon = validated(changed(current), before.rulebook_text)

        def work(store: "Store") -> "Current":
            after, now = soon, store.tour(name)
            if now != before:
                current = with_rulebook(now.tour, now.rulebook_text)
                after = validated(changed(current), now.rulebook_text)
            store.save(after.tour, after.rulebook_text, what, race=after.scored)
            return after

        return self.write(work)


def tour_meant(store: "Store", word: str, *, gone: bool = False) -> str:
    """Return the name of the tour that a word stands for, or else the word.

    Of deleted ones too, if they may be `gone`: whole, for only one that is there may
    go by its beginning. PelotonError where it fits several.
    """
    if word in store:
        return word
    from peloton.rules.names import meant

    if gone and word in store.journal.names():
        return word
    names = {tour.name: () for tour in store.summaries()}
    return meant(word, names) or word


Completion = tuple[str, str]
"""A word and what it stands for."""
_Complete = Callable[[click.Context, click.Parameter, str], list["CompletionItem"]]


def offering(offers: Callable[[Session], Iterable[Completion]]) -> _Complete:
    """Return a completer for Tab: it offers the words that begin as typed.

    Nothing is ever said then, and nothing goes wrong: where there is nothing to offer,
    or no way to find out, nothing is offered.
    """

    def complete(
        context: click.Context, _: click.Parameter, typed: str
    ) -> "list[CompletionItem]":
        # Needed only where a shell asks, and every command comes by here.
        from click.shell_completion import CompletionItem

        try:
            words = tuple(offers(_session(context)))
        except PelotonError:
            return []
        start = typed.lstrip("\"'")
        return [
            CompletionItem(_quoted(word), help=about)
            for word, about in words
            if word.casefold().startswith(start.casefold())
        ]

    return complete


def _session(context: click.Context) -> Session:
    """Return the session of a command line that is only being completed."""
    given: dict[str, str | None] = {}
    level: click.Context | None = context
    while level is not None:
        given = {**level.params, **given}
        level = level.parent
    where = given.get("db") or os.environ.get("PELOTON_DB") or None
    return Session(where=where, wanted=given.get("tour"))


def _quoted(word: str) -> str:
    """Quote a word for bash; other shells quote completions themselves."""
    if not os.environ.get("_PELOTON_COMPLETE", "").startswith("bash"):
        return word
    return "".join(
        letter
        if letter.isalnum() or letter in "-_./:,+@%" or not letter.isascii()
        else f"\\{letter}"
        for letter in word
    )


def _tours(session: Session) -> Iterable[Completion]:
    with session.store() as store:
        return [(tour.name, tour.rulebook) for tour in store.summaries()]


complete_tours = offering(_tours)


def on_tour(command: Callable[..., object]) -> Callable[..., object]:
    """Give a command the session, and accept `--tour` after its name too."""
    option = click.option(
        "--tour",
        metavar="NAME",
        shell_complete=complete_tours,
        expose_value=False,
        callback=_choose,
        help="Act on this tour, not the current one.",
    )
    return option(click.pass_obj(command))


def _choose(context: click.Context, _: click.Parameter, name: str | None) -> None:
    if name is not None:
        context.obj = replace(context.obj, wanted=name)


def _scorer(stored: "StoredTour") -> "Race | None":
    from peloton.cli.support.scored_tour import stored_race

    return stored_race(stored)


def default_database() -> str:
    """Return the database in the user's data folder; PelotonError without one."""
    from platformdirs import user_data_path

    try:
        return str(user_data_path("peloton", appauthor=False) / "tours.db")
    except RuntimeError as error:
        message = "there is no home folder for the tours: name a file with --db"
        raise PelotonError(message) from error


def own_file() -> Path:
    """Return the user's file that says which tour is current in a shared database."""
    return Path(default_database()).with_name("current.json")
