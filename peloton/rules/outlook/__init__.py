"""What is still to win (GN-6)."""
