"""What each command may be asked: a module a command, with `add_parser`, which describes its arguments, and `run`.

These modules load in milliseconds, so that ``--help`` and a mistyped option are answered at once; what does the work is
loaded by `run`, from the module of the same name in `harness.commands`. `kinds` has what several of them share.
"""
