"""The current tour without a screen: open, score, edit, merge and save it."""
