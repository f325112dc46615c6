"""The names that columns of startlists go by, in the languages of the players."""

import re
from collections.abc import Mapping, Sequence

from peloton.rules.words import without_accents

_NAMES: Mapping[str, str] = {
    "bib": (
        "bib, bibs, bib no, bib number, race number, race no, rider no, rider number,"
        " start number, start no, dossard, doss, n dossard, numero de dossard, dorsal,"
        " dorsales, num dorsal, numero de dorsal, rugnummer, rugnr, startnummer,"
        " startnr, start nr, stnr, dorsale, pettorale, n dorsale, numero di gara,"
        " n gara, number, num, numero, nummer, nr, no, n"
    ),
    "name": (
        "name, rider name, full name, fullname, rider, cyclist, nom et prenom,"
        " nom prenom, coureur, coureuse, nom du coureur, corredor, corredora, ciclista,"
        " nombre y apellidos, apellidos y nombre, nombre completo, naam, renner,"
        " renster, volledige naam, nom i cognoms, cognoms i nom, nom complet, fahrer,"
        " fahrerin, fahrername, vor und nachname, name vorname, nachname vorname,"
        " corridore, atleta, cognome e nome, nome e cognome, cognome nome, nominativo,"
        " nom, nome"
    ),
    "first": (
        "first name, firstname, given name, forename, prenom, nombre, voornaam, nom de"
        " pila, vorname"
    ),
    "last": (
        "last name, lastname, surname, family name, nom de famille, apellido,"
        " apellidos, achternaam, familienaam, cognom, cognoms, nachname, familienname,"
        " zuname, cognome"
    ),
    "team": (
        "team, team name, teamname, squad, equipe, nom de l equipe, equipo, nombre del"
        " equipo, ploeg, ploegnaam, team naam, equip, nom de l equip, mannschaft,"
        " rennstall, squadra, nome squadra, club, verein, vereniging, societa,"
        " organisation, organization"
    ),
    "code": (
        "team code, code, abbreviation, abbr, code equipe, sigle, codigo, codigo"
        " equipo, sigla, ploegcode, teamcode, afkorting, codi, codi equip, kurzel,"
        " teamkurzel, abkurzung, codice squadra"
    ),
    "player": (
        "player, manager, owner, played by, joueur, joueuse, jugador, jugadora, speler,"
        " speelster, spieler, spielerin, giocatore, giocatrice"
    ),
    "type": (
        "rider type, type, kind, speciality, specialty, specialism, role, type de"
        " coureur, specialite, tipo, tipo de corredor, especialidad, soort, renner"
        " type, rennerstype, specialiteit, tipus, especialitat, typ, fahrertyp, rolle,"
        " spezialitat, ruolo, specialita, tipo di corridore"
    ),
    "captain": (
        "captain, leader, capitaine, capitan, capitana, kapitein, kopman, capita,"
        " kapitan, capitano"
    ),
    "young": (
        "young rider, young, youth, u23, u25, jeune, joven, jong, jongere, jove, jung,"
        " nachwuchs, giovane"
    ),
    "neutral": "neutral rider, neutral, neutre, neutro, neutraal, neutrale",
    "colour": (
        "team colour, colour, color, jersey colour, couleur, kleur, farbe, teamfarbe,"
        " trikotfarbe, colore"
    ),
}
"""Titles of columns, without accents.

The first is peloton's own. Of two columns for the same field, the one listed earlier
here is used, so a general word such as `no` comes last. They include the titles of
LeTourDataSet, procyclingstats (the Python library), CrossMgr, metarace and UCI results.
"""
FIELDS = {field: names.partition(",")[0] for field, names in _NAMES.items()}
"""What a column can be, in words."""
_TYPES: Mapping[str, str] = {
    "climber": (
        "grimpeur, grimpeuse, escalador, escaladora, klimmer, klimster, bergfahrer,"
        " scalatore, scalatrice"
    ),
    "sprinter": (
        "sprinteur, sprinteuse, esprinter, esprintador, sprintster, velocista"
    ),
    "time rider": (
        "rouleur, rouleuse, contrarrelojista, contrarellotgista, tijdrijder,"
        " zeitfahrer, cronoman, cronometrista"
    ),
    "helper": (
        "equipier, equipiere, domestique, gregario, gregaria, gregari, knecht,"
        " helpster, helfer"
    ),
}
"""What the sheets of other languages, and others, call the types of riders."""

_YES = (
    "yes, y, x, 1, true, t, oui, o, vrai, si, s, verdadero, ja, j, waar, cert, wahr,"
    " vero, ✓, *"
)
_NO = "no, n, 0, false, f, non, faux, falso, nee, onwaar, fals, nein, falsch, -"


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
    bare = without_accents(text.casefold()).replace("°", " ").replace("#", " no")
    return " ".join(re.findall(r"[^\W_]+|[*✓]|^-$", bare))


_FIELDS: Mapping[str, tuple[str, int]] = {
    plain(name): (field, order)
    for field, names in _NAMES.items()
    for order, name in enumerate(names.split(","))
}
"""The field and the order of preference of each title."""


def header_fields(titles: Sequence[str]) -> list[str]:
    """Return the field that each title of a column names; nothing for the others."""
    found = [_FIELDS.get(plain(title), ("", 0)) for title in titles]
    best: dict[str, int] = {}
    for number, (field, order) in enumerate(found):
        if field and (field not in best or order < found[best[field]][1]):
            best[field] = number
    # `Name, Vorname` and `Nome, Cognome`: a name beside its other half.
    if "name" in best and ("first" in best) != ("last" in best):
        best["last" if "first" in best else "first"] = best.pop("name")
    elif "first" in best and not {"last", "name"} & best.keys():
        # `Nombre` and its like alone are the whole name.
        best["name"] = best.pop("first")
    fields = {number: field for field, number in best.items()}
    return [fields.get(number, "") for number in range(len(titles))]
