"""The notation of the desk: read and write the lines typed while riders cross."""
