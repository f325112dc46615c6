"""A message in English is matched by a pattern and translated."""

import re
from pathlib import Path

import pytest

from peloton.notation import xlsx
from peloton.notation.catalogue import builtin_catalogue
from peloton.notation.messages import as_phrase
from peloton.reports.translation import in_language
from peloton.rules.facts.fact_table import COUNTS
from peloton.rules.facts.kinds import Language
from peloton.rules.games import MARKS
from peloton.rules.limits import Limit
from peloton.rules.words import Phrase
from peloton.store.transactions import _BUSY, _LOCKED, _REASONS, DAMAGED
from peloton.table.server import NO_PHONE
from tests.messages import PUT_TOGETHER, ROOT, SPOKEN, messages


def said(message: str, language: Language = Language.FRENCH) -> str:
    (text,) = in_language((as_phrase(message),), language, builtin_catalogue(language))
    # French has a no-break space before `:` and the like.
    return text.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("message", "french"),
    [
        ("Save it?", "Enregistrer ?"),
        ("Saved stage 3.", "Étape 3 enregistrée."),
        (
            "Saved stage 3. Undo with 'peloton undo'.",
            "Étape 3 enregistrée. Annulez avec « peloton undo ».",
        ),
        (
            "found 'vier', expected a whole number, 0 or more",
            "trouvé : 'vier' ; attendu : un nombre entier, 0 ou plus",
        ),
        (
            "a.toml:4: error: stage 2: no rider 9 on the startlist; did you mean '7'?",
            (
                "a.toml:4 : erreur : étape 2 : pas de coureur 9 sur la liste de départ"
                " ; vouliez-vous dire '7' ?"
            ),
        ),
        ("Error: no team 'x'", "Erreur : pas d\u2019équipe 'x'"),
        (
            (
                "rider 1 used 2 extra turns in a time trial, where a rider of type E"
                " may use none (CY-13)"
            ),
            (
                "le coureur 1 a joué 2 coups en plus dans un contre-la-montre, où un"
                " coureur du type E ne peut pas en jouer (CY-13)"
            ),
        ),
        (
            "a.toml:4: error: a ruling without 'reason', expected one",
            "a.toml:4 : erreur : une décision sans 'reason', il en faut",
        ),
        (
            "no rule 'points.fnish' in cyclo; did you mean 'points'?",
            "pas de règle 'points.fnish' dans cyclo ; vouliez-vous dire 'points' ?",
        ),
        (
            "riders of teams A, B cost 12500: A 6500; expected at most 11000 (CY-14)",
            (
                "les coureurs des équipes A, B coûtent 12\u202f500 : A 6500 ; au plus"
                " 11000 (CY-14)"
            ),
        ),
        (
            "a.toml:4: error: captain: found 1, expected true or false",
            "a.toml:4 : erreur : captain : trouvé : 1 ; attendu : true ou false",
        ),
        (
            "Error: stage 2: level: found '9', expected true or false",
            "Erreur : étape 2 : level : trouvé : '9' ; attendu : true ou false",
        ),
        (
            "found 'x', expected the number of a stage, or one of last, next",
            (
                "trouvé : 'x' ; attendu : le numéro d\u2019une étape, ou l\u2019un de"
                " ces mots : last, next"
            ),
        ),
        (
            "not valid TOML: Unclosed array (at end of document)",
            "TOML non valide : crochet fermant absent (à la fin du fichier)",
        ),
        ("found a table, expected a table", "trouvé : une table ; attendu : une table"),
        (
            "cannot read a.toml: No such file or directory",
            "impossible de lire a.toml : fichier ou dossier introuvable",
        ),
        (
            "not valid TOML: Invalid value, found 'name = Mokka'",
            "TOML non valide : valeur non valide, trouvé 'name = Mokka'",
        ),
        (
            "Not yet: a keirin of 11 riders, expected at most 10 (CY-20) (2 more)",
            (
                "Pas encore : un keirin de 11 coureurs, au plus 10 attendus (CY-20)"
                " (et 2 de plus)"
            ),
        ),
        (
            "rider 1 used 1 extra turn, but ciclistas has none (CI-5)",
            "le coureur 1 a joué 1 coup en plus, mais ciclistas n\u2019en a pas (CI-5)",
        ),
        (
            "stage 2: rider 7 has 2 cards, but cyclo keeps none between stages (CR-17)",
            (
                "étape 2 : le coureur 7 a 2 cartes, mais cyclo n\u2019en garde pas"
                " d\u2019une étape à l\u2019autre (CR-17)"
            ),
        ),
    ],
)
def test_a_message_is_said_with_its_parts_in_french(message: str, french: str) -> None:
    assert said(message) == french


@pytest.mark.parametrize(
    ("language", "counts"),
    [
        ("fr", ["0 coureur", "1 coureur", "2 coureurs"]),
        ("es", ["0 corredores", "1 corredor", "2 corredores"]),
        ("ca", ["0 corredors", "1 corredor", "2 corredors"]),
        ("nl", ["0 renners", "1 renner", "2 renners"]),
    ],
)
def test_a_number_decides_the_form_of_its_noun_as_in_the_language(
    language: str, counts: list[str]
) -> None:
    english = ["0 riders", "1 rider", "2 riders"]

    assert [said(text, Language(language)) for text in english] == counts


def test_a_count_begins_with_a_digit() -> None:
    assert said("peloton has no text 'x'") == "peloton has no text 'x'"
    assert said("a.toml has 2 mistakes").endswith("2 erreurs")


def test_a_message_without_a_pattern_stays_english() -> None:
    assert said("Nobody wrote this down.") == "Nobody wrote this down."
    assert not isinstance(as_phrase("Nobody wrote this down."), Phrase)


@pytest.mark.parametrize(
    "name",
    [
        "Finish",
        "Stage 3",
        "no",
        "{name}",
        "St. Moritz",
        "{n} riders",
        "a: b",
        "<b>&",
        "=1+1",
        "2 riders",
        "Nothing was changed.",
    ],
)
def test_a_name_is_said_as_typed_though_it_is_a_message_itself(name: str) -> None:
    assert said(f"Deleted '{name}'.") == f"« {name} » est supprimé."
    assert name in said(f"Saved stage 3. Deleted '{name}'.")


def test_a_long_message_of_no_pattern_is_given_up_soon() -> None:
    text = "a: b. c; did you mean 'd'? " * 200

    assert said(text) == text


def untranslated(text: str) -> list[str]:
    """Return the values of a phrase that contain words outside of quotes."""
    if not isinstance(text, Phrase):
        plain = re.sub(r"'[^']*'|\"[^\"]*\"", "", text)
        return [text] if re.search("[a-z]{3,}", plain) else []
    typed = ("command", "example", "option")
    return [
        part
        for name, value in text.values.items()
        if isinstance(value, str) and not name.startswith(typed)
        for part in untranslated(value)
    ]


FILES = [str(file.relative_to(ROOT)) for file in sorted(ROOT.rglob("*.py"))]


@pytest.mark.parametrize("file", [each for each in FILES if SPOKEN.match(each)])
def test_every_message_of_the_source_has_a_pattern(file: str) -> None:
    missing = {
        f"{file}:{line}": text
        for text, line in messages(ROOT / file).items()
        if text not in PUT_TOGETHER
        and untranslated(as_phrase(text))
        and untranslated(as_phrase(text.removesuffix(": 7")))
        and untranslated(as_phrase(f"{text}: 7"))  # `file_errors` adds the reason
        and untranslated(as_phrase(f"7 {text}"))  # put after the name of a file
    }

    assert missing == {}


# Limits whose own message is shown; where only `most` is used, another message is.
SHOWN = [
    limit
    for limit in Limit
    if any(
        re.search(rf"Limit\.{limit.name}\b(?!\.most)", file.read_text(encoding="utf-8"))
        for file in ROOT.rglob("*.py")
    )
]


@pytest.mark.parametrize("limit", SHOWN)
def test_what_a_limit_counts_is_said_in_the_language(limit: Limit) -> None:
    for message in (limit.fault(limit.most + 1), limit.exceeded):
        assert untranslated(as_phrase(message)) == []


@pytest.mark.parametrize(
    "message",
    [
        f"found 4.5, {xlsx._EXPECTED}",  # noqa: SLF001
        "found RED in the pursuit, expected two teams (CR-13)",
        "found RED, riders without a team in the pursuit, expected two teams (CY-20)",
        "found riders without a team in the pursuit, expected two teams (CY-20)",
        "found nobody in the pursuit, expected two riders (CY-20)",
        "riders left: none; expected one rider, with all others eliminated (CR-13)",
        "stage 1: start: found rider 2 twice, expected once (CY-23)",
        "offer: found 'Tonw', expected 'finish' (CY-15); did you mean 'finish'?",
        (
            "ports 8471 and up are in use, maybe by another live table: stop it, or"
            " choose another --port"
        ),
        "A: found no level, expected 'a' (CY-21)",
        "New team BIA: without a name, played by 'Ann'.",
        "stopped; 2 of 3 files were not loaded",
        "The journal has no changes to stage 9.",
        (
            "'Ronde': riders with the same name and team are counted separately, and"
            " not matched with other tours"
        ),
        *(f"no {kind} 'Ann' in these tours" for kind in ("rider", "team", "player")),
        *(
            f"the database 'a.db' {reason}"
            for reason in (_BUSY, _LOCKED, DAMAGED, *map(_REASONS.get, (8, 13, 14, 26)))
        ),
        "the database 'a.db' belongs to another program: name another",
        "the database 'a.db' was made by a newer peloton: update peloton to use it",
        "no file 'a.db'",
        NO_PHONE,
        "team 2: ghost 'muscle' is for 'flamme-rouge', not for 'cyclo'",
        (
            "ghost 'muscle' has decks by type, but 'road' has no rider types:"
            " choose another"
        ),
        "rider 7: found no type, expected one of 'S', 'R', the decks of 'muscle'",
        "not valid TOML: a number has too many digits",
        "Ann saved stage 3",
    ],
)
def test_a_message_put_together_from_parts_has_a_pattern_for_each(message: str) -> None:
    left = [p for p in untranslated(as_phrase(message)) if p not in {"RED", "Ann"}]

    assert left == []


def test_a_message_without_a_pattern_is_found_in_the_source(tmp_path: Path) -> None:
    file = tmp_path / "new.py"
    file.write_text('def f(n):\n    why = f"no {n} here"\n    raise NewError(why)\n')

    (text,) = messages(file)

    assert text == "no 7 here"
    assert untranslated(as_phrase(text)) == [text]


def test_every_example_of_a_line_has_a_pattern() -> None:
    meanings = [row.meaning for row in COUNTS.values()]
    source = (ROOT / "notation" / "desk" / "examples.py").read_text(encoding="utf-8")
    meanings += re.findall(r'yield f?".*", "(.*)"\n', source)
    meanings += [text for mark in MARKS.values() for _, text in mark.desk_examples]

    assert [text for text in meanings if untranslated(as_phrase(text))] == []
