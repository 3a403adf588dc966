"""The form in which commands and imports leave values: rounded, defaults left out (format 1.1)."""

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
    return _settled(value, kind, standing, leave_out=True)


def _settled(value: Any, kind: Kind | None, standing: Any, leave_out: bool) -> Any:
    if isinstance(value, dict):
        return _settled_object(value, kind, standing, leave_out)
    if isinstance(value, list):
        return _settled_list(value, kind, standing, leave_out)
    if isinstance(kind, AnyOf):
        kind = kind.one(value)
    if isinstance(kind, Number) and type(value) in _NUMBERS:
        if kind.unit == "mm":
            return _kept(value, standing, rounded)
        if kind.unit == "degrees":
            return _kept(value, standing, rounded_angle)
    return _whole(value) if type(value) is float else value


def _kept(value: float, standing: Any, to_step: Any) -> float:
    new: float = to_step(value)
    if type(standing) in _NUMBERS and new == to_step(standing):
        return _whole(standing)
    return new


def _settled_object(value: dict[str, Any], kind: Kind | None, standing: Any,
                    leave_out: bool) -> dict[str, Any]:
    before = standing if isinstance(standing, dict) else {}
    if isinstance(kind, AnyOf):  # the codec leaves nothing out where alternatives stand
        kind, leave_out = kind.one(value), False
    if isinstance(kind, Object):
        out = {}
        for name, item in value.items():
            member = kind.by_name.get(name)
            new = _settled(item, member.kind if member else None, before.get(name), leave_out)
            if not leave_out or member is None or not same(new, member.default):
                out[name] = new
        return out
    each = kind.item if isinstance(kind, MapOf) else None
    return {name: _settled(item, each, before.get(name), leave_out)
            for name, item in value.items()}


def _settled_list(value: list[Any], kind: Kind | None, standing: Any,
                  leave_out: bool) -> list[Any]:
    if value is standing and (kind is None or isinstance(kind, Point | Loop)):
        return value
    before = standing if isinstance(standing, list) else []
    if isinstance(kind, AnyOf):
        kind, leave_out = kind.one(value), False
    if isinstance(kind, Point | Loop):
        return [_lengths(item, old) for item, old in _beside(value, before)]
    if not isinstance(kind, ListOf):
        return [_settled(item, None, None, leave_out) for item in value]
    if kind.key is None:
        pairs = _beside(value, before)
    else:
        known = {str(item.get(kind.key)): item for item in before if isinstance(item, dict)}
        pairs = [(item, known.get(str(item.get(kind.key))) if isinstance(item, dict) else None)
                 for item in value]
    return [_settled(item, kind.item, old, leave_out) for item, old in pairs]


def _beside(value: list[Any], before: list[Any]) -> list[tuple[Any, Any]]:
    return [(item, before[place] if place < len(before) else None)
            for place, item in enumerate(value)]


def _lengths(value: Any, standing: Any) -> Any:
    """Returns a coordinate, or a vertex of coordinates, with its lengths rounded."""
    if isinstance(value, list):
        before = standing if isinstance(standing, list) else []
        return [_lengths(item, old) for item, old in _beside(value, before)]
    return _kept(value, standing, rounded) if type(value) in _NUMBERS else value
