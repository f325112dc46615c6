"""The tour file and the result lines in it: text to facts and back."""
