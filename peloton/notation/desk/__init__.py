"""The notation of the desk: lines typed while riders cross, read and written."""
