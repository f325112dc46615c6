"""The blank forms: pages to write on before the race is in the program."""
