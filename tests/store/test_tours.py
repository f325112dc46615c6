"""Several stored tours, the current tour, and the effects of a command on them."""

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import create_engine, func, select

from peloton.errors import StoreError
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import Tour, with_stage
from peloton.store.facts.parts import TourSummary
from peloton.store.models import StoredRow
from peloton.store.session import open_store
from tests.store.ronde import GIRO, MUUR, RONDE


def changes(statements: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return those of the statements that write to tours."""
    return [
        sent
        for sent in statements
        if sent[0].startswith(("INSERT", "UPDATE", "DELETE"))
        and "journal" not in sent[0]
    ]


def test_the_tours_are_listed_by_name_with_what_is_in_them(where: str) -> None:
    with open_store(where) as store:
        store.save(RONDE, "", "saved")
        store.save(GIRO, "", "saved")
        store.make_current(RONDE.name)

        assert store.summaries() == (
            TourSummary(
                name="Giro",
                rulebook="cyclo",
                date=None,
                riders=0,
                stages=0,
                ridden=0,
                current=False,
            ),
            TourSummary(
                name="Ronde van de Tafel",
                rulebook="cyclo",
                date=str(RONDE.date),
                riders=4,
                stages=5,
                ridden=4,
                current=True,
            ),
        )


def test_no_tour_is_the_current_one_until_one_is_chosen(where: str) -> None:
    with open_store(where) as store:
        store.save(RONDE, "", "saved")

        assert store.current() is None


def test_the_tour_chosen_last_is_the_current_one(where: str) -> None:
    with open_store(where) as store:
        store.save(RONDE, "", "saved")
        store.save(GIRO, "", "saved")
        store.make_current(RONDE.name)
        store.make_current(GIRO.name)
    with open_store(where, write=False) as store:
        assert store.current() == GIRO.name


def test_a_tour_saved_again_stays_the_current_one(where: str) -> None:
    with open_store(where) as store:
        store.save(RONDE, "", "saved")
        store.make_current(RONDE.name)
        store.save(replace(RONDE, rulebook="house", date=None), "other", "saved")

        assert store.current() == RONDE.name


def test_without_the_current_tour_there_is_none(where: str) -> None:
    with open_store(where) as store:
        store.save(RONDE, "", "saved")
        store.make_current(RONDE.name)
        store.delete(RONDE.name)

        assert store.current() is None


def test_a_deleted_tour_leaves_no_row_behind_but_its_journal(where: str) -> None:
    with open_store(where) as store:
        store.save(RONDE, "", "saved")
        store.make_current(RONDE.name)
        store.delete(RONDE.name)

    engine = create_engine(where if "://" in where else f"sqlite:///{where}")
    with engine.connect() as connection:
        left = {
            table.name: connection.scalar(select(func.count()).select_from(table))
            for table in StoredRow.metadata.sorted_tables
            if table.name not in {"journal", "rulebook"}
        }
    engine.dispose()
    assert left == dict.fromkeys(left, 0)


def test_a_deleted_tour_takes_nothing_of_another_with_it(where: str) -> None:
    with open_store(where) as store:
        store.save(RONDE, "", "saved")
        store.save(replace(RONDE, name="Other"), "", "saved")
        store.delete("Other")

        assert store.tour(RONDE.name).tour == RONDE


def test_the_names_of_tours_differ_by_letter_case(where: str) -> None:
    with open_store(where) as store:
        store.save(GIRO, "upper", "saved")
        store.save(replace(GIRO, name="giro"), "lower", "saved")

        assert store.tour("Giro").rulebook_text == "upper"
        assert store.tour("giro").rulebook_text == "lower"


@pytest.mark.parametrize("act", ["tour", "delete"])
def test_an_unknown_tour_is_refused_with_the_nearest_one(where: str, act: str) -> None:
    with open_store(where) as store:
        store.save(RONDE, "", "saved")
        store.save(GIRO, "", "saved")
        with pytest.raises(StoreError) as refused:
            getattr(store, act)("Ronde van den Tafel")

    assert "'Ronde van den Tafel'" in str(refused.value)
    assert "'Ronde van de Tafel'" in str(refused.value)
    assert "Giro" not in str(refused.value)


def test_an_unknown_tour_of_an_empty_store_is_refused(where: str) -> None:
    with (
        open_store(where) as store,
        pytest.raises(StoreError, match="no tour called 'Ronde'"),
    ):
        store.tour("Ronde")


def test_entering_a_stage_writes_no_other(
    where: str, statements: list[tuple[str, str]]
) -> None:
    """Stage 4 is ridden as stage 2 was; the rest of the tour stays as it is."""
    with open_store(where) as store:
        store.save(RONDE, "", "saved")
    statements.clear()
    with open_store(where) as store:
        store.save(with_stage(RONDE, 4, MUUR), "", "saved")

    written = changes(statements)
    assert [" ".join(sent.split()[:3]) for sent, _ in written] == [
        "UPDATE tour SET",
        "DELETE FROM part",
        "INSERT INTO part",
        "UPDATE tour SET",
    ]
    assert "Antwerpen" not in repr(written)
    assert "Gent" not in repr(written)


def test_a_stage_entered_again_is_replaced(where: str) -> None:
    corrected = with_stage(RONDE, 2, replace(MUUR, finish=MUUR.finish[::-1], lots={}))
    with open_store(where) as store:
        store.save(RONDE, "", "saved")
        store.save(corrected, "", "saved")

        assert store.tour(RONDE.name).tour == corrected


def test_a_tour_that_is_as_it_was_is_not_written(
    where: str, statements: list[tuple[str, str]]
) -> None:
    with open_store(where) as store:
        store.save(RONDE, "text", "saved")
    statements.clear()
    with open_store(where) as store:
        assert store.save(RONDE, "text", "saved") is None

    assert changes(statements) == []


def test_a_large_tour_takes_no_more_statements_than_a_small_one(
    where: str, statements: list[tuple[str, str]]
) -> None:
    riders = tuple(Rider(bib=Bib(str(n))) for n in range(60))
    with open_store(where) as store:
        store.save(replace(RONDE, name="small", stages=(MUUR,)), "", "saved")
        store.save(
            replace(RONDE, name="large", riders=riders, stages=(MUUR,) * 9), "", "saved"
        )
        statements.clear()
        store.tour("small")
        small = len(statements)
        statements.clear()
        store.tour("large")

    assert len(statements) == small


def test_an_error_undoes_all_of_the_command(where: str) -> None:
    with open_store(where) as store:
        store.save(GIRO, "", "saved")

    def fail() -> None:
        with open_store(where) as store:
            store.save(RONDE, "", "saved")
            store.make_current(RONDE.name)
            store.delete(GIRO.name)
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    with open_store(where, write=False) as store:
        assert [summary.name for summary in store.summaries()] == ["Giro"]


def test_an_interrupt_undoes_all_of_the_command(where: str) -> None:
    def interrupt() -> None:
        with open_store(where) as store:
            store.save(RONDE, "", "saved")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupt()
    with open_store(where, write=False) as store:
        assert store.summaries() == ()


def test_what_is_done_in_a_store_that_is_only_read_is_not_kept(where: str) -> None:
    with open_store(where) as store:
        store.save(GIRO, "", "saved")
    with open_store(where, write=False) as store:
        store.delete(GIRO.name)
    with open_store(where, write=False) as store:
        assert store.tour(GIRO.name).tour == GIRO


@pytest.mark.parametrize(
    "tour",
    [
        replace(RONDE, riders=(Rider(bib=Bib("1")), Rider(bib=Bib("1")))),
        replace(RONDE, teams=(Team(code=TeamCode("A")), Team(code=TeamCode("A")))),
    ],
    ids=["rider", "team"],
)
def test_a_rider_or_team_twice_is_refused_and_nothing_is_saved(
    where: str, tour: Tour
) -> None:
    def save() -> None:
        with open_store(where) as store:
            store.save(GIRO, "", "saved")
            store.save(tour, "", "saved")

    with pytest.raises(StoreError, match="twice"):
        save()
    with open_store(where, write=False) as store:
        assert store.summaries() == ()


def test_to_read_makes_no_database_where_there_is_none(file: Path) -> None:
    with open_store(str(file.parent / "new" / "tours.db"), write=False) as store:
        assert store.summaries() == ()
        assert store.current() is None

    assert list(file.parent.iterdir()) == []


def test_to_write_makes_the_folder_and_the_database(file: Path) -> None:
    new = file.parent / "a folder" / "and one in it" / "#1 % tours?.db"
    with open_store(str(new)) as store:
        store.save(RONDE, "", "saved")

    assert new.is_file()


def test_a_file_may_be_given_as_a_url(file: Path) -> None:
    with open_store(f"sqlite:///{file}") as store:
        store.save(RONDE, "", "saved")
    with open_store(str(file), write=False) as store:
        assert store.tour(RONDE.name).tour == RONDE
