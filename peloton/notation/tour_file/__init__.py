"""The tour file: read as facts, and written from facts."""
