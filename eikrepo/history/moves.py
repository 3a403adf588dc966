"""Moves a ref by its full name: tags, reviews, new branches. Branches of models move by landing."""

from eikrepo.history.git import Git
from eikrepo.history.objects import disk
from eikrepo.history.refs import Move
from eikrepo.problems import refuse
from eikrepo.store.durable import settle, settle_file


def move_full_ref(git: Git, name: str, expected: str | None, target: str, message: str, who: str, *,
                  durable: bool = False) -> bool:
    """Moves a ref as ``Git.move_ref`` does; ``who`` is the committer with the time.

    With ``durable`` what it leads to is on the disk before, and the ref itself after.
    Raises EikError ``disk`` where the disk does not take it.
    """
    try:
        if durable:
            settle(git.state)
        moved = git.move_ref(Move(name, expected, target, who, message))
    except OSError as error:
        raise disk(error) from error
    if moved and durable:
        _confirm(git, name)
    return moved


def _confirm(git: Git, name: str) -> None:
    try:
        settle_file(git.heads.path(name))
    except OSError as error:
        raise refuse("disk", f"{name} was written, and the disk did not confirm it: "
                     f"{error.strerror}.", got=error.strerror, fix="git fsck") from error
