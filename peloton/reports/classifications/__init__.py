"""The classifications as sheets: ranks, jerseys, outlook."""
