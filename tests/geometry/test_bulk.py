"""Tables of walls answer what each wall answers alone, to the last digit that is shown."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eikrepo.examples import build, generated
from eikrepo.geometry.bodies import bounds
from eikrepo.geometry.bulk import wall_sizes
from eikrepo.geometry.quantities import all_quantities, quantities
from eikrepo.geometry.view import View
from eikrepo.model.model import Model
from tests.builders import placed, record
from tests.geometry.test_joins import LEVEL, TYPES


def compare(records):
    """Compares both ways; returns the share of walls that the tables know."""
    model = Model(records)
    found, alone = wall_sizes(View(model)), View(model)
    for name, (sizes, box) in found.items():
        own = quantities(alone, model[name])
        assert sizes == pytest.approx(own, abs=2e-6), name
        assert box == pytest.approx(bounds(alone, model[name]), abs=1e-6), name
    return len(found) / max(1, len(alone.of("wall")))


@pytest.mark.parametrize("name", ["one-storey-house", "two-storey-office"])
def test_tables_agree_on_the_examples(name):
    assert compare(build(name)) > 0


def test_tables_know_nearly_all_walls_of_a_plain_building():
    assert compare(generated.build(3000)) > 0.95


COORDINATE = st.integers(-3, 3).map(lambda x: x * 1500.0)
WALL = st.tuples(COORDINATE, COORDINATE, COORDINATE, COORDINATE, st.fixed_dictionaries({
    "height": st.sampled_from([3000, 3000, 3000, 1000])}, optional={
        "thickness": st.sampled_from([100, 240]), "flipped": st.booleans(),
        "locationLine": st.sampled_from(["exterior", "interior", "centre"]),
        "startJoin": st.just({"priority": 3}), "through": st.just([700.0, 900.0]),
        "typeId": st.sampled_from(["wall-type-brick", "wall-type-lining"])}),
    st.booleans())


@settings(max_examples=200, deadline=None)
@given(st.lists(WALL, max_size=9))
def test_tables_agree_wherever_they_answer(walls):
    records = [LEVEL, *TYPES]
    for place, (ax, ay, bx, by, more, holed) in enumerate(walls):
        records.append(placed(f"wall-{place}", "wall", start=[ax, ay], end=[bx, by],
                              **({} if "typeId" in more else {"thickness": 150}) | more))
        if holed:
            records.append(record(
                f"door-{place}", "door", discipline="architecture", levelId="level-0",
                hostId=f"wall-{place}", at={"offset": 500}, width=900, height=2100,
                **({"opening": {"width": 1000}} if place % 2 else {})))
    compare(records)


def test_many_walls_are_worked_out_together_and_few_one_by_one():
    view = View(Model(generated.build(3000)))
    walls = view.of("wall")
    found = all_quantities(view, walls)
    assert len(found) == len(walls) > 300
    alone = View(view.whole)
    assert found[walls[7].id] == pytest.approx(quantities(alone, walls[7]), abs=2e-6)
