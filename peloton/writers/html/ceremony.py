"""Write a ceremony as a self-contained web page that reveals one scene at a time."""

from peloton.reports.scenes import Ceremony
from peloton.reports.sheet import PageWords
from peloton.writers.html.environment import jinja_environment
from peloton.writers.html.page import package_file


def to_ceremony(ceremony: Ceremony, words: PageWords) -> str:
    """Write a ceremony as a page that contains all scenes."""
    style = package_file("scene.css") + package_file("ceremony.css")
    script = package_file("replay.js") + package_file("ceremony.js")
    template = jinja_environment().get_template("ceremony.html")
    return template.render(ceremony=ceremony, words=words, style=style, script=script)
