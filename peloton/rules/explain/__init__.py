"""Explanations of figures: amounts with their rules that add up to the figure."""
