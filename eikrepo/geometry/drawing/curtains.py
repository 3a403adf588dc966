"""Curtain walls in plan: cut mullions on their lines, panes between them, solid panels filled."""

from collections.abc import Iterator

from eikrepo.geometry.drawing.ink import CUT, SEEN, THIN, Area, Item, Pen
from eikrepo.geometry.view import View
from eikrepo.model.curtains import lines, panels, size
from eikrepo.model.record import Record
from eikrepo.model.shape import Edge, points_of
from eikrepo.model.walls import axis, heights, strip

_PANE = 24.0
_SOLID = "#cfcfcf"
_METAL = "#000000"


def curtain(view: View, wall: Record, z: float) -> Iterator[Item]:
    """Yields a curtain wall as a plane cuts it; nothing where it does not or has no frame."""
    frame, span = view.effective(wall, "frame"), heights(wall, view.model)
    whole = size(wall, view.model)
    if not frame or span is None or whole is None or not span[0] <= z < span[1]:
        return
    edge, up = axis(wall), z - span[0]
    deep = view.effective(wall, "thickness") or frame["depth"]
    for panel in panels(wall, view.model):
        if panel.bottom <= up < panel.top and panel.kind != "empty":
            solid = panel.kind == "solid"
            half = (deep if solid else _PANE) / 2
            yield _piece(edge, (panel.start, panel.end), half, SEEN if solid else THIN,
                         _SOLID if solid else "#ffffff", wall.id)
    said = {one["id"]: one for one in wall.get("mullions", ())}
    width = float(frame["width"])
    places = [("start", width / 2), *lines(wall, "up", whole[0]), ("", whole[0] - width / 2)]
    for name, at in places:
        wide = float(said.get(name, {}).get("width", width))
        if wide > 0:
            yield _piece(edge, (at - wide / 2, at + wide / 2),
                         said.get(name, {}).get("depth", deep) / 2, CUT, _METAL, wall.id)


def _piece(edge: Edge, stretch: tuple[float, float], half: float, pen: Pen, fill: str,
           name: str) -> Area:
    outline = points_of(strip(edge.piece(*stretch), -half, half))
    return Area(tuple(outline), (), pen, fill, "curtain-wall", name)
