"""Sheets as web pages."""
