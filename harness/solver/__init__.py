"""The solvers: the reference that the Spectrum's answers are compared with, and others behind one interface.

They share no code with the Spectrum side and never import `pyspectrum`.

* `budget`: limits of a search.
* `lines`: the complete analysis of one line; `propagate`: line logic on the whole crossword, to the fixpoint.
* `strategy`: the interface of all strategies, their names, and `solve_any`.
* `search`: the reference: trial when line logic stalls, all solutions, and the proof that there are no others.
* `enumerate`: lists of all arrangements of every line; `recursion`: memoized recursion and copies of the grid.
* `shared`: the cells that all solutions share; `stream`: all solutions as bytes, and their number.
* `fast`: the default; `kernel` is its line logic and probing in C, `sat` its SAT stage.
* `human`: named rules, as a person applies them; `baselines`: plain searches, for comparison.
"""
