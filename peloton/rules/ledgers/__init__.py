"""Extra turns, cards and money: booked on each stage and carried over to the next."""
