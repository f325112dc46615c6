"""The story of a stage: the kinds of sentences, and those that are true of a stage."""
