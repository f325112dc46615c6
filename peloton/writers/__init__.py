"""Convert sheets to text or bytes; each file format is one module or package."""
