"""A watched database reports every save."""

from pathlib import Path

from peloton.store.facts.parts import Draft
from peloton.store.session import Watch, open_store
from tests.store.ronde import RONDE


def test_the_sign_is_another_once_something_was_saved(where: str) -> None:
    with open_store(where) as store:
        store.save(RONDE, "", "loaded")
    watch = Watch(where)
    first = watch.sign()
    assert watch.sign() == first
    with open_store(where) as store:
        store.keep_draft(RONDE.name, Draft(2, "1 0", ""))

    second = watch.sign()

    assert first != second == watch.sign()
    with open_store(where) as store:
        store.delete(RONDE.name)
    assert watch.sign() != second
    watch.close()


def test_a_file_that_is_not_there_yet_has_no_sign(tmp_path: Path) -> None:
    watch = Watch(str(tmp_path / "tours.db"))

    assert watch.sign() is None
    with open_store(str(tmp_path / "tours.db")) as store:
        store.save(RONDE, "", "loaded")
    assert watch.sign() is not None
    watch.close()
