"""Solving as a person does: rules with names, the steps that they take, and words for the steps.

* `rules`: the rules, and what each finds in a line (`line_view`), as `findings`; `trial`: rules that suppose a cell.
* `steps`: the solution, step by step, by the easiest rule that works (`agenda`); `explain`: all of it, or a hint.
* `language`, with `russian`: a step in a sentence; `presentation`: steps as text and as JSON.
* `strategy`: the same rules as a strategy.
"""
