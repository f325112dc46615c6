"""Reports: from a scored tour to sheets and plain data, which have no file format."""
