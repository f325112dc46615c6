"""A tour at hand, without a screen: opened, scored, typed at, merged, saved."""
