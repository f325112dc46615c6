"""The claims of the READMEs, the guide and the help texts are true."""

import ast
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from PIL import Image, ImageSequence
from platformdirs.api import PlatformDirsABC
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

import peloton
from peloton.api.formats import OutputFormat
from peloton.cli.main import main
from peloton.notation.catalogue import read_catalogue
from peloton.notation.rulebook_file.reading import (
    builtin_names,
    builtin_text,
)
from peloton.notation.tour_file.reading import TourReading, read_tour
from peloton.reports.tour.document import document
from peloton.rules.facts.fact_table import STAGE_FACTS
from peloton.rules.facts.kinds import ClassificationName, Language
from peloton.rules.names import LANGUAGES
from peloton.rules.race import score
from peloton.rules.results import Race
from peloton.store.views import VIEWS
from tests.readme import (
    COMMANDS,
    GUIDE,
    README,
    ROOT,
    commands,
    example_lines,
    with_list,
    with_table,
)
from tests.test_architecture import ARROWS, PACKAGE, imports, within

RULES = PACKAGE / "rules" / "README.md"
PAGES = [README, *sorted(GUIDE.glob("*.md"))]
"""The pages for users."""
CHANGELOG = ROOT / ".github" / "CHANGELOG.md"
"""The list of features."""
INSIDE = [PACKAGE / "README.md", ROOT / ".github" / "CONTRIBUTING.md"]
"""The pages for developers."""
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RULE = re.compile(r"\b(?:CR|CY|CI|FI|RR|FR|GN)-\d+\b")


BY_NAME = dict(commands())


def fenced(language: str, *files: Path) -> list[str]:
    """Return the fenced blocks of a language in files; default: in pages for users."""
    return [
        body
        for file in files or PAGES
        for name, body in FENCED.findall(file.read_text())
        if name == language
    ]


def command_lines() -> list[str]:
    """Return every command line on the pages, except bare names of commands."""
    blocks = "".join(fenced("sh")).splitlines()
    prose = "".join(FENCED.sub("", file.read_text()) for file in [*PAGES, CHANGELOG])
    inline = re.findall(r"`(peloton [^`]+)`", prose)
    lines = [line for line in blocks if line.startswith("peloton")]
    return [*lines, *(line for line in inline if line not in BY_NAME)]


def section(title: str) -> str:
    after = README.read_text().partition(f"\n## {title}\n")[2]
    return after.partition("\n## ")[0]


def rules_in(folder: Path, pattern: str) -> set[str]:
    return {
        rule
        for file in folder.rglob(pattern)
        if file != Path(__file__)
        for rule in RULE.findall(file.read_text())
    }


def rules_written() -> list[str]:
    return re.findall(rf"^- \*\*({RULE.pattern}) ", RULES.read_text(), re.MULTILINE)


def test_the_games_are_listed_with_all_their_rules() -> None:
    listed = re.findall(
        r"^- \[.*: (\w+-\d+) to (\w+-\d+)$", RULES.read_text(), re.MULTILINE
    )
    written: dict[str, list[str]] = {}
    for rule in rules_written():
        written.setdefault(rule.partition("-")[0], []).append(rule)

    assert listed == [(rules[0], rules[-1]) for rules in written.values()]


def read(toml_text: str) -> TourReading:
    return read_tour(toml_text)


def race_of(reading: TourReading) -> Race:
    assert reading.tour is not None
    assert reading.rulebook is not None
    return score(reading.tour, reading.rulebook, reading.problems)


@pytest.fixture
def understood(monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    """Parse command lines without running the commands."""

    def nothing(_command: click.Command, _context: click.Context) -> None:
        pass

    monkeypatch.setattr(click.Command, "invoke", nothing)
    return CliRunner()


def refusal(runner: CliRunner, line: str) -> str:
    words = shlex.split(line.partition(" > ")[0])  # without where the shell puts it
    result = runner.invoke(main, words[1:])
    return result.output if result.exit_code else ""


def refusals(runner: CliRunner, lines: list[str]) -> dict[str, str]:
    """Return the error of each command line that cannot be parsed."""
    return {line: said for line in lines if (said := refusal(runner, line))}


def test_every_command_has_an_example_of_itself_in_its_help() -> None:
    lacking = [
        name
        for name, command in BY_NAME.items()
        if not example_lines(command)
        or any(not f"{line} ".startswith(f"{name} ") for line in example_lines(command))
    ]

    assert lacking == []


def test_every_example_in_the_help_is_understood(understood: CliRunner) -> None:
    lines = [line for command in BY_NAME.values() for line in example_lines(command)]

    assert refusals(understood, lines) == {}


def test_the_help_shows_the_example() -> None:
    runner = CliRunner()

    shown = {
        name: runner.invoke(main, [*name.split()[1:], "--help"]) for name in BY_NAME
    }

    assert [
        name
        for name, ran in shown.items()
        if ran.exit_code or f" {name}" not in ran.stdout.partition("Example:")[2]
    ] == []


def test_the_table_of_commands_is_that_of_the_help_texts() -> None:
    """`python -m tests.readme --write` makes it anew."""
    text = COMMANDS.read_text()

    assert with_table(text) == text
    assert [name for name in BY_NAME if f"\n| `{name}` | " not in text] == []


def test_every_command_says_in_a_few_words_what_it_does() -> None:
    assert [name for name, command in BY_NAME.items() if not command.short_help] == []


def test_the_readme_is_a_first_page_and_leads_to_all_the_others() -> None:
    """`python -m tests.readme --write` makes its list anew."""
    text = README.read_text()
    linked = "".join(file.read_text() for file in [README, *INSIDE])

    assert len(text.splitlines()) < 250
    assert with_list(text) == text
    assert [file.name for file in PAGES[1:] if f"guide/{file.name})" not in text] == []
    assert [name for name in ("CONTRIBUTING", "CHANGELOG") if name not in linked] == []


def test_the_readme_shows_a_stage_in_ten_seconds() -> None:
    """`python -m tests.pictures` makes it."""
    (name,) = re.findall(r"\((\.github/\w+\.gif)\)", README.read_text())
    file = ROOT / name
    with Image.open(file) as picture:
        frames = [frame.info["duration"] for frame in ImageSequence.Iterator(picture)]

    assert file.stat().st_size < 1_000_000
    assert len(frames) > 10
    assert 8_000 < sum(frames) < 12_000


def test_every_page_has_its_name_on_its_first_line() -> None:
    assert [file.name for file in PAGES if file.read_text()[:2] != "# "] == []


def test_every_command_line_that_a_user_reads_is_understood(
    understood: CliRunner,
) -> None:
    lines = [line.replace(" ...", " tours") for line in command_lines()]

    assert lines
    assert refusals(understood, lines) == {}


def test_every_game_is_on_the_page_of_marks_and_has_a_sample_tour() -> None:
    text = (GUIDE / "marks.md").read_text()
    tours = (ROOT / "sample_tours").glob("*.toml")
    played = {tomllib.loads(file.read_text())["tour"]["rulebook"] for file in tours}

    assert [name for name in builtin_names() if f"`{name}`" not in text] == []
    assert set(builtin_names()) <= played


def test_every_language_is_on_the_page_of_languages() -> None:
    text = (GUIDE / "languages.md").read_text()

    assert set(LANGUAGES) == set(Language)
    assert [name for name, *_ in LANGUAGES.values() if name not in text] == []


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("tour-file", [*STAGE_FACTS.values()]),
        ("databases", VIEWS.keys() - set(ClassificationName)),
        ("commands", [f"--{form}" for form in OutputFormat if form != "text"]),
    ],
)
def test_the_guide_names_every_fact_view_and_form(
    page: str, names: Iterable[str]
) -> None:
    words = re.findall(r"[\w-]+", (GUIDE / f"{page}.md").read_text(encoding="utf-8"))

    assert [name for name in names if name not in words] == []


@pytest.mark.parametrize("system", [Unix, MacOS])
def test_the_page_on_databases_names_the_data_folder(
    system: type[PlatformDirsABC], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    folder = system("peloton", appauthor=False).user_data_path
    text = (GUIDE / "databases.md").read_text(encoding="utf-8")

    assert f"`~/{folder.relative_to(Path.home()).as_posix()}`" in text


def test_every_option_of_a_game_is_on_the_page_of_rules() -> None:
    text = (GUIDE / "rules.md").read_text()
    options = {
        name
        for book in builtin_names()
        for name in tomllib.loads(builtin_text(book)).get("options", {})
    }

    assert sorted(name for name in options if f"| `{name}` |" not in text) == []


@pytest.mark.parametrize("title", ["Run it", "Test it"])
def test_run_it_and_test_it_have_one_command_line_each(title: str) -> None:
    blocks = FENCED.findall(section(title))

    assert [len(body.splitlines()) for _, body in blocks] == [1]


@pytest.mark.parametrize(
    "file", [*PAGES, RULES, *INSIDE], ids=lambda file: f"{file.parent.name}-{file.stem}"
)
def test_every_link_leads_to_a_file_or_a_section(file: Path) -> None:
    text = file.read_text()
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    anchors = {heading.lower().replace(" ", "-") for heading in headings}
    links = re.findall(r"\]\((?!https?:)([^)]+)\)", text)

    lost = [
        link
        for link in links
        if not (
            link[1:] in anchors if link[0] == "#" else (file.parent / link).exists()
        )
    ]

    assert not lost


@pytest.mark.parametrize("file", INSIDE, ids=lambda file: file.stem)
def test_every_file_named_to_those_who_change_the_program_is_there(file: Path) -> None:
    """By its path from the top or within peloton; NAME stands for one to be made."""
    prose = FENCED.sub("", file.read_text())
    named = [
        name
        for name in re.findall(r"`([\w./-]+)`", prose)
        if "NAME" not in name and re.search(r"/|\.(?:py|md|toml|yml|yaml)$", name)
    ]

    assert named
    assert [
        name
        for name in named
        if not any((top / name).exists() for top in (ROOT, PACKAGE))
    ] == []


@pytest.mark.parametrize("file", INSIDE, ids=lambda file: file.stem)
def test_every_module_named_to_those_who_change_the_program_is_there(
    file: Path,
) -> None:
    named = re.findall(r"`((?:peloton|tests)(?:\.\w+)+)`", file.read_text())

    assert [name for name in named if find_spec(name) is None] == []


def test_every_room_is_on_the_page_of_the_layout() -> None:
    text = INSIDE[0].read_text()
    rooms = {
        "/".join(file.parent.relative_to(PACKAGE).parts)
        for file in PACKAGE.rglob("*.py")
        if file.parent != PACKAGE
    }

    assert sorted(room for room in rooms if f"`{room}/`" not in text) == []


def test_the_arrows_on_the_page_of_the_layout_are_those_that_are_held() -> None:
    lines = "".join(fenced("text", INSIDE[0])).splitlines()
    drawn = {
        part.strip(): set(filter(None, map(str.strip, others.split(","))))
        for part, _, others in (line.partition("->") for line in lines)
    }

    assert drawn == {
        part: {name.partition(".")[0] for name in others}
        for part, others in ARROWS.items()
    }


def test_a_folder_of_the_rules_imports_those_above_it_on_the_page_of_the_layout() -> (
    None
):
    folders = re.findall(r"`rules/(\w+)/`", INSIDE[0].read_text())
    wrong = [
        (folder, name)
        for at, folder in enumerate(folders)
        for file in (PACKAGE / "rules" / folder).glob("*.py")
        for name in imports(file)
        if any(within(name, f"peloton.rules.{below}") for below in folders[at + 1 :])
    ]

    assert wrong == []


SIX_RIDERS = """\
[tour]
name = "Six riders"
rulebook = "criterium"
[[rider]]
bib = "1"
name = "Ann"
[[rider]]
bib = "2"
name = "=Ben"
[[rider]]
bib = "3"
name = "Cleo"
[[rider]]
bib = "4"
name = "<b>Dov"
[[rider]]
bib = "5"
name = "Eva"
[[rider]]
bib = "6"
name = "李 Fu"
[[stage]]
name = "Morning"
finish = "1 6 1/9\\n2 6 2/9\\n3 6 3/9\\n4 6 4/9\\n5 6 5/9\\n6 6 6/9"
[[stage]]
name = "Evening"
finish = "6 6 1/9\\n2 6 2/9\\n3 6 3/9\\n4 6 4/9\\n5 6 5/9\\nDNF 1"
"""
"""A tour: riders 2 to 5 are twice in the first five, riders 1 and 6 once."""


def run_program(program: str, folder: Path) -> str:
    """Return the output of a program from a page, run beside a tour file."""
    (folder / "my-tour.toml").write_text(SIX_RIDERS, encoding="utf-8")
    wrong = SIX_RIDERS.replace("DNF 1", "DNF 9")
    (folder / "wrong.toml").write_text(wrong, encoding="utf-8")
    ran = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-X", "utf8", "-W", "error", "-c", program],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=folder,
    )
    assert ran.stderr == ""
    return ran.stdout


@pytest.mark.parametrize("page", [PACKAGE / "README.md", GUIDE / "python.md"])
def test_the_program_on_a_page_counts_the_first_five(
    page: Path, tmp_path: Path
) -> None:
    program = fenced("python", page)[0]

    assert run_program(program, tmp_path).splitlines() == [
        *("2 =Ben", "2 Cleo", "2 <b>Dov", "2 Eva", "1 Ann", "1 李 Fu"),
    ]


def test_the_other_programs_on_the_page_for_scripts_run(tmp_path: Path) -> None:
    _, writing, mistaken = fenced("python", GUIDE / "python.md")

    assert "| 2 | =Ben |" in run_program(writing, tmp_path)
    assert (tmp_path / "tour.xlsx").read_bytes().startswith(b"PK")
    assert (tmp_path / "stage-1.pdf").read_bytes().startswith(b"%PDF-")
    assert run_program(mistaken, tmp_path).splitlines()[1].startswith("wrong.toml:27: ")


def test_the_page_for_scripts_lists_every_public_name() -> None:
    text = (GUIDE / "python.md").read_text(encoding="utf-8")

    assert [
        name
        for name in peloton.__all__
        if f"{name}`" not in text and f"`{name}(" not in text
    ] == []


def test_every_name_given_with_its_file_stands_in_it() -> None:
    """As in `KEYS` of `rules/rulebook/keys.py`."""
    given = [
        pair
        for file in INSIDE
        for pair in re.findall(r"`(\w+)` (?:of|in) `([\w./]+\.py)`", file.read_text())
    ]

    assert given
    assert [
        (name, file)
        for name, file in given
        if not any(
            re.search(rf"\b{name}\b", (top / file).read_text())
            for top in (ROOT, PACKAGE)
            if (top / file).exists()
        )
    ] == []


CATALOGUES = [text for text in fenced("toml") if "\n[words]\n" in text]


@pytest.mark.parametrize(
    "toml_text", [text for text in fenced("toml") if text not in CATALOGUES]
)
def test_every_tour_file_that_a_user_reads_is_without_a_mistake(toml_text: str) -> None:
    race = race_of(read(toml_text))

    assert race.problems == ()
    assert len(race.stages) == len(tomllib.loads(toml_text).get("stage", []))


def test_the_catalogue_that_a_user_reads_is_without_a_mistake() -> None:
    (text,) = CATALOGUES

    assert read_catalogue(text)


def test_the_json_that_a_user_reads_is_that_of_the_tour_file() -> None:
    (text,) = fenced("toml", GUIDE / "tour-file.md")
    (points,) = fenced("json", GUIDE / "export.md")
    scored = json.loads(json.dumps(document(race_of(read(text)))))

    assert json.loads(points) == scored["stages"][0]["points"]


def test_the_rules_are_written_down_once_each() -> None:
    assert sorted(set(rules_written())) == sorted(rules_written())


def test_every_rule_that_the_code_cites_is_written_down() -> None:
    cited = (
        rules_in(ROOT / "peloton", "*.py")
        | rules_in(ROOT / "templates", "*.toml")
        | rules_in(ROOT / "sample_tours", "*.toml")
    )

    assert sorted(cited - set(rules_written())) == []


def test_every_rule_written_down_is_cited_by_a_test() -> None:
    """At the head of the test's docstring, before its first full stop."""
    cited = {
        rule
        for file in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for rule in RULE.findall((ast.get_docstring(node) or "").partition(". ")[0])
    }

    assert sorted(set(rules_written()) - cited) == []


BOLD = re.compile(r"\*\*([^*]+)\*\*( and so on)?")
WORDS = {"two": 2, "three": 3}
Leaf = str | int | tuple[int, ...]


def leaves(found: object) -> Iterator[Leaf]:
    """Yield every name, number and scale in a part of a rulebook, without zeros."""
    if isinstance(found, dict):
        for key, inner in found.items():
            yield from (key, *leaves(inner))
    elif isinstance(found, list):
        yield tuple(each for each in found if isinstance(each, int) and each)
        for each in found:
            yield from leaves(each)
    elif isinstance(found, str | int) and not isinstance(found, bool):
        yield found


def parts_of_rulebooks(
    found: object, path: tuple[str, ...] = ()
) -> Iterator[tuple[str, list[Leaf]]]:
    """Yield each part of a rulebook that cites rules, with the rules and its values."""
    if isinstance(found, list):
        for each in found:
            yield from parts_of_rulebooks(each, path)
    if not isinstance(found, dict):
        return
    if isinstance(found.get("rule"), str):
        name = ".".join(path)
        chosen = [
            f"{path[-1]} = {json.dumps(each)}" for each in found.get("choices", [])
        ]
        yield found["rule"], [name, *path, *chosen, *leaves(found)]
    for key, inner in found.items():
        yield from parts_of_rulebooks(inner, (*path, key))


def test_what_is_bold_in_a_rule_stands_in_a_rulebook_that_cites_it() -> None:
    """Or that cites a rule which this one goes by; a season's values are its own."""
    cited: dict[str, list[Leaf]] = {"CY-22": ["best"]}
    for name in builtin_names():
        for rules, found in parts_of_rulebooks(tomllib.loads(builtin_text(name))):
            for rule in RULE.findall(rules):
                cited.setdefault(rule, []).extend(found)
    text = re.sub(r"^#.*", "", RULES.read_text(), flags=re.MULTILINE)
    written = re.split(rf"^- \*\*(?={RULE.pattern} )", text, flags=re.MULTILINE)[1:]
    lost = []
    for rule, _, body in (each.partition(" ") for each in written):
        by = [rule, *RULE.findall(body)]
        held = {leaf for each in by for leaf in cited.get(each, [])}
        lost += [
            (rule, bold)
            for bold, cut in BOLD.findall(" ".join(body.partition("**")[2].split()))
            if not any(is_held(bold, leaf, cut=bool(cut)) for leaf in held)
        ]

    assert lost == []


def is_held(bold: str, leaf: Leaf, *, cut: bool) -> bool:
    """Return whether a bold text has this value; a scale may be shortened."""
    digits = re.findall(r"\d+", re.sub(r"(?<=\d),(?=\d{3}\b)", "", bold))
    numbers = tuple(map(int, digits)) or ((WORDS[bold],) if bold in WORDS else ())
    if "=" in bold or not numbers:
        return leaf == bold or str(leaf).partition(".")[2] == bold
    if isinstance(leaf, tuple):
        return leaf[: len(numbers)] == numbers if cut else leaf == numbers
    return (leaf,) == numbers
