"""The solvers: the reference that the Spectrum's answers are compared with, and its kin behind one interface.

They share no code with the Spectrum side and never import `pyspectrum`.

* `budget`: what a search may spend; made by whoever starts it, handed down to all of it.
* `lines`: what follows for one line.
* `propagate`: line logic on the whole crossword, to the fixpoint.
* `strategy`: what every way of solving offers and answers, their names, and `solve_any`, which takes any of them.
* `search`: trial where line logic stalls, all solutions, and the proof that there are no others: the reference.
* `enumerate`: lists of all arrangements of every line; `recursion`: memoized recursion and copies of the grid.
* `shared`: the cells that all solutions share.
* `fast`: the default; `kernel` is its line logic and probing in C, `sat` its SAT stage.
* `human`: named rules, as a person applies them.
"""
