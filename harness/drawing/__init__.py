"""Crosswords as drawings: a sheet with the clues at its sides, as a picture, as SVG, as an animation of the solving.

* `layout`: what is on a sheet, and where, the digits included, and which groups of a line are found;
* `raster`: pictures through Pillow; `svg`: vectors, and the cassette's inlay; `book`: a PDF;
* `animation`: GIF and APNG from the steps of a solver; `variants`: the tree of variants;
* `terminal`: pictures in characters, `colours` in colour; `watch`: the same while it is being solved.
"""
