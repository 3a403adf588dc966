"""A model as the files that hold it: parsed one by one, changed one by one.

``Files`` knows where each record really stands, so that a folder that breaks the layout is
told file by file and never guessed at. Contents come from whoever reads folder or git.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from eikrepo.geometry.view import View, unfit
from eikrepo.model.category import DOCUMENT, ELEMENT, category
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.format import SAID, newer_major, newer_minor
from eikrepo.model.kinds import Test, is_id
from eikrepo.model.model import Model
from eikrepo.model.path import NO_LEVEL, fan_out_of, home_of, in_layout, path_of, place
from eikrepo.model.record import Record
from eikrepo.problems import ERROR, WARNING, Problem
from eikrepo.store.canonical import BYTES_MOST, Unreadable, blob_id, decode, encode, quick

_QUICK_MOST = 20_000


class File(NamedTuple):
    """One file of a model: its path, its bytes (None where it is gone), its blob id; ``problem``
    is why it cannot be read."""

    path: str
    content: bytes | None
    oid: str
    problem: Problem | None = None


class Parsed(NamedTuple):
    """What one file holds: a record, or the reasons why not."""

    record: Record | None
    faults: tuple[Problem, ...]


def fault(code: str, path: str, message: str, **more: Any) -> Problem:
    """Returns an integrity problem of a file."""
    return Problem(code, message, ERROR, "integrity", file=path, **more)


def parse_file(file: File) -> Parsed:
    """Returns the record of one file inside the layout."""
    path, content = file.path, file.content or b""
    if file.problem:
        return Parsed(None, (file.problem,))
    spot = place(path)
    if spot is None and path.startswith("geometry/"):
        return Parsed(None, ())
    if spot is None or (spot.category is None and "/" in path):
        return Parsed(None, (fault(
            "stray-file", path, f"{path} is no record: its place or name is none of the layout's.",
            fix="Move it out of the model's folders, or to where its category lives."),))
    if len(content) > BYTES_MOST:
        return Parsed(None, (fault("unreadable", path, f"{path} is larger than 8 MiB.",
                                   expected=BYTES_MOST, got=len(content)),))
    try:
        data = decode(content)
    except Unreadable as error:
        return Parsed(None, (fault(error.code, path, f"{path} cannot be read. {error}",
                                   line=error.line, record=spot.id),))
    if not isinstance(data, dict):
        return Parsed(None, (fault("wrong-type", path, f"{path} holds no JSON object.",
                                   record=spot.id, expected="an object"),))
    return _placed(path, spot.id, spot.category, Record(spot.id, "", data, file.oid))


def _placed(path: str, stem: str, folder: str | None, record: Record) -> Parsed:
    said = record.data.get("category")
    record.category = said if isinstance(said, str) else folder or ""
    if record.data.get("id") == stem and is_id(stem):
        return Parsed(record, ())
    row = category(folder) if folder else None
    if row is not None and row.path == path:
        record.category = row.name
        return Parsed(record, ())
    if not is_id(stem):
        return Parsed(None, (fault("stray-file", path, f"{path} cannot hold a record: {stem!r} is "
                                   "no id.", expected="1 to 64 of a-z, 0-9 and -"),))
    got = record.data.get("id")
    return Parsed(record, (fault(
        "id-not-file-name", path, f"{path} says its id is {got!r}, and the file's name says "
        f"{stem!r}.", pointer="/id", record=stem, expected=stem, got=got,
        fix=f'Set "id" to "{stem}" in {path}.'),))


class Files:
    """All files of a model at one moment. Immutable: ``changed`` answers a new one."""

    def __init__(self, view: View, faults: dict[str, tuple[Problem, ...]],
                 odd: dict[str, str], shadows: dict[str, Record]) -> None:
        self.view = view
        self.faults = faults
        self.odd = odd
        """Where a record stands that does not stand where it should: id → path."""
        self.shadows = shadows
        """Second files of one id: path → record; the model holds the first by path."""

    @property
    def model(self) -> Model:
        """The records."""
        return self.view.whole

    @classmethod
    def of(cls, files: Iterable[File]) -> "Files":
        """Returns the files read one by one."""
        work = Gather()
        for file in files:
            work.take(file)
        return work.files()

    def path(self, name: str) -> str | None:
        """Returns where a record's file stands."""
        record = self.model.find(name)
        if record is None:
            return None
        return self.odd.get(name) or path_of(record, fan_out_of(self.model.manifest))

    def changed(self, files: Iterable[File]) -> "Files":
        """Returns the files after some were written or went (content None)."""
        work = _Change(self)
        for file in sorted(files, key=lambda one: one.content is not None):
            work.put(file)
        return work.done()

    def problems(self) -> Iterator[Problem]:
        """Yields what is wrong with files as files; integrity, all of it."""
        for found in self.faults.values():
            yield from found
        fan = fan_out_of(self.model.manifest)
        for name, path in self.odd.items():
            record = self.model[name]
            right = path_of(record, fan)
            yield fault("wrong-folder", path, f"{path} belongs at {right}.", record=name,
                        expected=right, got=path, fix=f"git mv {path} {right}")
        for path, record in self.shadows.items():
            first = self.path(record.id)
            yield fault("duplicate-id", path, f"{path} holds the id {record.id}, and so does "
                        f"{first}.", record=record.id, pointer="/id",
                        fix="Give one of the two another id and file name.")
        yield from self._clashes()
        manifest = self.model.manifest
        if manifest is None:
            yield fault("missing-member", "model.json", "model.json is missing or unreadable: the "
                        "folder does not say which model it holds.", fix="eikrepo init")
        elif newer := newer_format(manifest):
            yield newer

    def _clashes(self) -> Iterator[Problem]:
        """Yields the paths that a case-insensitive disk cannot tell apart. All but lower case
        is out of order here, so that few paths have to be looked at."""
        special = {*self.faults, *self.odd.values(), *self.shadows}
        seen: dict[str, str] = {}
        for path in sorted(path for path in special if path != path.casefold()):
            low = path.casefold()
            spot = place(low)
            stands = low in special or (spot is not None and self.path(spot.id) == low)
            first = seen.setdefault(low, low if stands else path)
            if first != path:
                yield fault("case-clash", path, f"{path} and {first} are one file on a disk that "
                            "does not tell case apart.", fix="Rename one of them.")

    def not_canonical(self, ids: Iterable[str] | None = None) -> Iterator[Problem]:
        """Yields the records whose file is not in canonical bytes: a warning."""
        records = self.model.values() if ids is None else (
            self.model[name] for name in ids if name in self.model)
        for record in records:
            if record.oid is None or record.id in self.view.bad:
                continue
            if blob_id(encode(record)) != record.oid:
                path = self.path(record.id)
                yield Problem("not-canonical", f"{path} is not in canonical form.", WARNING,
                              "quality", file=path, record=record.id, fix="eikrepo fmt")


def newer_format(manifest: Record) -> Problem | None:
    """Returns the problem of a model whose format is newer than this program's.

    One of a newer minor version is read and not written: a warning. One of a newer major
    version is not read.
    """
    major = newer_major(manifest)
    if not major and not newer_minor(manifest):
        return None
    said = manifest.get("format")
    what = "cannot be read" if major else "can be read here and not written"
    return Problem("format-newer", f"The model is of format {said} and {what}: this program is of "
                   f"{SAID}.", ERROR if major else WARNING, "integrity", file="model.json",
                   pointer="/format", record="model", expected=SAID, got=said,
                   fix="pip install --upgrade eikrepo")


def _odd(model: Model, paths: Iterable[tuple[str, str]]) -> dict[str, str]:
    fan = fan_out_of(model.manifest)
    return {name: path for name, path in paths if path_of(model[name], fan) != path}


class _Home(NamedTuple):
    """What a folder of the disk says of its records. ``bare`` tells that it has no fan-out."""

    category: str
    test: Test
    discipline: str
    level: str
    bare: bool

    def holds(self, data: dict[str, Any]) -> bool:
        """Tells whether a record's own members lead to this folder."""
        return not self.discipline or (data.get("discipline") == self.discipline
                                       and data.get("levelId", NO_LEVEL) == self.level)


class Gather:
    """Reads many files into a model. The ordinary record in canonical bytes at its right place,
    nearly all of them, is taken at a glance; any other is looked at closely."""

    def __init__(self) -> None:
        self.records: dict[str, Record] = {}
        self.paths: dict[str, str] = {}
        self.faults: dict[str, tuple[Problem, ...]] = {}
        self.shadows: dict[str, Record] = {}
        self.bad: set[str] = set()
        self.right: dict[str, str] = {}
        self._homes: dict[str, _Home | None] = {}

    def take(self, file: File, *, plain: bool = False) -> bool:
        """Takes one file in; ``plain`` tells that it was found ordinary before.

        Returns whether it is ordinary.
        """
        if self._quick(file, plain=plain):
            return True
        self._add(file)
        return False

    def files(self) -> "Files":
        """Returns what was taken in."""
        model = Model(by_id=self.records)
        fan, right = fan_out_of(model.manifest), self.right
        odd = _odd(model, ((name, path) for name, path in self.paths.items()
                           if name not in right or right[name] in fan))
        newer = newer_minor(model.manifest)
        bad = unfit((self.records[name] for name in self.bad), newer=newer) if newer else self.bad
        return Files(View(model, frozenset(bad)), self.faults, odd, self.shadows)

    def _quick(self, file: File, *, plain: bool) -> bool:
        path, content, oid, _ = file
        folder, _, name = path.rpartition("/")
        home = self._homes[folder] if folder in self._homes else self._home(folder)
        if home is None or content is None or len(content) > _QUICK_MOST:
            return False
        data = quick(content)
        stem = name[:-5]
        if data is None or data.get("id") != stem or stem in self.records:
            return False
        if not plain and not (name.endswith(".json") and data.get("category") == home.category
                              and home.test(data) and home.holds(data)):
            return False
        self.records[stem] = Record(stem, home.category, data, oid)
        if home.bare:
            self.right[stem] = folder
        self.paths[stem] = path
        return True

    def _home(self, folder: str) -> "_Home | None":
        spot = home_of(folder) if folder else None
        row = category(spot[1]) if spot and spot[1] else None
        home = None
        if spot and row and row.home != DOCUMENT:
            parts = spot[0].split("/") if row.home == ELEMENT else ["", ""]
            home = _Home(row.name, row.test, parts[0], parts[1], bare=folder == spot[0])
        self._homes[folder] = home
        return home

    def _add(self, file: File) -> None:
        record, found = parse_file(file)
        if found:
            self.faults[file.path] = found
        if record is None:
            return
        first = self.paths.get(record.id)
        if first is not None and file.path > first:
            self.shadows[file.path] = record
            return
        if first is not None:
            self.shadows[first] = self.records[record.id]
            self.right.pop(record.id, None)
        self.records[record.id] = record
        self.paths[record.id] = file.path
        row = category(record.category)
        if row is None or not row.test(record.data):
            self.bad.add(record.id)
        else:
            self.bad.discard(record.id)


class _Change:
    """A change of files under way."""

    def __init__(self, before: Files) -> None:
        self.before = before
        self.faults = dict(before.faults)
        self.odd = dict(before.odd)
        self.shadows = dict(before.shadows)
        self.after: dict[str, Record | None] = {}
        self.paths: dict[str, str] = {}

    def find(self, name: str) -> Record | None:
        return self.after[name] if name in self.after else self.before.model.find(name)

    def where(self, name: str) -> str | None:
        return self.paths.get(name) or self.before.path(name)

    def put(self, file: File) -> None:
        self.faults.pop(file.path, None)
        self.shadows.pop(file.path, None)
        spot = place(file.path)
        name = spot.id if spot else None
        there = file.content is not None or file.problem
        record, found = parse_file(file) if there else Parsed(None, ())
        if found:
            self.faults[file.path] = found
        if name is None:
            return
        standing = self.find(name)
        if standing is None or self.where(name) == file.path:
            self._set(name, record, file.path)
        elif record is not None:
            if file.path < str(self.where(name)):
                self.shadows[str(self.where(name))] = standing
                self._set(name, record, file.path)
            else:
                self.shadows[file.path] = record

    def _set(self, name: str, record: Record | None, path: str) -> None:
        if record is None:
            heir = min((one for one in self.shadows if self.shadows[one].id == name), default=None)
            if heir is not None:
                record, path = self.shadows.pop(heir), heir
        self.after[name] = record
        if record is not None:
            self.paths[name] = path
        else:
            self.paths.pop(name, None)

    def done(self) -> Files:
        before = self.before
        diff = Diff(Delta(before.model.find(name), record) for name, record in self.after.items()
                    if record or name in before.model)
        fresh = [record for record in self.after.values() if record]
        model = before.model.apply(diff).reread(fresh)
        newer = newer_minor(model.manifest)
        if newer == newer_minor(before.model.manifest):
            bad = (before.view.bad - set(self.after)) | frozenset(unfit(fresh, newer=newer))
        else:
            bad = frozenset(unfit(model.values(), newer=newer))
        view = View(model, bad, keep=before.view.keep)
        if fan_out_of(before.model.manifest) != fan_out_of(view.whole.manifest):
            pairs = ((name, self.paths.get(name) or str(before.path(name))) for name in view.whole)
            return Files(view, self.faults, _odd(view.whole, pairs), self.shadows)
        for name in self.after:
            self.odd.pop(name, None)
        self.odd.update(_odd(view.whole, self.paths.items()))
        return Files(view, self.faults, self.odd, self.shadows)


def belongs(path: str) -> bool:
    """Tells whether a path is the model's to look at."""
    return in_layout(path) or path.startswith("geometry/")
