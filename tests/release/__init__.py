"""Makes what a release uploads: ``python -m tests.release``."""
