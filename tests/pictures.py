"""Make the pictures of the README: the desk, a communiqué, the page of a tour.

`python -m tests.pictures` writes them to .github, from a sample tour. It needs tmux,
pdftoppm and chromium; the desk is what a terminal shows while somebody types at it.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from PIL import Image
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from tests.writers.browser import Browser, browser

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / ".github"
COLUMNS, LINES = 108, 32
TYPED = (
    *("servet:17 2 6 15", "kruim:2 6 15", "lepel:17 6 8 2", "+2", "+13*3", "+9"),
    *("(15 19) 2", "7 0", "", "(2 17 6 8 11 12) 3"),
)
"""The lines typed at the desk; an empty line is the next turn."""
PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; background: {background}; overflow: hidden; }}
pre {{ display: inline-block; margin: 0; padding: 16px 20px; color: {foreground};
  font: 15px/1.3 "DejaVu Sans Mono", monospace; }}
{stylesheet}</style><body><pre><code>{code}</code></pre>"""


def peloton(*words: str) -> None:
    command = [sys.executable, "-m", "peloton", *words]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own


def tmux(*words: str) -> str:
    program = which("tmux") or "tmux"
    ran = subprocess.run(  # noqa: S603 - a program that is installed here
        [program, "-L", "peloton-pictures", *words],
        check=True,
        capture_output=True,
        text=True,
    )
    return ran.stdout


@contextmanager
def terminal(command: str) -> Iterator[None]:
    """Run a command in an invisible terminal."""
    size = ("-x", str(COLUMNS), "-y", str(LINES))
    tmux("-f", "/dev/null", "new-session", "-d", *size, command)
    try:
        yield
    finally:
        tmux("kill-server")


def desk() -> str:
    """Type at the desk, and return the screen as a web page."""
    with terminal(f"TERM=xterm-256color {sys.executable} -m peloton desk 5"):
        time.sleep(3)
        for line in TYPED:
            tmux("send-keys", "-l", line)
            tmux("send-keys", "Enter")
            time.sleep(0.3)
        tmux("send-keys", "F3")
        time.sleep(1)
        shown = tmux("capture-pane", "-e", "-p")
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        console = Console(file=nowhere, record=True, width=COLUMNS)
        console.print(Text.from_ansi(shown), end="")
        return console.export_html(code_format=PAGE, theme=MONOKAI)


def photographed(tab: Browser, page: Path, size: tuple[int, int], name: str) -> None:
    tab.open(page.as_uri(), width=size[0], height=size[1])
    tab.picture(PICTURES / f"{name}.png")


def main() -> None:
    with TemporaryDirectory() as folder:
        here = Path(folder)
        os.environ |= {"PELOTON_DB": str(here / "tours.db"), "LOGNAME": "Ann"}
        peloton("load", str(ROOT / "sample_tours" / "cyclo.toml"))
        peloton("export", str(here / "tour.html"))
        peloton("sheet", "communique", "5", "-o", str(here / "sheet.pdf"))
        peloton("stage", "clear", "5", "--yes")
        (here / "desk.html").write_text(desk(), encoding="utf-8")
        with browser() as tab:
            photographed(tab, here / "desk.html", (1015, 690), "desk")
            photographed(tab, here / "tour.html", (390, 780), "page")
        program = which("pdftoppm") or "pdftoppm"
        drawn = ["-png", "-r", "90", "-singlefile", str(here / "sheet.pdf")]
        command = [program, *drawn, str(PICTURES / "communique")]
        subprocess.run(command, check=True)  # noqa: S603 - a program that is installed
    for name in ("desk", "communique", "page"):
        file = PICTURES / f"{name}.png"
        with Image.open(file) as picture:
            picture.convert("RGB").quantize(200).save(file, optimize=True)


if __name__ == "__main__":
    main()
