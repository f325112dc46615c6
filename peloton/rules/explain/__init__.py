"""Explanations of figures: the amounts that add up to a figure, each with its rule."""
