"""Builds the documents as a site: ``python -m tools.site``."""
