"""Plans of levels: what is cut, what is written, and the pictures that the documents show."""

import os
from pathlib import Path

import pytest
import shapely

from eikrepo import examples
from eikrepo.examples import generated
from eikrepo.geometry.drawing.cut import pieces
from eikrepo.geometry.drawing.ink import Area, Line, Text, text_box
from eikrepo.geometry.drawing.parts import Options, parts
from eikrepo.geometry.drawing.plan import plan, rooms
from eikrepo.geometry.drawing.svg import to_svg
from eikrepo.geometry.quantities import quantities
from eikrepo.geometry.view import View
from eikrepo.model.model import Model
from tests.builders import a_house, placed, record, wall

DOCS = Path(__file__).parents[3] / "docs"
PICTURES = {"plan-house.svg": ("one-storey-house", 50),
            "plan-office.svg": ("two-storey-office", 100)}


def view_of(name: str) -> View:
    return View(Model(examples.build(name)))


def drawn(view: View, level: str = "level-0", **options):
    record_ = view.get(level)
    assert record_ is not None
    return plan(view, record_, Options(**options))


def texts(drawing) -> list[Text]:
    return [item for item in drawing.items if isinstance(item, Text)]


def cut_area(view: View, level: str, cut: float = 1200) -> float:
    """Returns the area of the cut walls in m²."""
    found = parts(view, view.get(level), Options(cut=cut))
    return shapely.union_all([one.cut for one in found.walls.values()], grid_size=0.01).area / 1e6


@pytest.mark.parametrize("picture", PICTURES)
def test_the_pictures_of_the_documents_are_what_the_program_draws(picture):
    name, scale = PICTURES[picture]
    found = to_svg(drawn(view_of(name), scale=scale))
    if os.environ.get("EIKREPO_UPDATE"):
        (DOCS / picture).write_text(found, encoding="utf-8")
    assert found == (DOCS / picture).read_text(encoding="utf-8")
    assert found == to_svg(drawn(view_of(name), scale=scale))


def test_the_cut_walls_of_the_house_have_the_area_of_the_exact_section():
    ring = 5 * 8 - 4.4 * 7.4
    exact = ring - 2 * 1.2 * 0.3 + (4.4 - 1.0) * 0.1
    assert cut_area(view_of("one-storey-house"), "level-0") == pytest.approx(exact, rel=1e-6)
    above = ring + 4.4 * 0.1
    assert cut_area(view_of("one-storey-house"), "level-0", 2500) == pytest.approx(above, rel=1e-6)


def test_the_walls_of_the_office_take_what_its_rooms_leave_of_its_outline():
    view = view_of("two-storey-office")
    level = view.get("level-0")
    found = parts(view, level, Options()).walls.values()
    rooms_ = sum(quantities(view, one)["area_m2"] for one in view.of("space")
                 if one["levelId"] == "level-0")
    exact = quantities(view, view.get("slab-0"))["grossArea_m2"] - rooms_
    bodies = shapely.union_all([one.body for one in found], grid_size=0.01).area / 1e6
    assert bodies == pytest.approx(exact, rel=1e-3)
    holes = sum(view.effective(hosted, "width") * (0.35 if "facade" in one.record["typeId"]
                                                   else 0.125) / 1e3
                for one in found if one.record.id != "wall-0-bay"
                for hosted in view.model.hosted(one.record.id)
                if hosted["at"].get("sill", 0) <= 1200)
    bay = sum(1.2 * 0.35 for _ in view.model.hosted("wall-0-bay"))
    assert cut_area(view, "level-0") == pytest.approx(exact - holes - bay, rel=1e-3)


@pytest.mark.parametrize(("name", "level"), [
    ("one-storey-house", "level-0"), ("two-storey-office", "level-0"),
    ("two-storey-office", "level-1")])
@pytest.mark.parametrize("scale", [50, 100, 200])
def test_words_do_not_overlap_and_each_room_has_its_own_inside(name, level, scale):
    view = view_of(name)
    drawing = drawn(view, level, scale=scale)
    boxes = [shapely.Polygon(text_box(item, scale)) for item in texts(drawing)
             if item.layer in ("label", "dimension-text", "grid")]
    tree = shapely.STRtree(boxes)
    pairs = tree.query(boxes, predicate="intersects").T.tolist()
    assert [pair for pair in pairs if pair[0] < pair[1]] == []
    found = {space.id: shape for space, shape in rooms(
        view, view.get(level), parts(view, view.get(level), Options()), None)}
    labelled = {item.record for item in texts(drawing) if item.record in found}
    missed = {one for one in found if any(f"({one})" in words for words in drawing.unlabelled)}
    assert labelled | missed == set(found)
    for item in texts(drawing):
        if item.record in found:
            assert found[item.record].contains(shapely.Polygon(text_box(item, scale)))


def test_a_drawing_is_at_true_scale_in_mm_on_paper():
    drawing = drawn(view_of("one-storey-house"), scale=50)
    text = to_svg(drawing)
    wide = (drawing.sheet[2] - drawing.sheet[0]) / 50
    assert f'width="{wide:g}mm"' in text and f'viewBox="0 0 {wide:g} ' in text
    cut = [item for item in drawing.items if isinstance(item, Area) and item.layer == "wall-cut"]
    xs = [x for item in cut for x, _ in item.outline]
    assert (max(xs) - min(xs)) / 50 == pytest.approx(100)
    assert {item.pen.width for item in cut if item.pen} == {0.5}


def test_a_drawing_says_what_it_shows_and_what_it_does_not():
    drawing = drawn(view_of("two-storey-office"))
    assert drawing.counts["door"] == 18 and drawing.counts["space"] == 19
    assert drawing.extents == pytest.approx((-550, -2900, 31750, 14950), abs=0.01)
    assert len(drawing.left_out["lies over this plane"]) == 15
    upstairs = drawn(view_of("two-storey-office"), "level-1")
    assert "beam-0-a-north" in upstairs.left_out["lies under the floor"]
    assert upstairs.counts["stair"] == 1


def test_only_what_is_kept_is_drawn():
    drawing = drawn(view_of("one-storey-house"), keep=frozenset({"wall-south", "door-bedroom"}))
    assert drawing.counts == {"wall": 1}
    assert drawing.left_out == {"is not cut by this plane": ("door-bedroom",)}


def test_walls_of_three_kinds_that_meet_share_the_corner_without_gap_or_overlap():
    walls = [wall("wall-a", [0, 0], [3000, 0], "A"),
             wall("wall-b", [0, 0], [-2000, 2500], "B", "wall-type-partition-100"),
             wall("wall-c", [0, 0], [-1000, -3000], "C", "wall-type-glass")]
    view = View(a_house(*walls, without=tuple(
        one.id for one in a_house().values() if one.category in ("wall", "door", "window"))))
    found = pieces(view, walls, 1200)
    bodies = [one.body for one in found.values()]
    assert shapely.union_all(bodies).area == pytest.approx(sum(one.area for one in bodies),
                                                           rel=1e-9)
    assert len(shapely.get_parts(shapely.union_all(bodies, grid_size=0.01))) == 1


def test_a_wall_that_ends_in_another_butts_against_its_face():
    view = View(a_house())
    found = pieces(view, view.of("wall"), 1200)
    assert found["wall-partition"].body.bounds == pytest.approx((4950, 150, 5050, 4850))
    area = sum(one.body.area for one in found.values())
    assert shapely.union_all([one.body for one in found.values()]).area == pytest.approx(area)


def test_the_layers_of_a_wall_fill_its_cut_and_nothing_else():
    view = view_of("two-storey-office")
    found = parts(view, view.get("level-0"), Options())
    for piece in found.walls.values():
        layers = shapely.union_all([shape for *_, shape in piece.layers])
        assert layers.area == pytest.approx(piece.cut.area, rel=1e-3), piece.record.id


def test_a_room_at_a_point_has_the_outline_that_the_walls_give_it():
    view = View(a_house(record("space-west", "space", name="West", levelId="level-0",
                               at=[1000, 1000], height=2500)))
    level = view.get("level-0")
    ((_, shape),) = rooms(view, level, parts(view, level, Options()), None)
    assert shape.area == pytest.approx((4950 - 150) * (4850 - 150))
    assert any(item.text == "22.56 m²" for item in texts(drawn(view)))


def test_a_door_opens_to_its_hinge_and_side():
    for hinge, swing, corner in (("start", "interior", (5050, 900)),
                                 ("end", "interior", (5050, 1900)),
                                 ("start", "exterior", (4950, 900)),
                                 ("end", "exterior", (4950, 1900))):
        door = placed("door-bedroom", "door", hostId="wall-partition", at={"offset": 900},
                      typeId="door-type-1000-2100", hinge=hinge, swing=swing)
        drawing = drawn(View(a_house(door)))
        leaf = next(item for item in drawing.items if item.layer == "door")
        assert leaf.outline[0] == pytest.approx(corner)


def test_a_stair_is_broken_where_the_plane_cuts_it_and_whole_from_above():
    view = view_of("two-storey-office")
    def dashed(level):
        found = parts(view, view.get(level), Options()).own["stair"]
        return [item for item in found if isinstance(item, Line) and item.pen.dash]
    assert len(dashed("level-0")) > 10
    assert dashed("level-1") == []


def test_bad_and_far_shapes_are_drawn_or_told_and_never_break_the_plan():
    odd = [wall("wall-far", [1e7, 1e7], [1e7 + 4000, 1e7], "Far"),
           wall("wall-point", [100, 100], [100, 100], "No length"),
           wall("wall-sharp", [0, 0], [4000, 1], "Sharp"),
           placed("wall-bare", "wall", name="Bare", start=[0, 900], end=[3000, 900], height=2000),
           placed("slab-bow", "slab", name="Bow tie", thickness=200,
                  boundary=[[0, 0], [1000, 1000], [1000, 0], [0, 1000]])]
    drawing = drawn(View(a_house(*odd)))
    assert "wall-bare" in drawing.left_out["has no thickness"]
    assert "nan" not in to_svg(drawing)


def test_a_level_of_nothing_is_an_empty_sheet():
    view = View(Model([record("level-0", "level", name="Empty", elevation=0)]))
    assert drawn(view).counts == {}
    assert "Empty" in to_svg(drawn(view))


def test_a_level_of_a_thousand_elements_is_drawn_whole():
    view = View(Model(generated.build(1500, 1)))
    level = max(view.of("level"), key=lambda one: sum(
        record_.get("levelId") == one.id for record_ in view.model.values()))
    drawing = plan(view, level)
    assert drawing.counts["wall"] > 20
