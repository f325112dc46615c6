"""The language of the desk: lines typed while riders cross, and what they mean."""
