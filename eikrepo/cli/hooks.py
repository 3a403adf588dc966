"""Commands that put the model's check into git's hooks."""

import shutil
import sys
from pathlib import Path

import typer

from eikrepo.cli.app import Folder, app, say
from eikrepo.cli.context import context

hooks = typer.Typer(help="Check every commit of a model: install, uninstall, status.",
                    no_args_is_help=True, rich_markup_mode=None)
app.add_typer(hooks, name="hooks")


def _tell(folder: Path) -> None:
    from eikrepo.history.git import Git
    from eikrepo.history.hooks import status
    for hook in status(Git(folder, context().config)):
        say(f"  {hook.name:<12} {hook.state:<10} {hook.path}")


@hooks.command()
def install(folder: Folder = Path()) -> None:
    """Install the hooks; hooks that stand there are kept and run first."""
    from eikrepo.history.git import Git
    from eikrepo.history.hooks import install as put
    program = Path(shutil.which("eikrepo") or sys.argv[0]).absolute()
    put(Git(folder, context().config), str(program))
    _tell(folder)


@hooks.command()
def uninstall(folder: Folder = Path()) -> None:
    """Remove the hooks and put back those that stood there."""
    from eikrepo.history.git import Git
    from eikrepo.history.hooks import uninstall as take
    take(Git(folder, context().config))
    _tell(folder)


@hooks.command()
def status(folder: Folder = Path()) -> None:
    """Show which hooks are installed."""
    _tell(folder)
