"""TOML: where things stand, the schema of a table, single values."""
