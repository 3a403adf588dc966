"""Commands for proposals: begin, look, decide, merge."""

from pathlib import Path
from typing import Annotated, Any

import typer

from eikrepo.cli import render_review
from eikrepo.cli.app import Folder, Json, On, Reason, app, reply
from eikrepo.cli.words import meant, point

Slug = Annotated[str, typer.Argument(help="The proposal, by its slug.")]


@app.command()
def propose(folder: Folder, title: Annotated[str, typer.Argument(help="What it does, in a line.")],
            intent: Annotated[str, typer.Option(help="Why: what to judge it by.")],
            on: On = None, as_json: Json = False) -> None:
    """Begin a proposal: a branch to work on, and its review."""
    reply(folder, {"op": "propose", "title": title, "intent": intent, "on": on},
          render_review.proposed, as_json=as_json)


@app.command()
def proposals(folder: Folder = Path(), slug: Annotated[str | None, typer.Argument(
        help="Only this one, with its review.")] = None, as_json: Json = False) -> None:
    """List proposals, or show one with its review."""
    reply(folder, {"op": "proposals", "proposal": slug}, render_review.proposals, as_json=as_json)


@app.command()
def diff(folder: Folder = Path(), a: Annotated[str | None, typer.Argument(
        help="From: a point; default the last commit. A...proposal/SLUG shows a proposal.")] = None,
        b: Annotated[str | None, typer.Argument(help="To; default the folder.")] = None,
        proposal: Annotated[str | None, typer.Option(help="A proposal, from its merge base.")]
        = None, as_json: Json = False) -> None:
    """Show a difference: changes, effects, quantities, problems new and gone."""
    if a and "..." in a:
        a, _, other = a.partition("...")
        if other.startswith("proposal/"):
            a, proposal = None, other.removeprefix("proposal/")
        else:
            b = other
    reply(folder, {"op": "diff", "a": point(a), "b": point(b), "proposal": proposal,
                   "limit": 500}, render_review.difference, as_json=as_json)


@app.command()
def merge(folder: Folder, slug: Slug, preview: Annotated[bool, typer.Option(
        "--preview", help="Show what would land; move nothing.")] = False,
        records: Annotated[str | None, typer.Option(
            help="Only the changes of these records, with commas.")] = None,
        steps: Annotated[str | None, typer.Option(
            help="Only these steps of it, by sequence, with commas.")] = None,
        accept: Annotated[str | None, typer.Option(
            help="Codes of what the two sides do to each other that you take, with commas.")]
        = None,
        update: Annotated[bool, typer.Option(
            "--update", help="Merge the target into the proposal instead.")] = False,
        reason: Reason = "", as_json: Json = False) -> None:
    """Merge a proposal by record and member, validated before anything moves."""
    request: dict[str, Any] = {"op": "merge", "proposal": slug, "preview": preview,
                               "update": update, "reason": reason}
    for key, said in (("records", records), ("steps", steps), ("accept", accept)):
        if said:
            request[key] = [name.strip() for name in said.split(",")]
    if steps:
        request["steps"] = [meant(name) for name in request["steps"]]
    reply(folder, request, render_review.merge, as_json=as_json)


@app.command()
def conflicts(folder: Folder, slug: Slug, as_json: Json = False) -> None:
    """Show what a proposal and its target both changed."""
    reply(folder, {"op": "conflicts", "proposal": slug}, render_review.conflicts, as_json=as_json)


@app.command()
def resolve(folder: Folder, slug: Slug, conflict: Annotated[str, typer.Argument(
        help="Its id; * matches several.")], take: Annotated[str, typer.Option(
            "--with", help="main, proposal, base, or a value as JSON.")],
        as_json: Json = False) -> None:
    """Decide a conflict; kept in the review, so that it repeats by itself."""
    sides = ("main", "proposal", "base", "ours", "theirs")
    side: Any = take if take in sides else {"value": meant(take)}
    reply(folder, {"op": "resolve", "proposal": slug, "conflict": conflict, "take": side},
          render_review.resolved, as_json=as_json)


@app.command()
def review(folder: Folder, slug: Slug, event: Annotated[str, typer.Argument(
        help="comment, approve, request-changes, close or reopen.")],
        text: Annotated[str | None, typer.Option(help="What you say.")] = None,
        record: Annotated[str | None, typer.Option(help="The record it is about.")] = None,
        as_json: Json = False) -> None:
    """Comment on a proposal, approve it, ask for changes, close or reopen it."""
    reply(folder, {"op": "review", "proposal": slug, "event": event, "text": text,
                   "record": record}, render_review.reviewed, as_json=as_json)
