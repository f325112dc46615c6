"""The table on the phones: what is seen of a tour, and the desk, as small web pages."""
