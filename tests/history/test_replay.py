"""Steps made again: from the root to the same trees, and on another line with what it holds."""


from pathlib import Path

import pytest

from eikrepo.history.answer import envelope_of
from eikrepo.history.objects import ObjectBatch
from eikrepo.history.replay import Tip, again, write_again
from eikrepo.history.repository import Repository
from eikrepo.store.files import Files
from tests.repositories import accepted, ask, context, git, house, open_, rename

EAST = "architecture/level-0/wall/wall-east.json"
NORTH = "architecture/level-0/wall/wall-north.json"


def _lived(folder: Path) -> Path:
    """Makes a history with a step of every kind."""
    house(folder)
    session = open_(folder)
    accepted(session, "move", args={"ids": ["Partition"], "by": [0, 300, 0]})
    accepted(session, "create", args={"record": {"category": "level", "name": "Attic",
                                                 "elevation": 6000}})
    assert ask(session, "execute_batch", commands=[
        {"command": "rename", "args": {"id": "wall-north", "name": "North"}},
        {"command": "set_property", "args": {"ids": ["wall-south"], "set": "Notes", "name": "Note",
                                             "value": "x" * 5000}}])["ok"]
    text = (folder / EAST).read_text().replace('"height": 2700', '"height":   2750')
    (folder / EAST).write_text(text)
    assert ask(session, "commit_edits")["ok"]
    assert ask(session, "undo", of=2)["ok"]
    assert ask(session, "version", do="create", name="one")["ok"]
    rename(session, "wall-north", "Later")
    assert ask(session, "version", do="restore", name="one")["ok"]
    (folder / NORTH).write_text((folder / NORTH).read_text().replace('"North"', '"By git"'))
    (folder / "notes.txt").write_text("beside the model\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "by plain git\n\nSigned-off-by: Anna <anna@example.org>")
    made = ask(session, "propose", title="Widen", intent="more room")["data"]
    assert ask(session, "execute", on=made["branch"], command="rename",
               args={"id": "wall-west", "name": "West"})["ok"]
    assert rename(session, "wall-south", "South")["ok"]
    assert ask(session, "merge", proposal=made["slug"])["ok"]
    git(folder, "switch", "-qc", "side")
    git(folder, "commit", "-q", "--allow-empty", "-m", "nothing")
    git(folder, "switch", "-q", "main")
    git(folder, "merge", "-q", "--no-ff", "side", "-m", "merged by plain git")
    return folder


@pytest.mark.requirement("D-1", "D-6")
def test_every_step_of_a_history_made_again_from_the_root_gives_the_same_trees(
        tmp_path: Path) -> None:
    folder = _lived(tmp_path / "house")
    repository = Repository(folder, context())
    line = repository.line("main", repository.git.head() or "")
    batch = ObjectBatch(repository.git.common / "objects", repository.git.exists,
                        repository.git.read)
    tip = Tip("", batch.write("tree", b""), Files.of([]), 0)
    kinds, planned = set(), 0
    for number in range(1, line.last + 1):
        old = line[number]
        made = again(repository, batch, tip, old)
        assert made.root == repository.git.commit(old).tree, repository.git.commit(old).message
        kinds.add(envelope_of(repository, repository.git.commit(old)).get("op", "git"))
        planned += made.planned
        tip = write_again(repository, batch, tip, made, old, old)
    assert kinds == {"init", "execute", "execute_batch", "commit_edits", "undo", "version", "merge",
                     "git"}
    assert planned == 5
