"""Sheets of rulebooks, and sheets for setting up a game."""
