"""TOML files: schemas of tables, single values, line numbers of keys, output."""
