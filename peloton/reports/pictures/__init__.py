"""The pictures of a tour: profiles, gaps, jerseys."""
