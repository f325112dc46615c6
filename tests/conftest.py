"""What holds for every test: drawn examples are the same ones on every run."""

from hypothesis import settings

settings.register_profile("peloton", derandomize=True, deadline=None)
settings.load_profile("peloton")
