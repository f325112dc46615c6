"""`peloton` alone: where the current tour stands, and what to do next."""

from peloton.cli.support.output import language_of, show, tell
from peloton.desk.scored_tour import with_rulebook
from peloton.desk.session import Session
from peloton.reports.classifications.standings import lots_undrawn
from peloton.reports.tour.status import status_sheet
from peloton.rules.facts.kinds import Language
from peloton.rules.race import score

_TOURS = "No current tour: 'peloton tours' lists them, 'peloton use NAME' takes one."
_NO_TOURS = (
    "No tours yet. 'peloton demo' shows one, 'peloton new' makes your own,"
    " 'peloton load FILE' takes one from a file. 'peloton help' has the rest."
)


def show_status(session: Session) -> None:
    """Show the state of the current tour, or how to get one."""
    with session.store() as store:
        if session.wanted is None and store.current() is None:
            tell(_TOURS if store.summaries() else _NO_TOURS)
            changed = store.journal.to_undo()
            if changed is not None:
                _, what = store.journal.latest(changed) or (0, None)
                tell(f"Last change: '{changed}', {what}; 'peloton undo' takes it back.")
            return
        name = session.name(store)
        stored = store.tour(name)
        begun = [draft.stage for draft in store.drafts(name)]
        _, latest = store.journal.latest(name) or (0, None)
    current = with_rulebook(stored.tour, stored.rulebook_text)
    race = score(current.tour, current.rulebook)
    # The journal is in English: in another language only that there was a change.
    if latest is not None and language_of(race.tour) not in (None, Language.ENGLISH):
        latest = ""
    show(status_sheet(race, begun, latest), tour=race.tour)
    for ridden in race.stages[-1:]:
        for drawn in lots_undrawn(race, ridden):
            command = f"peloton stage lots {ridden.number} {drawn} --draw"
            tell(f"'{command}' draws the lots.")
