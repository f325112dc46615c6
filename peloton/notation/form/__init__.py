"""The entry form of a stage: a workbook to fill in, written and read back."""
