"""A tour at hand, without a screen."""
