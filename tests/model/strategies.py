"""Random values for hypothesis: those that fit a kind, and those that may not."""

from functools import singledispatch

from hypothesis import strategies as st

from eikrepo.model.category import Category, categories
from eikrepo.model.compound import AnyOf, Anything, ListOf, Loop, MapOf, Object, Value
from eikrepo.model.kinds import (
    FAR,
    ID_PATTERN,
    Choice,
    Flag,
    Integer,
    Kind,
    Number,
    Point,
    Ref,
    Text,
    is_id,
)
from eikrepo.model.record import Record

SHORT = st.text(max_size=8)
COORDINATE = st.one_of(st.integers(-20_000, 20_000), st.floats(-FAR, FAR))
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), SHORT)
JSON = st.recursive(SCALARS, lambda inner: st.one_of(
    st.lists(inner, max_size=3), st.dictionaries(SHORT, inner, max_size=3)), max_leaves=8)
ids = st.from_regex(ID_PATTERN, fullmatch=True).filter(is_id)


def example_of(row: Category) -> Record:
    """Returns the example of a category as a record."""
    return Record(row.example["id"] if "category" in row.example else row.name, row.name,
                  row.example)


def example_records() -> list[Record]:
    """Returns the example of every category."""
    return [example_of(row) for row in categories().values()]


KNOWN_IDS = st.sampled_from([record.id for record in example_records()])


@singledispatch
def fitting(kind: Kind) -> st.SearchStrategy:
    """Returns values that fit a kind; references name the categories' examples or nothing."""
    raise TypeError(kind)


@fitting.register
def _(kind: Text):
    if kind.pattern:
        return st.from_regex(kind.pattern, fullmatch=True).filter(kind.test())
    return st.text(min_size=kind.least, max_size=min(kind.most, kind.least + 8))


@fitting.register
def _(kind: Ref):
    return st.one_of(KNOWN_IDS, KNOWN_IDS, ids)


@fitting.register
def _(kind: Number):
    low = max(x for x in (kind.least, kind.above, -FAR) if x is not None)
    high = min(x for x in (kind.most, kind.below, FAR) if x is not None)
    near = [x for x in (-90, -1, 0, 1, 30, 500, 2700, 9000) if low <= x <= high]
    return st.one_of(st.floats(low, high), st.sampled_from(near or [low])).filter(kind.test())


@fitting.register
def _(kind: Integer):
    return st.integers(kind.least, min(kind.most, kind.least + 100))


@fitting.register
def _(kind: Flag):
    return st.booleans()


@fitting.register
def _(kind: Choice):
    return st.sampled_from(kind.words)


@fitting.register
def _(kind: Point):
    return st.lists(COORDINATE, min_size=kind.size, max_size=kind.size)


@fitting.register
def _(kind: ListOf):
    most = min(kind.most, kind.least + 3)
    key = (lambda item: item.get(kind.key)) if kind.key else str if kind.unique else None
    return st.lists(fitting(kind.item), min_size=kind.least, max_size=most, unique_by=key)


@fitting.register
def _(kind: MapOf):
    return st.dictionaries(st.text(min_size=1, max_size=5), fitting(kind.item), max_size=2)


@fitting.register
def _(kind: Object):
    return st.fixed_dictionaries(
        {member.name: fitting(member.kind) for member in kind.members if member.required},
        optional={member.name: fitting(member.kind) for member in kind.members
                  if not member.required})


@fitting.register
def _(kind: AnyOf):
    return st.one_of([fitting(one) for one in kind.kinds])


@fitting.register
def _(kind: Loop):
    vertex = st.one_of(st.lists(COORDINATE, min_size=2, max_size=2),
                       st.lists(COORDINATE, min_size=4, max_size=4))
    return st.lists(vertex, min_size=2, max_size=5).filter(kind.test())


@fitting.register
def _(kind: Value):
    return JSON.filter(kind.test())


@fitting.register
def _(kind: Anything):
    return JSON.filter(kind.test())


def data_of(row: Category) -> st.SearchStrategy:
    """Returns data of records of a category that fit its schema."""
    shown = ("properties", "classifications", "source", "ifc", "appearance", "materials")
    kind = Object(*(member for member in row.members if member.name not in shown))
    fixed = {name: row.example[name] for name in ("id", "category") if name in row.example}
    return fitting(kind).map(lambda data: data | fixed)
