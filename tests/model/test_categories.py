"""What every row of the table of categories promises."""

import re
from math import isfinite

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eikrepo import registry
from eikrepo.model.category import DOCUMENT, ELEMENT, PROJECT, TABLE, TYPE, Category, categories
from eikrepo.model.compound import AnyOf, ListOf, MapOf, Object, Value
from eikrepo.model.kinds import Integer, Kind, Number, Ref, Text
from eikrepo.model.model import Model
from eikrepo.model.path import folder_of, path_of, place
from eikrepo.model.placed import Motion, moved
from eikrepo.store.canonical import blob_id, decode, encode
from tests.model.strategies import data_of, example_of, example_records

RESERVED = {"source", "link"}
ROWS = categories()
SENTENCE = re.compile(r"[A-Z0-9].*[.…]")
each = pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
EXAMPLES = Model(example_records())


def parts(kind: Kind, at: str = ""):
    """Yields (place, kind) of a kind and of all it is made of."""
    yield at, kind
    if isinstance(kind, Object):
        for member in kind.members:
            yield from parts(member.kind, f"{at}/{member.name}")
    elif isinstance(kind, ListOf | MapOf):
        yield from parts(kind.item, f"{at}/*")
    elif isinstance(kind, AnyOf):
        for one in kind.kinds:
            yield from parts(one, at)


def reached(row: Category, path: str) -> list[Kind]:
    """Returns the kinds that a path such as ``flights/*/start`` may lead to."""
    head, _, last = path.rpartition("/")
    if last.isdigit():
        return reached(row, head)
    return [kind for at, kind in parts(row.object) if at == f"/{path}"]


@each
def test_its_name_is_that_of_its_file(row):
    assert registry.row(TABLE, row.name, "CATEGORY") is row


@each
def test_it_says_in_a_line_what_it_is(row):
    assert 10 < len(row.summary) < 90 and not row.summary.endswith(".")


@each
def test_its_home_says_what_it_must(row):
    assert row.home in (DOCUMENT, PROJECT, TYPE, ELEMENT)
    assert bool(row.disciplines) == (row.home == ELEMENT)
    assert bool(row.path) == (row.home == DOCUMENT)
    if row.home == TYPE:
        assert ROWS[row.type_of].types == row.name == f"{row.type_of}-type"
    if row.types:
        assert ROWS[row.types].type_of == row.name


def test_no_two_categories_share_a_folder():
    assert len({row.plural for row in ROWS.values()}) == len(ROWS)
    assert len({folder_of(example_of(row)) for row in ROWS.values()} - {""}) >= len(ROWS) - 4


@each
def test_its_example_fits_and_has_no_faults(row):
    assert list(row.faults(row.example)) == []
    assert row.test(row.example)


@each
def test_its_example_reads_back_from_its_canonical_bytes(row):
    record = example_of(row)
    content = encode(record)
    assert decode(content) == record.data
    assert encode(record.with_data(decode(content))) == content
    assert len(blob_id(content)) == 40


@each
def test_the_path_of_its_example_says_where_it_belongs(row):
    record = example_of(row)
    found = place(path_of(record))
    assert found is not None
    assert (found.folder, found.id, found.category) == (folder_of(record), record.id, row.name)


@each
def test_every_member_has_a_sentence_of_what_it_means(row):
    for at, kind in parts(row.object):
        for member in kind.members if isinstance(kind, Object) else ():
            assert SENTENCE.fullmatch(member.doc), f"{at}/{member.name}: {member.doc}"
            assert member.doc.count("\n") == 0


@each
def test_every_value_is_bounded(row):
    for at, kind in parts(row.object):
        if isinstance(kind, Number) and kind.unit != "mm":
            assert None not in ((kind.least, kind.above)[kind.least is None],
                                (kind.most, kind.below)[kind.most is None]), at
        if isinstance(kind, Text):
            assert kind.most <= 10_000, at
        if isinstance(kind, Integer):
            assert kind.most <= 2**53, at


@each
def test_defaults_fit_and_none_hides_what_a_type_says(row):
    for at, kind in parts(row.object):
        for member in kind.members if isinstance(kind, Object) else ():
            if member.name in row.defaults and at == "":
                assert member.kind.test()(member.default)
                assert not member.required
    inherited = set(ROWS[row.types].object.by_name) if row.types else set()
    assert not inherited & set(row.defaults)


@each
def test_its_references_name_categories(row):
    for at, kind in parts(row.object):
        if isinstance(kind, Ref):
            assert set(kind.targets) <= set(ROWS) | RESERVED, at
            assert kind.on_delete in ("refuse", "cascade", "clear"), at
    for at, kind in parts(row.object):
        for member in kind.members if isinstance(kind, Object) else ():
            if member.required and isinstance(member.kind, Ref):
                assert member.kind.on_delete != "clear", f"{at}/{member.name}"


@each
def test_its_groups_and_motions_name_members(row):
    grouped = [name for group in row.atomic for name in group]
    assert len(grouped) == len(set(grouped))
    assert set(grouped) <= set(row.object.by_name)
    for path in row.points + row.loops + row.heights + row.angles + row.vectors:
        assert reached(row, path), path
    for path in row.heights + row.angles:
        assert all(isinstance(kind, Number) or path.endswith("/2") for kind in reached(row, path))


@each
def test_property_values_are_values(row):
    member = row.object.by_name.get("properties")
    if member and isinstance(member.kind, MapOf):
        assert isinstance(member.kind.item.item, Value)


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.shape])
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_a_shape_never_fails_and_is_always_finite(name, data):
    row = ROWS[name]
    record = EXAMPLES[row.example["id"]].with_data(data.draw(data_of(row)))
    assert row.test(record.data)
    for prism in row.shape(record, EXAMPLES):
        assert prism.low < prism.high
        assert all(map(isfinite, prism.bounds))
        assert isfinite(prism.volume)


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.shape])
def test_a_shape_goes_where_its_record_is_moved(name):
    row = ROWS[name]
    record = EXAMPLES[row.example["id"]]
    for host in (record.get("hostId"), record.get("partOf")):
        if host:
            return
    record = row.freed(record, EXAMPLES) if row.freed else record
    before = row.shape(record, EXAMPLES)
    after = row.shape(moved(record, Motion(100, 200, 50)), EXAMPLES)
    assert len(before) == len(after)
    for one, other in zip(before, after, strict=True):
        shift = [b - a for a, b in zip(one.bounds, other.bounds, strict=True)]
        assert shift == pytest.approx([100, 200, 50, 100, 200, 50])
    turned = row.shape(moved(record, Motion(turn=90)), EXAMPLES)
    for one, other in zip(before, turned, strict=True):
        xmin, ymin, low, xmax, ymax, high = one.bounds
        assert other.bounds == pytest.approx((-ymax, xmin, low, -ymin, xmax, high))


@each
def test_a_full_turn_brings_a_record_back(row):
    record = example_of(row)
    if row.home in (ELEMENT, PROJECT):
        there = moved(record, Motion(10, -20, 30, 180, (5, 5)))
        back = moved(there, Motion(10, -20, -30, -180, (5, 5)))
        assert row.test(back.data)
        assert encode(moved(back, Motion(0, 0, 0, 0))) == encode(record)
