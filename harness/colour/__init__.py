"""Crosswords in colour: groups have a colour, and groups of different colours may touch.

* `palette`: the colours; `model`: the clues and the picture. All are immutable.
"""
