"""The language of the desk: lines typed as it happens, and what they say."""
