"""The table on the phones."""
