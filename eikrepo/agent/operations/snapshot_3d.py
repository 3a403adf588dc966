"""Shows a model in 3D without a screen: as a picture, or as a GLB file of its bodies."""

from base64 import b64encode
from typing import TYPE_CHECKING, Any

from eikrepo.agent._operation import AT, ON, POINT, Answer, Args, Operation
from eikrepo.agent.filter import FILTER_MEMBER
from eikrepo.agent.pictures import base_of, kept, left_out
from eikrepo.geometry.view import View
from eikrepo.model.compound import Member, Object
from eikrepo.model.elements import TURN
from eikrepo.model.kinds import Choice, Flag, Point, Ref, Text, angle
from eikrepo.model.record import Record
from eikrepo.model.shape import Box
from eikrepo.problems import refuse

if TYPE_CHECKING:
    from eikrepo.agent.session import Session
    from eikrepo.geometry.solids.scene import Scene

_TRIANGLES_MOST = 3_000_000
_HEADROOM = 200.0
ARGS = Object(
    Member("viewId", Ref("view"), "A kept view."),
    FILTER_MEMBER._replace(doc="Show these records alone; the filter of read."),
    Member("direction", TURN, "Where it looks: 90 is north.", default=60),
    Member("down", angle(least=-90, most=90), "How far it looks down.", default=30),
    Member("camera", Object(Member("from", Point(3), "The eye.", required=True),
                            Member("to", Point(3), "What it looks at.", required=True)),
           "A perspective."),
    Member("box", Object(Member("min", Point(3), "Lowest corner.", required=True),
                         Member("max", Point(3), "Highest corner.", required=True)),
           "Cut away what lies outside."),
    Member("colourBy", Text(200, least=1), "space, or any value of query."),
    Member("labels", Choice("name", "mark", "number", "id"), "Write on records."),
    Member("edges", Flag(), "Draw edges.", default=True),
    Member("format", Choice("png", "glb"), "Picture or file.", default="png"),
    Member("against", POINT, "Colour what changed since."),
    ON, AT)


def run(session: "Session", args: Args) -> Answer:
    """Answers the picture or file with its extents, counts, colours and what is not on it."""
    from eikrepo.agent.session import stale
    if args["format"] == "png":
        from eikrepo.agent.render3d import vtk
        vtk()  # refused before anything is worked out
    served = session.served(args)
    view = served.view
    wanted = session.resolved({name: args[name] for name in ("viewId", "filter") if name in args},
                              ARGS, view)
    shown = _view(view, wanted)
    found, done = _scene(session, args, wanted["filter"], view, shown)
    if not found.solids:
        raise refuse("nothing-to-draw", "No record with a body is in view.",
                     fix="Ask for another filter or box.")
    if found.triangles > _TRIANGLES_MOST:
        raise refuse("too-large", f"The scene has {found.triangles} triangles; {_TRIANGLES_MOST} "
                     "is the most.", got=found.triangles, fix="Filter by a level or a box.")
    data = _said(found) | _picture(args, view, found)
    if "against" in args:
        data["changes"] = {did: [name for name, one in sorted(done.items()) if one == did]
                           for did in sorted(set(done.values()))}
    return {"data": data} | stale(served)


def _view(view: View, wanted: Args) -> Record | None:
    """Returns the kept view that is asked for.

    Raises EikError ``not-applicable`` for one of a drawing.
    """
    shown = view.get(wanted.get("viewId"))
    if shown is not None and shown["kind"] != "3d":
        raise refuse("not-applicable", f"{shown.label} is a view of kind {shown['kind']}; "
                     "snapshot_2d draws it.", pointer="/viewId", got=shown["kind"],
                     expected=["3d"])
    return shown


def _scene(session: "Session", args: Args, chosen: Args, view: View,
           shown: Record | None) -> tuple["Scene", dict[str, str]]:
    from eikrepo.geometry.solids.scene import scene
    box = _box(args, shown)
    records = _records(view, kept(session, args, chosen, view, shown),
                       spaces=_shows_spaces(args, chosen))
    if "against" in args:
        base = base_of(session, args)
        before = _records(base, kept(session, args, chosen, base, shown), spaces=False)
        return _changed(base, before, view, records, box)
    name = args.get("colourBy")
    if name is None or name == "category":
        return scene(view, records, box), {}
    from eikrepo.agent.values import demand, value
    if name == "space":
        return scene(view, records, box, lambda record: _space(view, record)), {}
    demand(view, records, name)

    def said(record: Record) -> str | None:
        found = value(view, record, name)
        return None if found is None else str(found)
    return scene(view, records, box, said), {}


def _shows_spaces(args: Args, chosen: Args) -> bool:
    return args.get("colourBy") == "space" or "space" in chosen.get("categories", ())


def _space(view: View, record: Record) -> str | None:
    """Returns the space that a record is, or stands in."""
    from eikrepo.agent.values import value
    if record.category == "space":
        return record.label
    found = value(view, record, "space")
    return None if found is None else str(found)


def _records(view: View, keep: frozenset[str] | None, *, spaces: bool) -> list[Record]:
    return [record for record in view.model.values() if (keep is None or record.id in keep)
            and (spaces or record.category != "space")]


def _box(args: Args, shown: Record | None) -> Box | None:
    """Returns the box that a scene is cut by: as said, else the view's.

    Raises EikError ``out-of-range`` for one that holds nothing.
    """
    if "box" not in args:
        found = shown.get("box") if shown is not None else None
        return (found[0], found[1], found[2], found[3], found[4], found[5]) if found else None
    low, high = args["box"]["min"], args["box"]["max"]
    if any(a >= b for a, b in zip(low, high, strict=True)):
        raise refuse("out-of-range", "The box holds nothing: min lies below max on every axis.",
                     pointer="/box", got=args["box"], expected="min < max")
    return low[0], low[1], low[2], high[0], high[1], high[2]


def _changed(base: View, before: list[Record], view: View, records: list[Record],
             box: Box | None) -> tuple["Scene", dict[str, str]]:
    """Returns the scene with what changed coloured, and what happened to each record."""
    from eikrepo.geometry.solids.scene import CHANGES, body_of, joined, scene
    old = {record.id: record for record in before}
    done = {record.id: "added" for record in records
            if record.id not in old and body_of(view, record)}
    done |= {record.id: "changed" for record in records if record.id in old and body_of(
        view, record) and record != old[record.id]}
    new = {record.id for record in records}
    gone = [record for record in before if record.id not in new and body_of(base, record)]
    done |= {record.id: "removed" for record in gone}
    found = scene(view, records, box, lambda record: done.get(record.id, "stands"), CHANGES)
    if gone:
        found = joined(found, scene(base, gone, box, lambda _: "removed", CHANGES,
                                    ghosts=True))
    return found, done


def _said(found: "Scene") -> dict[str, Any]:
    return {"extents": {"min": [round(x, 1) for x in found.extents[:3]],
                        "max": [round(x, 1) for x in found.extents[3:]]},
            "triangles": found.triangles, "counts": found.counts,
            "legend": [{"value": value, "colour": colour, "records": count}
                       for value, colour, count in found.legend],
            "leftOut": left_out(found.left_out)}


def _picture(args: Args, view: View, found: "Scene") -> dict[str, Any]:
    if args["format"] == "glb":
        from eikrepo.agent.glb import to_glb
        project = view.get("project")
        name = project.label if project is not None else "model"
        return {"format": "glb", "glb": b64encode(to_glb(found, name)).decode()}
    from eikrepo.agent.render3d import Camera, Label, render
    camera = Camera(args["direction"], args["down"])
    if "camera" in args:
        eye, target = args["camera"]["from"], args["camera"]["to"]
        camera = Camera(eye=(eye[0], eye[1], eye[2]), target=(target[0], target[1], target[2]))
    labels = []
    for record_id, at in _tops(found).items():
        record = view.get(record_id)
        text = None if record is None or "labels" not in args else (
            record.id if args["labels"] == "id" else record.get(args["labels"]))
        if text:
            labels.append(Label(str(text), at))
    picture = render(found, camera, edges=args["edges"], labels=tuple(labels))
    return {"format": "png", "size": list(picture.size),
            "tooSmallToLabel": list(picture.unlabelled),
            "png": b64encode(picture.png).decode()}


def _tops(found: "Scene") -> dict[str, tuple[float, float, float]]:
    """Returns the place of each record's label: over the middle of its body, largest first."""
    boxes: dict[str, list[tuple[float, float, float]]] = {}
    for solid in found.solids:
        boxes.setdefault(solid.record.id, []).extend(solid.mesh.points)
    out = []
    for name, points in boxes.items():
        lows = [min(point[axis] for point in points) for axis in range(3)]
        highs = [max(point[axis] for point in points) for axis in range(3)]
        size = sum(b - a for a, b in zip(lows, highs, strict=True))
        middle = ((lows[0] + highs[0]) / 2, (lows[1] + highs[1]) / 2, highs[2] + _HEADROOM)
        out.append((-size, name, middle))
    return {name: middle for _, name, middle in sorted(out)}


OPERATION = Operation(
    title="Show in 3D",
    summary="Show the model in 3D as PNG or GLB, or what changed",
    args=ARGS, run=run, example={"filter": {"levelIds": ["level-0"]}, "format": "glb"})
