"""Startlists in other formats: their columns, riders and teams are recognised."""

import pytest

from peloton.errors import PelotonError
from peloton.notation.catalogue import builtin_catalogue
from peloton.notation.startlists.merging import merge_startlist
from peloton.notation.startlists.reading import (
    ImportedStartlist,
    first_startlist,
    read_rows,
)
from peloton.notation.startlists.tables import (
    StartlistRow,
    decode_text,
    text_rows,
    worksheet_rows,
)
from peloton.notation.startlists.words import FIELDS, header_fields, read_yes_no
from peloton.notation.xlsx import read_workbook
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import Tour
from tests.notation.workbooks import plain_workbook

TYPES = ("climber", "sprinter")
EMPTY = Tour(name="T", rulebook="cyclo")


def read(text: str) -> ImportedStartlist:
    return read_rows(text_rows(text))


def put(text: str, tour: Tour = EMPTY) -> Tour:
    return merge_startlist(tour, read(text), TYPES)


def people(text: str) -> list[tuple[str, str, str | None]]:
    return [(r.bib, r.name, r.team) for r in put(text).riders]


def refusal(text: str) -> str:
    """Return the error of reading a text, or its first mistake with the line."""
    try:
        found = first_startlist([text_rows(text)])
    except PelotonError as error:
        return str(error)
    return " ".join(found.faults[0])


# Columns by their names


@pytest.mark.parametrize(
    "titles",
    [
        "Bib,First name,Last name,Team,Team code,Player,Type,Captain,Young,Colour",
        "No.,First Name,Surname,Team name,Code,Manager,Rider type,Leader,U23,Color",
        "Dossard,Prénom,Nom,Équipe,Sigle,Joueur,Spécialité,Capitaine,Jeune,Couleur",
        "N°,PRENOM,NOM,EQUIPE,Code équipe,Joueuse,Type,capitaine,U23,couleur",
        "Dorsal,Nombre,Apellidos,Equipo,Código,Jugador,Tipo,Capitán,Joven,Color",
        "Dorsal,Nom,Cognoms,Equip,Codi,Jugador,Tipus,Capità,Jove,Color",
        "Rugnummer,Voornaam,Achternaam,Ploeg,Afkorting,Speler,Soort,Kopman,Jong,Kleur",
        "Startnummer,Vorname,Nachname,Mannschaft,Kürzel,Spieler,Typ,Kapitän,Jung,Farbe",
        "Startnr.,VORNAME,Name,Verein,Teamkürzel,Spielerin,Rolle,Kapitän,U23,Trikotfarbe",
        "Dorsale,Nome,Cognome,Squadra,Sigla,Giocatore,Ruolo,Capitano,Giovane,Colore",
    ],
)
def test_columns_are_known_in_the_languages_of_the_players(titles: str) -> None:
    assert header_fields(titles.split(",")) == [
        "bib",
        "first",
        "last",
        "team",
        "code",
        "player",
        "type",
        "captain",
        "young",
        "colour",
    ]


@pytest.mark.parametrize(
    "title",
    [
        *("Name", "Rider", "Coureur", "Nom", "Nombre", "Corredor", "Naam", "Renner"),
        *("Fahrer", "Nachname, Vorname", "Corridore", "Cognome e Nome", "Atleta"),
    ],
)
def test_one_column_of_names_is_the_whole_name(title: str) -> None:
    assert header_fields(["Nr", title]) == ["bib", "name"]


def test_of_two_columns_for_the_same_the_first_counts() -> None:
    assert header_fields(["Bib", "Number", "Name"]) == ["bib", "", "name"]


@pytest.mark.parametrize(
    ("titles", "fields"),
    [
        (("No.", "Rider No.", "Rider"), ["", "bib", "name"]),
        (("Nr.", "Startnummer", "Fahrer"), ["", "bib", "name"]),
        (("Club", "Team", "Bib"), ["", "team", "bib"]),
    ],
)
def test_of_two_columns_for_the_same_the_plainer_word_counts(
    titles: tuple[str, ...], fields: list[str]
) -> None:
    """`No.` may count the lines; `Rider No.` is only ever the bib."""
    assert header_fields(list(titles)) == fields


def test_a_column_is_known_by_what_peloton_itself_calls_it() -> None:
    """As in: Columns: U23 = young rider."""
    assert header_fields(list(FIELDS.values())) == list(FIELDS)


def test_a_title_above_the_header_and_columns_unknown_are_passed_over() -> None:
    text = "Startlist of the Ronde;;;\n\nBib;Nat.;Name;UCI id\n1;BEL;Eddy;100\n"

    found = read(text)

    assert found.fields == ["bib", "", "name", ""]
    assert not found.guessed
    assert people(text) == [("1", "Eddy", None)]


def test_first_and_last_name_are_joined() -> None:
    assert people("Dossard;Nom;Prénom\n1;Baens;Eddy\n2;;Zoë\n") == [
        ("1", "Eddy Baens", None),
        ("2", "Zoë", None),
    ]


# However it is written


@pytest.mark.parametrize(
    "text",
    [
        "Bib,Name,Team\n1,Eddy Baens,Molteni\n2,Zoë,TI\n",
        "Bib;Name;Team\r\n1;Eddy Baens;Molteni\r\n2;Zoë;TI\r\n",
        "Bib\tName\tTeam\n1\tEddy Baens\tMolteni\n2\tZoë\tTI",
        '"Bib", "Name", "Team"\n"1", "Eddy Baens", "Molteni"\n2, Zoë , "TI"\n',
        "\n Bib ; Name ; Team \n\n1; Eddy Baens ;Molteni\n;;\n2;Zoë;TI\n",
    ],
)
def test_delimiters_quotes_and_empty_lines_are_understood(text: str) -> None:
    assert people(text) == [("1", "Eddy Baens", "MOL"), ("2", "Zoë", "TI")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_the_usual_encodings_are_read(encoding: str) -> None:
    text = "Bib;Name\n1;Éric Ñandú\n"

    assert decode_text(text.encode(encoding)) == text


@pytest.mark.parametrize(
    "data", [b"\0\0\0\0", b"\xff\xfe\x00", b"a,b\n1,\0\0\n", "a,b".encode("utf-16-le")]
)
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(PelotonError, match="is not a readable text file"):
        decode_text(data)


def test_a_comma_in_a_quoted_name_parts_nothing() -> None:
    assert people('Bib,Name\n1,"Baens, Eddy"\n2,Zoë\n')[0] == ("1", "Baens, Eddy", None)


def test_a_line_break_in_quotes_keeps_the_numbers_of_the_lines_below() -> None:
    rows = text_rows('Bib,Name\n1,"Eddy\nBaens"\n2,Zoë\n')

    assert [row[0].place for row in rows] == ["1", "2", "4"]


@pytest.mark.parametrize("end", ["4,TI,Jan\n", '4,TI,"Jan"\n'])
def test_an_unclosed_quote_is_refused_and_no_line_becomes_part_of_a_name(
    end: str,
) -> None:
    text = 'Bib,Team,Name\n1,TI,"Eddy\nB"\n2,TI,Bea\n3,TI,"Zoë\n'

    said = "cannot be read from line 5 on: a quote is not closed"
    assert refusal(text + end) == said


def test_quotes_around_a_part_of_a_name_are_no_mistake() -> None:
    assert people('Bib;Name\n1;"Kid" Baens\n2;Jan "Kid" B\n')[0][1] == "Kid Baens"


def test_a_line_longer_than_any_is_refused() -> None:
    assert "cannot be read from line 2 on" in refusal(f"Bib,Name\n1,{'x' * 200_000}\n")


# As people publish them. The column names are those of the source; the riders are ours.


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "Rank,Rider,Rider No.,Team,Times,Gap,B,P\n1,Eddy,21,Molteni,1h,,,\n"
            "2,Zoë,11,Molteni,2h,,,\n3,Jan,31,TI,2h,,,\n",
            id="LeTourDataSet",
        ),
        pytest.param(
            "rider_name,rider_url,rider_number,team_name,team_url,nationality\n"
            "Eddy,rider/eddy,21,Molteni,team/m,BE\nZoë,rider/zoe,11,Molteni,team/m,NL\n"
            "Jan,rider/jan,31,TI,team/t,NL\n",
            id="procyclingstats, the Python library",
        ),
        pytest.param(
            "Bib#,LastName,FirstName,Team,License,UCIID\n21,Eddy,,Molteni,1,\n"
            "11,Zoë,,Molteni,2,\n31,Jan,,TI,3,\n",
            id="CrossMgr",
        ),
        pytest.param(
            "Rider No,First Name,Last Name,Organisation,Categories,UCI ID\n"
            "21,Eddy,,Molteni,,\n11,Zoë,,Molteni,,\n31,Jan,,TI,,\n",
            id="metarace",
        ),
        pytest.param(
            "Rank\tBIB\tUCI ID\tLast Name\tFirst Name\tCountry\tTeam\n"
            "1\t21\t10001\tEddy\t\tBEL\tMolteni\n2\t11\t10002\tZoë\t\tNED\tMolteni\n"
            "3\t31\t10003\tJan\t\tNED\tTI\n",
            id="results of the UCI",
        ),
        "Start #;Name;Verein\n21;Eddy;Molteni\n11;Zoë;Molteni\n31;Jan;TI\n",
        "Pos.;Dossard;Coureur;Club\n1;21;Eddy;Molteni\n2;11;Zoë;Molteni\n3;31;Jan;TI\n",
        "N. gara;Cognome e nome;Società\n21;Eddy;Molteni\n11;Zoë;Molteni\n31;Jan;TI\n",
        "Dorsal;Apellidos y nombre;Club\n21;Eddy;Molteni\n11;Zoë;Molteni\n31;Jan;TI\n",
    ],
)
def test_published_startlists_are_read_by_their_column_names(text: str) -> None:
    assert sorted(people(text)) == [
        ("11", "Zoë", "MOL"),
        ("21", "Eddy", "MOL"),
        ("31", "Jan", "TI"),
    ]


def test_two_known_words_are_a_header_and_the_bibs_are_asked_for() -> None:
    text = "Pos,Rider,Race id,Team,Age\n1,Eddy,21,Molteni,30\n2,Zoë,11,TI,30\n"

    assert refusal(text) == (
        "1 found 'Pos, Rider, Race id, Team, Age', expected a column named Bib"
    )
    assert refusal("Name,Team\nEddy,Molteni\n") == (
        "1 found 'Name, Team', expected a column named Bib"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Rg,Concurrent,Mannsch.\n1,Eddy,Molteni\n2,Zoë,Molteni\n3,Jan,TI\n",
        "Rg;Concurrent\n1;Eddy\n2;Zoë\n",
        "Id;Athlete\n1;Eddy\n2;Zoë\n",
        "Pos Rider\n1 Eddy\n2 Zoë\n",
        "Rg;Concurrent\nMolteni\n1;Eddy\nTI\n2;Zoë\n",
    ],
)
def test_a_first_row_unlike_the_others_is_refused(text: str) -> None:
    first = text.partition("\n")[0].replace(",", ";").replace(";", ", ")

    assert refusal(text) == f"1 found '{first}', {EXPECTED}"


EXPECTED = (
    "expected a bib and a name, a team alone, or a header such as Bib, Name, Team, with"
    " tabs or semicolons between the columns"
)


def test_without_a_header_other_columns_are_refused() -> None:
    text = "21,Eddy,rider/eddy,Molteni\n11,Zoë,rider/zoe,Molteni\n31,Jan,rider/jan,TI\n"

    assert refusal(text) == f"1 found '21, Eddy, rider/eddy, Molteni', {EXPECTED}"


def test_another_sheet_is_not_guessed_where_one_has_a_header() -> None:
    sheets = [rows([["Rider", "Team"], ["Ann", "A"]]), rows([[1, "x"]])]

    assert first_startlist(sheets).faults == [
        ("List!A1", "found 'Rider, Team', expected a column named Bib")
    ]


def test_a_sheet_with_bibs_is_preferred() -> None:
    sheets = [
        rows([["Rider", "Team"], ["Ann", "A"]]),
        rows([["Bib", "Name"], [1, "Ed"]]),
    ]

    assert first_startlist(sheets).lines[0].fields == {"bib": "1", "name": "Ed"}


def test_an_unknown_header_below_a_title_is_refused() -> None:
    assert "2 found 'Rg, Concurrent'" in refusal("Our list\nRg;Concurrent\n1;A\n2;B\n")


# Without a header


def test_without_a_header_bib_and_name_are_guessed() -> None:
    text = "1,Eddy Baens\n2,Zoë\nA,Jan\n"

    assert read(text).guessed
    assert [rider[:2] for rider in people(text)] == [
        ("1", "Eddy Baens"),
        ("2", "Zoë"),
        ("A", "Jan"),
    ]


def test_without_a_header_a_third_column_is_refused() -> None:
    text = "1,Eddy Baens,Molteni\n2,Zoë,Molteni\n"

    assert refusal(text) == f"1 found '1, Eddy Baens, Molteni', {EXPECTED}"


def test_a_list_pasted_from_a_page_has_its_teams_as_headings() -> None:
    text = "Team Molteni\n 1 Eddy Baens\n 2 Zoë\n\nThe Rally Club of Gent\n11 Jan\n"

    assert people(text) == [
        ("1", "Eddy Baens", "MOL"),
        ("2", "Zoë", "MOL"),
        ("11", "Jan", "RAL"),
    ]


@pytest.mark.parametrize(
    "team",
    ["EF Education - EasyPost", "Q36.5 Pro Cycling Team", "Team 7-Eleven", "Lotto 2"],
)
def test_a_heading_of_a_pasted_list_may_begin_like_a_bib(team: str) -> None:
    startlist = put(f"{team}\n1 Eddy\n2 Zoë\nA Jan\n")

    assert [team.name for team in startlist.teams] == [team]
    assert [rider.bib for rider in startlist.riders] == ["1", "2", "A"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Eddy Baens\nZoë\n", "Eddy Baens"),
        ("ab,y\ncd,w\n", "ab, y"),
        ("Eddy Baens;1\nZoë;2\n", "Eddy Baens, 1"),
    ],
)
def test_a_list_without_bibs_in_front_is_refused(text: str, found: str) -> None:
    assert refusal(text) == f"1 found '{found}', {EXPECTED}"


def test_an_empty_list_is_refused() -> None:
    assert refusal(" \n\n") == "is empty"
    assert refusal("bib,name\n") == "has no riders below its header"


# Riders and teams


def test_every_field_of_a_rider_and_of_a_team_is_read() -> None:
    text = (
        "bib,name,team,code,player,colour,type,captain,young,neutral\n"
        "1,Eddy,Molteni,MT,Ann,F2A900,Climber,yes,,no\n"
    )

    tour = put(text)

    assert tour.teams == (
        Team(code=TeamCode("MT"), name="Molteni", player="Ann", colour="#F2A900"),
    )
    assert tour.riders == (
        Rider(
            bib=Bib("1"), name="Eddy", team=TeamCode("MT"), type="climber", captain=True
        ),
    )


@pytest.mark.parametrize("language", sorted(set(Language) - {Language.ENGLISH}))
def test_a_type_is_known_by_the_word_that_a_sheet_has_for_it(
    language: Language,
) -> None:
    words = builtin_catalogue(language)
    types = ("climber", "sprinter", "time rider", "helper")
    rows = "".join(f"{bib},{words[each]}\n" for bib, each in enumerate(types, start=1))

    found = merge_startlist(EMPTY, read(f"bib,type\n{rows}"), types)

    assert [rider.type for rider in found.riders] == list(types)


def test_a_game_without_types_keeps_none() -> None:
    found = merge_startlist(EMPTY, read("bib,name,type\n1,Eddy,climber\n"), ())

    assert found.riders[0].type is None


def test_a_team_is_called_after_its_player_where_there_is_no_other_name() -> None:
    assert put("bib,player\n1,Ann\n2,Ann\n3,Bea\n").teams == (
        Team(code=TeamCode("ANN"), player="Ann"),
        Team(code=TeamCode("BEA"), player="Bea"),
    )


def test_teams_are_known_by_code_or_name_and_made_when_they_are_new() -> None:
    tour = Tour(
        name="T",
        rulebook="cyclo",
        teams=(Team(code=TeamCode("TI"), name="TI-Raleigh"),),
    )

    found = put("bib,team\n1,ti\n2,TI-RALEIGH\n3,Molteni\n4,Möll\n", tour)

    assert [team.code for team in found.teams] == ["TI", "MOL", "MO2"]
    assert [rider.team for rider in found.riders] == ["TI", "TI", "MOL", "MO2"]


def test_a_code_is_made_of_any_name() -> None:
    text = 'bib,team\n1,=cmd()\n2,环法车队\n3,"<b>"\n4,!!!\n5,Équipe Élan Doré Vif\n'

    assert [t.code for t in put(text).teams] == ["CMD", "环法车", "B", "T", "ELA"]


@pytest.mark.parametrize("word", ["yes", "X", "1", "oui", "Sí", "ja", "TRUE", "*", "✓"])
def test_yes_is_known_in_every_language(word: str) -> None:
    assert read_yes_no(word) is True


@pytest.mark.parametrize("word", ["no", "0", "non", "nee", "false", "-"])
def test_no_is_known_in_every_language(word: str) -> None:
    assert read_yes_no(word) is False


def test_names_are_kept_as_they_are() -> None:
    names = ['=HYPERLINK("x")', "<b>x</b>", "+1", "李小龙", "x" * 300]
    rows = "".join(f"{n}\t{name}\n" for n, name in enumerate(names, 1))

    assert [name for _, name, _ in people(f"bib\tname\n{rows}")] == names


@pytest.mark.parametrize(
    ("bib", "kept"), [("012", "012"), ("\uff11\uff12", "12"), ("A", "A")]
)
def test_a_bib_is_kept_as_it_is_written(bib: str, kept: str) -> None:
    assert people(f"bib,name\n{bib},Eddy\n")[0][0] == kept


def test_riders_without_a_team_stand_after_those_with_one() -> None:
    assert [who for who, *_ in people("bib,team\n1,\n2,MOL\n")] == ["2", "1"]


# Riders who are there already


TAKEN = Tour(
    name="T",
    rulebook="cyclo",
    teams=(Team(code=TeamCode("MOL"), name="Molteni", player="Ann"),),
    riders=(
        Rider(bib=Bib("1"), name="Eddy", team=TeamCode("MOL"), captain=True),
        Rider(bib=Bib("2"), name="Zoë", team=TeamCode("MOL")),
    ),
)


def test_a_bib_that_is_taken_is_a_fault_each_on_its_line() -> None:
    found = read("bib,name\n1,Ed\n3,Jan\n2,Zoe\n")

    merge_startlist(TAKEN, found, TYPES)

    assert found.faults == [
        ("2", "bib 1 is already on the startlist"),
        ("4", "bib 2 is already on the startlist"),
    ]


def test_a_team_that_is_there_keeps_its_player() -> None:
    text = "bib,team,player\n3,Molteni,Bea\n"

    assert put(text, TAKEN).teams[0].player == "Ann"


def test_a_team_that_nobody_plays_stays_so() -> None:
    """GN-7. The list names another rider of a ghost team."""
    team = Team(code=TeamCode("GHO"), name="Ghosts", ghost="brain")
    tour = Tour(name="T", rulebook="flamme-rouge", teams=(team,))

    merged = put("bib,name,team\n2,Jo,GHO\n", tour)

    assert merged.teams == (team,)


def test_a_colour_may_be_named() -> None:
    tour = put("bib,name,team,colour\n1,Eddy,Molteni,Red\n")
    assert tour.teams[0].colour == "#d62728"


# Mistakes


def test_every_mistake_is_found_with_its_line() -> None:
    text = (
        "bib,name,young,colour\n"
        "1,Eddy,maybe,\n"
        "1,Zoë,,\n"
        ",Jan,,\n"
        "4 2,Piet,,\n"
        "DNF,Joop,,\n"
        "6,Loes,,bleu-ish\n"
    )

    assert [(place, fault.partition(",")[0]) for place, fault in read(text).faults] == [
        ("2", "found 'maybe'"),
        ("3", "found rider 1 twice"),
        ("4", "found nothing"),
        ("5", "found '4 2'"),
        ("6", "found 'DNF'"),
        ("7", "found '#bleu-ish'"),
    ]


# Workbooks


def rows(values: list[list[object]], title: str = "List") -> tuple[StartlistRow, ...]:
    (page,) = read_workbook(plain_workbook(values, title))
    return worksheet_rows(page)


def test_of_two_columns_of_one_name_the_first_counts() -> None:
    assert header_fields(["Bib", "Name", "", "Name"]) == ["bib", "name", "", ""]


def test_what_stands_far_to_the_right_is_no_rider() -> None:
    note: list[object] = [*[None] * 70, "a note"]
    data = plain_workbook([["Bib", "Name"], [1, "Ann"], note, note])

    startlist = first_startlist([worksheet_rows(page) for page in read_workbook(data)])

    assert startlist.faults == []
    assert len(startlist.lines) == 1


def test_a_workbook_is_read_with_its_numbers_as_bibs() -> None:
    found = read_rows(
        rows([["Our startlist"], [], ["Bib", "Name", "Captain"], [12.0, "Eddy", True]])
    )

    assert [line.fields for line in found.lines] == [
        {"bib": "12", "name": "Eddy", "captain": True}
    ]


def test_a_mistake_in_a_workbook_is_named_with_its_cell() -> None:
    found = read_rows(
        rows([["Bib", "Name"], ["=1+1", "Eddy"], [2, "=A1"], [3.5, "x"], [None, "y"]])
    )

    assert [place for place, _ in found.faults] == [
        "List!A2",
        "List!B3",
        "List!A4",
        "List!A5",
    ]
    assert "a formula" in found.faults[0][1]


def test_the_sheet_with_a_header_is_read() -> None:
    other, startlist = rows([["1", "hello"]]), rows([["Bib", "Name"], [1, "Eddy"]])

    assert first_startlist([(), other, startlist]).lines[0].fields["name"] == "Eddy"
