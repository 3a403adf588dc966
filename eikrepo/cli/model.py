"""Commands that look at a model and change it."""

import json
import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from eikrepo.cli import render
from eikrepo.cli.app import At, DryRun, Folder, Json, On, Reason, app, ask, reply, show
from eikrepo.cli.words import point
from eikrepo.problems import refuse


@app.command()
def summary(folder: Folder = Path(), on: On = None, at: At = None, as_json: Json = False) -> None:
    """Show the model at a glance."""
    reply(folder, {"op": "summary", "on": on, "at": point(at)}, render.summary,
          as_json=as_json)


@app.command()
def tree(folder: Folder = Path(), path: Annotated[str, typer.Argument(
        help="The folder of the model, such as architecture/level-0.")] = "",
        on: On = None, at: At = None,
        offset: Annotated[int, typer.Option(help="How many to skip.")] = 0,
        as_json: Json = False) -> None:
    """Show one folder of the model's layout."""
    reply(folder, {"op": "tree", "path": path, "on": on, "at": point(at), "offset": offset},
          render.tree, as_json=as_json)


@app.command(name="show")
def show_record(folder: Folder, record: Annotated[str, typer.Argument(help="Its id or name.")],
                on: On = None, at: At = None, as_json: Json = False) -> None:
    """Show one record, its own members and what is derived."""
    reply(folder, {"op": "read", "tier": "full", "filter": {"elementIds": [record]},
                   "on": on, "at": point(at)}, render.record, as_json=as_json)


@app.command()
def validate(folder: Folder = Path(), at: At = None, on: On = None,
             form: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
             staged: Annotated[bool, typer.Option("--staged", help="Check what is staged for the "
                                                  "next commit.")] = False,
             as_json: Json = False) -> None:
    """Check the folder as it is now: valid, or what is wrong and the fix."""
    if form not in ("text", "json"):
        raise typer.BadParameter("text or json", param_hint="--format")
    if staged:
        from eikrepo.cli.single import validate_staged
        answer = validate_staged(folder)
    elif folder.is_file():
        from eikrepo.cli.single import validate_file
        answer = validate_file(folder)
    else:
        answer = ask(folder, {"op": "validate", "at": point(at), "on": on})
    show(folder, answer, render.validate, as_json=as_json or form == "json")


class _Run(TyperCommand):
    """Tells in its help the options of the command that is named, else which commands there are."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.meta[__name__] = [word for word in args if not word.startswith("-")]
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        from eikrepo.commands._planning import command, names
        said = ctx.meta.get(__name__, [])[1:2]
        if not said:
            with formatter.section("Commands"):
                formatter.write_dl([(name, f"{command(name).summary}.") for name in names()])
            formatter.write_paragraph()
            formatter.write_text("eikrepo run FOLDER COMMAND --help tells a command's own options.")
            return
        row = command(said[0])
        with formatter.section(f"{said[0]}: {row.summary} (* required)"):
            from eikrepo.cli.options import described
            formatter.write_dl(described(said[0]))
        formatter.write_paragraph()
        formatter.write_text("Lists are written with commas, objects as JSON.")
        formatter.write_paragraph()
        formatter.write_text(
            f"Example: eikrepo run . {said[0]} {render.options(row.example)}")


@app.command(cls=_Run, context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def run(ctx: typer.Context, folder: Folder,
        command: Annotated[str, typer.Argument(
            help="The command; --help lists them, and after one its options.")],
        dry_run: DryRun = False, reason: Reason = "", on: On = None,
        expect_sequence: Annotated[int | None, typer.Option(
            help="Only if the branch is at this sequence.")] = None,
        as_json: Json = False) -> None:
    """Run one command, its arguments as options: --ids Partition --by 0,300,0."""
    from eikrepo.cli.options import arguments
    args = arguments(command, ctx.args)
    request: dict[str, Any] = {"op": "execute", "command": command, "args": args,
                               "dryRun": dry_run, "reason": reason, "on": on}
    if expect_sequence is not None:
        request["expect"] = {"sequence": expect_sequence}
    reply(folder, request, partial(render.execute, on=on), as_json=as_json)


@app.command()
def schema(name: Annotated[str | None, typer.Argument(
        help="A category, command or operation.")] = None) -> None:
    """Print the JSON Schema of a category, command or operation, or list their names."""
    from eikrepo.agent.operations.schema import lookup
    print(json.dumps(lookup(name)["data"], ensure_ascii=False, indent=2))


@app.command()
def guide(topic: Annotated[str, typer.Argument(help="core, or the name of a category.")] = "core"
          ) -> None:
    """Print the guide for agents."""
    from eikrepo.agent.guide import topic as text
    sys.stdout.write(text(topic))


@app.command()
def mcp(folder: Folder, read_only: Annotated[bool, typer.Option(
        "--read-only", help="Hide and refuse everything that writes.")] = False) -> None:
    """Serve a model folder to an agent over MCP on standard input and output."""
    from eikrepo.agent.mcp import serve_stdio
    from eikrepo.cli.context import context
    if not folder.is_dir():
        raise refuse("not-a-repository", f"There is no folder {folder}.",
                     fix=f"eikrepo init {folder}")
    serve_stdio(folder, context(), read_only=read_only)
