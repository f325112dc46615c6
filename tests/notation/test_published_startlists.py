"""Startlists of websites and organisers are read correctly or rejected."""

import pytest
from openpyxl import Workbook

from peloton.errors import PelotonError
from peloton.notation.startlists.merging import merge_startlist
from peloton.notation.startlists.reading import first_startlist
from peloton.notation.startlists.tables import decode_text, text_rows, worksheet_rows
from peloton.notation.xlsx import read_workbook
from peloton.rules.facts.tour import Tour
from tests.notation.workbooks import changed, plain_workbook

RED, BLUE = "Red Star - Cycles", "Blue Hill | Paints"
RIDERS = [
    ("1", "POGORI Tadeo", RED),
    ("2", "D'ALMA João", RED),
    ("3", "VAN DER BERG Wout", RED),
    ("11", "VINGAR Jonas", BLUE),
    ("12", "O'NEIL Ben", BLUE),
    ("14", "ÅSEN Mats", BLUE),
]
"""The riders of every list with two named teams."""


def people(rows: list[object], name: str = "") -> list[tuple[str, str, str]]:
    """Return each rider's bib, name and team name, or `name` without a team."""
    tables = [tuple(rows)] if rows else []
    found = first_startlist(tables)  # type: ignore[arg-type]
    merged = merge_startlist(Tour(name="T", rulebook="cyclo"), found, ())
    assert found.faults == []
    names = {team.code: team.name or team.code for team in merged.teams}
    return [(r.bib, r.name, names[r.team] if r.team else name) for r in merged.riders]


def read(text: str) -> list[tuple[str, str, str]]:
    return people([*text_rows(text)])


def mistake(text: str) -> str:
    """Return the error of reading a text, or its first mistake with the line."""
    try:
        found = first_startlist([text_rows(text)])
    except PelotonError as error:
        return str(error)
    merge_startlist(Tour(name="T", rulebook="cyclo"), found, ())
    return " ".join(found.faults[0]) if found.faults else f"{found.lines}"


HEADINGS = {
    "procyclingstats, copied": """\
Red Star - Cycles (WT)
1 POGORI Tadeo (SLO)
2 D'ALMA João (POR)
3 VAN DER BERG Wout (BEL)
Blue Hill | Paints (PRT)
11 VINGAR Jonas (DEN)
12 O'NEIL Ben * (DNF #9)
14 ÅSEN Mats (NOR)
""",
    "procyclingstats, bibs glued to the names": """\
Red Star - Cycles (WT)
1POGORI Tadeo
2D'ALMA João
3VAN DER BERG Wout
DS  Gianni RINALDI

Blue Hill | Paints (PRT)
11VINGAR Jonas
12O'NEIL Ben
14ÅSEN Mats
DS  Piet HANSEN
""",
    "firstcycling, copied": (
        "Red Star - Cycles\n1\t POGORI Tadeo\n2\t D'ALMA João\n"
        "3\t VAN DER BERG Wout\nBlue Hill | Paints\n11\t VINGAR Jonas\n"
        "12\t O'NEIL Ben\n14\t ÅSEN Mats\n"
    ),
    "a press list with nations and a page footer": """\
STARTLIST / LISTE DES PARTANTS
Red Star - Cycles
1 POGORI Tadeo SLO
2 D'ALMA João POR
3 VAN DER BERG Wout BEL
Page 1/2
STARTLIST / LISTE DES PARTANTS
Blue Hill | Paints
11 VINGAR Jonas DEN
12 O'NEIL Ben IRL
14 ÅSEN Mats NOR
Page 2/2
""",
    "an organiser's list with dates of birth": """\
Red Star - Cycles
1 POGORI Tadeo SLO 21/09/1998
2 D'ALMA João POR 6.8.2000
3 VAN DER BERG Wout BEL 1994-09-15 *
Blue Hill | Paints
11 VINGAR Jonas DEN 10-12-1996
12 O'NEIL Ben IRL 25/11/1995
14 ÅSEN Mats NOR 1999-05-07
""",
    "a commissaires' list with UCI IDs": """Red Star - Cycles
1 POGORI Tadeo SLO 10009157090
2 D'ALMA João POR 10023500149
3 VAN DER BERG Wout BEL 100 075 864 21
Blue Hill | Paints
11 VINGAR Jonas DEN 10014945543
12 O'NEIL Ben IRL 10008855490
14 ÅSEN Mats NOR 10015266756
""",
    "firstcycling, copied with the names of flags": """Red Star - Cycles
1\tSlovenia\tPOGORI Tadeo
2\tPortugal\tD'ALMA João
3\tBelgium\tVAN DER BERG Wout
Blue Hill | Paints
11\tDenmark\tVINGAR Jonas
12\tIreland\tO'NEIL Ben
14\tNorway\tÅSEN Mats
""",
    "a PDF with nations in a ragged column": """\
RED STAR
Red Star - Cycles
n° 1   POGORI Tadeo      SLO
n° 2   D'ALMA João   POR
n° 3   VAN DER BERG Wout BEL
Blue Hill | Paints
n° 11  VINGAR Jonas    DEN
n° 12  O'NEIL Ben    IRL
n° 14  ÅSEN Mats     NOR
""",
    "Wikipedia, copied, a table for each team": """\
Red Star - Cycles[2]
No.\tRider\tPos.
1\t POGORI Tadeo (SLO)\t1
2\t D'ALMA João (POR)\tDNF-9
3\t VAN DER BERG Wout (BEL)\t44
Blue Hill | Paints[3]
No.\tRider\tPos.
11\t VINGAR Jonas (DEN)†\t2
12\t O'NEIL Ben (IRL)\tDNS-4
14\t ÅSEN Mats (NOR)[a]\t17
""",
    "Wikipedia, copied, with the names of flags": """\
No.\tRider\tTeam\tAge
1\tSlovenia POGORI Tadeo\tRed Star - Cycles\t26
2\tPortugal D'ALMA João\tRed Star - Cycles\t24
3\tBelgium VAN DER BERG Wout\tRed Star - Cycles\t31
11\tDenmark VINGAR Jonas\tBlue Hill | Paints\t26
12\tIreland O'NEIL Ben\tBlue Hill | Paints\t26
14\tNorway ÅSEN Mats\tBlue Hill | Paints\t27
""",
    "a table with teams as rows": """\
Dorsal;Corredor;Nac.;Edad
Red Star - Cycles;;;
1;POGORI Tadeo;SLO;26
2;D'ALMA João;POR;24
3;VAN DER BERG Wout;BEL;31
Blue Hill | Paints;;;
11;VINGAR Jonas;DEN;26
12;O'NEIL Ben;IRL;26
14;ÅSEN Mats;NOR;27
""",
    "a PDF table, a long name beside its team": """\
Start list of the tour

Bib   UCI ID        Name                Team                 Nat.
1     10000000001   POGORI Tadeo        Red Star - Cycles    SLO
2     10000000002   D'ALMA João         Red Star - Cycles    POR
3     10000000003   VAN DER BERG Wout   Red Star - Cycles    BEL
11    10000000004   VINGAR Jonas        Blue Hill | Paints   DEN
12    10000000005   O'NEIL Ben          Blue Hill | Paints   IRL
14    10000000006   ÅSEN Mats           Blue Hill | Paints   NOR
                                                       Page 1/1
""",
    "an English list": """\
Bib No,Rider's name,Trade Team,Country
#1,POGORI Tadeo,Red Star - Cycles,SLO
#2,D'ALMA João,Red Star - Cycles,POR
#3,VAN DER BERG Wout,Red Star - Cycles,BEL
#11,VINGAR Jonas,Blue Hill | Paints,DEN
#12,O'NEIL Ben,Blue Hill | Paints,IRL
#14,ÅSEN Mats,Blue Hill | Paints,NOR
""",
    "a bilingual list": """\
DOSSARD / BIB;NOM ET PRÉNOM / NAME;ÉQUIPE / TEAM;NAT.
1.;POGORI Tadeo;Red Star - Cycles;SLO
2.;D'ALMA João;Red Star - Cycles;POR
3.;VAN DER BERG Wout;Red Star - Cycles;BEL
11.;VINGAR Jonas;Blue Hill | Paints;DEN
12.;O'NEIL Ben;Blue Hill | Paints;IRL
14.;ÅSEN Mats;Blue Hill | Paints;NOR
""",
    "a PDF with `Team:` before each team": """\
ÉQUIPE / TEAM : Red Star - Cycles
1 POGORI Tadeo
2 D'ALMA João
3 VAN DER BERG Wout
Team: Blue Hill | Paints
11 VINGAR Jonas
12 O'NEIL Ben
14 ÅSEN Mats
""",
    "a copied PDF with nations glued to the names": """\
Tour of the Hills 2025, 6 riders
Red Star - Cycles
1POGORI TadeoSLO
2D'ALMA JoãoPOR
3VAN DER BERG WoutBEL
Blue Hill | Paints
11VINGAR JonasDEN
12O'NEIL BenIRL
14ÅSEN MatsNOR
""",
}


@pytest.mark.parametrize("text", HEADINGS.values(), ids=HEADINGS)
def test_a_published_startlist_is_read(text: str) -> None:
    assert read(text) == RIDERS


@pytest.mark.parametrize("text", HEADINGS.values(), ids=HEADINGS)
def test_a_byte_order_mark_and_windows_newlines_change_nothing(text: str) -> None:
    data = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()

    assert read(decode_text(data)) == RIDERS


def test_a_list_of_windows_with_hard_spaces_is_read() -> None:
    text = (
        "N°\u00a0;Nom\u00a0;Prénom;Équipe\r\n n°\u00a01;POGORI\u00a0;Tadéo;Étoile\r\n"
    )

    assert read(decode_text(text.encode("cp1252"))) == [("1", "Tadéo POGORI", "Étoile")]


def test_a_workbook_with_titles_and_merged_teams_is_read() -> None:
    (page,) = read_workbook(
        plain_workbook(
            [
                ["Tour of the Hills"],
                ["Startlist", None, None, "28 June"],
                [],
                ["Equipo", "Dorsal", "Apellidos", "Nombre", "UCI ID"],
                [RED, 1, "POGORI", "Tadeo", 10000000001],
                [None, 2, "D'ALMA", "João", 10000000002],
                [None, 3, "VAN DER BERG", "Wout", 10000000003],
                [BLUE, 11, "VINGAR", "Jonas", 10000000004],
                [None, 12, "O'NEIL", "Ben", 10000000005],
                [None, 14, "ÅSEN", "Mats", 10000000006],
            ],
            "Startlist",
        )
    )
    found = people([*worksheet_rows(page)])

    assert [(bib, team) for bib, _, team in found] == [
        (bib, team) for bib, _, team in RIDERS
    ]
    assert {name for _, name, _ in found} == {
        *("Tadeo POGORI", "João D'ALMA", "Wout VAN DER BERG"),
        *("Jonas VINGAR", "Ben O'NEIL", "Mats ÅSEN"),
    }


def test_a_workbook_with_teams_as_rows_may_have_nations_and_no_header() -> None:
    (page,) = read_workbook(
        plain_workbook(
            [
                [RED],
                [1, "BEL", "POGORI Tadeo"],
                [2, "BEL", "D'ALMA João"],
                [BLUE, "BEL"],
                [11, "BEL", "VINGAR Jonas"],
                ["Denmark"],
                [21, "DEN", "VOSS Ann"],
            ],
            "Startlist",
        )
    )

    assert people([*worksheet_rows(page)]) == [
        ("1", "POGORI Tadeo", RED),
        ("2", "D'ALMA João", RED),
        ("11", "VINGAR Jonas", BLUE),
        ("21", "VOSS Ann", "Denmark"),
    ]


def test_a_workbook_with_a_sheet_for_each_team_is_refused() -> None:
    """The same sheet twice is no mistake, nor one without riders."""
    pages = []
    for bib, title in ((1, "Red"), (1, "Copy"), (None, "Empty"), (11, "Blue")):
        (page,) = read_workbook(
            plain_workbook([["Bib", "Rider"], [bib, bib and "Ann Ahn"]], title)
        )
        pages.append(worksheet_rows(page))

    assert len(first_startlist(pages[:3]).lines) == 1
    assert first_startlist(pages).faults == [
        ("Blue!A2", "found riders on several sheets, expected one sheet")
    ]


def test_riders_on_a_second_sheet_are_not_lost_without_headers() -> None:
    """Notes on the other sheets are no riders."""
    sheets: dict[str, list[list[object]]] = {
        "Notes": [["Notes"], ["by Ann"]],
        "Red": [["Red"], [1, "Ann"]],
        "Blue": [["Blue"], [11, "Cec"]],
    }
    notes, red, blue = (
        worksheet_rows(read_workbook(plain_workbook(rows, title))[0])
        for title, rows in sheets.items()
    )

    assert [line.fields["bib"] for line in first_startlist([notes, red]).lines] == ["1"]
    assert first_startlist([notes, red, blue]).faults == [
        ("Blue!A2", "found riders on several sheets, expected one sheet")
    ]


def test_a_team_that_is_merged_over_its_riders_is_theirs() -> None:
    """A team of one rider is not merged, and the first rider has no team."""
    rows: list[list[object]] = [
        ["Bib", "Rider", "Team"],
        [1, "Ann", None],
        [11, "Bea", "Red"],
        [12, "Cec", None],
        [13, "Dee", None],
        [21, "Eve", "Blue"],
        [31, "Fay", "Red"],
        [32, "Gil", None],
        [41, "Hal", None],
    ]

    def merge(book: Workbook) -> None:
        page = book.active
        assert page is not None
        for cells in ("C3:C5", "C7:C8", "A10:C10"):
            page.merge_cells(cells)

    (page,) = read_workbook(changed(plain_workbook(rows, "List"), merge))

    assert sorted(people([*worksheet_rows(page)])) == [
        *(("1", "Ann", ""), ("11", "Bea", "Red"), ("12", "Cec", "Red")),
        *(("13", "Dee", "Red"), ("21", "Eve", "Blue"), ("31", "Fay", "Red")),
        *(("32", "Gil", "Red"), ("41", "Hal", "")),
    ]


def test_a_name_may_begin_with_a_digit() -> None:
    assert read("1 7up\n2 3Bob Bel\n") == [("1", "7up", ""), ("2", "3Bob Bel", "")]


def test_one_title_over_first_and_last_names_is_refused_in_the_last_column_too() -> (
    None
):
    rows: list[list[object]] = [["Bib", "Name"], [1, "Ann", "Ahn"], [2, "Bea", "Bel"]]

    (page,) = read_workbook(plain_workbook(rows, "List"))

    assert first_startlist([worksheet_rows(page)]).faults[0] == (
        "List!C2",
        "found 'Ahn', expected a title above it, such as Last name",
    )


def test_the_titles_of_bibs_and_names_may_be_merged_over_two_rows() -> None:
    rows: list[list[object]] = [
        ["Bib", "Name", "Results"],
        [None, None, "S1", "S2"],
        [1, "Ann", 3, 4],
    ]

    def merge(book: Workbook) -> None:
        page = book.active
        assert page is not None
        for cells in ("A1:A2", "B1:B2", "C1:D1"):
            page.merge_cells(cells)

    (page,) = read_workbook(changed(plain_workbook(rows, "List"), merge))

    assert people([*worksheet_rows(page)]) == [("1", "Ann", "")]


def test_a_repeated_header_may_have_other_words() -> None:
    text = "Red\nBib\tRider\n1\tAnn\nBlue\nNo.\tName\n11\tCec\n"

    assert read(text) == [("1", "Ann", "Red"), ("11", "Cec", "Blue")]


def test_the_code_of_a_team_is_not_the_name_of_another() -> None:
    """The first letters of Red Star and Red Bull are the name of the team Red."""
    text = "Bib;Name;Team\n1;Ann;Red Star\n2;Bea;Red\n3;Cec;red\n4;Dee;Red Bull\n"

    assert sorted(read(text)) == [
        *(("1", "Ann", "Red Star"), ("2", "Bea", "Red"), ("3", "Cec", "Red")),
        ("4", "Dee", "Red Bull"),
    ]


@pytest.mark.parametrize(
    ("written", "bib"),
    [
        *[("012", "012"), ("n° 7", "7"), ("Nº7", "7"), ("#7", "7"), ("7.", "7")],
        *[("7*", "7"), ("7[1]", "7"), ("7¹", "7"), ("21.0", "21"), ("7b", "7b")],
        ("2001", "2001"),
        ("\u200b7", "7"),
    ],
)
def test_a_bib_is_read_without_its_marks(written: str, bib: str) -> None:
    assert read(f"Bib;Name\n{written};Ann Ahn\n") == [(bib, "Ann Ahn", "")]


@pytest.mark.parametrize(
    "written",
    [
        *(
            "Ann Ahn*",
            "Ann\u00a0Ahn",
            "Ann  Ahn (NED)",
            "🇳🇱 Ann Ahn",
            "Ann Ahn[note 1]",
        ),
        *("Ann Ahn (24)", "Ann Ahn †", "Ann Ahn (DNF #3)", "Ann Ahn²", "\ufeffAnn Ahn"),
    ],
)
def test_a_name_is_read_without_its_marks(written: str) -> None:
    assert read(f"Bib;Name\n7;{written}\n") == [("7", "Ann Ahn", "")]


SOURCE = "is the source of a page: copy the startlist from the page as it is shown"
PLAIN = "expected a bib and a name, a team alone, or a header such as Bib, Name, Team"
REFUSED = {
    "columns separated by one space": (
        "Bib Name Team\n1 Tadeo Pogori Red Star\n11 Jonas Vingar Blue Hill\n",
        f"1 found 'Bib Name Team', {PLAIN}",
    ),
    "ragged columns": (
        (
            "Bib   Name            Team\n1  Tadeo Pogori     Red Star\n"
            "2   João D'Alma Red Star\n11     Jonas Vingar  Blue Hill\n"
        ),
        "3 found 2 columns, expected 3 as in the header",
    ),
    "teams side by side in a PDF": (
        (
            "Red Star - Cycles            Blue Hill | Paints\n"
            "  1 POGORI Tadeo    SLO       11 VINGAR Jonas    DEN\n"
            "  2 D'ALMA João     POR       12 O'NEIL Ben      IRL\n"
        ),
        f"1 found 'Red Star - Cycles, Blue Hill | Paints', {PLAIN}",
    ),
    "teams side by side without names": (
        "1 Tadeo Pogori    11 Jonas Vingar\n2 João D'Alma     12 Ben O'Neil\n",
        f"1 found '1 Tadeo Pogori, 11 Jonas Vingar', {PLAIN}",
    ),
    "Wikipedia, copied, teams side by side": (
        (
            "Red Star - Cycles\tBlue Hill | Paints\n"
            "No.\tRider\tPos.\tNo.\tRider\tPos.\n"
            "1\tPOGORI Tadeo\t1\t11\tVINGAR Jonas\t2\n"
        ),
        (
            "2 found 'No., Rider, Pos., No., Rider, Pos.', expected one rider in each"
            " row: put the tables below each other"
        ),
    ),
    "Wikipedia, wikitext": (
        '{| class="wikitable"\n! No. !! Name\n|-\n| 1 || [[Tadeo Pogori]]\n|}\n',
        SOURCE,
    ),
    "Wikipedia, HTML": ("<h2>Riders</h2>\n<table><tr><th>No.</th></tr>", SOURCE),
    "a comma inside a name": (
        "Bib,Name,Team\n1,Pogori, Tadeo,Red\n2,D'Alma, João,Red\n",
        "2 found 4 columns, expected 3 as in the header",
    ),
    "a row without a nation": (
        "Bib,Name,Nat,Team\n1,Tadeo Pogori,SLO,Red\n2,João D'Alma,Red\n",
        "3 found 3 columns, expected 4 as in the header",
    ),
    "a rider without a name": (
        "Bib,Name,Team\n1,Tadeo Pogori,Red\n2,,Red\n",
        "3 found bib 2 without a name",
    ),
    "an unknown title over the names": (
        "Bib,Concurrent,Team\n1,Tadeo Pogori,Red\n2,João D'Alma,Red\n",
        "1 found 'Bib, Concurrent, Team', expected a column named Name",
    ),
    "two columns that may be bibs": (
        "1,21,Tadeo Pogori,Red\n2,11,João D'Alma,Red\n3,12,Ben,Blue\n",
        f"1 found '1, 21, Tadeo Pogori, Red', {PLAIN}",
    ),
    "no header, with nations and ages": (
        "1,POGORI Tadeo,SLO,26,Red Star\n2,D'ALMA João,POR,24,Red Star\n",
        f"1 found '1, POGORI Tadeo SLO, 26, Red Star', {PLAIN}",
    ),
    "first and last name, no header": (
        "1,POGORI,Tadeo\n2,D'ALMA,João\n3,O'NEIL,Ben\n",
        f"1 found '1, POGORI, Tadeo', {PLAIN}",
    ),
    "a rider who does not start": (
        "Red Star\n1 POGORI Tadeo\n2 D'ALMA João (DNS)\n",
        (
            "3 found 'D'ALMA João (DNS)', expected a rider who starts: delete the mark"
            " or the rider"
        ),
    ),
    "a status column": (
        "Bib,Name,Status\n1,Tadeo Pogori,\n2,João D'Alma,DNS\n",
        "3 found 'DNS', expected a rider who starts: delete the mark or the rider",
    ),
    "two tables side by side, with other titles": (
        "Bib\tName\t\tNo.\tRider\n1\tAnn\t\t11\tCec\n2\tBea\t\t12\tDee\n",
        (
            "1 found 'Bib, Name, , No., Rider', expected one rider in each row: put the"
            " tables below each other"
        ),
    ),
    "a second table with other columns": (
        "Bib;Name;Team\n1;Ann;Red\nTeam;Bib;Name\nBlue;11;Cec\n",
        "3 found 'Team, Bib, Name', expected the same columns as above",
    ),
    "a line with the number of riders": (
        "Bib;Name;Team\n1;Ann;Red\n2;Bea;Red\nTotal;2;\n",
        "4 found '2', expected a name",
    ),
    "places before the bibs": (
        "1. 11 POGORI Tadeo\n2. 12 D'ALMA João\n",
        f"1 found '1, 11 POGORI Tadeo', {PLAIN}",
    ),
    "one title over first and last names": (
        "Bib;Name;;Team\n1;Ann;Ahn;Red\n2;Bea;Bel;Red\n",
        "2 found 'Ahn', expected a title above it, such as Last name",
    ),
    "a bib without a rider": (
        "Red Star\n1 POGORI Tadeo\n2\n3 O'NEIL Ben\n",
        f"3 found '2', {PLAIN}",
    ),
    "bibs on lines of their own": (
        "Red Star\n1\nPOGORI Tadeo\n2\nD'ALMA João\n",
        f"2 found '1', {PLAIN}",
    ),
}


@pytest.mark.parametrize(("text", "said"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_is_refused_with_its_place(text: str, said: str) -> None:
    assert said in mistake(text)


def test_a_markdown_table_is_refused() -> None:
    text = "# Our list\n\n| Bib | Rider | Nat |\n|----:|:---|:--:|\n| 1 | Ann | SLO |\n"

    assert PLAIN in mistake(text)


def test_every_line_that_is_no_rider_and_no_team_is_a_mistake() -> None:
    text = "xyz\ty\nRed Star\n1 Ann\n2\n3 Cec\tBlue\n"

    found = first_startlist([text_rows(text)])

    assert [place for place, _ in found.faults] == ["1", "4", "5"]


def test_lines_between_the_riders_are_ignored_and_listed() -> None:
    text = "Red Star\n1 Ann\nxyz\ty\nPage 2\n\n"

    found = first_startlist([text_rows(text)])

    assert found.faults == []
    assert found.ignored == ["xyz, y", "Page 2"]


def test_below_a_header_a_bib_may_be_a_year() -> None:
    assert read("Bib\tName\n1949\tAnn Ahn\n2025\tBea Bel\n") == [
        ("1949", "Ann Ahn", ""),
        ("2025", "Bea Bel", ""),
    ]


def test_english_titles_of_names_may_be_short() -> None:
    text = "No.;First;Last;Team\n1;Ann;Ahn;Red Star\n"

    assert read(text) == [("1", "Ann Ahn", "Red Star")]


def test_nations_in_brackets_in_a_column_are_no_teams() -> None:
    text = "Red\n1  Ann Ahn  (BEL)\n2  Bea Bel  (BEL)\nBlue\n11  Cec Coe  (BEL)\n"

    assert [team for _, _, team in read(text)] == ["Red", "Red", "Blue"]


@pytest.mark.parametrize(
    "header",
    [
        *(
            "Rückennummer;Fahrer;Team",
            "Dos.;Coureur;Équipe / Club",
            "Dorsal;Nome;Equipa",
        ),
        *("N. Dors.;Atleta;Gruppo Sportivo", "N° de dossard;NOM;CLUB"),
        *(
            "BibNumber;FullName;TeamName",
            "Dorsal;Cognoms, Nom;Club",
            "Plate;Rider;Team",
        ),
    ],
)
def test_titles_of_organisers_are_known(header: str) -> None:
    assert read(f"{header}\n1;Ann Ahn;Red Star\n") == [("1", "Ann Ahn", "Red Star")]


@pytest.mark.parametrize(
    "title",
    [
        *(
            "Best Young Rider",
            "Best young",
            "U23-Wertung",
            "U-23",
            "Under 25",
            "Espoir",
            "Meilleure jeune",
        ),
        *("Sub-23", "Mejor joven", "Beloften", "Miglior giovane"),
    ],
)
def test_titles_of_young_riders_are_known(title: str) -> None:
    found = first_startlist([text_rows(f"Bib;Name;{title}\n1;Ann;x\n2;Bea;\n")])

    assert [line.fields.get("young", False) for line in found.lines] == [True, False]


def test_in_dutch_lists_the_middle_of_a_name_has_its_own_column() -> None:
    text = "Rugnr;Achternaam;Tussenv.;Voornaam\n1;Berg;van der;Wout\n2;Hill;;Ann\n"

    assert read(text) == [("1", "Wout van der Berg", ""), ("2", "Ann Hill", "")]
    assert read("Nr;Naam;Tussenvoegsel\n1;Wout Berg;\n") == [("1", "Wout Berg", "")]


def test_columns_of_a_pdf_may_have_a_comma_in_every_name() -> None:
    text = (
        "STARTLISTE\n\nSt.-Nr.  Name, Vorname    Team\n"
        "1        Pogori, Tadeo    Red Star\n11       Vingar, Jonas    Blue Hill\n"
    )

    assert read(text) == [
        ("1", "Pogori, Tadeo", "Red Star"),
        ("11", "Vingar, Jonas", "Blue Hill"),
    ]


def test_a_name_glued_to_its_bib_may_begin_with_an_apostrophe() -> None:
    team = "Red Star\n1ALMA João\n2'T HART Geo\n"

    assert read(team)[1] == ("2", "'T HART Geo", "Red Star")


def test_the_beginning_of_a_name_is_no_nation() -> None:
    assert read("Bib,Name\n1,VAN AART Wout\n") == [("1", "VAN AART Wout", "")]
