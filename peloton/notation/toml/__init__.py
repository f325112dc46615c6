"""TOML: the schema of a table, single values, the line of a key, writing."""
