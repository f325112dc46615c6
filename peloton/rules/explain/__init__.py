"""Explanations of totals: the amounts that add up to a total, each with its rule."""
