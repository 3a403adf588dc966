"""Commands that read history and take steps back."""

from pathlib import Path
from typing import Annotated

import typer

from eikrepo.cli import render
from eikrepo.cli.app import DryRun, Folder, Json, On, Reason, app, ask, show


def _point(text: str | None) -> str | int | None:
    return int(text) if text is not None and text.isdigit() else text


@app.command()
def log(folder: Folder = Path(), record: Annotated[str | None, typer.Argument(
        help="Only the steps that touched this record.")] = None,
        limit: Annotated[int, typer.Option(help="How many steps at most.")] = 20,
        on: On = None, as_json: Json = False) -> None:
    """Show the steps of a branch or of one record, newest first."""
    show(ask(folder, {"op": "log", "id": record, "limit": limit, "on": on}), render.steps,
         as_json=as_json)


@app.command()
def changes(folder: Folder, since: Annotated[str, typer.Argument(
        help="A sequence number or point.")] = "1",
        until: Annotated[str | None, typer.Argument(help="A later one; default now.")] = None,
        on: On = None, as_json: Json = False) -> None:
    """Show what changed since a point, net and by step."""
    show(ask(folder, {"op": "changes", "since": _point(since), "until": _point(until), "on": on}),
         render.changes, as_json=as_json)


@app.command()
def undo(folder: Folder, sequence: Annotated[str | None, typer.Argument(
        help="The step; default the last.")] = None, dry_run: DryRun = False, reason: Reason = "",
        on: On = None, as_json: Json = False) -> None:
    """Undo the last step, or any step, as a step of its own."""
    show(ask(folder, {"op": "undo", "of": _point(sequence), "dryRun": dry_run, "reason": reason,
                      "on": on}), render.execute, as_json=as_json)


@app.command()
def status(folder: Folder = Path(), as_json: Json = False) -> None:
    """Show where the folder stands: branch, pending edits, whether it checks."""
    show(ask(folder, {"op": "status"}), render.status, as_json=as_json)


@app.command()
def commit(folder: Folder = Path(), reason: Reason = "", dry_run: DryRun = False,
           as_json: Json = False) -> None:
    """Commit the folder's hand edits as one step, if the folder checks."""
    show(ask(folder, {"op": "commit_edits", "reason": reason, "dryRun": dry_run}),
         render.execute, as_json=as_json)
