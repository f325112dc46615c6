"""Read and write TOML: schemas of tables, readers of values, line numbers of keys."""
