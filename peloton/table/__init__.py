"""The live table: web pages on phones to follow a tour and to use the desk."""
