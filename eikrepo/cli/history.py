"""Commands that read history and take steps back."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from eikrepo.cli import render
from eikrepo.cli.app import DryRun, Folder, Json, On, Reason, app, reply
from eikrepo.cli.words import point


@app.command()
def log(folder: Folder = Path(), record: Annotated[str | None, typer.Argument(
        help="Only the steps that touched this record.")] = None,
        limit: Annotated[int, typer.Option(help="How many steps at most.")] = 20,
        on: On = None, as_json: Json = False) -> None:
    """Show the steps of a branch or of one record, newest first."""
    reply(folder, {"op": "log", "id": record, "limit": limit, "on": on}, render.steps,
          as_json=as_json)


@app.command()
def changes(folder: Folder, since: Annotated[str, typer.Argument(
        help="A sequence number or point.")] = "1",
        until: Annotated[str | None, typer.Argument(help="A later one; default now.")] = None,
        on: On = None, as_json: Json = False) -> None:
    """Show what changed since a point, net and by step."""
    reply(folder, {"op": "changes", "since": point(since), "until": point(until), "on": on},
          render.changes, as_json=as_json)


@app.command()
def undo(folder: Folder, sequence: Annotated[str | None, typer.Argument(
        help="The step; default the last.")] = None, dry_run: DryRun = False, reason: Reason = "",
        on: On = None, as_json: Json = False) -> None:
    """Undo the last step, or any step, as a step of its own."""
    reply(folder, {"op": "undo", "of": point(sequence), "dryRun": dry_run, "reason": reason,
                   "on": on}, partial(render.execute, on=on), as_json=as_json)


@app.command()
def redo(folder: Folder = Path(), dry_run: DryRun = False, reason: Reason = "", on: On = None,
         as_json: Json = False) -> None:
    """Take back the last undo, as a step of its own."""
    reply(folder, {"op": "redo", "dryRun": dry_run, "reason": reason, "on": on},
          partial(render.execute, on=on), as_json=as_json)


@app.command()
def status(folder: Folder = Path(), as_json: Json = False) -> None:
    """Show where the folder stands: branch, pending edits, whether it checks."""
    reply(folder, {"op": "status"}, render.status, as_json=as_json)


@app.command()
def commit(folder: Folder = Path(), reason: Reason = "", dry_run: DryRun = False,
           as_json: Json = False) -> None:
    """Commit the folder's hand edits as one step, if the folder checks."""
    reply(folder, {"op": "commit_edits", "reason": reason, "dryRun": dry_run},
          render.execute, as_json=as_json)


@app.command()
def sync(folder: Folder = Path(), remote: Annotated[str | None, typer.Argument(
        help="A configured remote; default the branch's.")] = None, on: On = None,
        pull: Annotated[bool, typer.Option(
            "--no-push", help="Take what is there and give nothing.")] = False,
        as_json: Json = False) -> None:
    """Share the branch: fetch, follow or replay local steps, push."""
    from eikrepo.cli.render_sync import sync as told
    reply(folder, {"op": "sync", "remote": remote, "on": on, "push": not pull},
          told, as_json=as_json)


@app.command()
def blame(folder: Folder, record: Annotated[str, typer.Argument(help="Its id or name.")],
          on: On = None, as_json: Json = False) -> None:
    """Show who last changed each member of a record, and why."""
    reply(folder, {"op": "blame", "id": record, "on": on},
          render.blame, as_json=as_json)


@app.command()
def bisect(folder: Folder, good: Annotated[str, typer.Argument(help="A point that was good.")],
           bad: Annotated[str, typer.Argument(help="A later one that is not.")],
           code: Annotated[list[str] | None, typer.Option(
               help="Look for this problem only.")] = None,
           on: On = None) -> None:
    """Find the step that first broke the model."""
    from eikrepo.cli.context import context
    from eikrepo.history.bisect import bisect as search
    from eikrepo.history.changes import step_row
    from eikrepo.history.repository import Repository
    repository = Repository(folder, context())
    found = search(repository, point(good) or good, point(bad) or bad, tuple(code or ()), on)
    step = step_row(repository, found.commit, found.sequence)
    who = step["person"] + (f" with {step['agent']}" if "agent" in step else "")
    print(f"{found.sequence} {found.commit[:10]} {render.clean(step['subject'])} · "
          f"{render.clean(who)}")
    print(f"first bad step; {found.looked_at} looked at. See: eikrepo changes {folder} "
          f"{found.sequence - 1} {found.sequence}")


version = typer.Typer(help="Named versions: create, list, show, compare, restore.",
                      no_args_is_help=True, rich_markup_mode=None)
app.add_typer(version, name="version")
Name = Annotated[str, typer.Argument(help="The version's name.")]


@version.command()
def create(folder: Folder, name: Name, title: str = "", note: str = "",
           at: Annotated[str | None, typer.Option(help="A point; default the tip.")] = None,
           as_json: Json = False) -> None:
    """Name a point of history, for good."""
    reply(folder, {"op": "version", "do": "create", "name": name, "title": title, "note": note,
                      "at": point(at)},
          render.versions, as_json=as_json)


@version.command(name="list")
def list_(folder: Folder = Path(), as_json: Json = False) -> None:
    """List the versions."""
    reply(folder, {"op": "version", "limit": 500},
          render.versions, as_json=as_json)


@version.command(name="show")
def show_(folder: Folder, name: Name, as_json: Json = False) -> None:
    """Show one version."""
    reply(folder, {"op": "version", "do": "show", "name": name},
          render.versions, as_json=as_json)


@version.command()
def compare(folder: Folder, name: Name, other: Annotated[str | None, typer.Argument(
        help="Another version; default now.")] = None, as_json: Json = False) -> None:
    """Show what changed from a version to another, or to now."""
    reply(folder, {"op": "version", "do": "compare", "name": name, "other": other},
          render.changes, as_json=as_json)


@version.command()
def restore(folder: Folder, name: Name, dry_run: DryRun = False, reason: Reason = "",
            as_json: Json = False) -> None:
    """Make the records what they were in a version, as a new step."""
    reply(folder, {"op": "version", "do": "restore", "name": name, "dryRun": dry_run,
                      "reason": reason},
          render.execute, as_json=as_json)
