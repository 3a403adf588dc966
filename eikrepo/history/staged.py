"""Checks what is staged, exactly: the index against HEAD, not what lies in the folder."""

from pathlib import Path
from typing import NamedTuple

from eikrepo.context import Context
from eikrepo.history.git import Git
from eikrepo.history.index import Index
from eikrepo.history.load import Loader
from eikrepo.history.state import integrity
from eikrepo.history.trees import flatten
from eikrepo.problems import ERROR, Problem
from eikrepo.rules import engine
from eikrepo.store.cache import Cache
from eikrepo.store.files import File, Files, belongs
from eikrepo.store.locate import line_of


class Verdict(NamedTuple):
    """What a check of the index found: problems, and how many files were staged."""

    problems: list[Problem]
    files: int

    @property
    def errors(self) -> list[Problem]:
        """The problems that refuse the commit."""
        return [one for one in self.problems if one.severity == ERROR]


def check_staged(folder: Path, context: Context, index_file: Path | None = None) -> Verdict:
    """Checks what a commit of the index would bring against HEAD.

    ``index_file`` is the index that git commits from where it is not the usual one
    (``git commit -a`` and ``git commit -- path`` use another). A first commit is checked whole.
    """
    git = Git(folder, context.config)
    index = Index((index_file or git.index_path).read_bytes())
    head = git.head()
    tree = git.model_tree(head) if head else None
    changes = _staged(git, index, tree)
    loader = Loader(git, Cache(git.state))
    before = loader.at(tree)
    after = before.changed(changes)
    before.view.today = after.view.today = context.today()
    standing = {one.fingerprint() for one in before.problems()}
    found = [one for one in after.problems() if one.fingerprint() not in standing]
    if tree is None:
        found = integrity(after)
    elif not any(one.severity == ERROR for one in found):
        found += engine.brought(before.view, after.view, before.model.diff(after.model)).new
    found += after.not_canonical([name for one in changes if (name := _id(after, one))])
    return Verdict(engine.ordered(_located(git, after, found, changes)), len(changes))


def _staged(git: Git, index: Index, tree: str | None) -> list[File]:
    """Returns the files of the model in which the index differs from a tree."""
    if tree is not None and index.tree_of(git.prefix) == tree:
        return []
    known = {path: entry.oid for path, entry in flatten(git.read, tree, belongs)}
    start = git.prefix.encode()
    out = []
    for span in index.spans():
        if not span[0].startswith(start):
            continue
        path = span[0][len(start):].decode("utf-8", "surrogateescape")
        oid = index.raw[span[1] + 40:span[1] + 60].hex()
        if known.pop(path, None) != oid and belongs(path):
            out.append(File(path, git.read(oid), oid))
    return [*out, *(File(path, None, "") for path in known)]


def _id(files: Files, file: File) -> str | None:
    name = file.path.rpartition("/")[2].removesuffix(".json")
    return name if file.content is not None and name in files.model else None


def _located(git: Git, files: Files, problems: list[Problem],
             changes: list[File]) -> list[Problem]:
    """Returns problems with the line of each one's pointer."""
    contents = {one.path: one.content for one in changes}
    out = []
    for one in problems:
        content = contents.get(one.file or "")
        record = files.model.find(one.record)
        if content is None and record is not None and record.oid and one.file not in contents:
            content = git.read(record.oid)
        line = line_of(content, one.pointer or "") if content and one.line is None else one.line
        out.append(one._replace(line=line))
    return out
