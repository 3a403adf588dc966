"""JSON merge patches (RFC 7396): the form in which a record's members are set and taken away."""

from collections.abc import Iterator
from typing import Any

from eikrepo.model.kinds import Fault, Kind, Test, wrong_type
from eikrepo.model.record import same


def merged(target: Any, patch: Any) -> Any:
    """Returns a value with a patch applied: null takes away, objects merge, the rest replaces."""
    if not isinstance(patch, dict):
        return patch
    out = dict(target) if isinstance(target, dict) else {}
    for name, item in patch.items():
        if item is None:
            out.pop(name, None)
        else:
            out[name] = merged(out.get(name), item)
    return out


def patch_between(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Returns the smallest patch that turns one object into another, neither holding nulls."""
    out: dict[str, Any] = {name: None for name in before if name not in after}
    for name, item in after.items():
        old = before.get(name)
        if isinstance(item, dict) and isinstance(old, dict):
            inner = patch_between(old, item)
            if inner:
                out[name] = inner
        elif name not in before or not same(old, item):
            out[name] = item
    return out


class Patch(Kind):
    """A JSON object whose members are checked once it is known what they belong to."""

    def __init__(self, words: str = "an object") -> None:
        self.words = words

    def test(self) -> Test:
        """Returns a quick test (see Kind)."""
        return lambda value: type(value) is dict

    def faults(self, value: object) -> Iterator[Fault]:
        """Yields what does not fit (see Kind)."""
        if type(value) is not dict:
            yield wrong_type(self.say(), value)

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema."""
        return {"type": "object"}

    def say(self) -> str:
        """Returns the kind in words."""
        return self.words
