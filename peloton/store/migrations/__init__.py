"""The steps that bring a database from one version of peloton to the next."""
