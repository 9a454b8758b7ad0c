"""Builds the documents as a site: ``python -m tests.site``."""
