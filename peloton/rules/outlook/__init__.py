"""The outlook: what can still be won, and by whom (GN-6)."""
