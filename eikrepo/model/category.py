"""The row type of the table of categories, and the questions every layer asks of the table."""

from collections.abc import Callable, Iterator
from functools import cache, cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from eikrepo import registry
from eikrepo.model.compound import MISSING, Member, Object
from eikrepo.model.kinds import Fault, Ref, Test

if TYPE_CHECKING:
    from eikrepo.model.model import Model
    from eikrepo.model.record import Record
    from eikrepo.model.shape import Prism

TABLE = "eikrepo.model.categories"
DOCUMENT, PROJECT, TYPE, ELEMENT = "document", "project", "type", "element"
ShapeOf = Callable[["Record", "Model"], "tuple[Prism, ...]"]
Freed = Callable[["Record", "Model"], "Record"]


class Category:
    """One kind of record: where it lives, its members, what it may refer to, its solid.

    ``home`` is ``document`` (one fixed file), ``project`` (``project/<plural>/``), ``type``
    (``project/types/<typed>/``) or ``element`` (``<discipline>/<level>/<category>/``).
    ``atomic`` lists the groups of members that change and merge as one. ``shape`` answers the
    record's solids in model coordinates, or nothing where it has none or lacks what it needs.
    Move, rotate, mirror and copy work by six lists of members (see ``model.placed``): ``points``
    hold plan coordinates (a third one is left alone), ``loops`` outlines, ``heights`` offsets in
    Z, ``angles`` plan angles, ``vectors`` directions as points, ``flips`` what has a hand: flags
    and numbers that a mirror turns into their opposite. Each is a path into the record,
    ``*`` for every item of a list: ``flights/*/start``, ``at/origin/2``. ``freed`` answers
    the record placed by its own coordinates where it stood by another record's, as a column on
    a grid does.
    """

    def __init__(self, *, name: str, plural: str, summary: str, home: str,
                 members: tuple[Member, ...], disciplines: tuple[str, ...] = (),
                 type_of: str | None = None, types: str | None = None,
                 atomic: tuple[tuple[str, ...], ...] = (), shape: ShapeOf | None = None,
                 points: tuple[str, ...] = (), loops: tuple[str, ...] = (),
                 heights: tuple[str, ...] = (), angles: tuple[str, ...] = (),
                 ifc_class: str | None = None, example: dict[str, Any] | None = None,
                 profile: str = "core", path: str | None = None,
                 vectors: tuple[str, ...] = (), flips: tuple[str, ...] = (),
                 freed: "Freed | None" = None) -> None:
        self.name, self.plural, self.summary, self.home = name, plural, summary, home
        self.disciplines, self.type_of, self.types = disciplines, type_of, types
        self.atomic, self.shape, self.ifc_class = atomic, shape, ifc_class
        self.points, self.loops, self.heights, self.angles = points, loops, heights, angles
        self.vectors, self.flips = vectors, flips
        self.example = example or {}
        self.profile, self.path, self.freed = profile, path, freed
        self.object = Object(*members, words=f"a {name} record")
        self._links = Object(*(member for member in members if member.name != "id"))

    @property
    def members(self) -> tuple[Member, ...]:
        """The members in schema order."""
        return self.object.members

    @cached_property
    def order(self) -> dict[str, int]:
        """The place of each member in the canonical form."""
        return {member.name: place for place, member in enumerate(self.members)}

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """The members with a default, which are not stored when equal to it."""
        return {member.name: member.default for member in self.members
                if member.default is not MISSING}

    @cached_property
    def test(self) -> Test:
        """A quick test of a record's data against the schema."""
        inner, name = self.object.test(), self.name
        if self.home == DOCUMENT:
            return inner
        return lambda data: inner(data) and data["category"] == name

    def faults(self, data: dict[str, Any]) -> Iterator[Fault]:
        """Yields every way in which a record's data does not fit the schema."""
        yield from self.object.faults(data)

    def refs(self, record: "Record") -> Iterator[tuple[str, str, Ref]]:
        """Yields (pointer, id, kind) of each record that this one names; not its own id."""
        return self._links.refs(record.data)

    @cached_property
    def ref_members(self) -> "tuple[tuple[tuple[str, Ref], ...], tuple[Member, ...]]":
        """The members that are one reference, its own id aside, and those that hold some deeper."""
        flat = tuple((member.name, member.kind) for member in self.members
                     if isinstance(member.kind, Ref) and member.name != "id")
        deep = tuple(member for member in self.members
                     if member.kind.has_refs() and not isinstance(member.kind, Ref))
        return flat, deep

    def targets(self, data: dict[str, Any]) -> set[str]:
        """Returns the ids that a record's data names, whatever else is wrong with it."""
        flat, deep = self.ref_members
        out = {value for name, _ in flat
               if name in data and type(value := data[name]) is str}
        for member in deep:
            if member.name in data:
                out.update(name for _, name, _ in member.kind.refs(data[member.name]))
        return out

    @cached_property
    def group_of(self) -> MappingProxyType[str, tuple[str, ...]]:
        """The atomic group each grouped member belongs to."""
        return MappingProxyType({name: group for group in self.atomic for name in group})


@cache
def category(name: str) -> Category | None:
    """Returns one category's row, importing that module alone; None where there is none."""
    row = registry.row(TABLE, name, "CATEGORY")
    assert row is None or isinstance(row, Category)
    return row


def known(name: str) -> Category:
    """Returns the row of a category that must exist.

    Raises KeyError where the table has no such row.
    """
    row = category(name)
    if row is None:
        raise KeyError(name)
    return row


def categories() -> MappingProxyType[str, Category]:
    """Returns the whole table, sorted by name."""
    return registry.rows(TABLE, "CATEGORY")


def category_names() -> tuple[str, ...]:
    """Returns the names of all categories without importing them."""
    return registry.names(TABLE)


def documents() -> tuple[tuple[str, str], ...]:
    """Returns (path, category) of the files that stand at a fixed path."""
    return (("model.json", "model"), ("policy.json", "policy"),
            ("project/project.json", "project"))


@cache
def plurals() -> MappingProxyType[str, str]:
    """Returns the category of each folder name under ``project/``."""
    return MappingProxyType({row.plural: row.name for row in categories().values()
                             if row.home == PROJECT})
