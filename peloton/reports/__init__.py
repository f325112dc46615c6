"""Reports: a tour as scored -> sheets and plain data; no file format."""
