"""Make the pictures of the README: an animation, a printed sheet and a web page.

`python -m tests.pictures` writes them to .github, from a sample tour. It needs tmux,
pdftoppm and chromium. The animation shows a terminal in which a stage is typed at the
desk, beside a phone that follows the table.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import ViewportSize, sync_playwright
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from peloton.desk.session import Session
from tests.table.tables import Table, held
from tests.writers.browser import CHROMIUM, Browser, browser

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / ".github"
TOUR = "Ronde van de Keukentafel"
COLUMNS, LINES = 108, 32
TYPED = (
    *("servet:17 2 6 15", "kruim:2 6 15", "lepel:17 6 8 2", "(15 19) 2", "7 0", ""),
    *("(2 17 6 8 11 12) 3", "9 2", "(10 13) 1", ""),
)
"""The lines typed at the desk; an empty line begins the next turn."""
DESK = ViewportSize(width=1015, height=690)
PHONE = ViewportSize(width=390, height=690)
"""Sizes of the screens in the animation."""
SCALE, PAUSE, LAST = 0.75, 600, 2500
"""The animation's scale, and how many milliseconds each and the last screen last."""
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


def screens() -> Iterator[str]:
    """Type at the desk; yield its screen, before and after each line, as a web page."""
    with terminal(f"TERM=xterm-256color {sys.executable} -m peloton finish 5"):
        time.sleep(3)
        yield as_page(tmux("capture-pane", "-e", "-p"))
        for line in TYPED:
            tmux("send-keys", "-l", line)
            yield as_page(tmux("capture-pane", "-e", "-p"))
            tmux("send-keys", "Enter")
            time.sleep(1)
            yield as_page(tmux("capture-pane", "-e", "-p"))


def as_page(shown: str) -> str:
    """Return the text of a terminal, with its colours, as a web page."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        console = Console(file=nowhere, record=True, width=COLUMNS)
        console.print(Text.from_ansi(shown), end="")
        return console.export_html(code_format=PAGE, theme=MONOKAI)


def photographed(tab: Browser, url: str, size: tuple[int, int], file: Path) -> None:
    tab.open(url, width=size[0], height=size[1])
    tab.picture(file)


def beside(table: Table) -> Iterator[Image.Image]:
    """Yield pictures of each screen of the desk beside a phone that follows it."""
    with sync_playwright() as started:
        flags = ["--no-sandbox"]
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=flags)
        desk = chromium.new_page(viewport=DESK)
        phone = chromium.new_page(viewport=PHONE)
        phone.goto(f"http://{table.host}/#f={table.seats.follow}")
        for screen in screens():
            desk.set_content(screen)
            phone.wait_for_timeout(1000)
            width = DESK["width"]
            both = Image.new("RGB", (width + PHONE["width"], DESK["height"]))
            for page, left in ((desk, 0), (phone, width)):
                with Image.open(BytesIO(page.screenshot())) as shown:
                    both.paste(shown, (left, 0))
            size = (round(both.width * SCALE), round(both.height * SCALE))
            yield both.resize(size, Image.Resampling.LANCZOS)
        chromium.close()


def moving(pictures: list[Image.Image], file: Path) -> None:
    """Save pictures as an animation, in the colours of the last picture."""
    colours = pictures[-1].quantize(96, method=Image.Quantize.MAXCOVERAGE)
    first, *others = (
        picture.quantize(palette=colours, dither=Image.Dither.NONE)
        for picture in pictures
    )
    typed = [PAUSE if number % 2 else PAUSE // 2 for number in range(len(others))]
    first.save(
        file,
        save_all=True,
        append_images=others,
        duration=[*typed, LAST],
        loop=0,
        optimize=True,
    )


def main() -> None:
    with TemporaryDirectory() as folder:
        here = Path(folder)
        os.environ |= {"PELOTON_DB": str(here / "tours.db"), "LOGNAME": "Ann"}
        peloton("load", str(ROOT / "sample_tours" / "cyclo.toml"))
        peloton("export", str(here / "tour.html"))
        peloton("sheet", "communique", "5", "-o", str(here / "sheet.pdf"))
        peloton("stage", "clear", "5", "--yes")
        with browser() as tab:
            page = (here / "tour.html").as_uri()
            photographed(tab, page, (390, 780), PICTURES / "page.png")
        session = Session(address=str(here / "tours.db"), tour_name=TOUR)
        with held(session) as table:
            moving([*beside(table)], PICTURES / "stage.gif")
        program = which("pdftoppm") or "pdftoppm"
        drawn = ["-png", "-r", "90", "-singlefile", str(here / "sheet.pdf")]
        command = [program, *drawn, str(PICTURES / "communique")]
        subprocess.run(command, check=True)  # noqa: S603 - a program that is installed
    for name in ("communique", "page"):
        file = PICTURES / f"{name}.png"
        with Image.open(file) as picture:
            picture.convert("RGB").quantize(200).save(file, optimize=True)


if __name__ == "__main__":
    main()
