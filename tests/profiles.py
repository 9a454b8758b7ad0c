"""Profiles of Hypothesis: the same examples on every run, and new ones (``--hypothesis-profile=random``)."""

FIXED, RANDOM = "fixed", "random"
