"""Sheets of the classifications: standings, jerseys and outlook."""
