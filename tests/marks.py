"""Numbers of Hypothesis's examples."""

from hypothesis import settings

from tests.profiles import RANDOM


def examples(count: int) -> int:
    """So many examples of Hypothesis where they are new ones; a third where they are the same on every run."""
    return count if settings.get_current_profile_name() == RANDOM else max(count // 3, 5)
