"""The command line of peloton."""
