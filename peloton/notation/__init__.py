"""Reading and writing of texts by people: tour files, result lines, rulebooks."""
