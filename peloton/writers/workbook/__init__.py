"""What an Excel workbook is made of."""
