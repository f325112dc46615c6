"""One stage: times from marks, places from times, points at each line."""
