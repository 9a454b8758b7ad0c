"""The fast solver's kernel: in C, and the same in Python."""
