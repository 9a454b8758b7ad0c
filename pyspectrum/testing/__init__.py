"""Expectations, and what a failed test leaves behind."""
