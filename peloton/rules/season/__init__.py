"""Rankings over many tours: seasons and the hall of records (CY-22)."""
