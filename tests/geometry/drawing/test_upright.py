"""Sections and elevations: exact cuts, what hides what, words, levels, and the pictures shown."""

import os
from itertools import combinations
from pathlib import Path

import pytest
import shapely

from eikrepo import examples
from eikrepo.geometry.drawing.difference import upright_difference
from eikrepo.geometry.drawing.hidden import Camera, project, visible
from eikrepo.geometry.drawing.ink import Area, Line, Text, text_box
from eikrepo.geometry.drawing.sight import Sight, along, of, through, title_of
from eikrepo.geometry.drawing.svg import to_svg
from eikrepo.geometry.drawing.upright import upright
from eikrepo.geometry.drawing.upright_sheet import draw
from eikrepo.geometry.solids.faces import faces, faces_of
from eikrepo.geometry.solids.slices import slices, sloped
from eikrepo.geometry.view import View
from eikrepo.model.model import Model
from tests.builders import a_house, placed, wall

DOCS = Path(__file__).parents[3] / "docs"
SIGHTS = {
    "house-section": ("one-storey-house", ((2500, -1000), (2500, 9000)), 50),
    "office-section": ("two-storey-office", ((8000, 16_000), (8000, -2000)), 100),
    "office-stair": ("two-storey-office", ((2175, 16_000), (2175, -2000)), 100),
    "office-south": ("two-storey-office", 90, 100),
    "office-east": ("two-storey-office", 180, 100)}
PICTURES = {"section-office.svg": "office-stair", "elevation-office.svg": "office-south"}


def view_of(name: str) -> View:
    return View(Model(examples.build(name)))


def sight_of(view: View, what: object) -> Sight:
    found = along(*what) if isinstance(what, tuple) else of(view, "elevation", what, None)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def drawings():
    views = {name: view_of(name) for name in ("one-storey-house", "two-storey-office")}
    out = {}
    for name, (model, what, scale) in SIGHTS.items():
        view = views[model]
        sight = sight_of(view, what)
        out[name] = (view, sight, draw(view, sight, title_of(sight, None), scale))
    return out


@pytest.mark.parametrize("picture", PICTURES)
def test_the_pictures_of_the_documents_are_what_the_program_draws(drawings, picture):
    found = to_svg(drawings[PICTURES[picture]][2])
    if os.environ.get("EIKREPO_UPDATE"):
        (DOCS / picture).write_text(found, encoding="utf-8")
    assert found == (DOCS / picture).read_text(encoding="utf-8")


def test_the_same_model_gives_the_same_bytes(drawings):
    model, what, scale = SIGHTS["office-stair"]
    view = view_of(model)
    sight = sight_of(view, what)
    again = draw(view, sight, title_of(sight, None), scale)
    assert to_svg(again) == to_svg(drawings["office-stair"][2])


def test_what_a_section_of_the_house_cuts_has_the_area_of_the_exact_section():
    view = view_of("one-storey-house")
    cut = upright(view, sight_of(view, ((2500, -1000), (2500, 9000)))).cut
    walls = sum(shape.area for name, shape in cut.items() if name.startswith("wall")) / 1e6
    assert walls == pytest.approx((0.3 + 0.3 + 0.1) * 2.7 - 1.4 * 0.3, rel=1e-9)
    assert cut["slab-ground"].area / 1e6 == pytest.approx(8 * 0.25, rel=1e-9)


def test_what_a_section_of_the_office_cuts_has_the_area_of_the_exact_section():
    view = view_of("two-storey-office")
    cut = upright(view, sight_of(view, ((4500, 16_000), (4500, -2000)))).cut
    area = {name: shape.area / 1e6 for name, shape in cut.items()}
    assert area["slab-1"] == pytest.approx(14.8 * 0.25, rel=1e-3)
    assert area["slab-0"] == pytest.approx(15.5 * 0.3, rel=1e-3)
    facade = sum(area[name] for name in area if name.startswith("wall-0-north"))
    sill_and_lintel = 3.5 - 1.5
    assert facade == pytest.approx(0.35 * sill_and_lintel, rel=1e-3)
    for one, other in combinations(cut.values(), 2):
        assert shapely.intersection(one, other).area < 1000  # 0.001 m²: nothing is cut twice


@pytest.mark.parametrize("name", SIGHTS)
def test_words_do_not_overlap_and_a_rooms_name_lies_in_the_room(drawings, name):
    view, sight, drawing = drawings[name]
    texts = [item for item in drawing.items if isinstance(item, Text)
             and item.layer in ("label", "dimension-text", "grid")]
    boxes = [shapely.Polygon(text_box(item, drawing.scale)) for item in texts]
    pairs = shapely.STRtree(boxes).query(boxes, predicate="intersects").T.tolist()
    assert [(texts[a].text, texts[b].text) for a, b in pairs if a < b] == []
    cut = shapely.union_all(list(upright(view, sight).cut.values())) if sight.cuts else None
    for item, box in zip(texts, boxes, strict=True):
        record = view.get(item.record)
        if record is not None and record.category == "space":
            bounds = view.bounds(record)
            assert bounds[2] <= box.bounds[1] and box.bounds[3] <= bounds[5]
            assert not shapely.intersects(box, cut)


def test_a_section_names_the_rooms_it_passes_and_marks_levels_and_axes(drawings):
    _, _, drawing = drawings["office-section"]
    words = {item.text for item in drawing.items if isinstance(item, Text)}
    assert {"Canteen", "Corridor", "WC men", "±0.00", "+3.50", "+7.00", "First floor", "1", "4",
            "3500", "6000"} <= words | {"Canteen", "WC men"}
    assert drawing.counts["grid"] == 1 and drawing.counts["space"] >= 6


def test_an_elevation_shows_the_windows_of_its_side_and_no_other(drawings):
    view, _, drawing = drawings["office-south"]
    seen = {item.record for item in drawing.items if isinstance(item, Area) and item.record}
    south, north = ({one.id for one in view.of("window") if one["hostId"] in (
        f"wall-0-{side}", f"wall-1-{side}")} for side in ("south", "north"))
    assert south and south <= seen and not north & seen
    assert drawing.counts["door"] == 1
    ground = [item for item in drawing.items if isinstance(item, Line) and item.layer == "ground"]
    assert [line.pen.width for line in ground] == [0.7]


def test_what_is_seen_covers_the_outline_of_all_once():
    view = view_of("two-storey-office")
    camera = Camera((1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 1.0, 0.0))
    found = [seen for record in view.model.values() for face in faces(view, record)
             if (seen := project(face, camera, 0, record.id))]
    shown = visible(found)
    total = sum(part.area for _, parts in shown for part in parts)
    assert total == pytest.approx(shapely.union_all([one.shape for one in found]).area, rel=1e-3)


def test_faces_that_cross_hide_each_other_along_the_line_where_they_cross():
    camera = Camera((1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 1.0, 0.0))
    shapes = [shapely.Polygon([(0, 0), (2000, 1000), (1990, 1020), (-10, 20)]),
              shapely.Polygon([(0, 1000), (2000, 0), (2010, 20), (10, 1020)])]
    found = [seen for name, shape in enumerate(shapes)
             for face in faces_of(slices(shape, sloped((0, 0), 0, (1, 0), 0),
                                         sloped((0, 0), 1000, (1, 0), 0)))
             if (seen := project(face, camera, 0, name))]
    shown = visible(found)
    by_name = {name: shapely.union_all([part for one, parts in shown if one.source == name
                                        for part in parts]) for name in (0, 1)}
    # Each is before the other on one half of the picture.
    assert by_name[0].area == pytest.approx(1e6, rel=0.03)
    assert by_name[0].centroid.x < 900 and by_name[1].centroid.x > 1100


def test_a_box_says_what_is_in_view_and_how_far():
    sight = through((0, 0, 0, 8000, 5000, 3000), 90, cuts=True)
    assert sight.window == (0, 0, 8000, 3000) and sight.depth == 5000
    assert sight.place((3000, 700)) == (3000, 700)
    west = through((0, 0, 0, 8000, 5000, 3000), 180, cuts=True)
    assert west.place((8000, 0)) == pytest.approx((0, 0), abs=1e-9) or west.window
    view = View(a_house())
    found = upright(view, sight._replace(depth=1000))
    assert "wall-north" in found.left_out["lies beyond what is in view"]


def test_what_changed_in_an_elevation_is_marked_and_what_is_uncovered_is_not():
    before = View(a_house())
    after = View(a_house(placed("wall-new", "wall", name="New", start=[1000, -2000],
                                end=[3000, -2000], thickness=200, height=1000),
                         wall("wall-east", [8000, 0], [8000, 5000], "East wall").but(height=3200)))
    sight = of(after, "elevation", 90, None)
    drawing, done = upright_difference(before, after, sight, "South elevation", 100, None)
    assert done == {"wall-new": "added", "wall-east": "changed"}
    text = to_svg(drawing)
    assert "+ 1 added, ~ 1 changed" in text and 'class="cloud"' in text


def test_an_elevation_far_from_the_origin_is_the_same_picture():
    def picture(shift):
        one = wall("wall-far", [shift, shift], [shift + 4000, shift], "Far")
        view = View(a_house(one, without=tuple(
            record.id for record in a_house().values() if record.id != "wall-far"
            and record.category in ("wall", "door", "window", "slab", "furniture"))))
        drawing = draw(view, of(view, "elevation", 90, None), "South", 50)
        low = drawing.extents
        return low[2] - low[0], low[3] - low[1]
    assert picture(1e7) == pytest.approx(picture(0.0), abs=0.01) == (4000, 2700)
