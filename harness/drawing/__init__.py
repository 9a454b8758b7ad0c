"""Crosswords as drawings: a sheet with the clues at its sides, as a picture, as SVG, as an animation of the solving.

* `progress`: which groups of a line are found; `layout`: what is on a sheet, and where;
* `raster`: pictures through Pillow, with `digits` of our own; `svg`: vectors;
* `animation`: GIF and APNG from the steps of a solver.
"""
