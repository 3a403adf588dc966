"""Elements of an imported file but walls and what is hosted: as parameters, or as a box."""

from collections.abc import Callable
from math import atan2, degrees, hypot
from typing import Any

from eikrepo.ifc.import_curves import stored, tidy
from eikrepo.ifc.import_matrix import dot
from eikrepo.ifc.import_plan import Plan, clipped
from eikrepo.ifc.import_report import BOX, DATA, PARAMETRIC
from eikrepo.ifc.import_solids import Solid
from eikrepo.ifc.import_types import Types
from eikrepo.model.shape import Loop, loop_bounds, placed

_SAME = 0.01
_THIN = 1.0
"""The least extent of a box, in mm, so that a flat or linear body has one."""
_FUNCTIONS = {"FLOOR": "floor", "ROOF": "roof", "LANDING": "landing", "BASESLAB": "base"}
_RAILINGS = {"GUARDRAIL": "guard", "HANDRAIL": "handrail", "BALUSTRADE": "balustrade"}


class Elements:
    """Reads the elements of one import."""

    def __init__(self, plan: Plan, types: Types) -> None:
        self.plan, self.types, self.graph = plan, types, plan.graph
        self.bodies = plan.graph.bodies
        self._readers: tuple[tuple[str, Callable[[Any], str | None]], ...] = (
            ("IfcSlab", self._slab), ("IfcRoof", self._roof), ("IfcCovering", self._covering),
            ("IfcColumn", self._column), ("IfcBeam", self._beam), ("IfcStair", self._stair),
            ("IfcRailing", self._railing), ("IfcFurnishingElement", self._furniture))

    def read(self, entity: Any) -> None:
        """Adds an element as what it is, or says why not and adds a generic one."""
        why = next((read(entity) for kind, read in self._readers if entity.is_a(kind)), "")
        if why is not None:
            self.generic(entity, why)

    def generic(self, entity: Any, why: str) -> None:
        """Adds a generic element: a prism where the body is one, else a box, else a point."""
        solid = self._prism(entity)
        level = self.plan.level_id(entity)
        if solid is not None:
            low, high = solid.span()
            self._record(entity, "generic", PARAMETRIC, why, levelId=level,
                         baseOffset=self._above(low, level) or None, height=tidy(high - low),
                         boundary=stored(solid.plan(solid.outline)),
                         holes=[stored(solid.plan(hole)) for hole in solid.holes] or None)
            return
        box = self.box(entity, level)
        if box is not None:
            self._record(entity, "generic", BOX, why or "the format has no such thing; its box "
                         "is kept", levelId=level, **box)
            return
        place = self.graph.place(entity)
        self._record(entity, "generic", DATA, why or "it has no body that can be measured",
                     levelId=level, at=[tidy(place.o[0]), tidy(place.o[1])],
                     baseOffset=self._above(place.o[2], level) or None)

    def _record(self, entity: Any, category: str, grade: str, why: str = "",
                **members: Any) -> None:
        kind = self.types.typed(entity, category)
        self.plan.record(entity, category, grade, why, typeId=kind,
                         materials=self.types.materials(entity), **members)

    def _above(self, z: float, level: str | None) -> float:
        return tidy(z - self.plan.elevation(level))

    def _prism(self, entity: Any) -> Solid | None:
        """Returns the one upright extrusion that is an element's whole body, or None."""
        found = self.bodies.solids(entity, self.graph.place(entity))
        if not found or len(found) > 1 or found[0].cuts or not found[0].upright:
            return None
        low, high = found[0].span()
        return found[0] if high - low > _SAME else None

    def box(self, entity: Any, level: str | None) -> dict[str, Any] | None:
        """Returns the members of the box round an element's body; None where it has none."""
        found = self.bodies.extent(entity, self.graph.place(entity))
        if found is None:
            return None
        (low, high), along = found
        middle = along.at(((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, 0.0))
        ends = (along.at((0.0, 0.0, low[2]))[2], along.at((0.0, 0.0, high[2]))[2])
        size = {name: max(_THIN, tidy(high[axis] - low[axis]))
                for axis, name in enumerate(("width", "depth", "height"))}
        return {"at": [tidy(middle[0]), tidy(middle[1])], "size": size,
                "rotation": round(along.rotation, 7) or None,
                "baseOffset": self._above(min(ends), level) or None}

    def _plate(self, entity: Any) -> tuple[Solid, float, float] | str:
        """Returns the upright extrusion of a plate with its span, or why there is none."""
        solid = self._prism(entity)
        if solid is None:
            return "its body is no level plate of one thickness"
        return solid, *solid.span()

    def _outline(self, solid: Solid) -> dict[str, Any]:
        return {"boundary": stored(solid.plan(solid.outline)),
                "holes": [stored(solid.plan(hole)) for hole in solid.holes] or None}

    def _own_thickness(self, kind: str | None, size: float) -> float | None:
        given = self.types.thickness(kind)
        return None if given is not None and abs(given - size) <= _SAME else tidy(size)

    def _slab(self, entity: Any) -> str | None:
        found = self._plate(entity)
        if isinstance(found, str):
            return found
        solid, low, high = found
        level, kind = self.plan.level_id(entity), self.types.typed(entity, "slab")
        self._record(entity, "slab", PARAMETRIC, levelId=level, **self._outline(solid),
                     offset=self._above(high, level) or None,
                     thickness=self._own_thickness(kind, high - low),
                     function=_FUNCTIONS.get(str(entity.PredefinedType)))
        return None

    def _roof(self, entity: Any) -> str | None:
        found = self._plate(entity)
        if isinstance(found, str):
            return "" if self.bodies.body(entity) is None else found
        solid, low, high = found
        level, kind = self.plan.level_id(entity), self.types.typed(entity, "roof")
        self._record(entity, "roof", PARAMETRIC, levelId=level, **self._outline(solid),
                     baseOffset=self._above(low, level) or None,
                     thickness=self._own_thickness(kind, high - low))
        return None

    def _covering(self, entity: Any) -> str | None:
        kind = self.graph.type_of.get(entity.id())
        said = {str(one.PredefinedType) for one in (entity, kind)
                if one is not None and hasattr(one, "PredefinedType")}
        if "CEILING" not in said:
            return "only coverings that are ceilings have a category"
        found = self._plate(entity)
        if isinstance(found, str):
            return found
        solid, low, high = found
        level, typed = self.plan.level_id(entity), self.types.typed(entity, "ceiling")
        self._record(entity, "ceiling", PARAMETRIC, levelId=level, **self._outline(solid),
                     offset=self._above(low, level),
                     thickness=self._own_thickness(typed, high - low))
        return None

    def _section(self, solid: Solid) -> tuple[dict[str, Any], tuple[float, float], float]:
        """Returns a section as ours, its middle in the profile's plane, and its turn there."""
        named = self.bodies.curves.named(solid.profile)
        place = self.graph.places.axes(getattr(solid.profile, "Position", None))
        if named is not None:
            return ({key: tidy(value) if key != "kind" else value
                     for key, value in named.items()},
                    (place.o[0], place.o[1]), place.rotation)
        xmin, ymin, xmax, ymax = loop_bounds(solid.outline)
        middle = ((xmin + xmax) / 2, (ymin + ymax) / 2)
        centred: Loop = placed(solid.outline, (-middle[0], -middle[1]), 0)
        return {"kind": "polygon", "outline": stored(centred)}, middle, 0.0

    def _framed(self, entity: Any) -> Solid | str:
        found = self.bodies.solids(entity, self.graph.place(entity))
        if not found or len(found) > 1:
            return "its body is not one extrusion"
        solid = found[0]
        if abs(abs(dot(solid.place.z, solid.way)) - 1) > 1e-6:
            return "its body is not run square to its section"
        if solid.holes and self.bodies.curves.named(solid.profile) is None:
            return "its section has holes"
        if solid.depth <= _SAME:
            return "its body has no length"
        return solid

    def _column(self, entity: Any) -> str | None:
        solid = self._framed(entity)
        if isinstance(solid, str):
            return solid
        if not solid.upright or solid.place.z[2] < 0:
            return "it does not stand upright"
        profile, middle, turn = self._section(solid)
        level, (low, high) = self.plan.level_id(entity), solid.span()
        x, y, _ = solid.place.at((*middle, 0.0))
        cut = "something is cut out of its body that is not kept" if solid.cuts else ""
        self._record(entity, "column", PARAMETRIC, cut, levelId=level, at=[tidy(x), tidy(y)],
                     rotation=round((solid.place.rotation + turn) % 360, 7) or None,
                     baseOffset=self._above(low, level) or None, height=tidy(high - low),
                     profile=profile)
        return None

    def _beam(self, entity: Any) -> str | None:
        solid = self._framed(entity)
        if isinstance(solid, str):
            return solid
        if hypot(solid.way[0], solid.way[1]) < 0.05:
            return "it stands upright"
        profile, middle, turn = self._section(solid)
        start = solid.place.at((*middle, 0.0))
        end = tuple(start[axis] + solid.way[axis] * solid.depth for axis in range(3))
        forward = dot(solid.place.z, solid.way) > 0
        up = degrees(atan2(solid.place.x[2], solid.place.y[2]))
        if not forward:
            start, end = (end[0], end[1], end[2]), start
        rotation = round((turn + up + 180) % 360 - 180, 7)
        level = self.plan.level_id(entity)
        cut = "something is cut out of its body that is not kept" if solid.cuts else ""
        self._record(entity, "beam", PARAMETRIC, cut, levelId=level,
                     start=[tidy(start[0]), tidy(start[1])], end=[tidy(end[0]), tidy(end[1])],
                     startOffset=self._above(start[2], level) or None,
                     endOffset=self._above(end[2], level) or None, justification="centre",
                     rotation=rotation or None, profile=profile)
        return None

    def _stair(self, entity: Any) -> str | None:
        """Adds a stair between two levels; its flights stay elements of their own."""
        level = self.plan.level_id(entity)
        if level is None:
            return "it stands on no level"
        base = self.plan.elevation(level)
        above = sorted((made.data["elevation"], name) for name, made in self.plan.made.items()
                       if made.data["category"] == "level" and made.data["elevation"] > base + 1)
        if not above or self.bodies.body(entity) is not None:
            return "its body cannot be read as flights" if above else "no level is above it"
        self._record(entity, "stair", DATA, "its flights are elements of their own",
                     levelId=level, topLevelId=above[0][1])
        return None

    def _railing(self, entity: Any) -> str | None:
        level = self.plan.level_id(entity)
        box = self.box(entity, level)
        if box is None:
            return "it has no body that can be measured"
        size, (x, y) = box["size"], box["at"]
        long = size["width"] >= size["depth"]
        half = max(size["width"], size["depth"]) / 2
        ends = placed(_line(half, along_x=long), (x, y), box["rotation"] or 0)
        self._record(entity, "railing", BOX, "its path is taken as one straight line",
                     levelId=level, path=[[tidy(one) for one in ends[0].start],
                                          [tidy(one) for one in ends[0].end]],
                     height=size["height"], thickness=min(size["width"], size["depth"]),
                     baseOffset=box["baseOffset"],
                     function=_RAILINGS.get(str(entity.PredefinedType)))
        return None

    def _furniture(self, entity: Any) -> str | None:
        level = self.plan.level_id(entity)
        box = self.box(entity, level)
        if box is None:
            return "it has no body that can be measured"
        self._record(entity, "furniture", BOX, "its body is kept as a box", levelId=level, **box)
        return None

    def space(self, entity: Any, fallback: str) -> None:
        """Adds a space by its fixed outline, or where that is no prism, by a point in it."""
        level = self.plan.level_id(entity) or fallback
        solid = self._prism(entity)
        members: dict[str, Any] = {"levelId": level}
        grade, why = PARAMETRIC, ""
        if solid is not None:
            low, high = solid.span()
            members |= {**self._outline(solid), "height": tidy(high - low),
                        "baseOffset": self._above(low, level) or None}
        else:
            box = self.box(entity, level)
            place = self.graph.place(entity)
            grade, why = DATA, "its body is no upright prism; a point in it is kept"
            members["at"] = box["at"] if box else [tidy(place.o[0]), tidy(place.o[1])]
            if box:
                members |= {"height": box["size"]["height"], "baseOffset": box["baseOffset"]}
        outdoors = getattr(entity, "InteriorOrExteriorSpace", None) or getattr(
            entity, "PredefinedType", None)
        self.plan.record(entity, "space", grade, why,
                         name=clipped(entity.LongName or entity.Name or "Space"),
                         number=clipped(entity.Name, 100) if entity.Name else None,
                         external=True if outdoors == "EXTERNAL" else None,
                         usage=clipped(entity.ObjectType) if entity.ObjectType else None,
                         **members)


def _line(half: float, *, along_x: bool) -> Loop:
    from eikrepo.model.shape import Edge
    return ((Edge((-half, 0.0), (half, 0.0)) if along_x else Edge((0.0, -half), (0.0, half))),)
