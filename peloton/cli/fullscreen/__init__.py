"""The full-screen program of the desk: `peloton desk`."""
