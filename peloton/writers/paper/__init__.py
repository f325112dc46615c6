"""Paper: sheets set on pages and drawn; `writers.paper.pdf` makes a file of them."""
