"""The names that columns of startlists go by, in the languages of the players."""

import re
from collections.abc import Mapping

from peloton.rules.words import without_accents

_NAMES: Mapping[str, str] = {
    "bib": (
        "bib, bibs, bib no, no, nr, num, number, race number, start number, #,"
        " dossard, doss, numero, n, dorsal, dorsales, num dorsal, rugnummer, nummer,"
        " startnummer, rugnr, numero de dorsal"
    ),
    "name": (
        "name, rider, rider name, full name, fullname, cyclist, nom et prenom,"
        " nom prenom, coureur, coureuse, nom du coureur, corredor, corredora, ciclista,"
        " nombre y apellidos, nombre completo, naam, renner, renster, volledige naam,"
        " nom i cognoms, nom complet"
    ),
    "first": (
        "first name, firstname, given name, forename, prenom, nombre, voornaam, nom de"
        " pila"
    ),
    "last": (
        "last name, lastname, surname, family name, nom de famille, apellido,"
        " apellidos, achternaam, familienaam, cognom, cognoms"
    ),
    "team": (
        "team, team name, squad, equipe, nom de l equipe, equipo, nombre del equipo,"
        " ploeg, ploegnaam, team naam, equip, nom de l equip"
    ),
    "code": (
        "team code, code, abbreviation, abbr, code equipe, sigle, codigo, codigo"
        " equipo, sigla, ploegcode, teamcode, afkorting, codi, codi equip"
    ),
    "player": (
        "player, manager, owner, played by, joueur, joueuse, jugador, jugadora, speler,"
        " speelster"
    ),
    "type": (
        "rider type, type, kind, speciality, specialty, specialism, role, type de"
        " coureur, specialite, tipo, tipo de corredor, especialidad, soort, renner"
        " type, rennerstype, specialiteit, tipus, especialitat"
    ),
    "captain": (
        "captain, leader, capitaine, capitan, capitana, kapitein, kopman, capita"
    ),
    "young": "young rider, young, youth, u23, u25, jeune, joven, jong, jongere, jove",
    "neutral": "neutral rider, neutral, neutre, neutro, neutraal",
    "colour": "team colour, colour, color, jersey colour, couleur, kleur",
}
"""The first of them is what peloton calls a column itself."""
FIELDS = {field: names.partition(",")[0] for field, names in _NAMES.items()}
"""What a column can be, in words."""
_NOM = "nom"
"""French for a last name beside a `prénom`, Catalan for a first beside `cognoms`."""

_TYPES: Mapping[str, str] = {
    "climber": "grimpeur, grimpeuse, escalador, escaladora, klimmer, klimster",
    "sprinter": "sprinteur, sprinteuse, esprinter, esprintador, sprintster",
    "time rider": "rouleur, rouleuse, contrarrelojista, contrarellotgista, tijdrijder",
    "helper": (
        "equipier, equipiere, domestique, gregario, gregaria, gregari, knecht, helpster"
    ),
}
"""What the sheets of other languages, and others, call the types of riders."""

_YES = "yes, y, x, 1, true, t, oui, o, vrai, si, s, verdadero, ja, j, waar, cert, ✓, *"
_NO = "no, n, 0, false, f, non, faux, falso, nee, onwaar, fals, -"


def says_yes(text: str) -> bool | None:
    """Read a yes or no in any of the languages; None for anything else."""
    word = plain(text) or text
    if word in _YES.split(", "):
        return True
    return False if word in _NO.split(", ") else None


def type_word(text: str) -> str:
    """Return a type of riders by its name in any language, or the plain word."""
    word = plain(text)
    return next((to for to, names in _TYPES.items() if word in names.split(", ")), word)


def plain(text: str) -> str:
    """Write a word so that `N° Équipe`, `n equipe` and `N_EQUIPE` are one."""
    if text.strip() == "#":
        return "#"
    bare = without_accents(text.casefold()).replace("°", " ")
    return " ".join(re.findall(r"[^\W_]+|[*✓]|^-$", bare))


_FIELDS: Mapping[str, str] = {
    plain(name): field for field, names in _NAMES.items() for name in names.split(",")
}


def header_fields(titles: list[str]) -> list[str]:
    """Return the field that each title of a column names; nothing for the others.

    Of two columns for the same field the first counts.
    """
    words = [plain(title) for title in titles]
    fields = [_FIELDS.get(word, "") for word in words]
    if _NOM in words and "name" not in fields:
        other = {"first": "last", "last": "first"}
        beside = next((other[each] for each in fields if each in other), "name")
        fields[words.index(_NOM)] = beside
    if "first" in fields and "last" not in fields and "name" not in fields:
        # `Nombre` and its like alone are the whole name.
        fields[fields.index("first")] = "name"
    first = {field: number for number, field in reversed([*enumerate(fields)])}
    return [
        field if first[field] == number else "" for number, field in enumerate(fields)
    ]
