"""Read, find and copy rulebook files."""
