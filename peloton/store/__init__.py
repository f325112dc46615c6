"""The tours a game leader keeps: the only SQL of peloton.

`peloton.store.session.open_store` is the door, and `peloton.store.tours` says what
stands behind it. Nothing is imported here, so that a command that needs no database
does not wait for one.
"""
