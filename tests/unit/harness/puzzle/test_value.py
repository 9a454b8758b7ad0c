"""Values: what they hold, what makes two of them equal, and that nothing changes them."""

import copy
import pickle
from typing import Any, ClassVar

import pytest

from harness.puzzle import Axis, Line
from harness.puzzle.value import Value


class Point(Value):
    x: int
    y: int = 0
    axes: ClassVar[str] = "xy"

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError("too far left")


class Deep(Point):
    z: int = 0


def test_values_hold_what_they_are_made_of() -> None:
    assert (Point(1).y, Point(1, 2).y, Point(y=2, x=1).x, Deep(1, 2, 3).z) == (0, 2, 1, 3)
    assert repr(Deep(1, z=3)) == "Deep(x=1, y=0, z=3)"


@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), ((1, 2, 3), {}), ((1,), {"z": 1}), ((1,), {"x": 1}), ((1,), {"axes": "z"}), ((), {"z": 1, "y": 2})],
)
def test_missing_further_unknown_and_repeated_values_are_rejected(
    values: tuple[int, ...], named: dict[str, Any]
) -> None:
    with pytest.raises(TypeError, match="Point is made of x, y"):
        Point(*values, **named)


def test_equal_values_are_of_one_class_and_hash_alike() -> None:
    assert Point(1, 2) == Point(1, 2) != Point(2, 1)
    assert Point(1, 2) != Deep(1, 2)
    assert Point(1, 0) != (1, 0)
    assert len({Point(1), Point(1, 0), Deep(1)}) in (2, 3)
    assert hash(Point(1)) == hash(Point(1, 0))


def test_a_value_is_not_changed() -> None:
    point = Point(1)
    with pytest.raises(AttributeError):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        point.w = 2
    with pytest.raises(AttributeError):
        del point.x
    assert point.replace(x=2) == Point(2)
    assert point == Point(1)


def test_changes_are_looked_at() -> None:
    with pytest.raises(ValueError, match="too far left"):
        Point(1).replace(x=-1)


def test_copies_and_pickles_are_equal() -> None:
    assert copy.deepcopy(Deep(1, 2, 3)) == copy.copy(Deep(1, 2, 3)) == Deep(1, 2, 3)
    assert pickle.loads(pickle.dumps(Line(Axis.ROW, 1))) == Line(Axis.ROW, 1)


def test_lines_are_in_order() -> None:
    lines = [Line(Axis.ROW, 0), Line(Axis.COLUMN, 2), Line(Axis.COLUMN, 1)]
    assert sorted(lines) == [Line(Axis.COLUMN, 1), Line(Axis.COLUMN, 2), Line(Axis.ROW, 0)]
    assert max(lines) == Line(Axis.ROW, 0)
