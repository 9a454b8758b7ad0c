"""Faults of a puzzle, and how to fix them; puzzles made by chance.

* `typos`: which single wrong number would explain numbers that cannot be, with the line logic behind it;
* `repair`: the smallest change of a picture that leaves its puzzle one solution;
* `report`: all of it put together, and the form that people are used to;
* `states`: saved grids of a puzzle, and their mistakes;
* `generate`: random puzzles, of a certain difficulty if wanted.
"""
