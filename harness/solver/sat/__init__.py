"""SAT encoding of the part of a crossword that line logic leaves open."""
