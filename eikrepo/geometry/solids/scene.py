"""What a picture in 3D shows: meshes with colours, cut by a box, coloured by any value."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import NamedTuple

from eikrepo.geometry.solids.bodies import bodies
from eikrepo.geometry.solids.faces import Face, faces, faces_of
from eikrepo.geometry.solids.mesh import Mesh, mesh
from eikrepo.geometry.solids.slices import Slice, clipped, flat, polygon_of
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.shape import Box, join, meet

_GLASS, _CUT = "#a9cbe0", "#4d4d4d"
_BY_CATEGORY = {
    "wall": "#efece4", "slab": "#c9c7c2", "roof": "#9c8f86", "ceiling": "#f7f6f2",
    "column": "#b3b1ac", "beam": "#a5a39e", "door": "#b98d5f", "window": "#fafafa",
    "stair": "#c4beb4", "railing": "#6d7478", "furniture": "#d9c7a8", "generic": "#b9c2a9",
    "part": "#cbb89d"}
_OTHER = "#cfcfcf"
_PALETTE = ("#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#b07aa1", "#edc948", "#76b7b2", "#ff9da7",
            "#9c755f", "#a0cbe8", "#ffbe7d", "#8cd17d", "#d37295", "#d4a6c8", "#499894", "#d7b5a6",
            "#b6992d", "#79706e", "#f1ce63", "#86bcb6")
_NONE = "#d9d9d9"
CHANGES = {"added": "#2e9e52", "removed": "#d1382d", "changed": "#2b63c9", "stands": "#e4e4e4"}
_OVER, _FLOOR = 2.0, 20.0
"""How far over its level a space's floor lies in a picture, and how thick, in mm."""
_STRONG = ("added", "removed", "changed")
_ROOM = 15.0
"""How much larger a ghost is all round in plan, in mm."""
_CLEAR = 0.45
"""How opaque a pane is."""


class Solid(NamedTuple):
    """One part of a record in the scene: its mesh, the colour of each triangle, how opaque."""

    record: Record
    part: str
    mesh: Mesh
    colours: tuple[str, ...]
    opaque: float


class Scene(NamedTuple):
    """Everything in a picture in 3D, the box round it, and what the colours mean."""

    solids: tuple[Solid, ...]
    extents: Box
    counts: dict[str, int]
    legend: tuple[tuple[str, str, int], ...]
    """(value, colour, number of records), the most frequent first."""
    left_out: dict[str, tuple[str, ...]]

    @property
    def triangles(self) -> int:
        """How many triangles the scene has."""
        return sum(len(one.mesh.triangles) for one in self.solids)


Value = Callable[[Record], str | None]


def scene(view: View, records: Iterable[Record], box: Box | None = None,
          value: Value | None = None, fixed: dict[str, str] | None = None,
          *, ghosts: bool = False) -> Scene:
    """Returns the scene of records, cut by a box where there is one.

    ``value`` says what each record is coloured by, and ``fixed`` the colours of values that
    have their own; without it a record is coloured by its category. ``ghosts`` are drawn a
    little larger than they were, so that they show where something else has their place.
    """
    out: dict[str, list[str]] = defaultdict(list)
    shown: list[tuple[Record, tuple[Face, ...]]] = []
    for record in sorted(records, key=lambda one: one.id):
        body = body_of(view, record)
        if not body:
            continue
        if ghosts:
            body = _ghost(view, record)
        if ghosts or record.category == "space":
            found = faces_of(body if box is None else clipped(body, box))
        else:
            found = faces(view, record) if box is None else _boxed(view, record, box)
        if found:
            shown.append((record, found))
        else:
            out["lies outside the box"].append(record.id)
    values = {record.id: value(record) for record, _ in shown} if value else {}
    colours = _colours(values, fixed or {})
    solids = [solid for record, found in shown for solid in _solids(
        record, found, colours.get(values.get(record.id), _NONE) if value else None, box,
        strong=values.get(record.id) in _STRONG)]
    counted = Counter(values.values())
    legend = tuple(("none" if one is None else one, colours.get(one, _NONE), count)
                   for one, count in sorted(counted.items(), key=lambda pair: (
                       pair[0] is None, -pair[1], str(pair[0]))))
    extents = join([_around(solid.mesh) for solid in solids]) or (-500.0, -500.0, 0.0, 500.0,
                                                                 500.0, 1000.0)
    return Scene(tuple(solids), extents,
                 dict(sorted(Counter(record.category for record, _ in shown).items())), legend,
                 {why: tuple(ids) for why, ids in out.items()})


def joined(one: Scene, other: Scene) -> Scene:
    """Returns two scenes as one, with the counts and the meaning of colours of both."""
    legend = Counter({(name, colour): count for name, colour, count in one.legend})
    legend.update({(name, colour): count for name, colour, count in other.legend})
    return Scene(one.solids + other.solids, join([one.extents, other.extents]) or one.extents,
                 dict(sorted((Counter(one.counts) + Counter(other.counts)).items())),
                 tuple((name, colour, count) for (name, colour), count in sorted(
                     legend.items(), key=lambda pair: (-pair[1], pair[0]))), one.left_out)


def _ghost(view: View, record: Record) -> tuple[Slice, ...]:
    return tuple(Slice(polygon_of(prism.outline, prism.holes).buffer(_ROOM, join_style="mitre"),
                       flat(prism.low), flat(prism.high)) for prism in view.shape(record))


def body_of(view: View, record: Record) -> tuple[Slice, ...]:
    """Returns what a scene shows of a record: its body, and of a space its floor."""
    if record.category != "space":
        return bodies(view, record)
    return tuple(Slice(polygon_of(prism.outline, prism.holes), flat(prism.low + _OVER),
                       flat(prism.low + _OVER + _FLOOR)) for prism in view.shape(record)[:1])


def _boxed(view: View, record: Record, box: Box) -> tuple[Face, ...]:
    bounds = view.bounds(record)
    if bounds is None or not meet(bounds, box):
        return ()
    inside = all(box[axis] <= bounds[axis] and bounds[axis + 3] <= box[axis + 3]
                 for axis in range(3))
    return faces(view, record) if inside else faces_of(clipped(bodies(view, record), box))


def _colours(values: dict[str, str | None], fixed: dict[str, str]) -> dict[str | None, str]:
    known = sorted({one for one in values.values() if one is not None and one not in fixed})
    out: dict[str | None, str] = dict(fixed.items())
    return out | {one: _PALETTE[place % len(_PALETTE)] for place, one in enumerate(known)}


def _solids(record: Record, found: tuple[Face, ...], colour: str | None,
            box: Box | None, *, strong: bool) -> Iterable[Solid]:
    """Yields the parts of a record, each with a mesh of its own.

    Panes keep their own colour unless what is said of the record is ``strong``.
    """
    by_part: dict[tuple[str, str | None], list[Face]] = defaultdict(list)
    for face in found:
        by_part[face.part, face.material].append(face)
    for (part, _), some in sorted(by_part.items(), key=lambda pair: (pair[0][0],
                                                                     pair[0][1] or "")):
        body = mesh(some)
        if not body.triangles:
            continue
        own = _GLASS if part == "glass" else _BY_CATEGORY.get(record.category, _OTHER)
        tone = own if colour is None or (part == "glass" and not strong) else colour
        of_face = [_CUT if box is not None and _on_box(face, box) else tone for face in some]
        yield Solid(record, part, body, tuple(of_face[place] for place in body.of),
                    _CLEAR if part == "glass" else 1.0)


def _on_box(face: Face, box: Box) -> bool:
    """Tells whether a face is where the box cuts."""
    normal = face.normal
    axis = next((axis for axis in range(3) if abs(normal[axis]) > 0.999999), None)
    if axis is None:
        return False
    there = face.rings()[0][0][axis]
    return abs(there - box[axis + 3 if normal[axis] > 0 else axis]) < 0.05


def _around(body: Mesh) -> Box:
    xs, ys, zs = zip(*body.points, strict=True)
    return min(xs), min(ys), min(zs), max(xs), max(ys), max(zs)
