"""The commands: one module for each command or group, imported when it is called."""
