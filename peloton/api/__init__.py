"""What scripts and commands do with a tour: read, score, write."""
