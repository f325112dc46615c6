"""The explanation of every figure: amounts with their rules, adding up to it."""
