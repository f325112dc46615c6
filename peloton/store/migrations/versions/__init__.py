"""One step a file, numbered.

A step that was released may lose what no database needs any more; what becomes of an
older database by all the steps never changes.
"""
