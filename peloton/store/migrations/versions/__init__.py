"""One step a file, numbered; a step that was released is never changed."""
