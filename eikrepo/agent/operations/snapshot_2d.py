"""Draws a plan of a level at true scale, as SVG or PNG, or what changed on it."""

from typing import TYPE_CHECKING, Any

from eikrepo.agent._operation import AT, ON, POINT, WHOLE, Answer, Args, Operation
from eikrepo.agent.filter import FILTER_MEMBER, select
from eikrepo.geometry.view import View
from eikrepo.history.changes import changed_ids
from eikrepo.model.compound import Member, Object
from eikrepo.model.kinds import Choice, Number, Ref
from eikrepo.model.record import Record
from eikrepo.problems import refuse

if TYPE_CHECKING:
    from eikrepo.agent.session import Session
    from eikrepo.geometry.drawing.ink import Drawing
    from eikrepo.geometry.drawing.parts import Options

_PLANS = ("plan",)
_NAMED_MOST = 20
_SHEET_MOST = 3000.0
"""The longest side of a sheet in mm on paper: beyond it the scale is too large."""
ARGS = Object(
    Member("levelId", Ref("level"), "The level, by id or name; default the lowest storey."),
    Member("viewId", Ref("view"), "A kept plan."),
    FILTER_MEMBER._replace(doc="Draw these records alone; the filter of read."),
    Member("scale", Number("", least=1, most=100_000), "The denominator; default 100 or the "
           "view's."),
    Member("format", Choice("svg", "png"), "Text or picture.", default="svg"),
    Member("against", POINT, "Mark what changed since this point: + new, - gone, ~ other."),
    ON, AT, WHOLE)


def run(session: "Session", args: Args) -> Answer:
    """Answers the drawing with its extents, scale, counts and what is not on it."""
    from eikrepo.agent.session import stale
    served = session.served(args)
    view = served.view
    wanted = session.resolved({name: args[name] for name in ("levelId", "viewId", "filter")
                               if name in args}, ARGS, view)
    shown = view.get(wanted.get("viewId"))
    level = _level(view, wanted, shown)
    options = _options(session, args, wanted["filter"], view, shown)
    done: dict[str, str] = {}
    if "against" in args:
        from eikrepo.geometry.drawing.difference import difference
        repository, state = session.repository, session.look(
            {name: args[name] for name in ("on", "at") if name in args})
        first = repository.point(args["against"], state.branch, state.commit)
        base = repository.loader.at(repository.git.model_tree(first)).view
        if options.keep is not None:
            gone = set(_kept(session, args, wanted["filter"], base, shown) or ())
            options = options._replace(keep=options.keep | gone)
        drawing, done = difference(base, view, level, options)
    else:
        from eikrepo.geometry.drawing.plan import plan
        drawing = plan(view, level, options)
    data = {"level": {"id": level.id, "name": level.label}} | _picture(drawing, args["format"])
    if "against" in args:
        data["changes"] = {did: [name for name, one in sorted(done.items()) if one == did]
                           for did in sorted(set(done.values()))}
    return {"data": data} | stale(served)


def _level(view: View, wanted: Args, shown: Record | None) -> Record:
    """Returns the level to draw.

    Raises EikError ``not-applicable`` for a view that is no plan, ``nothing-to-draw`` where the
    model has no level.
    """
    if shown is not None and shown["kind"] not in _PLANS:
        raise refuse("not-applicable", f"{shown.label} is a view of kind {shown['kind']}; plans "
                     "can be drawn.", pointer="/viewId", got=shown["kind"],
                     expected=list(_PLANS))
    name = wanted.get("levelId") or (shown.get("levelId") if shown else None)
    levels = sorted(view.of("level"), key=lambda one: (
        not one.get("isStorey", True), abs(one.get("elevation", 0)), one.id))
    found = view.get(name) if name else next(iter(levels), None)
    if found is None:
        raise refuse("nothing-to-draw", "The model has no level to draw a plan of.")
    return found


def _options(session: "Session", args: Args, chosen: Args, view: View,
             shown: Record | None) -> "Options":
    from eikrepo.geometry.drawing.parts import Options
    said = shown or Record("", "view", {})
    return Options(view.effective(said, "cutHeight"),
                   args.get("scale") or view.effective(said, "scale"),
                   _kept(session, args, chosen, view, shown))


def _kept(session: "Session", args: Args, chosen: Args, view: View,
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


def _picture(drawing: "Drawing", kind: str) -> dict[str, Any]:
    """Returns a drawing as it is answered.

    Raises EikError ``too-large`` for a sheet that no printer and no reader takes.
    """
    from eikrepo.geometry.drawing.svg import to_svg
    xmin, ymin, xmax, ymax = drawing.sheet
    size = ((xmax - xmin) / drawing.scale, (ymax - ymin) / drawing.scale)
    if max(size) > _SHEET_MOST:
        raise refuse("too-large", f"At 1:{drawing.scale:g} the sheet would be "
                     f"{max(size) / 1000:.1f} m long; 3 m is the most.", pointer="/scale",
                     got=drawing.scale, fix="Ask for a smaller scale, or filter by a box.")
    out: dict[str, Any] = {
        "format": kind, "scale": drawing.scale,
        "sheet_mm": [round(side, 1) for side in size],
        "extents": {"min": [round(x, 1) for x in drawing.extents[:2]],
                    "max": [round(x, 1) for x in drawing.extents[2:]]},
        "counts": drawing.counts,
        "leftOut": [{"why": why, "count": len(ids), "ids": list(ids[:_NAMED_MOST])}
                    for why, ids in drawing.left_out.items()],
        "tooSmallToLabel": list(drawing.unlabelled)}
    svg = to_svg(drawing)
    if kind == "svg":
        return out | {"svg": svg}
    from base64 import b64encode

    from eikrepo.agent.raster import to_png
    return out | {"png": b64encode(to_png(svg, *size)).decode()}


OPERATION = Operation(
    title="Draw a plan",
    summary="Draw a level's plan to scale as SVG or PNG, or with against what changed on it",
    args=ARGS, run=run, example={"levelId": "level-0", "scale": 100})
