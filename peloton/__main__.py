"""Run peloton as `python -m peloton`."""

from peloton.cli import main

main()
