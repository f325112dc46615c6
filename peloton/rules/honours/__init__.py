"""The honours at the end of a tour: candidates, and to whom they go."""
