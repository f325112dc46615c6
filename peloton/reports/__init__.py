"""Reports: from a scored tour to sheets and plain data, in no file format."""
