"""The form in which commands and imports leave values: rounded, defaults left out."""

from collections.abc import Callable
from typing import Any

from eikrepo.model.compound import AnyOf, ListOf, Loop, MapOf, Object
from eikrepo.model.kinds import Kind, Number, Point
from eikrepo.model.record import same

_WHOLE = 2**53
_NUMBERS = (int, float)


def rounded(value: float) -> float:
    """Returns a length rounded to 0.0001 mm, whole numbers as integers."""
    return _whole(round(value, 4))


def rounded_angle(value: float) -> float:
    """Returns an angle rounded to 1e-7 degrees, whole numbers as integers."""
    return _whole(round(value, 7))


def _whole(value: float) -> float:
    return int(value) if type(value) is float and abs(value) < _WHOLE and value == int(value) \
        else value


def settle(value: Any, kind: Kind | None, standing: Any = None) -> Any:
    """Returns a value as a command leaves it.

    Lengths and angles are rounded, but a ``standing`` number that rounds to the same stays as
    it is; members equal to their default are left out. What does not fit its kind is kept.
    """
    if isinstance(kind, AnyOf):
        kind = kind.one(value)
    if isinstance(value, dict):
        return _object(value, kind, standing if isinstance(standing, dict) else {})
    if isinstance(value, list):
        return _list(value, kind, standing if isinstance(standing, list) else [])
    if isinstance(kind, Number) and type(value) in _NUMBERS:
        if kind.unit == "mm":
            return _kept(value, standing, rounded)
        if kind.unit == "degrees":
            return _kept(value, standing, rounded_angle)
    return _whole(value) if type(value) is float else value


def _kept(value: float, standing: Any, to_step: Callable[[float], float]) -> float:
    new = to_step(value)
    if type(standing) in _NUMBERS and new == to_step(standing):
        return _whole(standing)
    return new


def _object(value: dict[str, Any], kind: Kind | None, before: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(kind, Object):
        each = kind.item if isinstance(kind, MapOf) else None
        return {name: settle(item, each, before.get(name)) for name, item in value.items()}
    out = {}
    for name, item in value.items():
        member = kind.by_name.get(name)
        new = settle(item, member.kind if member else None, before.get(name))
        if member is None or not same(new, member.default):
            out[name] = new
    return out


def _list(value: list[Any], kind: Kind | None, before: list[Any]) -> list[Any]:
    if isinstance(kind, Point | Loop):
        return value if value is before else [_lengths(*pair) for pair in _beside(value, before)]
    if not isinstance(kind, ListOf):
        return [settle(item, None) for item in value]
    if kind.key is None:
        pairs = _beside(value, before)
    else:
        known = {str(item.get(kind.key)): item for item in before if isinstance(item, dict)}
        pairs = [(item, known.get(str(item.get(kind.key))) if isinstance(item, dict) else None)
                 for item in value]
    return [settle(item, kind.item, old) for item, old in pairs]


def _beside(value: list[Any], before: list[Any]) -> list[tuple[Any, Any]]:
    return [(item, before[place] if place < len(before) else None)
            for place, item in enumerate(value)]


def _lengths(value: Any, standing: Any) -> Any:
    """Returns a coordinate, or a vertex of coordinates, with its lengths rounded."""
    if isinstance(value, list):
        before = standing if isinstance(standing, list) else []
        return [_lengths(item, old) for item, old in _beside(value, before)]
    return _kept(value, standing, rounded) if type(value) in _NUMBERS else value
