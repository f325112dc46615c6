"""Read and write the texts that people write: tour files, result lines, rulebooks."""
