"""The commands for teams and riders."""
