"""Paper: sheets set on pages and drawn; `writers.pdf` makes a file of them."""
