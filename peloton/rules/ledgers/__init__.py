"""Ledgers of extra turns, cards and money, which carry over between stages."""
