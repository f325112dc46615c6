"""One stage: times from marks, places from times, points at sprints and finish."""
