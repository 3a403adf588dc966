"""Bodies as slices: volumes in closed form, openings cut, slopes, clean under a cut or a box."""

from math import cos, hypot, isfinite, pi, radians, tan

import pytest
import shapely

from eikrepo import examples
from eikrepo.geometry.quantities import quantities
from eikrepo.geometry.solids.bodies import bodies, volume
from eikrepo.geometry.solids.faces import faces, faces_of
from eikrepo.geometry.solids.slices import (
    Plane,
    Slice,
    clipped,
    cut_upright,
    flat,
    slices,
    trapezoids,
)
from eikrepo.geometry.view import View
from eikrepo.model.model import Model
from tests.builders import a_house, placed, record, wall


def view_of(*more, without=()):
    return View(a_house(*more, without=without))


def test_a_walls_body_is_its_plan_times_its_height_less_its_openings():
    view = View(Model(examples.build("one-storey-house")))
    for one in view.of("wall"):
        piece = {"wall-partition": 4.4 * 0.1}.get(one.id)
        holes = sum(quantities(view, hosted)["area_m2"] for hosted in view.model.hosted(one.id))
        thick = 0.1 if one.id == "wall-partition" else 0.3
        if piece is not None:
            assert volume(view, one) == pytest.approx(piece * 2.7 - holes * thick, rel=1e-9)
    outer = sum(volume(view, one) for one in view.of("wall") if one.id != "wall-partition")
    assert outer == pytest.approx((5 * 8 - 4.4 * 7.4) * 2.7 - 2 * 1.2 * 1.4 * 0.3, rel=1e-9)


def test_each_wall_of_the_office_has_the_volume_of_its_quantities():
    view = View(Model(examples.build("two-storey-office")))
    for one in view.of("wall"):
        exact = quantities(view, one)["netVolume_m3"]
        near = 5e-5 if "bay" in one.id else 0  # its arcs are cut into pieces of one degree
        assert volume(view, one) == pytest.approx(exact, rel=near, abs=1e-6)


def test_a_round_opening_an_arch_and_a_niche_leave_what_they_should():
    hosted = {"hostId": "wall-south", "width": 1000, "height": 1000}
    view = view_of(
        placed("opening-round", "opening", at={"offset": 500, "sill": 900}, profile="round",
               **hosted),
        placed("opening-arch", "opening", at={"offset": 2500, "sill": 0}, profile="arch",
               **hosted | {"height": 2000}),
        placed("opening-niche", "opening", at={"offset": 6000, "sill": 500}, depth=100,
               **hosted))
    whole = 8000 * 300 * 2700
    round_, arch = pi * 500 ** 2, 1000 * 1500 + pi * 500 ** 2 / 2
    left = whole - (round_ + arch) * 300 - 1000 * 1000 * 100
    assert volume(view, view.get("wall-south")) * 1e9 == pytest.approx(left, rel=1e-3)


def test_a_wall_under_a_gable_follows_its_top_line():
    gable = wall("wall-gable", [20_000, 0], [26_000, 0], "Gable",
                 topProfile=[[0, 2500], [3000, 4000], [6000, 2500]]).but(height=None)
    view = view_of(gable)
    assert volume(view, gable) == pytest.approx(6 * 0.3 * 3.25, rel=1e-9)


@pytest.mark.parametrize(("slopes", "exact"), [
    ({}, 8 * 5 * 0.2),
    ({0: 30, 2: 30}, 8 * 5 * 0.2 / cos(radians(30))),
    ({0: 30, 1: 30, 2: 30, 3: 30}, 8 * 5 * 0.2 / cos(radians(30))),
    ({0: 15}, 8 * 5 * 0.2 / cos(radians(15)))], ids=["flat", "gable", "hip", "shed"])
def test_a_roof_over_a_rectangle_has_the_volume_of_its_planes(slopes, exact):
    roof = placed("roof", "roof", thickness=200,
                  boundary=[[0, 0], [8000, 0], [8000, 5000], [0, 5000]],
                  edges=[{"index": index, "kind": "slope", "slope": slope}
                         for index, slope in slopes.items()])
    view = view_of(roof)
    assert volume(view, roof) == pytest.approx(exact, rel=1e-6)
    if len(slopes) > 1:
        top = max(one.high.at(x, y) for one in bodies(view, roof)
                  for x, y in one.shape.exterior.coords)
        assert top == pytest.approx(2500 * tan(radians(30)) + 200 / cos(radians(30)), abs=0.1)


def test_a_sloping_slab_and_one_with_heights_at_its_corners_keep_their_thickness():
    slope = placed("slab-slope", "slab", thickness=200, slope={"line": [[0, 0], [4000, 0]],
                                                               "angle": 10},
                   boundary=[[0, 0], [4000, 0], [4000, 3000], [0, 3000]])
    corners = placed("slab-corners", "slab", thickness=200, vertexHeights=[0, 0, 300, 300],
                     boundary=[[0, 0], [4000, 0], [4000, 3000], [0, 3000]])
    view = view_of(slope, corners)
    assert volume(view, slope) == pytest.approx(4 * 3 * 0.2, rel=1e-9)
    assert volume(view, corners) == pytest.approx(4 * 3 * 0.2, rel=1e-9)
    assert max(one.high.at(0, 3000) for one in bodies(view, corners)) == pytest.approx(300)


@pytest.mark.parametrize(("profile", "area"), [
    ({"kind": "rectangle", "width": 200, "depth": 400}, 200 * 400),
    ({"kind": "i", "width": 200, "depth": 400, "web": 10, "flange": 20},
     2 * 200 * 20 + 360 * 10),
    ({"kind": "rectangle", "width": 200, "depth": 200, "wall": 10}, 200 ** 2 - 180 ** 2)])
@pytest.mark.parametrize("rise", [0, 1000])
def test_a_beam_is_its_profile_along_its_axis(profile, area, rise):
    beam = placed("beam", "beam", start=[0, 0], end=[3000, 4000], endOffset=rise, profile=profile)
    assert volume(view_of(beam), beam) * 1e9 == pytest.approx(area * 5000, rel=1e-6)


def test_a_stair_has_a_step_a_riser_but_the_last_and_its_landings():
    view = View(Model(examples.build("two-storey-office")))
    (stair,) = view.of("stair")
    found = bodies(view, stair)
    tops = sorted({round(one.high.c) for one in found if one.high.level})
    assert tops == [175 * (count + 1) for count in range(19)]
    assert len(found) == 9 + 9 + 1


def test_doors_and_windows_fill_their_openings_with_frame_leaf_and_pane():
    view = view_of()
    assert {one.part for one in bodies(view, view.get("door-bedroom"))} == {"frame", "leaf"}
    window = bodies(view, view.get("window-north-1"))
    assert {one.part for one in window} >= {"frame", "glass"}
    boxes = [one.shape.bounds for one in window]
    assert min(box[0] for box in boxes) == pytest.approx(8000 - 1000 - 1200)
    assert max(one.high.c for one in window) == pytest.approx(2300)


def test_trapezoids_of_a_face_cover_it_without_overlap():
    face = shapely.box(0, 0, 10, 4).difference(shapely.Point(4, 2).buffer(1))
    large = shapely.transform(face, lambda points: points * 1000)
    area = sum((one[1] - one[0]) * (one[4] + one[5] - one[2] - one[3]) / 2
               for one in trapezoids(large))
    assert area == pytest.approx(large.area, rel=1e-9)


@pytest.mark.parametrize("slope", [0.0, 0.5])
def test_what_a_box_leaves_and_what_the_rest_leaves_is_the_whole(slope):
    body = list(slices(shapely.box(0, 0, 4000, 3000), flat(0), Plane(slope, 0.0, 1000.0)))
    whole = sum(one.volume for one in body)
    parts = 0.0
    for low, high in ((-1e5, 1500), (1500, 1e5)):
        for left, right in ((-1e5, 1300), (1300, 1e5)):
            found = clipped(body, (left, -1e5, low, right, 1e5, high))
            parts += sum(one.volume for one in found)
    assert parts == pytest.approx(whole, rel=1e-9)


def test_the_faces_of_a_wall_close_round_its_volume():
    view = View(Model(examples.build("two-storey-office")))
    for name in ("wall-0-bay", "wall-0-corridor-north", "stair", "door-0-04", "roof"):
        one = view.get(name)
        flux = 0.0
        for face in faces(view, one):
            x, y, z = face.normal
            middle = face.shape.centroid
            px, py, pz = face.on.point(middle.x, middle.y)
            lean = hypot(*face.on.normal()[:2]) if face.on.__class__.__name__ == "Lying" else 0
            area = face.shape.area / (cos(0) if not lean else face.on.normal()[2])
            flux += area * (px * x + py * y + pz * z)
        assert flux / 3e9 == pytest.approx(volume(view, one), rel=2e-3)


def test_slices_that_touch_have_no_face_between_them():
    left = Slice(shapely.box(0, 0, 1000, 500), flat(0), flat(3000))
    right = Slice(shapely.box(1000, 0, 2500, 500), flat(0), flat(3000))
    found = faces_of([left, right])
    assert len(found) == 6
    assert sum(face.shape.area for face in found) == pytest.approx(
        2 * (2500 * 500 + 2500 * 3000 + 500 * 3000))


def test_far_from_the_origin_bodies_are_as_they_are_near_it():
    for shift in (5e4, 1e7):
        one = wall("wall-far", [shift, shift], [shift + 4000, shift + 3000], "Far")
        view = view_of(one)
        assert volume(view, one) == pytest.approx(5 * 0.3 * 2.7, rel=1e-6)
        (part,) = bodies(view, one)
        cut = cut_upright([part], (shift + 2000, shift + 1500), (0.6, -0.8))
        assert len(cut) == 1
        across = cut[0][1]
        assert across[1][0] - across[0][0] == pytest.approx(300, abs=0.01)


@pytest.mark.parametrize("one", [
    placed("wall-none", "wall", start=[0, 0], end=[0, 0], thickness=200, height=2700),
    placed("wall-thin", "wall", start=[0, 0], end=[5000, 0], thickness=1e-6, height=2700),
    placed("wall-flat", "wall", start=[0, 0], end=[5000, 0], thickness=200, height=1e-6),
    placed("slab-bow", "slab", thickness=200, boundary=[[0, 0], [4000, 3000], [4000, 0],
                                                        [0, 3000]]),
    placed("roof-l", "roof", thickness=200, edges=[{"index": 0, "kind": "slope", "slope": 30}],
           boundary=[[0, 0], [8000, 0], [8000, 3000], [3000, 3000], [3000, 8000], [0, 8000]]),
    placed("stair-none", "stair", topLevelId="level-1", flights=[]),
    placed("beam-none", "beam", start=[0, 0], end=[0, 0],
           profile={"kind": "rectangle", "width": 200}),
    placed("railing-point", "railing", path=[[0, 0], [0, 0]], height=1000)],
    ids=lambda one: one.id)
def test_degenerate_shapes_give_a_body_or_none_and_never_a_number_that_is_none(one):
    view = view_of(one)
    found = volume(view, one)
    assert found >= 0 and isfinite(found)
    assert all(part.volume > 0 for part in bodies(view, one))


def test_what_has_no_body_has_none():
    view = view_of(record("space-one", "space", levelId="level-0", height=2500,
                          boundary=[[0, 0], [1000, 0], [1000, 1000]]))
    assert bodies(view, view.get("space-one")) == ()
    assert bodies(view, view.get("project")) == ()
