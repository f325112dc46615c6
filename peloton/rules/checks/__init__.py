"""What can be wrong in the facts: one small function a check, problems as values."""
