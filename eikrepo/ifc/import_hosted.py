"""Openings of an imported file, and the doors and windows in them. Lengths in mm."""

from math import atan2, cos, degrees, radians, sin
from typing import Any

from eikrepo.ifc.import_curves import tidy
from eikrepo.ifc.import_elements import Elements
from eikrepo.ifc.import_matrix import XYZ
from eikrepo.ifc.import_plan import Plan
from eikrepo.ifc.import_report import BOX, PARAMETRIC
from eikrepo.ifc.import_types import Types, door_operation
from eikrepo.ifc.import_walls import Line, Walls, direction
from eikrepo.model.category import known
from eikrepo.model.kinds import Ref
from eikrepo.model.shape import points_of

_SAME = 0.01
_LEAST = 1.0
"""The least size that a hosted thing may have, in mm."""


class _Cut:
    """What an opening takes of the line of a wall."""

    def __init__(self, line: Line, points: list[XYZ]) -> None:
        seen = [line.along((x, y)) for x, y, _ in points]
        self.start, self.end = min(s for s, _ in seen), max(s for s, _ in seen)
        self.low, self.high = min(n for _, n in seen), max(n for _, n in seen)
        self.bottom = min(z for _, _, z in points) - line.base
        self.top = max(z for _, _, z in points) - line.base
        self.line = line

    def depth(self) -> float | None:
        """Returns how deep it goes from the exterior face; None where it goes through."""
        line = self.line
        if self.low <= line.low + 1 and self.high >= line.high - 1:
            return None
        deep = self.high - line.low if line.flipped else line.high - self.low
        return tidy(max(_LEAST, min(deep, line.high - line.low)))


class Hosted:
    """Reads the openings, doors and windows of one import."""

    def __init__(self, plan: Plan, types: Types, walls: Walls, elements: Elements) -> None:
        self.plan, self.types, self.walls, self.elements = plan, types, walls, elements
        self.graph, self.bodies = plan.graph, plan.graph.bodies

    def opening(self, entity: Any) -> None:
        """Adds an opening that nothing fills; one without a host is a generic element."""
        host = self.graph.host.get(entity.id())
        name = self.plan.ids.get(host.id()) if host is not None else None
        if host is None or name is None or not self._may_host(name, "opening"):
            self.elements.generic(entity, "an opening needs a host that can have one")
            return
        level = self.plan.made[name].data.get("levelId")
        line = self.walls.lines.get(host.id())
        points = self._points(entity)
        if line is not None and points:
            cut = _Cut(line, points)
            self.plan.record(
                entity, "opening", PARAMETRIC, hostId=name, levelId=level,
                at=_at(cut.start, cut.bottom), width=_size(cut.end - cut.start),
                height=_size(cut.top - cut.bottom), depth=cut.depth(),
                profile=self._profile(entity))
            return
        box = self.elements.box(entity, level)
        if box is None:
            self.elements.generic(entity, "its body cannot be measured")
        elif not self._on_plate(entity, name, level, host):
            size = box["size"]
            at = [*box["at"], box["baseOffset"] or 0]
            self.plan.record(
                entity, "opening", BOX, "it is kept as a box, placed freely", hostId=name,
                levelId=level, at={"origin": at, "rotation": box["rotation"] or 0},
                width=size["width"], height=size["height"], depth=size["depth"])

    def _may_host(self, name: str, category: str) -> bool:
        """Tells whether a record may be the host of a category."""
        kind = known(category).object.by_name["hostId"].kind
        return isinstance(kind, Ref) and self.plan.made[name].data["category"] in kind.targets

    def _profile(self, entity: Any) -> str | None:
        """Returns the shape of an opening's outline as seen; None for a rectangle."""
        solids = self.bodies.solids(entity, self.graph.place(entity))
        if solids and len(solids) == 1 and not solids[0].upright and solids[0].outline:
            outline = solids[0].outline
            if all(edge.arc for edge in outline):
                return "round"
            if len(outline) == 4 and sum(edge.arc is not None for edge in outline) == 1:
                return "arch"
        return None

    def _on_plate(self, entity: Any, name: str, level: str | None, host: Any) -> bool:
        """Adds an opening through a plate, turned as it lies on it; tells whether it could."""
        boundary = self.plan.made[name].data.get("boundary")
        solids = self.bodies.solids(entity, self.graph.place(entity))
        if not boundary or not solids or len(solids) > 1 or not solids[0].upright:
            return False
        outline = solids[0].plan(solids[0].outline)
        (ax, ay), (bx, by) = boundary[0][:2], boundary[1][:2]
        lead = outline[0]
        turn = atan2(lead.end[1] - lead.start[1], lead.end[0] - lead.start[0])
        edge = atan2(by - ay, bx - ax)
        seen = [_turned((x, y), turn) for x, y in points_of(outline)]
        low = [min(one[axis] for one in seen) for axis in (0, 1)]
        high = [max(one[axis] for one in seen) for axis in (0, 1)]
        x, y = _turned(((low[0] + high[0]) / 2, (low[1] + high[1]) / 2), -turn)
        u, v = _turned((x - ax, y - ay), edge)
        exact = len(outline) == 4 and not any(one.arc for one in outline)
        angle = round((degrees(turn - edge) + 180) % 360 - 180, 7)
        self.plan.record(
            entity, "opening", PARAMETRIC if exact else BOX,
            "" if exact else "its outline is kept as a rectangle", hostId=name, levelId=level,
            at={"u": tidy(u), "v": tidy(v)} | ({"angle": angle} if angle else {}),
            width=_size(high[0] - low[0]), height=_size(high[1] - low[1]))
        return True

    def filling(self, entity: Any, category: str) -> None:
        """Adds a door or window: on its host's line where it has one, else freely placed."""
        opening = self.graph.opening.get(entity.id())
        host = self.graph.host.get(opening.id()) if opening is not None else None
        line = self.walls.lines.get(host.id()) if host is not None else None
        points = self._points(opening) if line is not None else []
        if opening is None or line is None or host is None or not points:
            self._free(entity, category, host)
            return
        cut = _Cut(line, points)
        name = self.plan.ids[host.id()]
        width = self._overall(entity, "OverallWidth") or cut.end - cut.start
        height = self._overall(entity, "OverallHeight") or cut.top - cut.bottom
        offset = (cut.start + cut.end - width) / 2
        members = self._sizes(width, height, cut) | self._said(entity, category, line, offset)
        guids = {"opening": opening.GlobalId} if opening.GlobalId else {}
        self._record(entity, category, PARAMETRIC, "", guids, hostId=name,
                     levelId=self.plan.level_id(entity), at=_at(offset, cut.bottom), **members)
        self.plan.ids[opening.id()] = self.plan.ids[entity.id()]
        self.plan.report.add(opening.is_a(), PARAMETRIC)

    def _sizes(self, width: float, height: float, cut: _Cut) -> dict[str, Any]:
        given: dict[str, Any] = {}
        if abs(cut.end - cut.start - width) > _SAME:
            given["width"] = _size(cut.end - cut.start)
        if abs(cut.top - cut.bottom - height) > _SAME:
            given["height"] = _size(cut.top - cut.bottom)
        depth = cut.depth()
        if depth is not None:
            given["depth"] = depth
        return {"width": _size(width), "height": _size(height), "opening": given or None}

    def _record(self, entity: Any, category: str, grade: str, why: str,
                guids: dict[str, str], **members: Any) -> None:
        kind = self.types.typed(entity, category)
        if category == "door" and kind is not None and members.get("operation") == \
                self.plan.made[kind].data.get("operation"):
            members["operation"] = None
        name = self.plan.record(entity, category, grade, why, typeId=kind,
                                materials=self.types.materials(entity), **members)
        if guids and "guids" in self.plan.made[name].data["ifc"]:
            self.plan.made[name].data["ifc"]["guids"] |= guids

    def _said(self, entity: Any, category: str, line: Line | None,
              offset: float) -> dict[str, Any]:
        """Returns how a door opens: operation, hinge and swing; nothing for a window."""
        kind = self.graph.type_of.get(entity.id())
        said = str(getattr(entity, "OperationType", None) or getattr(
            kind, "OperationType", None) or "")
        if said == "NOTDEFINED" and kind is not None:
            said = str(getattr(kind, "OperationType", None) or "")
        operation = door_operation(said)
        if category != "door" or operation is None:
            return {}
        if line is None:
            return {"operation": operation}
        place = self.graph.place(entity)
        ux, uy = direction(line.edge, offset)
        to_left = ux * place.y[1] - uy * place.y[0] > 0
        left_hinge = not said.endswith("RIGHT")
        exterior = to_left != line.flipped
        return {"operation": operation, "hinge": "start" if left_hinge == to_left else "end",
                "swing": "exterior" if exterior else None}

    def _free(self, entity: Any, category: str, host: Any) -> None:
        """Adds a door or window by its own placement, on its host where that can have it."""
        level = self.plan.level_id(entity)
        box = self.elements.box(entity, level)
        width, height = (self._overall(entity, f"Overall{name}") for name in ("Width", "Height"))
        place = self.graph.place(entity)
        turn = place.rotation if place.upright else 0.0
        if box:
            width, height = width or box["size"]["width"], height or box["size"]["height"]
            origin = [*box["at"], box["baseOffset"] or 0]
        else:
            half = (width or 0.0) / 2
            origin = [tidy(place.o[0] + half * cos(radians(turn))),
                      tidy(place.o[1] + half * sin(radians(turn))),
                      tidy(place.o[2] - self.plan.elevation(level))]
        name = self.plan.ids.get(host.id()) if host is not None else None
        if name is not None and not self._may_host(name, category):
            name = None
        why = ("its host has no line; it is placed freely" if host is not None else
               "it fills no opening; it is placed freely")
        self._record(entity, category, BOX, why, {}, hostId=name, levelId=level,
                     at={"origin": origin, "rotation": round(turn, 7)},
                     width=_size(width) if width else None,
                     height=_size(height) if height else None,
                     **self._said(entity, category, None, 0.0))

    def _overall(self, entity: Any, name: str) -> float | None:
        value = getattr(entity, name, None)
        size = float(value) * self.graph.scale if isinstance(value, int | float) else 0.0
        return size if size > _LEAST else None

    def _points(self, entity: Any) -> list[XYZ]:
        """Returns points round an opening's body, in model coordinates."""
        place = self.graph.place(entity)
        solids = self.bodies.solids(entity, place)
        if solids:
            return [point for solid in solids for point in solid.corners()]
        found = self.bodies.extent(entity, place)
        if found is None:
            return []
        (low, high), along = found
        return [along.at((x, y, z)) for x in (low[0], high[0]) for y in (low[1], high[1])
                for z in (low[2], high[2])]


def _at(offset: float, sill: float) -> dict[str, float]:
    low = tidy(sill)
    return {"offset": tidy(offset)} | ({"sill": low} if low else {})


def _size(value: float) -> float:
    return tidy(max(_LEAST, value))


def _turned(point: tuple[float, float], turn: float) -> tuple[float, float]:
    """Returns a point in axes turned by an angle in radians."""
    c, s = cos(turn), sin(turn)
    return c * point[0] + s * point[1], c * point[1] - s * point[0]
