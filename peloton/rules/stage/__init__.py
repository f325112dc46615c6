"""One stage: marks to times, times to places, lines to points."""
