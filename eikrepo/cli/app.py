"""The command line for people: thin commands over operations, text rendered from answers."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from eikrepo import __version__
from eikrepo.cli import render
from eikrepo.problems import EikError

OK, REFUSED, USAGE, BUG = 0, 1, 2, 70
app = typer.Typer(name="eikrepo", add_completion=True, rich_markup_mode=None,
                  pretty_exceptions_enable=False, no_args_is_help=True,
                  help="A git-native repository manager for building models.")
Folder = Annotated[Path, typer.Argument(help="The model folder.")]
Json = Annotated[bool, typer.Option("--json", help="Print the answer's envelope.")]
Reason = Annotated[str, typer.Option(help="Why, for people who read the history.")]
On = Annotated[str | None, typer.Option(help="The branch; default the one checked out.")]
At = Annotated[str | None, typer.Option(help="A point in history to read at.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would happen.")]


def main(args: list[str]) -> int:
    """Runs the command line and returns its exit status."""
    try:
        status = app(args=args, prog_name="eikrepo", standalone_mode=False)
    except EikError as error:
        _print(render.refusal({"problems": [one.to_json() for one in error.problems]}), sys.stderr)
        return REFUSED
    except typer.Abort:
        return REFUSED
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001 - the last place where a bug becomes a report
        return _failed(error)
    return status if isinstance(status, int) else OK


def _failed(error: Exception) -> int:
    shown = getattr(error, "show", None)
    if callable(shown):
        shown()
        return int(getattr(error, "exit_code", USAGE))
    import traceback
    sys.stderr.write("eikrepo: this is a fault of ours. Please report it with these lines:\n"
                      f"eikrepo {__version__}, Python {sys.version.split()[0]}\n"
                     + "".join(traceback.format_exception(error)))
    return BUG


def _print(lines: Iterator[str], to: Any = None, folder: Path = Path()) -> None:
    for line in render.at(lines, folder):
        print(line, file=to or sys.stdout)


def say(line: str, to: Any = None) -> None:
    """Prints one line, made of whatever names, that steers no terminal."""
    print(render.steady(line), file=to or sys.stdout)


def show(folder: Path, answer: dict[str, Any], text: Callable[[dict[str, Any]], Iterator[str]],
         *, as_json: bool) -> None:
    """Prints a folder's answer and ends the command with its exit status."""
    if as_json:
        from eikrepo.agent.plain_json import written
        print(written(answer, indent=2))
    elif answer.get("problems") and not answer.get("ok"):
        _print(render.refusal(answer), sys.stderr, folder)
    else:
        _print(text(answer), folder=folder)
    internal = any(one.get("code") == "internal" for one in answer.get("problems", []))
    raise typer.Exit(BUG if internal else OK if answer.get("ok") else REFUSED)


def reply(folder: Path, request: dict[str, Any],
          text: Callable[[dict[str, Any]], Iterator[str]], *, as_json: bool) -> None:
    """Asks a model folder, prints its answer and ends the command."""
    show(folder, ask(folder, request), text, as_json=as_json)


def ask(folder: Path, request: dict[str, Any]) -> dict[str, Any]:
    """Returns the answer of a model folder to one request."""
    from eikrepo.agent.session import Session
    from eikrepo.cli.context import context
    session = Session(folder, context())
    try:
        answer = session.request({key: value for key, value in request.items()
                                  if value is not None})
        if session.last_bug:
            sys.stderr.write("eikrepo: this is a fault of ours. Please report it with these "
                             f"lines:\n{session.last_bug}")
        return answer
    finally:
        session.close()


def version(value: bool) -> None:
    """Prints the version and ends."""
    if value:
        print(f"eikrepo {__version__}")
        raise typer.Exit


@app.callback()
def top(_version: Annotated[bool, typer.Option("--version", callback=version, is_eager=True,
                                               help="Print the version.")] = False) -> None:
    """A git-native repository manager for building models."""


# Each module below adds its commands to the app when it is imported.
from eikrepo.cli import (  # noqa: E402 - they need the app above
    folders,  # noqa: F401
    history,  # noqa: F401
    hooks,  # noqa: F401
    model,  # noqa: F401
    proposals,  # noqa: F401
    snapshot,  # noqa: F401
)
