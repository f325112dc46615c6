"""What every command works on: where the tours are, and which one is meant.

`peloton --help` imports this, so what only some commands need is imported by them.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from peloton.cli.completing import complete_tours
from peloton.errors import PelotonError

if TYPE_CHECKING:
    from peloton.cli.current import Current
    from peloton.rules.model import Tour
    from peloton.store.steps import Step
    from peloton.store.tours import Store

T = TypeVar("T")


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
        from peloton.store.session import open_store  # noqa: PLC0415 - see above

        where = self.where or default_database()
        with open_store(where, write=False, wait=self.wait, mine=own_file) as store:
            yield store

    def write(self, work: "Callable[[Store], T]") -> "T":
        """Do work on the tours in one transaction: all of it is kept, or nothing.

        It is done anew where another program came between: nothing is asked by it.
        """
        from peloton.store.session import change_store  # noqa: PLC0415 - see above

        def noted(store: "Store") -> "tuple[T, list[Step]]":
            return work(store), store.journal.made

        where = self.where or default_database()
        result, made = change_store(
            where, noted, keep=not self.dry, wait=self.wait, mine=own_file
        )
        self.recorded.extend(made)
        return result

    def name(self, store: "Store") -> str:
        """Return the name of the tour that commands act on."""
        name = self.wanted or store.current()
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
        from peloton.cli.current import with_rulebook  # noqa: PLC0415 - see above

        stored = store.tour(self.name(store))
        return with_rulebook(stored.tour, stored.rulebook_text)

    def read(self) -> "Current":
        """Open the store, read the tour that commands act on, and close it."""
        with self.store() as store:
            return self.current(store)

    def change(self, changed: "Callable[[Current], Tour]", what: str) -> "Current":
        """Change the tour in one transaction; InputError if it no longer holds.

        `changed` gives the tour as it should be; nothing is asked meanwhile. It is
        worked out and scored while others may write, and once more if they did.
        `what` says in words what was changed, for the journal.
        """
        from peloton.cli.current import checked, with_rulebook  # noqa: PLC0415 - see above

        with self.store() as store:
            name = self.name(store)
            before = store.tour(name)
        current = with_rulebook(before.tour, before.rulebook_text)
        soon = checked(changed(current), before.rulebook_text)

        def work(store: "Store") -> "Current":
            after, now = soon, store.tour(name)
            if now != before:
                current = with_rulebook(now.tour, now.rulebook_text)
                after = checked(changed(current), now.rulebook_text)
            store.save(after.tour, after.rulebook_text, what)
            return after

        return self.write(work)


def on_tour(command: Callable[..., object]) -> Callable[..., object]:
    """Hand a command the session, and let `--tour` stand after its name too."""
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


def default_database() -> str:
    """Return the file in the user's data folder where tours are kept."""
    from platformdirs import user_data_path  # noqa: PLC0415 - see above

    try:
        return str(user_data_path("peloton", appauthor=False) / "tours.db")
    except RuntimeError as error:
        message = "there is no home folder for the tours: name a file with --db"
        raise PelotonError(message) from error


def own_file() -> Path:
    """Return the user's file that says which tour is current in a shared database."""
    return Path(default_database()).with_name("current.json")
