"""peloton: stage-race tournament manager and scorekeeper for tabletop cycling games."""

__version__ = "0.1.0"
