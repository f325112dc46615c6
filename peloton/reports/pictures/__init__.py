"""The pictures of a tour, such as profiles, gaps and jerseys."""
