"""Text a person writes to facts and back: tour files, result lines, rulebooks."""
