"""The outlook: which riders and teams can still win what (GN-6)."""
