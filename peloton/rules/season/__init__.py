"""Many tours: a season and the hall of records (CY-22)."""
