"""Lay out sheets on pages, and draw the pages; `writers.paper.pdf` writes the file."""
