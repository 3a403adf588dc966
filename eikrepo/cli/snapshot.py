"""The command that draws a model into a file: plans, sections, elevations, 3D."""

from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from eikrepo.cli.app import At, Folder, On, app, ask, show
from eikrepo.cli.words import point
from eikrepo.model.category import known
from eikrepo.problems import refuse

_FORMATS = {".svg": "svg", ".png": "png", ".glb": "glb"}
_KINDS = ("plan", "rcp", "section", "elevation", "3d")


@app.command()
def snapshot(folder: Folder, out: Annotated[Path, typer.Argument(
                 help="out.svg, out.png, or out.glb for a model in 3D")],
             kind: Annotated[str | None, typer.Option(
                 help="plan, rcp (the ceiling), section, elevation or 3d.")] = None,
             level: Annotated[str | None, typer.Option(
                 help="The level, by id or name; default the lowest storey.")] = None,
             line: Annotated[str | None, typer.Option(
                 help="Where a section cuts: x,y,x,y in mm; it looks to the left.")] = None,
             direction: Annotated[float | None, typer.Option(
                 help="Where it looks, in degrees: 90 is north.")] = None,
             view: Annotated[str | None, typer.Option(help="A kept view, by id or name.")] = None,
             filter_: Annotated[str | None, typer.Option(
                 "--filter", help="Draw these records alone: a filter as JSON.")] = None,
             against: Annotated[str | None, typer.Option(
                 help="Mark what changed since this point in history.")] = None,
             scale: Annotated[float | None, typer.Option(
                 help="The scale's denominator: 50 is 1:50.")] = None,
             colour: Annotated[str | None, typer.Option(
                 help="3d: colours by category, type, level, space or any value.")] = None,
             labels: Annotated[str | None, typer.Option(
                 help="Writes the name, mark, number or id of each record.")] = None,
             at: At = None, on: On = None) -> None:
    """Draw a plan, section, elevation or 3D view, or what changed on it."""
    form = _FORMATS.get(out.suffix.lower())
    if form is None:
        raise refuse("unknown-format", f"{out.suffix or out.name} cannot be drawn; a drawing ends "
                     "in .svg, .png or .glb.", got=out.suffix, expected=list(_FORMATS))
    if kind is not None and kind not in _KINDS:
        raise refuse("out-of-range", f"There is no kind of drawing {kind!r}.", got=kind,
                     expected=list(_KINDS))
    solid = kind == "3d" or form == "glb"
    wanted: dict[str, Any] = {
        "op": "snapshot_3d" if solid else "snapshot_2d", "viewId": view,
        "filter": None if filter_ is None else _json(filter_), "against": point(against),
        "direction": direction, "labels": labels, "at": point(at), "on": on, "format": form}
    if solid:
        wanted |= {"colourBy": colour}
    else:
        wanted |= {"whole": True, "kind": kind, "levelId": level, "scale": scale,
                   "line": _line(line)}
    answer = ask(folder, {key: one for key, one in wanted.items() if one is not None})
    if answer.get("ok"):
        data = answer["data"]
        if form == "svg":
            out.write_text(data["svg"], encoding="utf-8")
        else:
            out.write_bytes(b64decode(data[form]))
    show(folder, answer, lambda answer: _said(out, answer["data"]), as_json=False)


def _json(text: str) -> Any:
    from eikrepo.agent.session import from_text
    return from_text(text)


def _line(text: str | None) -> dict[str, list[float]] | None:
    """Returns the line that x,y,x,y says.

    Raises EikError ``wrong-type`` where it is not four numbers.
    """
    if text is None:
        return None
    try:
        ax, ay, bx, by = (float(one) for one in text.split(","))
    except ValueError:
        raise refuse("wrong-type", f"A line is four numbers x,y,x,y in mm, not {text!r}.",
                     pointer="/line", got=text, expected="0,3000,10000,3000") from None
    return {"from": [ax, ay], "to": [bx, by]}


def _said(out: Path, data: dict[str, Any]) -> Iterator[str]:
    """Yields what was drawn, and what is not on the drawing."""
    counts = ", ".join(f"{count} {name if count == 1 else known(name).plural}"
                       for name, count in data["counts"].items())
    if "sheet_mm" in data:
        wide, high = data["sheet_mm"]
        title = data["level"]["name"] if "level" in data else data["title"]
        yield f"{out}: {title}, 1:{data['scale']:g}, {wide:g} x {high:g} mm"
    else:
        low, high = data["extents"]["min"], data["extents"]["max"]
        size = " x ".join(f"{(b - a) / 1000:.1f}" for a, b in zip(low, high, strict=True))
        yield f"{out}: {size} m, {data['triangles']} triangles"
    yield f"drawn: {counts or 'nothing'}"
    for did, names in data.get("changes", {}).items():
        yield f"{did}: {', '.join(names)}"
    for row in data["leftOut"]:
        yield f"left out: {row['count']}, each {row['why']}"
    if data.get("tooSmallToLabel"):
        yield f"no room for: {', '.join(data['tooSmallToLabel'])}"
