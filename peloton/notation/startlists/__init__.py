"""Import startlists from files that other people or programs wrote."""
