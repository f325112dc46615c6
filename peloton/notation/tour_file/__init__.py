"""The tour file: read into facts, and written from facts."""
