"""Write sheets as an Excel workbook."""
