"""Crosswords in colour: groups have a colour, and groups of different colours may touch.

* `palette`: the colours; `model`: the clues and the picture. All are immutable.
* `lines`: what follows for one line; `board`: what is known of a whole crossword, for black and white too.
* `solver`: the strategies `fast` and `probe`; `sat`: what the first of them leaves to a SAT solver.
* `quantise`: puzzles from pictures; `generate`: puzzles by lot; `render`: pictures on a terminal.
"""
