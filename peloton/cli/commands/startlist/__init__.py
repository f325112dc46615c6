"""The commands for teams, riders and startlists."""
