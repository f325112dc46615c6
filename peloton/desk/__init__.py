"""Open, score, edit, merge and save the current tour, without any user interface."""
