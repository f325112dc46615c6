"""Read a tour file into facts, and write facts as a tour file."""
