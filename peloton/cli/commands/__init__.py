"""The commands: one file for each command or group, imported when it runs."""
