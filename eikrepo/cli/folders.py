"""Commands that make model folders, and take models in and out as files."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from eikrepo.cli.app import OK, REFUSED, Folder, app, say
from eikrepo.model.record import Record
from eikrepo.problems import EikError, refuse, similar

Force = Annotated[bool, typer.Option("--force", help="Write into a folder that is not empty.")]


@app.command()
def init(folder: Folder, source: Annotated[str | None, typer.Option(
        "--from", help="An example's name, a plain model folder, a single file, or "
        "an IFC file.")] = None,
        name: Annotated[str | None, typer.Option(help="The model's name.")] = None,
        agents_md: Annotated[bool, typer.Option("--agents-md", help="Only write AGENTS.md anew "
                                                "in a folder that is a model.")] = False,
        force: Force = False) -> None:
    """Make a folder into a model repository, empty or from an example, folder or file."""
    from eikrepo.cli.sources import records_from, write_agents_md
    if agents_md:
        say(f"{write_agents_md(folder)}: written, not committed")
        return
    records, said = records_from(source, name or folder.absolute().name)
    _begin(folder, records, said, force=force)


@app.command()
def example(folder: Folder, name: Annotated[str, typer.Option(
        help="Which example.")] = "one-storey-house",
        records: Annotated[int | None, typer.Option(
            min=50, max=5_000_000, help="Generate a building of about so many records.")] = None,
        seed: Annotated[int, typer.Option(help="Another seed, another building.")] = 1,
        force: Force = False) -> None:
    """Make a model repository to play with."""
    from eikrepo import examples
    from eikrepo.examples import generated
    if records is not None:
        _begin(folder, generated.build(records, seed), f"{records} generated records, seed {seed}",
               force=force)
        return
    if name not in examples.NAMES:
        raise refuse("unknown-example", f"There is no example {name!r}.", got=name,
                     expected=list(examples.NAMES), similar=similar(name, examples.NAMES))
    _begin(folder, examples.build(name), name, force=force)


def _begin(folder: Path, records: Iterable[Record], source: str, *, force: bool) -> None:
    from eikrepo.cli.context import context
    from eikrepo.cli.sources import begin
    whole = list(records)
    who, sequence, around = begin(folder, whole, source, context(), force=force)
    levels = sum(record.category == "level" for record in whole)
    say(f"{folder}: {len(whole):,} records on {levels} level{'s' if levels != 1 else ''}. "
        f"Committed as sequence {sequence} by {who}.".replace(",", " "))
    if around is not None:
        say(f"It is a folder in the repository {around}: git commands there concern both.")
    say(f"Look: eikrepo tree {folder} · check: eikrepo validate {folder} · serve an agent: "
        f"eikrepo mcp {folder}")


@app.command(name="import")
def import_(file: Annotated[Path, typer.Argument(help="An IFC file, or a single file.")],
            folder: Folder,
            source: Annotated[str | None, typer.Option(
                help="Who delivers an IFC file; ids follow from it. Default: its name.")] = None,
            report: Annotated[Path | None, typer.Option(
                help="Write what came over as what: data, or text for .txt.")] = None,
            force: Force = False) -> None:
    """Make a model folder from an IFC file (2x3, 4, 4.3) or from a single file."""
    from eikrepo.cli import taking_in
    from eikrepo.cli.sources import records_from
    if taking_in.is_ifc(file):
        taking_in.check_new(folder)
        whole, lines = taking_in.read(file, source=source, report=report)
        _begin(folder, whole, file.name, force=force)
        _said(lines)
        return
    records, said = records_from(str(file), folder.absolute().name)
    _begin(folder, records, said, force=force)


@app.command()
def export(folder: Folder, out: Annotated[Path, typer.Argument(help="out.json or out.ifc")],
           at: Annotated[str | None, typer.Option(help="A point in history.")] = None,
           on: Annotated[str | None, typer.Option(help="The branch.")] = None) -> None:
    """Write the whole model as one file: our own .json, or IFC4 as .ifc."""
    from eikrepo.agent.session import Session
    from eikrepo.cli.context import context
    from eikrepo.cli.taking_out import write
    from eikrepo.cli.words import point
    session = Session(folder, context(), read_only=True)
    served = session.look({"on": on} | ({} if at is None else {"at": point(at)})).served
    if served.stale:
        raise EikError(*served.problems)
    _said(write(out, served.files.model.values()))


@app.command()
def ifc(source: Annotated[Path, typer.Argument(help="A plain model folder, or a single file.")],
        out: Annotated[Path, typer.Argument(help="out.ifc")]) -> None:
    """Write a model that has no history, a plain folder or a single file, as IFC4."""
    from eikrepo.cli.sources import records_from
    from eikrepo.cli.taking_out import write
    if not source.exists():
        raise refuse("unknown-source", f"{source} is not there.", got=str(source))
    records, _ = records_from(str(source), source.name)
    _said(write(out, records))


def _said(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


@app.command()
def docs(folder: Annotated[Path, typer.Argument(help="Where to write the pages.")],
         check: Annotated[bool, typer.Option(
             "--check", help="Only tell which pages are not current.")] = False) -> None:
    """Write the reference pages, made from the program's own tables."""
    from eikrepo.cli.docs import pages
    stale = {name: text for name, text in pages().items() if not (folder / name).is_file()
             or (folder / name).read_text(encoding="utf-8") != text}
    for name, text in stale.items():
        if not check:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        say(f"{'not current' if check else 'written'}: {folder / name}")
    if not stale:
        say("every page is current")
    raise typer.Exit(REFUSED if stale and check else OK)


@app.command()
def fmt(folder: Folder = Path(), check: Annotated[bool, typer.Option(
        "--check", help="Only tell which files are not canonical.")] = False) -> None:
    """Put hand-edited record files into the one canonical form."""
    from eikrepo.cli.sources import format_folder
    changed, unreadable = format_folder(folder, write=not check)
    for path in changed:
        say(f"{'not canonical' if check else 'formatted'}: {path}")
    for problem in unreadable:
        say(f"left alone: {problem.message}", to=sys.stderr)
    if not changed and not unreadable:
        say("every file is in canonical form")
    raise typer.Exit(REFUSED if unreadable or (check and changed) else OK)
