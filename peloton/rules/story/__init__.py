"""The story of a stage: kinds of sentences, and which of them are true."""
