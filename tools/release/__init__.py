"""Makes what a release uploads: ``python -m tools.release``."""
