"""Startlists from files and paste, with the columns people give them."""
