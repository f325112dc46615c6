"""The desk on the whole screen: `peloton finish` and `peloton desk`."""
