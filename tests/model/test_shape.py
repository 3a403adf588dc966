"""Closed forms: arcs, areas, and the bodies of walls, hosted things, plates and framing."""

from math import atan, cos, degrees, hypot, pi, radians, sqrt, tan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eikrepo.model.category import known
from eikrepo.model.grids import cross, crossing
from eikrepo.model.hosted import opening_size, rise, size, span
from eikrepo.model.model import Model
from eikrepo.model.placed import Motion, moved
from eikrepo.model.profiles import extent, section
from eikrepo.model.record import Record
from eikrepo.model.roofs import eaves, ridge
from eikrepo.model.shape import (
    Arc,
    Edge,
    Prism,
    arc_through,
    circle,
    join,
    loop_area,
    loop_bounds,
    loop_length,
    loop_of,
    meet,
    placed,
    points_of,
    polygon,
    solid,
)
from eikrepo.model.stairs import arrival, riser_height, walking_line
from eikrepo.model.walls import axis, faces, heights, strip, thickness

LEVELS = (Record("level-0", "level", {"elevation": 0}),
          Record("level-1", "level", {"elevation": 3000}))
SQUARE = [[0, 0], [4000, 0], [4000, 3000], [0, 3000]]
near = pytest.approx


def rec(category: str, **members: object) -> Record:
    """Returns a record on the upper level."""
    return Record(f"{category}-1", category, {"levelId": "level-1", **members})


def model(*records: Record) -> Model:
    """Returns a model of two levels and records."""
    return Model((*LEVELS, *records))


def body(record: Record, *others: Record) -> Prism:
    """Returns a record's one solid."""
    (found,) = known(record.category).shape(record, model(record, *others))
    return found


def bodies(record: Record, *others: Record) -> tuple[Prism, ...]:
    """Returns a record's solids."""
    return known(record.category).shape(record, model(record, *others))


# Arcs and loops


def test_an_arc_through_three_points_passes_all_three():
    arc = arc_through((1000, 0), (0, 1000), (-1000, 0))
    assert arc is not None
    assert (arc.x, arc.y, arc.radius, arc.sweep) == near((0, 0, 1000, pi))
    assert arc.at(0) == near((1000, 0)) and arc.at(0.5) == near((0, 1000))
    assert arc.at(1) == near((-1000, 0))
    back = arc_through((-1000, 0), (0, 1000), (1000, 0))
    assert back.sweep == near(-pi) and back.length == near(pi * 1000)


def test_the_long_way_round_is_kept():
    arc = arc_through((1000, 0), (-1000, 0), (0, -1000))
    assert arc.sweep == near(1.5 * pi)
    assert loop_bounds((Edge((1000, 0), (0, -1000), arc),)) == near((-1000, -1000, 1000, 1000))


def test_points_in_line_make_no_arc():
    assert arc_through((0, 0), (1000, 1e-8), (2000, 0)) is None
    assert arc_through((0, 0), (0, 0), (2000, 0)) is None
    assert arc_through((0, 0), (5, 5), (0, 0)) is None


coordinate = st.integers(-10_000, 10_000)


point = st.tuples(coordinate, coordinate)


@given(point, point, point)
def test_any_arc_begins_passes_and_ends_where_it_says(a, b, c):
    arc = arc_through(a, b, c)
    if arc is None or arc.radius > 1e7:
        return
    tolerance = 1e-6 * max(1, arc.radius)
    assert arc.at(0) == near(a, abs=tolerance)
    assert arc.at(1) == near(c, abs=tolerance)
    assert hypot(b[0] - arc.x, b[1] - arc.y) == near(arc.radius)
    xmin, ymin, xmax, ymax = loop_bounds((Edge(a, c, arc), Edge(c, a)))
    for i in range(33):
        x, y = arc.at(i / 32)
        assert xmin - tolerance <= x <= xmax + tolerance
        assert ymin - tolerance <= y <= ymax + tolerance


def test_offsets_of_an_arc_go_left_of_its_way():
    east = Arc(0, 0, 1000, 0, pi)
    assert east.offset(100).radius == 900 and east.offset(-100).radius == 1100
    west = Arc(0, 0, 1000, pi, -pi)
    assert west.offset(100).radius == 1100
    assert east.offset(5000).radius == 0


def test_areas_take_arcs_exactly():
    assert loop_area(polygon((0, 0), (4, 0), (4, 3), (0, 3))) == 12
    assert loop_area(polygon((0, 3), (4, 3), (4, 0), (0, 0))) == -12
    half = loop_of([[-1000, 0], [1000, 0, 0, 1000]])
    assert loop_area(half) == near(pi * 1e6 / 2)
    assert loop_length(half) == near(2000 + pi * 1000)
    assert loop_area(circle(5e6, 5e6, 1000)) == near(pi * 1e6)
    assert loop_bounds(circle(10, 20, 5)) == near((5, 15, 15, 25))
    bay = loop_of([[0, 0], [4000, 0, 5000, 1000], [4000, 2000], [0, 2000]])
    assert loop_area(bay) == near(8e6 + pi * 1e6 / 2)
    assert loop_bounds(bay) == near((0, 0, 5000, 2000))
    dent = loop_of([[0, 0], [4000, 0, 3000, 1000], [4000, 2000], [0, 2000]])
    assert loop_area(dent) == near(8e6 - pi * 1e6 / 2)


def test_points_of_a_loop_cut_arcs_finely():
    points = points_of(circle(0, 0, 1000))
    assert loop_area(polygon(*points)) == near(pi * 1e6, rel=2e-3)
    assert all(hypot(*point) == near(1000) for point in points)


def test_a_loop_is_placed_turned_and_moved():
    outline = loop_of([[0, 0], [2000, 0, 3000, 1000], [2000, 2000], [0, 2000]])
    there = placed(outline, (100, 200), 90)
    assert loop_bounds(there) == near((-1900, 200, 100, 3200))
    assert loop_area(there) == near(loop_area(outline))


def test_a_piece_of_an_edge_keeps_its_line():
    straight = Edge((0, 0), (4000, 0))
    assert straight.piece(1000, 1900) == Edge((1000, 0), (1900, 0))
    assert straight.piece(-100, 4100) == Edge((-100, 0), (4100, 0))
    arc = Edge((1000, 0), (-1000, 0), Arc(0, 0, 1000, 0, pi))
    part = arc.piece(0, pi * 500)
    assert part.end == near((0, 1000)) and part.arc.sweep == near(pi / 2)
    back = Edge((-1000, 0), (1000, 0), Arc(0, 0, 1000, pi, -pi)).piece(0, pi * 500)
    assert back.end == near((0, 1000)) and back.length == near(pi * 500)
    assert Edge((5, 5), (5, 5)).piece(0, 10) == Edge((5, 5), (5, 5))


def test_a_prism_has_area_volume_and_bounds_with_holes_out():
    prism = Prism(loop_of(SQUARE), 100, 300, (circle(1000, 1000, 100),))
    assert prism.area == near(12e6 - pi * 1e4)
    assert prism.volume == near(prism.area * 200)
    assert prism.bounds == (0, 0, 100, 4000, 3000, 300)
    assert solid(prism.outline, (300, 300)) == () == solid(prism.outline, None) == solid((), (0, 1))


def test_boxes_join_and_meet():
    one, other = (0, 0, 0, 1, 1, 1), (3, 0, 0, 4, 1, 1)
    assert join([one, other]) == (0, 0, 0, 4, 1, 1) and join([]) is None
    assert not meet(one, other) and meet(one, other, 2) and meet(one, one)


# Walls


LAYERS = [{"id": "brick", "thickness": 100}, {"id": "core", "thickness": 200, "core": True},
          {"id": "plaster", "thickness": 20}]
WALL_TYPE = Record("wall-type-1", "wall-type", {"name": "Wall", "layers": LAYERS})
WALL = rec("wall", typeId="wall-type-1", start=[0, 0], end=[4000, 0], height=2700)
ARC_WALL = rec("wall", thickness=200, start=[5000, 0], end=[-5000, 0], through=[0, 5000],
               height=2500)


@pytest.mark.parametrize(("line", "expected"), [
    ("centre", (-160, 160)), ("exterior", (-320, 0)), ("interior", (0, 320)),
    ("core-centre", (-120, 200)), ("core-exterior", (-220, 100)), ("core-interior", (-20, 300))])
def test_the_body_of_a_wall_lies_by_its_location_line(line, expected):
    wall = WALL.but(locationLine=line)
    low, high = expected
    assert faces(wall, model(WALL_TYPE)) == near(expected)
    assert body(wall, WALL_TYPE).bounds == near((0, low, 3000, 4000, high, 5700))
    turned = wall.but(flipped=True)
    assert faces(turned, model(WALL_TYPE)) == near((-high, -low))
    assert body(turned, WALL_TYPE).bounds == near((0, -high, 3000, 4000, -low, 5700))


def test_a_wall_is_as_thick_as_it_or_its_type_says():
    assert thickness(WALL, model(WALL_TYPE)) == 320
    assert thickness(WALL.but(thickness=150), model(WALL_TYPE)) == 150
    plain = Record("wall-type-1", "wall-type", {"thickness": 90})
    assert thickness(WALL, model(plain)) == 90
    assert thickness(WALL, model()) is None and bodies(WALL) == ()


def test_the_heights_of_a_wall_follow_its_levels():
    assert heights(WALL, model()) == (3000, 5700)
    wall = rec("wall", start=[0, 0], end=[1, 0], baseOffset=-100, levelId="level-0",
               topLevelId="level-1", topOffset=-250, thickness=100)
    assert heights(wall, model()) == (-100, 2750)
    assert heights(wall.but(topProfile=[[0, 900], [1, 1800]], topLevelId=None), model()) == (
        -100, 1700)
    assert heights(rec("wall"), model()) is None
    assert bodies(wall.but(topOffset=-4000)) == ()


def test_an_arc_wall_is_a_part_of_a_ring():
    prism = body(ARC_WALL)
    assert prism.area == near(pi * (5100**2 - 4900**2) / 2)
    assert prism.bounds == near((-5100, 0, 3000, 5100, 5100, 5500), abs=1e-6)
    inner = ARC_WALL.but(locationLine="exterior")
    assert body(inner).bounds == near((-5200, 0, 3000, 5200, 5200, 5500), abs=1e-6)


@given(st.tuples(coordinate, coordinate), st.tuples(coordinate, coordinate),
       st.integers(1, 900))
def test_a_straight_strip_has_the_area_of_a_rectangle(a, b, width):
    edge = Edge(a, b)
    assert loop_area(strip(edge, -width, width)) == near(2 * width * edge.length)


# Doors, windows and openings


DOOR_TYPE = Record("door-type-1", "door-type", {"name": "Door", "width": 1000, "height": 2100})
DOOR = rec("door", typeId="door-type-1", hostId="wall-1", at={"offset": 900})


def test_a_door_takes_up_its_size_through_the_wall():
    found = body(DOOR, WALL.but(baseOffset=50), WALL_TYPE, DOOR_TYPE)
    assert found.bounds == near((900, -160, 3050, 1900, 160, 5150))
    everything = model(WALL, WALL_TYPE, DOOR_TYPE, DOOR)
    assert size(DOOR, everything) == (1000, 2100)
    assert span(DOOR, everything) == (900, 1900)
    assert rise(DOOR.but(at={"offset": 0, "sill": 300}), everything) == (3300, 5400)


def test_a_door_follows_the_line_and_sides_of_its_wall():
    back = WALL.but(start=[4000, 0], end=[0, 0], locationLine="exterior", flipped=True)
    found = body(DOOR, back, WALL_TYPE, DOOR_TYPE)
    assert found.bounds == near((2100, -320, 3000, 3100, 0, 5100))


def test_a_door_on_an_arc_wall_is_bent_with_it():
    at = pi * 2500 - 500
    found = body(DOOR.but(at={"offset": at}), ARC_WALL, DOOR_TYPE)
    assert found.area == near(1000 / 5000 * (5100**2 - 4900**2) / 2)
    xmin, ymin, low, xmax, ymax, high = found.bounds
    assert (low, high, ymax) == near((3000, 5100, 5100))
    assert xmax == near(-xmin) and ymin == near(4900 * cos(0.1))
    assert all(edge.arc for edge in found.outline[::2])


def test_a_recess_starts_from_the_exterior_face():
    opening = rec("opening", hostId="wall-1", at={"offset": 100, "sill": 1000}, width=500,
                  height=400, depth=120)
    assert body(opening, WALL, WALL_TYPE).bounds == near((100, 40, 4000, 600, 160, 4400))
    flipped = WALL.but(flipped=True)
    assert body(opening, flipped, WALL_TYPE).bounds == near((100, -160, 4000, 600, -40, 4400))
    deep = opening.but(depth=9000)
    assert body(deep, WALL, WALL_TYPE).bounds == near((100, -160, 4000, 600, 160, 4400))


def test_an_opening_on_a_slab_is_placed_by_the_slabs_own_corner():
    slab = rec("slab", boundary=SQUARE, thickness=250)
    opening = rec("opening", hostId="slab-1", at={"u": 1000, "v": 500}, width=600, height=400)
    assert body(opening, slab).bounds == near((700, 300, 2750, 1300, 700, 3000))
    turned = moved(slab, Motion(turn=90))
    assert body(opening, turned).bounds == near((-700, 700, 2750, -300, 1300, 3000))
    across = opening.but(at={"u": 1000, "v": 500, "angle": 90}, depth=100)
    assert body(across, slab).bounds == near((800, 200, 2900, 1200, 800, 3000))


def test_a_free_opening_stands_at_its_own_point():
    free = rec("opening", hostId="furniture-1", at={"origin": [100, 200, 50], "rotation": 90},
               width=600, height=400, depth=100)
    host = rec("furniture", at=[0, 0])
    assert body(free, host).bounds == near((50, -100, 3050, 150, 500, 3450))
    assert bodies(free.but(depth=None), host) == ()


def test_the_opening_of_a_door_is_its_size_where_it_says_nothing_else():
    everything = model(WALL, WALL_TYPE, DOOR_TYPE)
    assert opening_size(DOOR, everything) == (1000, 2100)
    assert opening_size(DOOR.but(opening={"width": 1060}), everything) == (1060, 2100)
    assert opening_size(DOOR.but(typeId=None), everything) is None


def test_what_lacks_its_host_or_type_has_no_body():
    assert bodies(DOOR, DOOR_TYPE) == () == bodies(DOOR, WALL, WALL_TYPE)
    assert bodies(DOOR, DOOR_TYPE, rec("wall", start=[0, 0], end=[9, 0])) == ()
    point = WALL.but(end=[0, 0])
    assert bodies(DOOR, point, WALL_TYPE, DOOR_TYPE) == ()


# Plates


def test_a_slab_hangs_from_its_top_and_a_ceiling_lies_on_its_bottom():
    slab = rec("slab", boundary=SQUARE, thickness=250, offset=-50,
               holes=[[[500, 500], [1500, 500], [1500, 1500], [500, 1500]]])
    assert body(slab).bounds == (0, 0, 2700, 4000, 3000, 2950)
    assert body(slab).area == 11e6
    ceiling = rec("ceiling", boundary=SQUARE, thickness=40, offset=2500)
    assert body(ceiling).bounds == (0, 0, 5500, 4000, 3000, 5540)
    assert bodies(slab.but(thickness=None)) == () == bodies(ceiling.but(thickness=None))


def test_a_sloping_slab_takes_the_heights_it_spans():
    angle = degrees(atan(0.1))
    slab = rec("slab", boundary=SQUARE, thickness=200,
               slope={"line": [[0, 0], [4000, 0]], "angle": angle})
    found = body(slab)
    assert (found.low, found.high) == near((2800, 3300))
    assert body(slab.but(slope={"line": [[4000, 0], [0, 0]], "angle": angle})).low == near(2500)
    bent = body(rec("slab", boundary=SQUARE, thickness=200, vertexHeights=[0, 10, 150, 40]))
    assert (bent.low, bent.high) == near((2800, 3150))


def test_a_space_and_a_part_are_prisms_between_heights():
    space = rec("space", boundary=SQUARE, height=2500, baseOffset=10)
    assert body(space).bounds == (0, 0, 3010, 4000, 3000, 5510)
    assert bodies(rec("space", at=[1, 1], height=2500)) == ()
    part = Record("part-1", "part", {"partOf": "wall-1", "boundary": SQUARE, "height": 100})
    assert body(part, WALL).bounds[2] == 3000
    assert body(part).bounds[2] == 0


def test_furniture_stands_turned_about_its_middle():
    kind = Record("t", "furniture-type", {"size": {"width": 1600, "depth": 800, "height": 740}})
    desk = rec("furniture", typeId="t", at=[1000, 500], rotation=90, baseOffset=20)
    assert body(desk, kind).bounds == near((600, -300, 3020, 1400, 1300, 3760))
    own = desk.but(size={"width": 100, "depth": 100, "height": 100}, rotation=None)
    assert body(own, kind).bounds == near((950, 450, 3020, 1050, 550, 3120))
    assert bodies(desk) == ()


def test_a_generic_element_is_a_box_or_a_prism():
    assert body(rec("generic", boundary=SQUARE, height=10)).volume == 12e7
    box = rec("generic", at=[0, 0], size={"width": 10, "depth": 20, "height": 30})
    assert body(box).volume == near(6000)
    assert bodies(rec("generic")) == ()


# Roofs


def roof(**slopes: float) -> Record:
    """Returns a roof of 30° 250 thick over 8 by 5 m, edges 0 to 3 by name e0 … e3."""
    edges = [{"index": int(name[1:]), "kind": "slope", "slope": slope, "overhang": 500}
             for name, slope in slopes.items()]
    return rec("roof", boundary=[[0, 0], [8000, 0], [8000, 5000], [0, 5000]], thickness=250,
               edges=edges)


def test_the_ridge_is_where_the_planes_meet():
    assert ridge(roof(e0=30, e2=30)) == near(2500 * tan(radians(30)))
    assert ridge(roof(e0=30)) == near(5000 * tan(radians(30)))
    assert ridge(roof(e0=30, e1=30, e2=30, e3=30)) == near(2500 * tan(radians(30)))
    assert ridge(roof(e1=45, e3=45)) == near(4000)
    a, b = tan(radians(45)), tan(radians(30))
    assert ridge(roof(e0=45, e2=30)) == near(5000 * a * b / (a + b))
    assert ridge(roof()) == 0
    clockwise = roof(e0=30, e2=30)
    clockwise = clockwise.but(boundary=clockwise["boundary"][::-1])
    assert ridge(clockwise) == near(2500 * tan(radians(30)))


def test_the_eaves_go_out_by_the_overhang_of_each_edge():
    assert loop_bounds(eaves(roof(e0=30, e2=30))) == near((0, -500, 8000, 5500))
    assert loop_bounds(eaves(roof(e0=30, e1=30, e2=30, e3=30))) == near((-500, -500, 8500, 5500))
    assert loop_bounds(eaves(roof())) == (0, 0, 8000, 5000)


def test_a_roof_reaches_from_its_eaves_to_its_ridge():
    found = body(roof(e0=30, e2=30))
    assert found.low == near(3000 - 500 * tan(radians(30)))
    assert found.high == near(3000 + 2500 * tan(radians(30)) + 250 / cos(radians(30)))
    flat = body(roof())
    assert flat.bounds == near((0, 0, 3000, 8000, 5000, 3250))
    assert bodies(roof().but(thickness=None)) == ()


def test_a_plane_of_a_roof_rises_along_its_direction():
    plane = {"boundary": SQUARE, "point": [0, 0, 100], "slope": 45, "direction": 90}
    found = body(roof().but(planes=[plane]))
    assert found.bounds == near((0, 0, 3100, 4000, 3000, 6100 + 250 * sqrt(2)))


def test_a_footprint_that_is_not_convex_still_gets_a_height():
    shape = [[0, 0], [8000, 0], [8000, 2000], [7500, 2000], [7500, 100], [500, 100], [500, 6000],
             [0, 6000]]
    found = roof(e0=30, e2=30, e5=30).but(boundary=shape)
    assert 0 <= ridge(found) <= 4000 * tan(radians(30)) + 1


# Columns, beams, profiles and grids


def test_sections_have_the_areas_of_their_shapes():
    def area(**profile: object) -> float:
        outline, holes = section(profile)
        return abs(loop_area(outline)) - sum(abs(loop_area(hole)) for hole in holes)
    assert area(kind="rectangle", width=300, depth=400) == near(120_000)
    assert area(kind="rectangle", width=300) == near(90_000)
    assert area(kind="rectangle", width=100, depth=100, wall=10) == near(3600)
    assert area(kind="circle", diameter=300) == near(pi * 150**2)
    assert area(kind="circle", diameter=300, wall=10) == near(pi * (150**2 - 140**2))
    assert area(kind="i", width=150, depth=300, web=7, flange=10) == near(3000 + 280 * 7)
    assert area(kind="polygon", outline=SQUARE) == near(12e6)
    assert section({"kind": "i", "width": 10}) is None is section({"kind": "circle"})
    assert section(None) is None is section({"kind": "polygon"})


def test_a_turned_profile_takes_a_larger_box():
    profile = {"kind": "rectangle", "width": 300, "depth": 100}
    assert extent(profile) == near((300, 100)) and extent(profile, 90) == near((100, 300))
    assert extent(profile, 45) == near((400 / sqrt(2), 400 / sqrt(2)))
    assert extent({"kind": "circle", "diameter": 300}, 45) == (300, 300)


GRID = Record("grid-1", "grid", {"name": "G", "axes": [
    {"id": "A", "start": [1000, 0], "end": [1000, 900]},
    {"id": "B", "start": [5000, 0], "end": [5000, 900]},
    {"id": "1", "start": [0, 2000], "end": [900, 2000]},
    {"id": "R", "start": [5000, 0], "end": [-5000, 0], "through": [0, 5000]}]})


def test_a_column_on_a_grid_stands_at_the_crossing():
    column = rec("column", on={"gridId": "grid-1", "axes": ["A", "1"], "offset": [10, -20]},
                 height=3000, rotation=90,
                 profile={"kind": "rectangle", "width": 400, "depth": 200})
    assert body(column, GRID).bounds == near((910, 1780, 3000, 1110, 2180, 6000))
    free = known("column").freed(column, model(GRID))
    assert "on" not in free and free["at"] == [1010, 1980]
    assert body(free).bounds == near(body(column, GRID).bounds)
    assert bodies(column) == ()
    assert known("column").freed(column, model()) == column


def test_axes_cross_as_endless_lines_and_drawn_arcs():
    def at(*axes: str) -> object:
        return crossing({"gridId": "grid-1", "axes": list(axes)}, model(GRID))
    assert at("A", "1") == near((1000, 2000)) == at("1", "A")
    assert at("A", "B") is None and at("A", "Z") is None
    assert at("A", "R") == near((1000, sqrt(24) * 1000))
    assert crossing({"gridId": "gone", "axes": ["A", "1"]}, model()) is None
    one = Edge((1000, 0), (-1000, 0), Arc(0, 0, 1000, 0, pi))
    other = Edge((2000, 0), (0, 0), Arc(1000, 0, 1000, 0, pi))
    (found,) = cross(one, other)
    assert found == near((500, sqrt(0.75) * 1000))


def test_a_beam_lies_by_its_justification():
    beam = rec("beam", start=[0, 0], end=[6000, 0],
               profile={"kind": "i", "width": 150, "depth": 300, "web": 7, "flange": 10})
    assert body(beam).bounds == near((0, -75, 2700, 6000, 75, 3000))
    assert body(beam.but(justification="centre")).bounds[2::3] == near((2850, 3150))
    assert body(beam.but(justification="bottom")).bounds[2::3] == near((3000, 3300))
    assert body(beam.but(endOffset=500)).bounds[2::3] == near((2700, 3500))
    assert body(beam.but(rotation=90)).bounds == near((0, -150, 2850, 6000, 150, 3000))
    assert bodies(beam.but(profile=None)) == ()


# Stairs and railings


FLIGHT = {"id": "1", "kind": "straight", "start": [0, 0], "direction": 90, "width": 1000,
          "risers": 10, "treadDepth": 280}
STAIR = Record("stair-1", "stair", {
    "levelId": "level-0", "topLevelId": "level-1", "thickness": 180, "flights": [
        FLIGHT, FLIGHT | {"id": "2", "start": [1200, 2520], "direction": 270, "risers": 8}],
    "landings": [{"id": "l", "boundary": [[-500, 2520], [1700, 2520], [1700, 3520], [-500, 3520]],
                  "height": 3000 * 10 / 18}]})


def test_flights_climb_one_after_the_other_by_their_risers():
    assert riser_height(STAIR, model()) == near(3000 / 18)
    first, second, landing = bodies(STAIR)
    assert first.bounds == near((-500, 0, 0, 500, 2520, 1666.6666667))
    assert second.bounds == near((700, 560, 1666.6666667, 1700, 2520, 3000))
    assert (landing.low, landing.high) == near((1486.6666667, 1666.6666667))


def test_a_spiral_turns_along_its_walking_line():
    flight = FLIGHT | {"kind": "spiral", "turn": 180, "risers": 11}
    line = walking_line(flight)
    assert line.length == near(2800)
    (x, y), way = arrival(flight)
    assert (x, y) == near((-2 * 2800 / pi, 0), abs=1e-6) and way == 270
    right = walking_line(flight | {"turn": -90})
    assert right.end == near((2800 / (pi / 2), 2800 / (pi / 2)))
    whole = STAIR.but(flights=[flight | {"turn": 800}], landings=None)
    assert body(whole).area > 0
    assert arrival(FLIGHT) == (near((0, 2520)), 90)


def test_a_railing_follows_its_path_and_its_stair():
    kind = Record("t", "railing-type", {"height": 1000})
    railing = rec("railing", typeId="t", path=[[0, 0], [3000, 0], [3000, 2000]])
    first, second = bodies(railing, kind)
    assert first.bounds == near((0, -25, 3000, 3000, 25, 4000))
    assert second.bounds == near((2975, 0, 3000, 3025, 2000, 4000))
    on_stair = railing.but(hostId="stair-1", levelId="level-0", thickness=60)
    found = bodies(on_stair, kind, STAIR)[0]
    assert (found.low, found.high) == (0, 4000) and found.bounds[1] == near(-30)
    assert bodies(railing) == () == bodies(railing.but(path=None), kind)


# Motions


def test_a_quarter_turn_is_exact():
    wall = moved(WALL, Motion(10, 20, 30, turn=90, about=(1000, 0)))
    assert wall["start"] == [1010, -980] and wall["end"] == [1010, 3020]
    assert wall["baseOffset"] == 30
    assert axis(moved(ARC_WALL, Motion(turn=90))).arc.radius == near(5000)


def test_angles_turn_along_from_their_default():
    desk = moved(rec("furniture", at=[0, 0]), Motion(turn=120))
    assert desk["rotation"] == 120
    assert moved(desk, Motion(turn=120))["rotation"] == -120
    stair = moved(STAIR, Motion(turn=-90))
    assert stair["flights"][0]["direction"] == 0
    assert stair["landings"][0]["height"] == STAIR["landings"][0]["height"]


def test_what_hangs_on_a_host_stays_on_it():
    assert moved(DOOR, Motion(100, 200, 300, 90)) == DOOR
    free = DOOR.but(at={"origin": [1, 2, 3], "rotation": 10})
    assert moved(free, Motion(1, 1, 1))["at"] == {"origin": [2, 3, 4], "rotation": 10}


def test_a_motion_changes_nothing_it_is_not_told_to():
    before = dict(STAIR.data)
    moved(STAIR, Motion(1, 2, 3, 4))
    assert before == STAIR.data and moved(STAIR, Motion()) == STAIR
    assert moved(WALL, Motion(dz=100)).data == {**WALL.data, "baseOffset": 100}
    assert moved(WALL, Motion(1 / 3), length=round)["start"] == [0, 0]
