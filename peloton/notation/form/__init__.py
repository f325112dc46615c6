"""The fill-in workbook of a stage: made, and read back."""
