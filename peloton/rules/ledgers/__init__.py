"""Extra turns, cards and money, booked on each stage and carried to the next."""
