"""What is left of a crossword as a SAT problem."""
