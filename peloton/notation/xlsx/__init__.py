"""Workbooks that somebody sends: opened with limits, as plain cells."""
