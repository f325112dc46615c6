"""The database of tours: all SQL of peloton is in this folder.

`peloton.store.session.open_store` opens a database, and `peloton.store.tours.Store`
reads and changes its tours.
"""
