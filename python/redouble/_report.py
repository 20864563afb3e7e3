"""What commands say, as objects."""

from __future__ import annotations

from collections.abc import Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    _Mapping = Mapping[str, Any]
else:
    _Mapping = Mapping


def _wrapped(value: Any) -> Any:
    if isinstance(value, dict):
        return Report(value)
    if isinstance(value, list):
        return [_wrapped(item) for item in value]
    return value


class Report(_Mapping):
    """The result of a command: its attributes and keys are those of the command's `--json`. It cannot be changed.

    >>> from redouble import Report
    >>> report = Report({"mean": 2.5, "tiles": {"64": {"rate": 1.0}}})
    >>> report.mean, report.tiles["64"].rate, report.to_dict()["mean"]
    (2.5, 1.0, 2.5)
    """

    __slots__ = ("_data",)
    _data: dict[str, Any]

    def __init__(self, data: dict[str, Any]) -> None:
        object.__setattr__(self, "_data", data)

    def to_dict(self) -> dict[str, Any]:
        """The plain dictionary, a copy."""
        from copy import deepcopy

        return deepcopy(self._data)

    def __getattr__(self, name: str) -> Any:
        if name in ("_data", "__setstate__"):
            raise AttributeError(name)
        try:
            return _wrapped(self._data[name])
        except KeyError:
            raise AttributeError(f"there is no {name!r}; there are {', '.join(self._data)}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a report cannot be changed")

    def __getitem__(self, key: str) -> Any:
        return _wrapped(self._data[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._data]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._data!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._data,)
