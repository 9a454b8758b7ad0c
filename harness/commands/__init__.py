"""The commands, a module each: its text for ``--help``, its arguments (`describe`) and its work (`run`).

A module loads in milliseconds, so that ``--help`` and a mistyped option are answered at once: the functions import what
they work with, or take it from `harness`, which loads a public name when it is asked for.
"""
