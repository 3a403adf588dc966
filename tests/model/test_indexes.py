"""The indexes of a model follow small changes, and say what a model made anew says."""

from hypothesis import given
from hypothesis import strategies as st

from eikrepo.model.delta import Delta, Diff
from eikrepo.model.model import Model, _by_category, _by_target
from eikrepo.model.record import Record

NAMES = [f"wall-{at}" for at in range(6)]
LEVELS = ["level-0", "level-1", "level-2"]


def wall(name: str, level: str, oid: str | None = None) -> Record:
    return Record(name, "wall", {
        "id": name, "category": "wall", "discipline": "architecture", "levelId": level,
        "start": [0, 0], "end": [1, 0]}, oid)


def level(name: str) -> Record:
    return Record(name, "level", {"id": name, "category": "level", "name": name, "elevation": 0})


def said(model: Model) -> dict:
    """Returns what a model's indexes say, asked in every way."""
    return {
        "by": {name: [one.id for one in model.referrers(name)] for name in LEVELS},
        "has": {name: model.is_named(name) for name in LEVELS},
        "first": {name: [one.id for one in model.first(_by_target, name, 2)] for name in LEVELS},
        "later": {name: [one.id for one in model.first(_by_target, name, 2, after="wall-2")]
                  for name in LEVELS},
        "missing": model.missing(), "counts": model.counts(),
        "walls": [one.id for one in model.of("wall")],
        "keys": model.keys_of(_by_category)}


STEPS = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from([*LEVELS, None])),
                 max_size=12)


@given(st.dictionaries(st.sampled_from(NAMES), st.sampled_from(LEVELS)), STEPS, st.booleans())
def test_indexes_after_changes_are_those_of_a_new_model(first, steps, asked):
    model = Model([level("level-0"), *(wall(*one) for one in sorted(first.items()))])
    before = said(model)
    start = model
    for name, at in steps:
        after = wall(name, at) if at else None
        old = model.find(name)
        if old is not None or after is not None:
            model = model.apply(Diff([Delta(old, after)]))
        if asked:
            said(model)
    assert said(model) == said(Model(model.values()))
    assert said(start) == before


def test_records_of_an_index_come_by_id_in_whatever_order_they_were_read():
    model = Model([wall("wall-2", "level-0"), wall("wall-0", "level-0")])
    model = model.apply(Diff([Delta(None, wall("wall-1", "level-0"))]))
    assert [one.id for one in model.of("wall")] == ["wall-0", "wall-1", "wall-2"]
    assert [one.id for one in model.first(_by_category, "wall", 2)] == ["wall-0", "wall-1"]


def test_reading_other_bytes_keeps_the_indexes():
    model = Model([wall("wall-1", "level-0"), wall("wall-2", "level-1")])
    model = model.apply(Diff([Delta(model["wall-2"], wall("wall-2", "level-0"))]))
    said(model)
    read = model.reread([wall("wall-1", "level-0", "ab" * 20)])
    assert read["wall-1"].oid == "ab" * 20
    assert said(read) == said(model) == said(Model(read.values()))


def test_a_count_is_at_least_what_is_found():
    model = Model([wall("wall-1", "level-0"), wall("wall-2", "level-0")])
    assert model.count(_by_target, "level-0") == 2
    model = model.apply(Diff([Delta(model["wall-2"], None)]))
    assert model.count(_by_target, "level-0") >= len(model.referrers("level-0"))
    assert model.count(_by_target, "level-9") == 0


def test_a_record_does_not_name_itself():
    model = Model([level("level-0")])
    assert model.referrers("level-0") == ()
    assert not model.is_named("level-0")
    assert model.missing() == []


def test_large_changes_rebuild_what_small_ones_carry():
    many = [wall(f"wall-{at}", LEVELS[at % 2]) for at in range(3000)]
    model = Model(many[:100])
    said(model)
    model = model.apply(Diff(Delta(model.find(one.id), one) for one in many))
    assert len(model) == 3000
    assert len(model.referrers("level-0")) == 1500
