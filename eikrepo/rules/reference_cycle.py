"""Records are part of, hosted on or inside each other in a circle."""

from collections.abc import Iterable, Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._refs import circling, instead
from eikrepo.rules._rule import INTEGRITY, Breaks, Finding, Rule

_MEMBERS = ("partOf", "hostId", "zoneIds")


def _links(record: Record) -> list[tuple[str, str]]:
    """Returns (pointer, id) of what a record belongs to and goes along with."""
    out: list[tuple[str, str]] = []
    for member in _MEMBERS:
        value = record.get(member)
        if isinstance(value, list):
            out.extend((f"/{member}/{at}", name) for at, name in enumerate(value))
        elif isinstance(value, str):
            out.append((f"/{member}", value))
    return out


class _Circles:
    """The circles met so far (Tarjan 1972): each record is walked over once a model."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._order: dict[str, int] = {}
        self._low: dict[str, int] = {}
        self._of: dict[str, tuple[str, ...]] = {}
        self._stack: list[str] = []

    def of(self, name: str) -> tuple[str, ...]:
        """Returns the sorted ids of a record's circle; itself alone where there is none."""
        if name not in self._of:
            self._walk(name)
        return self._of[name]

    def _next(self, name: str) -> Iterator[str]:
        record = self._view.get(name)
        return iter([other for _, other in _links(record) if other in self._view.model]
                    if record else [])

    def _enter(self, name: str) -> tuple[str, Iterator[str]]:
        self._order[name] = self._low[name] = len(self._order)
        self._stack.append(name)
        return name, self._next(name)

    def _walk(self, first: str) -> None:
        path = [self._enter(first)]
        while path:
            name, ahead = path[-1]
            other = next(ahead, None)
            if other is None:
                path.pop()
                self._close(name)
                if path:
                    above = path[-1][0]
                    self._low[above] = min(self._low[above], self._low[name])
            elif other not in self._order:
                path.append(self._enter(other))
            elif other not in self._of:
                self._low[name] = min(self._low[name], self._order[other])

    def _close(self, name: str) -> None:
        if self._low[name] == self._order[name]:
            members = [self._stack.pop()]
            while members[-1] != name:
                members.append(self._stack.pop())
            circle = tuple(sorted(members))
            self._of.update(dict.fromkeys(circle, circle))


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the circle that a record stands in, told once by its first record."""
    links = _links(record)
    if not links:
        return
    circle = view.once(_Circles).of(record.id)
    if circle[0] != record.id:
        return
    for pointer, name in links:
        if name in circle and (len(circle) > 1 or name == record.id):
            others = [view.model[one].label for one in circle if one != record.id]
            through = f" through {', '.join(others[:5])}" if others else ""
            yield Finding(f"{record.label} belongs to itself{through}.", pointer,
                          "no way back to itself", name, circle[1:],
                          fix=instead(record, pointer, None))
            return


def touched(view: View, record: Record) -> Iterable[str]:
    """Answers all that the changed record belongs to, however far."""
    seen: set[str] = set()
    queue = [record]
    while queue:
        for _, name in _links(queue.pop()):
            other = view.get(name)
            if other is not None and name not in seen:
                seen.add(name)
                queue.append(other)
    return seen


RULE = Rule(summary="Nothing belongs to itself, however far round", kind=INTEGRITY, check=check,
            touched=touched, suspects=circling,
            breaks=Breaks(put=({"id": "wall-north", "partOf": "wall-south"},
                               {"id": "wall-south", "partOf": "wall-north"})))
