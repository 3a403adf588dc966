"""The command that draws a plan into a file."""

from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from eikrepo.cli.app import At, Folder, On, app, ask, show
from eikrepo.cli.options import point
from eikrepo.model.category import known
from eikrepo.problems import refuse

_FORMATS = {".svg": "svg", ".png": "png"}


@app.command()
def snapshot(folder: Folder, out: Annotated[Path, typer.Argument(help="out.svg or out.png")],
             level: Annotated[str | None, typer.Option(
                 help="The level, by id or name; default the lowest storey.")] = None,
             view: Annotated[str | None, typer.Option(help="A kept plan, by id or name.")] = None,
             filter_: Annotated[str | None, typer.Option(
                 "--filter", help="Draw these records alone: a filter as JSON.")] = None,
             against: Annotated[str | None, typer.Option(
                 help="Mark what changed since this point in history.")] = None,
             scale: Annotated[float | None, typer.Option(
                 help="The scale's denominator: 50 is 1:50.")] = None,
             at: At = None, on: On = None) -> None:
    """Draw a level's plan to scale, or what changed on it."""
    kind = _FORMATS.get(out.suffix.lower())
    if kind is None:
        raise refuse("unknown-format", f"{out.suffix or out.name} cannot be drawn; a drawing ends "
                     "in .svg or .png.", got=out.suffix, expected=list(_FORMATS))
    wanted = None if filter_ is None else _json(filter_)
    answer = ask(folder, {"op": "snapshot_2d", "levelId": level, "viewId": view,
                          "filter": wanted, "against": point(against), "scale": scale,
                          "at": point(at), "on": on, "format": kind, "whole": True})
    data = answer.get("data", {})
    if answer.get("ok") and kind == "png":
        out.write_bytes(b64decode(data["png"]))
    elif answer.get("ok"):
        out.write_text(data["svg"], encoding="utf-8")
    show(folder, answer, lambda answer: _said(out, answer["data"]), as_json=False)


def _json(text: str) -> Any:
    from eikrepo.agent.session import from_text
    return from_text(text)


def _said(out: Path, data: dict[str, Any]) -> Iterator[str]:
    """Yields what was drawn, and what is not on the drawing."""
    wide, high = data["sheet_mm"]
    counts = ", ".join(f"{count} {name if count == 1 else known(name).plural}"
                       for name, count in data["counts"].items())
    yield f"{out}: {data['level']['name']}, 1:{data['scale']:g}, {wide:g} x {high:g} mm"
    yield f"drawn: {counts or 'nothing'}"
    for did, names in data.get("changes", {}).items():
        yield f"{did}: {', '.join(names)}"
    for row in data["leftOut"]:
        yield f"left out: {row['count']}, each {row['why']}"
    if data["tooSmallToLabel"]:
        yield f"no room for: {', '.join(data['tooSmallToLabel'])}"
