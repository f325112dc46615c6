"""Lay out sheets on pages, and draw them; `writers.paper.pdf` writes the file."""
