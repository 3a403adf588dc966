"""The row type of the table of rules, and what several rules share."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from eikrepo.geometry.view import View
from eikrepo.model.category import category_names
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.model import Model
from eikrepo.model.record import Record

INTEGRITY, PHYSICAL, QUALITY = "integrity", "physical", "quality"
HOSTED = ("door", "opening", "window")
"""The categories that sit in a host."""
TYPES = tuple(name for name in category_names() if name.endswith("-type"))
"""The categories of types."""
BOUNDED = ("ceiling", "covering", "footing", "generic", "part", "roof", "site", "slab", "space")
"""The categories with an outline of their own."""


class Finding(NamedTuple):
    """What a rule finds on one record.

    ``pointer`` is a JSON pointer into the record; ``records`` are the other records concerned;
    ``fix`` is a ready command ``{"command": …, "args": …}`` or a sentence.
    """

    message: str
    pointer: str = ""
    expected: Any = None
    got: Any = None
    records: tuple[str, ...] = ()
    similar: tuple[str, ...] = ()
    fix: Any = None


class Breaks(NamedTuple):
    """An example that breaks a rule: records put into the example house, and ids taken out.

    ``put`` holds whole records, or ``{"id": …, members to set}`` of a record that is there.
    """

    put: tuple[dict[str, Any], ...] = ()
    drop: tuple[str, ...] = ()

    def on(self, model: Model) -> Diff:
        """Returns the difference that the example makes to a model."""
        deltas = [Delta(model[name], None) for name in self.drop]
        for members in self.put:
            before = model.find(members["id"])
            category = before.category if before else members["category"]
            data = (before.data if before else {}) | members
            deltas.append(Delta(before, Record(members["id"], category, {}).with_data(
                data)))
        return Diff(deltas)


Ask = Callable[[View, Record], Iterable[str]]


class Rule(NamedTuple):
    """One rule. ``check`` looks at one subject; ``touched`` answers the other subjects whose
    verdict may change because ``record`` did (asked before and after the change)."""

    summary: str
    kind: str
    check: Callable[[View, Record], Iterable[Finding]]
    breaks: Breaks
    subjects: tuple[str, ...] = ()
    touched: Ask | None = None
    unsound: bool = False
    """True where the rule also looks at records that do not fit their schema."""
    labels: bool = False
    """True where a verdict hangs on the name, mark, number or properties of other records."""
    held: bool = False
    """True where a merge that brings a finding, though a warning, waits for somebody to decide."""
    suspects: Callable[[View], Iterable[str]] | None = None
    """Answers, for a whole check, every subject that may break the rule, where an index
    knows them sooner than a look at each."""


LABELS = frozenset({"name", "mark", "number", "description", "properties", "classifications",
                    "appearance", "ifc"})
"""Members that say nothing to the rules about other records, but for those with ``labels``."""


def alone(_view: View, _record: Record) -> Iterable[str]:
    """Answers nobody: the verdict on a record follows from that record alone."""
    return ()


def referrers(view: View, record: Record) -> Iterable[str]:
    """Answers the records that name the changed one: the default of ``touched``."""
    return [other.id for other in view.whole.referrers(record.id)]


def hosted_below(view: View, record: Record) -> Iterable[str]:
    """Answers what is hosted on the changed record, and on those that name it.

    So a level, phase or wall type reaches the doors in the walls that stand by it.
    """
    out = {other.id for other in view.model.hosted(record.id)}
    for other in view.model.referrers(record.id):
        out.add(other.id)
        out.update(one.id for one in view.model.hosted(other.id))
    return out


def on_same_host(view: View, record: Record) -> Iterable[str]:
    """Answers what shares a host with the changed record, or with those that name it."""
    hosts = {record.id, record.get("hostId")}
    hosts.update(other.get("hostId") for other in view.model.referrers(record.id))
    return {one.id for host in hosts if host is not None for one in view.model.hosted(host)}


def command(name: str, /, **args: Any) -> dict[str, Any]:
    """Returns a ready fix: a request to hand back to ``execute`` unchanged."""
    return {"op": "execute", "command": name, "args": args}


def mm(value: float) -> str:
    """Returns a length for people: 1 200 mm, decimals only where they say something."""
    rounded = round(value, 1)
    text = f"{rounded:,.1f}".removesuffix(".0").replace(",", " ")
    return f"{text} mm"


def tidy(value: float) -> float:
    """Returns a length for a fix or a finding: to 0.0001 mm, whole numbers as integers."""
    out = round(value, 4)
    return int(out) if out == int(out) else out
