"""Immutable values, compared by what they hold, in place of frozen dataclasses, which would load `inspect` and compile
methods in every process: a fifth of a short command's time.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, NoReturn, Self, dataclass_transform

    @dataclass_transform(frozen_default=True)
    class _Transformed:
        pass

else:
    _Transformed = object  # every command comes here, and `typing` loads slowly


class Value(_Transformed):
    """A value; it holds the annotated names of its class and its bases, without those that are `ClassVar`.

    >>> class Point(Value):
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(x=1, y=0), Point(1).replace(y=2).y
    (Point(x=1, y=0), True, 2)
    """

    _names: ClassVar[tuple[str, ...]] = ()
    _known: ClassVar[frozenset[str]] = frozenset()
    _defaults: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = [name for name, kind in cls.__annotations__.items() if "ClassVar" not in str(kind)]
        cls._names = (*cls._names, *own)
        cls._known = frozenset(cls._names)
        cls._defaults = {**cls._defaults, **{name: cls.__dict__[name] for name in own if name in cls.__dict__}}

    def __init__(self, *values: Any, **named: Any) -> None:
        held = self.__dict__
        held.update(self._defaults)
        held.update(zip(self._names, values))  # noqa: B905 -- the rest is named, or has a default
        if named:
            held.update(named)
            is_sound = held.keys() == self._known and named.keys().isdisjoint(self._names[: len(values)])
        else:
            is_sound = len(values) <= len(self._names) == len(held)
        if not is_sound:
            raise TypeError(f"{type(self).__name__} is made of {', '.join(self._names)}")
        self.__post_init__()

    def __post_init__(self) -> None:
        """Check a new value."""

    def replace(self, **changes: Any) -> Self:
        """Return the same value with these changes."""
        return type(self)(**{name: self.__dict__[name] for name in self._names} | changes)

    def _held(self) -> tuple[object, ...]:
        return tuple(map(self.__dict__.__getitem__, self._names))

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or self._held() == other._held()

    def __hash__(self) -> int:
        return hash(self._held())

    def __repr__(self) -> str:
        held = ", ".join(f"{name}={value!r}" for name, value in zip(self._names, self._held(), strict=True))
        return f"{type(self).__qualname__}({held})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed")
