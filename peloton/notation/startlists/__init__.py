"""Import of startlists from other people's files and workbooks."""
