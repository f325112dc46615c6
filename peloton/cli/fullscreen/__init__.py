"""The desk on the whole screen: `peloton desk`."""
