"""The commands: one command or noun a file, loaded when it is called."""
