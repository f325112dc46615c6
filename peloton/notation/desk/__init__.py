"""Read and write the desk's notation: the lines typed while a stage is raced."""
