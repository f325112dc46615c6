"""Reports: convert a scored tour to sheets and plain data, for any file format."""
