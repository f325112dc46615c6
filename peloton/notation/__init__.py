"""Read and write the text formats of users: tour files, result lines, rulebooks."""
