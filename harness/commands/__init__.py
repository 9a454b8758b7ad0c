"""The commands of ``python -m harness``, one module each.

A module has `add_parser`, which describes its arguments, and `run`, which does the work and returns
the exit code.
"""
