"""The entry form of a stage: a workbook that users fill in and peloton reads back."""
