"""The story of a stage: the kinds of sentences, and the ones that are true."""
