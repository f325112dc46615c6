"""Write sheets as text or bytes, one module per format, without any game rules."""
