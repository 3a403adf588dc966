"""Draws a plan, a ceiling plan, a section or an elevation, or what changed on it."""

from typing import TYPE_CHECKING, Any

from eikrepo.agent._operation import AT, ON, POINT, WHOLE, Answer, Args, Operation
from eikrepo.agent.filter import FILTER_MEMBER
from eikrepo.agent.pictures import base_of, drawn, kept
from eikrepo.geometry.view import View
from eikrepo.model.compound import Member, Object
from eikrepo.model.elements import TURN
from eikrepo.model.kinds import Choice, Number, Point, Ref, length
from eikrepo.model.record import Record
from eikrepo.problems import refuse

if TYPE_CHECKING:
    from eikrepo.agent.session import Session
    from eikrepo.geometry.drawing.ink import Drawing
    from eikrepo.geometry.drawing.parts import Options
    from eikrepo.geometry.drawing.sight import Sight

_LEVEL = ("plan", "rcp")
_UPRIGHT = ("section", "elevation")
_ONLY = {"line": ("section",), "direction": _UPRIGHT, "levelId": _LEVEL, "cutHeight": _LEVEL,
         "top": ("plan",), "bottom": ("plan",)}
"""What an argument means for some kinds alone."""
ARGS = Object(
    Member("kind", Choice(*_LEVEL, *_UPRIGHT), "Default plan, or the view's; rcp is the ceiling."),
    Member("levelId", Ref("level"), "Of a plan; default the lowest storey."),
    Member("cutHeight", length(), "Above the level."),
    Member("top", length(), "Dashed up to here."),
    Member("bottom", length(), "Seen down to here."),
    Member("line", Object(Member("from", Point(), "Start.", required=True),
                          Member("to", Point(), "End.", required=True)),
           "Where a section cuts; it looks left."),
    Member("direction", TURN, "Where a section or elevation looks: 90 is north."),
    Member("viewId", Ref("view"), "A kept view."),
    FILTER_MEMBER._replace(doc="Draw these records alone; the filter of read."),
    Member("labels", Choice("name", "mark", "number", "id"), "Write on records."),
    Member("scale", Number("", least=1, most=100_000), "Default 100, or the view's."),
    Member("format", Choice("svg", "png"), "Text or picture.", default="svg"),
    Member("against", POINT, "Mark what changed since."),
    ON, AT, WHOLE)


def run(session: "Session", args: Args) -> Answer:
    """Answers the drawing with its extents, scale, counts and what is not on it."""
    from eikrepo.agent.session import stale
    served = session.served(args)
    view = served.view
    wanted = session.resolved({name: args[name] for name in ("levelId", "viewId", "filter")
                               if name in args}, ARGS, view)
    shown = view.get(wanted.get("viewId"))
    kind = _kind(args, shown)
    draw = _upright if kind in _UPRIGHT else _plan
    head, drawing, done = draw(session, args, wanted, shown, kind, view)
    data = {"kind": kind} | head | drawn(drawing, args["format"])
    if "against" in args:
        data["changes"] = {did: [name for name, one in sorted(done.items()) if one == did]
                           for did in sorted(set(done.values()))}
    return {"data": data} | stale(served)


def _kind(args: Args, shown: Record | None) -> str:
    """Returns the kind of the drawing: as said, else as the view is, else what the rest implies.

    Raises EikError ``not-applicable`` for a view in 3D, and for arguments of another kind.
    """
    kind = str(args.get("kind") or (shown["kind"] if shown else "section" if "line" in args
                                    else "elevation" if "direction" in args else "plan"))
    if shown is not None and (shown["kind"] != kind or kind == "3d"):
        raise refuse("not-applicable", f"{shown.label} is a view of kind {shown['kind']}; "
                     + ("snapshot_3d shows it." if shown["kind"] == "3d"
                        else f"it cannot be drawn as {kind}."), pointer="/viewId",
                     got=shown["kind"], expected=[*_LEVEL, *_UPRIGHT])
    for name, kinds in _ONLY.items():
        if name in args and kind not in kinds:
            raise refuse("not-applicable", f"{name} is of a {' or '.join(kinds)}; this is a "
                         f"{kind}.", pointer=f"/{name}", got=args[name], expected=list(kinds))
    return kind


Drawn = tuple[dict[str, Any], "Drawing", dict[str, str]]


def _plan(session: "Session", args: Args, wanted: Args, shown: Record | None, kind: str,
          view: View) -> Drawn:
    level = _level(view, wanted, shown)
    options = _options(session, args, wanted["filter"], view, shown)._replace(up=kind == "rcp")
    head = {"level": {"id": level.id, "name": level.label}}
    if "against" not in args:
        from eikrepo.geometry.drawing.plan import plan
        return head, plan(view, level, options), {}
    from eikrepo.geometry.drawing.difference import difference
    base = base_of(session, args)
    options = options._replace(keep=_both(session, args, wanted["filter"], base, shown,
                                          options.keep))
    return head, *difference(base, view, level, options)


def _both(session: "Session", args: Args, chosen: Args, base: View, shown: Record | None,
          keep: frozenset[str] | None) -> frozenset[str] | None:
    """Returns what is drawn of a difference: what the filter keeps before or after it."""
    return None if keep is None else keep | set(kept(session, args, chosen, base, shown) or ())


def _upright(session: "Session", args: Args, wanted: Args, shown: Record | None, kind: str,
             view: View) -> Drawn:
    from eikrepo.geometry.drawing.sight import title_of
    sight = _sight(args, view, shown, kind)
    keep = kept(session, args, wanted["filter"], view, shown)
    name = title_of(sight, shown)
    scale = args.get("scale") or view.effective(shown or Record("", "view", {}), "scale")
    head = {"title": name, "looks": sight.looks}
    if "against" not in args:
        from eikrepo.geometry.drawing.upright_sheet import draw
        drawing = draw(view, sight, name, scale, keep, args.get("labels"))
        _something(drawing, name)
        return head, drawing, {}
    from eikrepo.geometry.drawing.difference import upright_difference
    base = base_of(session, args)
    keep = _both(session, args, wanted["filter"], base, shown, keep)
    return head, *upright_difference(base, view, sight, name, scale, keep)


def _something(drawing: "Drawing", name: str) -> None:
    """Raises EikError ``nothing-to-draw`` for a picture that shows nothing."""
    if not set(drawing.counts) - {"grid"}:
        raise refuse("nothing-to-draw", f"{name} shows nothing: no record with a body is in view.",
                     fix="Ask for another line, direction or filter.")


def _sight(args: Args, view: View, shown: Record | None, kind: str) -> "Sight":
    """Returns where an upright drawing looks: along a line, as its view says, or a direction.

    Raises EikError ``out-of-range`` for a line without length.
    """
    from eikrepo.geometry.drawing.sight import along, of
    if "line" in args:
        (ax, ay), (bx, by) = args["line"]["from"], args["line"]["to"]
        found = along((ax, ay), (bx, by))
        if found is None:
            raise refuse("out-of-range", "The section's line has no length.", pointer="/line",
                         got=args["line"], expected="two points 1 mm apart or more")
        return found
    said = shown or Record("", "view", {})
    turn = args.get("direction", view.effective(said, "direction"))
    return of(view, kind, turn, said.get("box"))


def _level(view: View, wanted: Args, shown: Record | None) -> Record:
    """Returns the level to draw.

    Raises EikError ``nothing-to-draw`` where the model has no level.
    """
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
    return Options(args.get("cutHeight", view.effective(said, "cutHeight")),
                   args.get("scale") or view.effective(said, "scale"),
                   kept(session, args, chosen, view, shown),
                   top=args.get("top", said.get("top")),
                   bottom=args.get("bottom", said.get("bottom")), labels=args.get("labels"))


OPERATION = Operation(
    title="Draw a plan, section or elevation",
    summary="Draw a plan, ceiling plan, section or elevation to scale as SVG or PNG, or what "
    "changed on it",
    args=ARGS, run=run, example={"levelId": "level-0", "scale": 100})
