"""Phones follow a tour and write its stage; all see the same."""

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from gzip import decompress
from http.client import HTTPConnection
from os import SEEK_END
from pathlib import Path
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner
from markupsafe import escape

from peloton.cli.main import main
from peloton.desk import proposal
from peloton.desk.changes import LineChange, Op
from peloton.desk.session import Session
from peloton.desk.store import DeskStore
from peloton.errors import StoreError
from peloton.notation.resources import sample_tours
from peloton.reports.tour.ghosts import card_words
from peloton.table import followers
from peloton.table.followers import FOLLOWER_PATHS
from peloton.table.live import LiveTour
from peloton.table.pages import page_files
from tests.machine import PATIENCE
from tests.table.tables import Phone, Table, held, loaded


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table on the last stage of the Flamme Rouge sample, still to be ridden."""
    with held(loaded(tmp_path, "flamme-rouge", 3)) as table:
        yield table


def plain(page: str) -> str:
    """Return the text of a page without markup."""
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", page))


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/", "Still out"),
        ("/", "General classification after stage"),
        ("/standings", "Standings after stage"),
        ("/course", "Course"),
        ("/outlook", "Still to win after stage"),
        ("/rider?bib=R1", "General classification"),
        ("/wall", "Still out"),
    ],
)
def test_who_follows_sees_the_tour(table: Table, path: str, words: str) -> None:
    assert words in plain(table.follower().get(path))


def test_each_code_has_a_title_for_who_cannot_see_it(table: Table) -> None:
    for path, title in (
        ("/wall", "Follow the race on your phone"),
        ("/invite", "Invite a writer"),
    ):
        assert f"<title>{title}</title>" in table.leader().get(path)


def test_what_a_phone_writes_stands_in_the_draft_and_on_every_page(
    table: Table,
) -> None:
    bib = table.tour.board.saved.tour.riders[0].bib
    status, desk = table.leader().add(f"{bib} 4")

    assert status == 200
    assert f"{bib} 4" in plain(desk)
    assert table.draft(3) == f"{bib} 4\n"
    home = len(table.tour.board.view.desk.race.racing)  # type: ignore[union-attr]
    assert f"1 of {home} home" in plain(table.follower().get("/"))


def test_what_another_program_saves_is_on_every_phone(table: Table) -> None:
    bib = table.tour.board.saved.tour.riders[0].bib
    table.run(
        *("stage", "ruling", "1", "--bib", bib, "--seconds", "500"),
        *("--reason", "moved twice", "--yes"),
    )

    assert table.waits_for("moved twice", f"/rider?bib={bib}") < 5


def test_a_line_that_cannot_be_read_stands_there_with_what_is_wrong(
    table: Table,
) -> None:
    status, desk = table.leader().add("nobody 4")

    assert status == 200
    assert "no rider" in plain(desk)


def test_a_change_of_a_line_that_is_another_now_is_refused_and_says_so(
    table: Table,
) -> None:
    phone = table.leader()
    phone.add("# one")
    fields = {
        "stage": table.stage,
        "number": 50,
        "op": "replace",
        "at": 1,
        "line": "# two",
    }

    assert phone.post("/change", **fields, was="# other") == (
        409,
        "changed meanwhile: line 1 is now '# one'",
    )
    assert phone.post("/change", **{**fields, "was": "# one"})[0] == 303
    assert table.draft(3) == "# two\n"


def test_a_change_whose_answer_was_lost_counts_once(table: Table) -> None:
    phone = table.leader()
    fields = {
        "stage": table.stage,
        "number": 9,
        "op": "add",
        "line": "# one",
        "was": "@0",
    }

    assert [phone.post("/change", **fields)[0] for _ in range(3)] == [303] * 3
    assert table.draft(3) == "# one\n"


def test_a_line_for_a_stage_that_was_saved_meanwhile_is_refused(table: Table) -> None:
    fields = {"stage": 2, "number": 9, "op": "add", "line": "# one", "was": "@0"}

    status, words = table.leader().post("/change", **fields)

    assert (status, words) == (
        409,
        "changed meanwhile: stage 2 is no longer being entered",
    )


def test_a_line_for_another_tour_is_refused(table: Table) -> None:
    """As of a phone that was out of the wifi when the table was put away."""
    fields = {"number": 9, "op": "add", "line": "# one", "was": "@0"}

    assert table.leader().post("/change", stage="3 0a1b2c3d", **fields)[0] == 409
    assert table.draft(3) is None


def ride(table: Table) -> None:
    """Enter the whole stage on a phone."""
    phone = table.leader()
    view = table.tour.board.view
    assert view is not None
    for number, bib in enumerate(view.desk.race.racing):
        assert phone.add(f"{bib} {9 - number}")[0] == 200
    for label in view.reading.stage.primes:
        bibs = " ".join(view.desk.race.racing[:3])
        assert phone.add(f"{label}: {bibs}")[0] == 200


def test_a_stage_is_saved_from_a_phone_and_the_journal_says_by_whom(
    table: Table,
) -> None:
    ride(table)
    phone = table.leader()
    phone.post("/name", name="Ann")
    page = phone.get("/desk/save")
    assert "General classification" in page
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen is not None, plain(page)

    status, _ = phone.post("/save", seen=seen[1])

    assert status == 303
    assert table.draft(3) is None
    assert "entered stage 3 (table: Ann)" in table.run("log")
    assert "Stage 4" in plain(phone.get("/desk"))


def test_a_stage_changed_since_its_changes_were_shown_is_not_saved(
    table: Table,
) -> None:
    ride(table)
    phone = table.leader()
    seen = re.search(r'name="seen" value="(\d+)"', phone.get("/desk/save"))
    assert seen is not None
    phone.add("# one more")

    status, page = phone.post("/save", seen=seen[1])

    assert status == 400
    assert "the stage was changed meanwhile; nothing was saved" in plain(page)


def saved(table: Table) -> Phone:
    """Enter the stage on a phone and save it; return the leader's phone."""
    ride(table)
    phone = table.leader()
    seen = re.search(r'name="seen" value="(\d+)"', phone.get("/desk/save"))
    assert seen is not None
    assert phone.post("/save", seen=seen[1])[0] == 303
    return phone


def last_step(page: str) -> str:
    """Return the number of the last change of the tour, from the button to undo it."""
    found = re.search(r'name="at" value="(\d+)"', page.partition("Last change")[2])
    assert found is not None
    return found[1]


def taken_back(phone: Phone) -> None:
    """Undo the last change of the tour, as the button does."""
    undo = {"op": "undo", "at": last_step(phone.get("/desk"))}
    assert phone.post("/change", **undo)[0] == 303


def waits_for_stage(table: Table, number: int) -> None:
    """Wait until the phones can enter a stage."""
    begun, phone = time.monotonic(), table.leader()
    while f'data-stage="{number} ' not in phone.get("/desk"):
        assert time.monotonic() - begun < PATIENCE, phone.get("/desk")
        time.sleep(0.05)


def test_a_save_that_is_undone_brings_the_lines_back(table: Table) -> None:
    phone = saved(table)
    taken_back(phone)
    page = phone.get("/desk")
    view = table.tour.board.view
    assert view is not None
    assert (view.number, view.live.complete) == (3, True)
    lines = re.findall(r'data-was="([^"]*)"', page)
    racing = view.desk.race.racing
    assert lines[: len(racing)] == [f"{bib} {9 - n}" for n, bib in enumerate(racing)]
    assert table.draft(3) == "".join(f"{line}\n" for line in lines)
    assert phone.add("# one more")[0] == 200
    table.run("redo")
    waits_for_stage(table, 4)
    table.run("undo")
    waits_for_stage(table, 3)
    assert (table.draft(3) or "").endswith("# one more\n")


def test_the_phones_follow_to_the_stage_that_is_next(table: Table) -> None:
    """`stage clear` at the terminal makes an earlier stage the next one."""
    phone = saved(table)
    assert phone.add("# of stage 4")[0] == 200
    for number in (3, 2, 1):
        table.run("stage", "clear", str(number), "--yes")
        waits_for_stage(table, number)
        assert phone.add(f"# of stage {number}")[0] == 200
    for number in (2, 3, 4):
        table.run("undo")
        waits_for_stage(table, number)
    assert "# of stage 4" in phone.get("/desk")


def test_a_chosen_stage_is_left_when_an_earlier_one_is_cleared(tmp_path: Path) -> None:
    with held(loaded(tmp_path, "flamme-rouge", 3), stage=3) as table:
        table.run("stage", "clear", "2", "--yes")
        waits_for_stage(table, 2)
        assert table.leader().add("# of stage 2")[0] == 200


def test_a_chosen_stage_is_left_when_it_is_removed(tmp_path: Path) -> None:
    with held(loaded(tmp_path, "flamme-rouge", 4), stage=4) as table:
        table.run("stage", "remove", "4")
        table.tour.refresh()
        assert (table.tour.board.view, table.tour.board.trouble) == (None, "")
        assert "Stage 3" in plain(table.leader().get("/desk"))


def test_a_stage_that_is_not_complete_says_what_it_lacks(table: Table) -> None:
    assert "Not yet: still out" in plain(table.leader().get("/desk/save"))


def test_a_step_is_taken_back_from_a_phone_once(table: Table) -> None:
    phone = table.leader()
    page = phone.get("/desk")
    assert "cleared stage 3" in plain(page)
    undo = {"op": "undo", "at": last_step(page)}

    assert phone.post("/change", **undo)[0] == 303
    assert phone.post("/change", **undo)[0] == 409
    assert "Stage 4" in plain(phone.get("/desk"))


def test_an_undo_that_fails_can_be_tried_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As while another program uses the database."""
    phone = table.leader()
    phone.add("# one")

    def busy(*_: object) -> None:
        raise StoreError("in use by another program")

    with monkeypatch.context() as patched:
        patched.setattr(DeskStore, "change", busy)
        assert phone.post("/change", op="undo")[0] == 400
    assert "# one" in (table.draft(3) or "")
    assert phone.post("/change", op="undo")[0] == 303
    assert "# one" not in (table.draft(3) or "")


def test_behind_the_veil_followers_see_what_was_saved(tmp_path: Path) -> None:
    with held(loaded(tmp_path, "flamme-rouge", 3), veil=True) as table:
        bib = table.tour.board.saved.tour.riders[0].bib
        leader = table.leader()
        leader.add(f"{bib} 4")

        assert "after stage 2" in plain(table.follower().get("/"))
        assert "Still out" not in plain(table.follower().get("/"))
        assert "Still out" in plain(leader.get("/"))


@pytest.mark.parametrize("veil", [False, True])
def test_the_story_is_of_the_stage_saved_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, veil: bool
) -> None:
    """Also while the next one is ridden: the story tells nothing of that.

    On the wall, it is the first of the slides.
    """
    monkeypatch.setattr(followers, "monotonic", lambda: 0)
    with held(loaded(tmp_path, "flamme-rouge", 3), veil=veil) as table:
        leader = table.leader()
        story = plain(table.run("story").partition("\n\n")[2]).strip()
        assert "stage 2" in story
        for rider in ("", "R1", "S1", "R2", "S2", "R3", "S3", "R4", "S4"):
            assert not rider or leader.add(f"{rider} 4")[0] == 200
            for path in ("/wall", "/standings"):
                assert story in plain(table.follower().get(path))
                assert story in plain(leader.get(path))


def test_on_the_wall_a_rider_has_a_jersey_or_the_colour_of_the_team(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rank of a team may be the bib of another team's rider."""
    now, found = [0.0], set[tuple[str, bool]]()
    monkeypatch.setattr(followers, "monotonic", lambda: now[0])
    with held(loaded(tmp_path, "cyclo", 5)) as table:
        phone = table.follower()
        for _ in range(12):
            slide = phone.get("/wall").partition('class="slide"')[2]
            kind = "team" if "<h3>Team" in slide else "rider"
            rows = re.findall("<tr>\n?(<td.*)", slide)
            found |= {(kind, "#shirt-" in row) for row in rows}
            now[0] += 15

    assert found == {("team", False), ("rider", True)}


def test_before_the_first_stage_there_is_no_story(tmp_path: Path) -> None:
    with held(loaded(tmp_path, "flamme-rouge", 1)) as table:
        assert 'class="slide story' not in table.follower().get("/wall")
        assert "The day in words" not in table.follower().get("/standings")


def test_on_a_table_to_read_nobody_writes(tmp_path: Path) -> None:
    with held(loaded(tmp_path, "flamme-rouge", 3), read_only=True) as table:
        phone = table.leader()

        assert phone.ask("GET", "/desk")[0] == 403
        fields = {
            "stage": table.stage,
            "number": 1,
            "op": "add",
            "line": "# x",
            "was": "",
        }
        assert phone.post("/change", **fields)[0] == 403
        assert table.draft(3) is None
        assert phone.sit(table.seats.pin) == "/"
        status, _, headers = phone.ask("POST", "/sit", f"key={table.seats.pin}")
        assert (status, headers["location"]) == (303, "/")


def test_a_scribe_writes_what_the_leader_gave_him(table: Table) -> None:
    leader = table.leader()
    scribe = table.phone(table.seats.write)
    other = scribe.cookie.partition("=")[2].partition(".")[0]
    view = table.tour.board.view
    assert view is not None
    label = next(iter(view.reading.stage.primes))
    bib = view.desk.race.racing[0]
    assert leader.post("/seat", id=other, area=label)[0] == 303

    assert scribe.add(f"{bib} 4")[0] == 400
    assert scribe.add(f"{label}: {bib}")[0] == 200
    assert scribe.ask("GET", "/desk/save")[0] == 403
    assert scribe.post("/seat", id=other, area="")[0] == 403

    again = table.phone(table.seats.write)
    ruling = table.one(line=f"!{bib} +5 x")
    assert again.post("/change", **ruling)[0] == 403
    third = again.cookie.partition("=")[2].partition(".")[0]
    assert f"{third[:3]}" in leader.get("/desk")
    assert leader.post("/seat", id=third, area="")[0] == 303
    assert again.post("/change", **ruling)[0] == 303
    assert leader.post("/seat", id=third, remove=1)[0] == 303
    assert again.post("/change", **ruling)[0] == 403


def test_a_tour_with_a_stage_still_to_be_added_is_not_over(tmp_path: Path) -> None:
    """GN-9."""
    with held(loaded(tmp_path, "flamme-rouge")) as table:
        table.waits_for("Every stage has been ridden.")
        table.run("edit", "--stages", "5", "--yes")
        table.waits_for("Next: stage 5, with &#39;peloton stage add&#39;.")
        assert "Every stage has been ridden." not in table.leader().get("/desk")


def test_a_scribe_of_a_sprint_of_another_stage_is_told_to_ask(table: Table) -> None:
    leader, scribe = table.leader(), table.phone(table.seats.write)
    other = scribe.cookie.partition("=")[2].partition(".")[0]
    assert leader.post("/seat", id=other, area="Zoutvat")[0] == 303

    page = scribe.get("/desk")

    assert "Zoutvat is not on this stage. Ask the game leader" in page
    assert 'data-begin=""' in page
    assert "data-for=" not in page


def test_a_renamed_tour_stays_on_its_table(table: Table) -> None:
    """Another tour gets the old name, and a line is sent from a page with that name."""
    new = "Tour <b> \u2603"
    phone = table.leader()
    assert phone.add("R1 4")[0] == 200
    state = phone.state()
    table.run("edit", "--name", new)
    table.run("load", str(sample_tours() / "flamme-rouge.toml"))
    table.waits_for("<title>Tour &lt;b&gt; \u2603</title>", "/standings")
    fields = {"stage": state["stage"], "number": 99, "op": "add", "was": state["turn"]}
    assert phone.post("/change", **fields, line="R2 3")[0] == 303

    assert f"The tour is now called '{new}'." in table.told
    table.name = new
    assert table.draft(3) == "R1 4\nR2 3\n"
    table.run("edit", "--name", "Third")
    table.waits_for("<title>Third</title>")
    table.name = "Third"
    table.run("undo")
    table.waits_for("<title>Tour &lt;b&gt; \u2603</title>")
    assert phone.add("S1 2")[0] == 200


def test_a_deleted_tour_is_reported_until_it_is_restored(table: Table) -> None:
    """No other tour takes its place, even one that its name abbreviates."""
    leader = table.leader()
    assert leader.add("R1 4")[0] == 200
    file = Path(table.where).with_name("other.toml")
    text = (sample_tours() / "flamme-rouge.toml").read_text(encoding="utf-8")
    file.write_text(text.replace(table.name, f"{table.name} 2"), encoding="utf-8")
    table.run("load", str(file))
    table.run("delete", table.name, "--yes")

    deleted = f"'{table.name}' was deleted; 'peloton --tour NAME undo' restores it"
    for path in FOLLOWER_PATHS:
        table.waits_for(str(escape(deleted)), path)
    page = leader.get("/desk")
    assert escape(deleted) in page
    assert 'id="box"' not in page
    assert leader.post("/change", **table.one()) == (400, deleted)
    table.run("undo")
    again = "The tour can be read again."
    table.waits_until_told(again)
    assert leader.add("R2 3")[0] == 200
    assert table.draft(3) == "R1 4\nR2 3\n"
    assert [line for line in table.told if line in {deleted, again}] == [deleted, again]


def test_whatever_goes_wrong_in_reading_is_said_and_what_comes_after_is_seen(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: int) -> None:
        raise KeyError

    with monkeypatch.context() as patch:
        patch.setattr(table.tour, "_read", broken)
        table.leader().post("/change", **table.one())
        table.waits_for("the tour cannot be read: KeyError")
    begun, phone = time.monotonic(), table.follower()
    while "cannot be read" in phone.get("/"):
        assert time.monotonic() - begun < PATIENCE
        time.sleep(0.1)


def test_a_database_of_a_newer_peloton_is_said_on_the_page(table: Table) -> None:
    with closing(sqlite3.connect(table.where)) as database:
        database.execute("UPDATE peloton_version SET version_num = '9999'")
        database.commit()

    table.waits_for("newer peloton: update peloton")


def test_a_database_overwritten_behind_its_head_is_said_on_the_page(
    table: Table,
) -> None:
    """SQLite's own count of changes stands in the head, and is what it was."""
    with Path(table.where).open("r+b") as file:
        size = file.seek(0, SEEK_END)
        file.seek(4096)
        file.write(b"?" * (size - 4096))

    table.waits_for("is damaged")


def test_a_page_that_was_not_changed_is_not_sent_again(table: Table) -> None:
    phone = table.follower()
    _, _, headers = phone.ask("GET", "/")
    status, text, _ = phone.ask("GET", "/", If_None_Match=headers["etag"])

    assert (status, text) == (304, "")


def test_a_phone_has_its_seat_after_the_table_was_started_again(tmp_path: Path) -> None:
    session = loaded(tmp_path, "flamme-rouge", 3)
    with held(session) as table:
        phone = table.leader()
        phone.post("/name", name="Ann")
    with held(session) as table:
        phone.host = table.host
        assert "Ann" in phone.get("/desk")


def test_each_run_of_the_table_numbers_its_pages_by_an_id_of_its_own(
    tmp_path: Path,
) -> None:
    """The clock may be set back between two of them."""
    session = loaded(tmp_path, "flamme-rouge", 3)
    runs = []
    for _ in range(3):
        tour = LiveTour(session, None)
        runs.append(divmod(tour.board.number, 10**6))
        tour.watch.close()
    assert len({run for run, _ in runs}) == 3
    assert {count for _, count in runs} == {1}
    assert max(runs)[0] * 10**6 < 2**53


def test_the_desk_is_used_without_a_script(table: Table) -> None:
    phone = table.leader()
    fields = dict(
        re.findall(
            r'name="(\w+)" value="([^"]*)"',
            phone.get("/desk").partition('id="box"')[2].partition("</form>")[0],
        )
    )
    body = "&".join(f"{name}={value}" for name, value in fields.items())
    status, _, headers = phone.ask("POST", "/change", f"{body}# a remark")

    assert (status, headers["location"]) == (303, "/desk")
    assert table.draft(3) == "# a remark\n"


def test_what_two_phones_ask_to_draw_at_once_is_drawn_from_what_is_left(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second draws after the first line, though nobody was shown that yet.

    The line that is still to be typed counts.
    """
    monkeypatch.setattr(
        proposal, "_ghosts_drawn", lambda reading: f"# after {len(reading.lines)}"
    )
    for seat in ("Ann", "Ben"):
        change = LineChange(seat=seat, number=1, op=Op.ADD, was="@0", line="?")
        table.tour.change(table.stage, change)

    assert table.draft(3) == "# after 1\n# after 2\n"


def test_two_leaders_who_tap_ghosts_at_once_draw_one_turn(tmp_path: Path) -> None:
    session = loaded(tmp_path, "flamme-rouge", 3)
    with held(session) as table:
        table.run("team", "edit", "ROS", "--ghost", "peloton")
        first, second = table.leader(), table.leader()
        drawn = second.state()["draws"]
        assert first.add("?", was=first.state()["draws"])[0] == 200
        status, words = second.add("?", was=drawn)

        assert status == 409
        assert re.fullmatch(
            "changed meanwhile by phone .*: the ghosts have drawn", words
        )
        assert (table.draft(3) or "").count("?") == 1
        assert second.add("?", was=second.state()["draws"])[0] == 200


def test_followers_see_the_card_of_each_ghost(tmp_path: Path) -> None:
    """GN-7. Cards that a ghost only looked at are left out."""
    tour = tmp_path / "ghosts.toml"
    tour.write_text(GHOSTS, encoding="utf-8")
    where = str(tmp_path / "ghosts.db")
    CliRunner().invoke(main, ["--db", where, "load", str(tour)])
    with held(Session(address=where, tour_name="Ghosts")) as table:
        leader, follower = table.leader(), table.follower()
        assert 'data-send="?-' not in follower.get("/")
        for line in ("? GHO 2/9 22 5(3 4 6)", "?- 21", "?c 21"):
            assert leader.add(line)[0] == 200, line
        page, desk = follower.get("/"), leader.get("/desk")
        for words in ("2, then 9", "<strong>5</strong>"):
            assert words in page, words
        assert 'data-send="?c 21" aria-pressed="true"' in desk
        assert 'data-send="?- 22"' in desk
        assert "data-send" not in page
        assert card_words("e2") == ("2", "Exhaustion")


GHOSTS = """\
[tour]
name = "Ghosts"
rulebook = "flamme-rouge"

[[team]]
code = "ANN"
  [[team.rider]]
  bib = "1"

[[team]]
code = "GHO"
ghost = "peloton"
colour = "#112233"
  [[team.rider]]
  bib = "11"
  [[team.rider]]
  bib = "12"

[[team]]
code = "BRA"
ghost = "brain"
  [[team.rider]]
  bib = "21"
  type = "sprinteur"
  [[team.rider]]
  bib = "22"
  type = "rouleur"

[[stage]]
kind = "road"
"""


def test_in_mid_stage_results_are_provisional_and_nobody_out_is_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, slides = [0.0], set[str]()
    monkeypatch.setattr(followers, "monotonic", lambda: now[0])
    with held(loaded(tmp_path, "flamme-rouge", 4)) as table:
        leader, follower = table.leader(), table.follower()
        for line in ("R1 4", "S1 3", "DNF S2"):
            assert leader.add(line)[0] == 200
        page = follower.get("/")

        assert "2 of 8 home" in page
        assert "Team result: incomplete" in page
        assert "General classification: provisional" in page
        for _ in range(12):
            slide = follower.get("/wall").partition('class="slide"')[2]
            slides |= {*re.findall("<h3>([^<]+)<", slide)}
            now[0] += 15
        assert "General classification: provisional" in slides
        assert "General classification" not in slides
        assert not any(title.startswith(":") for title in slides)


def test_while_the_last_stage_is_raced_nobody_has_won_a_jersey_yet(
    tmp_path: Path,
) -> None:
    with held(loaded(tmp_path, "flamme-rouge", 4)) as table:
        leader, follower = table.leader(), table.follower()
        for line in ("R1 4", "S1 3"):
            assert leader.add(line)[0] == 200
        page = follower.get("/")
        assert "Jersey wearers" in page
        assert "Jersey winners" not in page

        assert leader.add("DNF R2 R3 R4 S2 S3 S4")[0] == 200
        assert "Jersey winners" in follower.get("/")


def test_in_a_race_of_one_day_the_jerseys_come_after_the_last_finish(
    tmp_path: Path,
) -> None:
    file, where = tmp_path / "one.toml", str(tmp_path / "one.db")
    riders = """rider = [{ bib = "1" }, { bib = "2" }]\n"""
    file.write_text(
        f"""{riders}[tour]\nname = "One"\nrulebook = "cyclo"\nstages = 1\n"""
        """[[stage]]\nkind = "road"\n""",
        encoding="utf-8",
    )
    done = CliRunner().invoke(main, ["--db", where, "load", str(file)])
    assert done.exit_code == 0, done.output
    with held(Session(address=where, tour_name="One")) as table:
        leader, follower = table.leader(), table.follower()
        assert leader.add("1 4")[0] == 200
        assert "Jersey w" not in follower.get("/")
        assert leader.add("2 4 1")[0] == 200
        assert "Jersey winners" in follower.get("/")


def test_the_first_page_of_a_phone_is_at_most_60_kb(table: Table) -> None:
    """Browsers accept gzip; the same file is sent as it is to others."""
    leader = table.leader()
    page = leader.get("/desk")
    size = len(page.encode())
    for path in page_files():
        connection = HTTPConnection(table.host, timeout=PATIENCE)
        connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
        packed = connection.getresponse().read()
        connection.close()
        assert decompress(packed).decode() == leader.get(path)
        size += len(packed)

    assert size <= 60_000


def test_who_changed_a_line_meanwhile_is_said(table: Table) -> None:
    ann, ben = table.leader(), table.phone(table.seats.write)
    ann.post("/name", name="Ann")
    ann.add("# one")
    one = {"stage": table.stage, "op": "replace", "at": 1, "line": "# two"}
    assert ann.post("/change", number=2, was="# one", **one)[0] == 303

    status, words = ben.post("/change", number=1, was="# one", **one)

    assert (status, words) == (
        409,
        "changed meanwhile by Ann: line 1 is now '# two'",
    )
    ann.add("", was="@0")
    assert ben.add("R1 4", was="@9")[1].startswith("changed meanwhile by Ann: it is")


def test_who_took_a_line_out_meanwhile_is_said_but_not_to_oneself(table: Table) -> None:
    ann, ben = table.leader(), table.phone(table.seats.write)
    ann.post("/name", name="Ann")
    ben.add("# one")
    taken = {"stage": table.stage, "op": "remove", "at": 1, "was": "# one", "line": ""}
    assert ann.post("/change", number=3, **taken)[0] == 303

    by_ben, by_ann = (
        phone.post("/change", number=9, **taken)[1] for phone in (ben, ann)
    )
    assert by_ben == "changed meanwhile by Ann: line 1 is gone"
    assert by_ann == "changed meanwhile: line 1 is gone"


def test_two_lines_of_one_page_without_a_script_are_two_lines(table: Table) -> None:
    """Who goes back to the page of before sends what stands in it, and another line."""
    phone = table.leader()
    fields = {"stage": table.stage, "op": "add", "was": "@0"}
    for line in ("# one", "# two"):
        body = urlencode({**fields, "at": "", "line": line})
        assert phone.ask("POST", "/change", body)[0] == 303

    assert table.draft(3) == "# one\n# two\n"


def test_nobody_is_named_for_a_stage_that_a_command_cleared(table: Table) -> None:
    one, other = table.leader(), table.phone(table.seats.write)
    one.post("/name", name="Zoë")
    one.add("# a")
    stage = table.stage
    one.post("/change", stage=stage, op="undo", number=90)
    table.run("stage", "clear", "2", "--yes")
    table.tour.refresh()

    status, text = other.post("/change", **{**table.one(), "stage": stage})

    gone = "changed meanwhile: stage 3 is no longer being entered"
    assert (status, text) == (409, gone)


@pytest.mark.parametrize(("game", "opened"), [("criterium", True), ("cyclo", False)])
def test_the_keys_for_marks_are_open_if_no_mark_has_a_button(
    tmp_path: Path, game: str, *, opened: bool
) -> None:
    """A mark of Criterium is a fraction of a turn: too many for buttons."""
    with held(loaded(tmp_path, game, 4)) as table:
        page = table.leader().get("/desk")

    assert ('<details id="marks" open>' in page) is opened
