"""The story of a stage: the kinds of sentences, and which of them apply to it."""
