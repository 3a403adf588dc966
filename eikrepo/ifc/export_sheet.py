"""The file under way: its writer, the model it is made of, and what every part of it shares.

Lengths in mm. A frame is a placement with its place in model coordinates, Z always up.
"""

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Any, NamedTuple

from eikrepo.geometry.view import View
from eikrepo.ifc import guids
from eikrepo.ifc.spf import Ref, Typed, Writer
from eikrepo.model.record import Record
from eikrepo.model.shape import Loop, Prism, placed

XYZ = tuple[float, float, float]
UP: XYZ = (0.0, 0.0, 1.0)
DOWN: XYZ = (0.0, 0.0, -1.0)


class Frame(NamedTuple):
    """A placement in the file, and where it lies in the model: origin and turn in degrees."""

    ref: Ref
    x: float
    y: float
    z: float
    turn: float = 0.0

    def local(self, loop: Loop) -> Loop:
        """Returns a loop of the model in the frame's own coordinates."""
        return placed(placed(loop, (-self.x, -self.y), 0), (0, 0), -self.turn)

    def inside(self, x: float, y: float, z: float) -> XYZ:
        """Returns a point of the model in the frame's own coordinates."""
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        dx, dy = x - self.x, y - self.y
        return c * dx + s * dy, c * dy - s * dx, z - self.z


class Sheet:
    """One export: entities by record and role, shared values, and what has been written."""

    def __init__(self, view: View, schema: str) -> None:
        self.view, self.model = view, view.model
        self.writer = Writer(schema)
        manifest = view.model.manifest
        self.model_id = str(manifest.get("id", "")) if manifest else ""
        self.products: dict[str, Ref] = {}
        self.frames: dict[str, Frame] = {}
        self.typed: dict[str, list[Ref]] = {}
        self.left_out: list[tuple[str, str]] = []
        self.contexts: dict[str, Ref] = {}

    def guid(self, record: str, role: str) -> str:
        """Returns the GlobalId of a record in a role: its own, else one made."""
        found = self.model.find(record)
        own = guids.kept(found, role) if found else None
        return own or guids.made(self.model_id, record, role)

    def add(self, kind: str, record: str, role: str, **attributes: Any) -> Ref:
        """Adds an entity that belongs to a record in a role."""
        return self.writer.add(kind, (record, role), **attributes)

    def rooted(self, kind: str, record: str, role: str, **attributes: Any) -> Ref:
        """Adds an entity with a GlobalId that belongs to a record in a role."""
        return self.writer.add(kind, (record, role), GlobalId=self.guid(record, role),
                               **attributes)

    def point(self, *at: float) -> Ref:
        """Returns the point of these coordinates, rounded to 1e-6 mm."""
        return self.writer.shared("IfcCartesianPoint", Coordinates=[round(x, 6) for x in at])

    def direction(self, *ratios: float) -> Ref:
        """Returns the direction of these ratios."""
        return self.writer.shared("IfcDirection", DirectionRatios=ratios)

    def axes(self, at: XYZ = (0.0, 0.0, 0.0), axis: XYZ | None = None,
             ref: XYZ | None = None) -> Ref:
        """Returns the placement in space at a point, with its Z and X axes."""
        return self.writer.shared(
            "IfcAxis2Placement3D", Location=self.point(*at),
            Axis=self.direction(*axis) if axis else None,
            RefDirection=self.direction(*ref) if ref else None)

    def axes_2d(self, x: float = 0.0, y: float = 0.0, turn: float = 0.0) -> Ref:
        """Returns the placement in a plane at a point, turned by degrees."""
        way = radians(turn)
        return self.writer.shared(
            "IfcAxis2Placement2D", Location=self.point(x, y),
            RefDirection=self.direction(cos(way), sin(way)) if turn else None)

    def place(self, record: str, role: str, at: XYZ, turn: float = 0.0,
              on: Frame | None = None) -> Frame:
        """Adds a placement at a point of the model, counted from another frame."""
        x, y, z = on.inside(*at) if on else at
        way = radians(turn - (on.turn if on else 0.0))
        turned = abs(sin(way)) > 1e-15 or cos(way) < 0
        ref = self.add("IfcLocalPlacement", record, role, PlacementRelTo=on.ref if on else None,
                       RelativePlacement=self.axes((x, y, z), UP if turned else None,
                                                   (cos(way), sin(way), 0.0) if turned else None))
        return Frame(ref, *at, turn)

    def curve(self, loop: Loop, *, closed: bool = True) -> Ref:
        """Returns the curve of a loop, its arcs as arcs."""
        points: list[tuple[float, float]] = []
        segments: list[Typed] = []

        def index(point: tuple[float, float]) -> int:
            points.append((round(point[0], 6), round(point[1], 6)))
            return len(points)
        first = at = index(loop[0].start)
        for place, edge in enumerate(loop):
            middle = index(edge.arc.at(0.5)) if edge.arc else None
            last = closed and place == len(loop) - 1
            end = first if last else index(edge.end)
            segments.append(Typed("IfcArcIndex", (at, middle, end)) if middle
                            else Typed("IfcLineIndex", (at, end)))
            at = end
        arcs = any(edge.arc for edge in loop)
        if not arcs and closed:
            points.append(points[0])
        listed = self.writer.shared("IfcCartesianPointList2D", CoordList=points)
        return self.writer.shared("IfcIndexedPolyCurve", Points=listed,
                                  Segments=segments if arcs else None, SelfIntersect=False)

    def outline(self, loop: Loop, holes: Sequence[Loop] = ()) -> Ref:
        """Returns the profile of an outline with holes."""
        if not holes:
            return self.writer.shared("IfcArbitraryClosedProfileDef", ProfileType="AREA",
                                      OuterCurve=self.curve(loop))
        return self.writer.shared("IfcArbitraryProfileDefWithVoids", ProfileType="AREA",
                                  OuterCurve=self.curve(loop),
                                  InnerCurves=[self.curve(hole) for hole in holes])

    def extrusion(self, profile: Ref, depth: float, position: Ref | None = None,
                  way: XYZ = UP) -> Ref:
        """Returns the solid of a profile run along a direction."""
        return self.writer.shared("IfcExtrudedAreaSolid", SweptArea=profile,
                                  Position=position or self.axes(),
                                  ExtrudedDirection=self.direction(*way), Depth=round(depth, 6))

    def prism(self, prism: Prism, frame: Frame) -> Ref:
        """Returns the solid of a prism of the model in a frame."""
        low = prism.low - frame.z
        return self.extrusion(
            self.outline(frame.local(prism.outline), [frame.local(one) for one in prism.holes]),
            prism.high - prism.low, self.axes((0.0, 0.0, low)) if abs(low) > 1e-9 else None)

    def body(self, record: str, items: Sequence[Ref], kind: str = "SweptSolid",
             role: str = "body") -> Ref:
        """Adds the body of a product, of some solids."""
        return self.add("IfcShapeRepresentation", record, role,
                        ContextOfItems=self.contexts["Body"], RepresentationIdentifier="Body",
                        RepresentationType=kind, Items=items)

    def axis(self, record: str, curve: Ref, kind: str = "Curve2D") -> Ref:
        """Adds the axis of a product."""
        return self.add("IfcShapeRepresentation", record, "axis",
                        ContextOfItems=self.contexts["Axis"], RepresentationIdentifier="Axis",
                        RepresentationType=kind, Items=[curve])

    def shape(self, record: str, *representations: Ref, role: str = "shape") -> Ref | None:
        """Adds the shape of a product; none where it has no representation."""
        if not representations:
            return None
        return self.add("IfcProductDefinitionShape", record, role,
                        Representations=representations)

    def storey(self, record: Record) -> tuple[Ref, Frame]:
        """Returns the storey that a record stands on and its frame, else the building's."""
        level = record.get("levelId")
        known = level if level in self.products and level in self.frames else BUILDING
        return self.products[known], self.frames[known]


BUILDING = "\x00building"
"""The key of the building that holds what stands on no level."""
