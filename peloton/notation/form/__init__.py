"""The entry form for a stage: a workbook that users fill in and peloton reads back."""
