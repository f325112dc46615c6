"""Writers: sheets -> text or bytes, one format a file; they know no rules."""
