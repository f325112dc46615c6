"""Backups, checks and repairs of a database."""
