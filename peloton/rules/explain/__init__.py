"""The reasons behind every figure: amounts with their rules, which add up."""
