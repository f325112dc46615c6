"""The outlook: what each rider and team can still win (GN-6)."""
