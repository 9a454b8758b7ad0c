"""Faults of a puzzle, and how to fix them.

* `typos`: which single wrong number would explain numbers that cannot be, `elimination` the line logic behind it;
* `repair`: the smallest change of a picture that leaves its puzzle one solution;
* `report`: all of it put together;
* `generate`: random puzzles.
"""

from harness.advice.repair import CellChange, Repair, find_repair
from harness.advice.report import Advice, Finding, examine
from harness.advice.typos import Suggestion, suggest_corrections

__all__ = ["Advice", "CellChange", "Finding", "Repair", "Suggestion", "examine", "find_repair", "suggest_corrections"]
