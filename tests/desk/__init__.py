"""Tests of the desk's logic, without a screen."""
