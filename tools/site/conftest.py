"""The site's extension needs griffe, which the extra [dev] brings and [test] does not."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("griffe") else ["doctests.py"]
