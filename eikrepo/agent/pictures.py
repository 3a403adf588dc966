"""What requests for pictures share: which records a filter and a view leave, and how to answer."""

from typing import TYPE_CHECKING, Any

from eikrepo.agent._operation import Args
from eikrepo.agent.filter import select
from eikrepo.geometry.view import View
from eikrepo.history.changes import changed_ids
from eikrepo.model.record import Record
from eikrepo.problems import refuse

if TYPE_CHECKING:
    from eikrepo.agent.session import Session
    from eikrepo.geometry.drawing.ink import Drawing

NAMED_MOST = 20
SHEET_MOST = 3000.0
"""The longest side of a sheet in mm on paper: beyond it the scale is too large."""


def kept(session: "Session", args: Args, chosen: Args, view: View,
         shown: Record | None) -> frozenset[str] | None:
    """Returns the ids of what is drawn; None where nothing is left out."""
    wanted: dict[str, Any] = dict(chosen)
    if not wanted and shown is None:
        return None
    state = session.look({"on": args.get("on")}) if "changedSince" in wanted else None
    if shown is not None and "viewId" not in wanted and shown.id in view.model:
        hidden = {*shown.get("hiddenCategories", ()), *shown.get("hiddenIds", ())}
    else:
        hidden = set()
    found = select(view, wanted, lambda since: changed_ids(session.repository, state, since)
                   if state else frozenset())
    return frozenset(record.id for record in found if not {record.category, record.id} & hidden)


def base_of(session: "Session", args: Args) -> View:
    """Returns the view of the model at the point that ``against`` names."""
    repository, state = session.repository, session.look(
        {name: args[name] for name in ("on", "at") if name in args})
    first = repository.point(args["against"], state.branch, state.commit)
    return repository.loader.at(repository.git.model_tree(first)).view


def left_out(found: dict[str, tuple[str, ...]]) -> list[dict[str, Any]]:
    """Returns why records are not in a picture, how many, and the first of them."""
    return [{"why": why, "count": len(ids), "ids": list(ids[:NAMED_MOST])}
            for why, ids in found.items()]


def drawn(drawing: "Drawing", kind: str) -> dict[str, Any]:
    """Returns a drawing as it is answered.

    Raises EikError ``too-large`` for a sheet that no printer and no reader takes.
    """
    from eikrepo.geometry.drawing.svg import to_svg
    xmin, ymin, xmax, ymax = drawing.sheet
    size = ((xmax - xmin) / drawing.scale, (ymax - ymin) / drawing.scale)
    if max(size) > SHEET_MOST:
        raise refuse("too-large", f"At 1:{drawing.scale:g} the sheet would be "
                     f"{max(size) / 1000:.1f} m long; 3 m is the most.", pointer="/scale",
                     got=drawing.scale, fix="Ask for a smaller scale, or filter by a box.")
    out: dict[str, Any] = {
        "format": kind, "scale": drawing.scale,
        "sheet_mm": [round(side, 1) for side in size],
        "extents": {"min": [round(x, 1) for x in drawing.extents[:2]],
                    "max": [round(x, 1) for x in drawing.extents[2:]]},
        "counts": drawing.counts, "leftOut": left_out(drawing.left_out),
        "tooSmallToLabel": list(drawing.unlabelled)}
    svg = to_svg(drawing)
    if kind == "svg":
        return out | {"svg": svg}
    from base64 import b64encode

    from eikrepo.agent.raster import to_png
    return out | {"png": b64encode(to_png(svg, *size)).decode()}
