"""Hostile input, made by chance: whatever is in a file or on a command line ends in an answer or in one clear line."""
