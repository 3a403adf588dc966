"""A model with what is derived from it, computed on demand and kept with the model."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from eikrepo.geometry.kept import Kept, Noting, Reads
from eikrepo.model.category import category
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.elements import effective
from eikrepo.model.format import newer_minor
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.model.shape import Box, Prism, join

T = TypeVar("T")
_UNKNOWN: Any = object()


class View:
    """What rules, reads and pictures look at.

    ``whole`` is the model as it stands; ``model`` leaves out the records that do not fit
    their schema, so that whoever looks further may rely on every member; ``bad`` names those
    left out. ``today`` (YYYY-MM-DD) is the day that expiries are held against; without it
    nothing expires. ``newer`` tells of a model of a newer minor format, in which members and
    categories that this program does not know are taken as they are.
    """

    def __init__(self, whole: Model, bad: frozenset[str] | None = None,
                 today: str | None = None, model: Model | None = None,
                 keep: Kept | None = None) -> None:
        self.whole, self.today = whole, today
        self.newer = newer_minor(whole.manifest)
        self.bad = frozenset(unfit(whole.values(), newer=self.newer)) if bad is None else bad
        if model is None or not self.bad:
            model = whole.apply(Diff(Delta(whole[name], None)
                                     for name in self.bad if name in whole))
        self.model = Noting.over(model)
        self.keep = Kept() if keep is None else keep
        self._memo: dict[Callable[..., Any], dict[str, Any]] = {}
        self._reads: dict[tuple[Callable[..., Any], str], Reads] = {}
        self._once: dict[Callable[..., Any], Any] = {}

    def after(self, diff: Diff) -> "View":
        """Returns the view of the model after a change, checking only what changed."""
        changed = [delta.after for delta in diff.values() if delta.after]
        bad = (self.bad - set(diff)) | frozenset(unfit(changed, newer=self.newer))
        sound = Diff(Delta(self.model.find(name), None if name in bad else delta.after)
                     for name, delta in diff.items() if name in self.model or delta.after)
        return View(self.whole.apply(diff), bad, self.today, self.model.apply(sound), self.keep)

    def get(self, name: str | None) -> Record | None:
        """Returns a record that fits its schema, or None."""
        return self.model.find(name)

    def of(self, name: str) -> tuple[Record, ...]:
        """Returns the sound records of a category."""
        return self.model.of(name)

    def effective(self, record: Record, name: str) -> Any:
        """Returns a member's effective value: instance, else type, else default."""
        return effective(record, self.model, name)

    def memo(self, compute: "Callable[[View, Record], T]", record: Record) -> T:
        """Returns ``compute(self, record)``, worked out once for this model."""
        known = self._memo.get(compute)
        if known is None:
            known = self._memo[compute] = {}
        if self.model.reads is not None:
            return self._noted(known, compute, record)[0]
        found: T = known.get(record.id, _UNKNOWN)
        if found is _UNKNOWN:
            found = known[record.id] = compute(self, record)
        return found

    def kept(self, compute: "Callable[[View, Record], T]", record: Record) -> T:
        """Returns ``compute(self, record)``, kept also for the models after this one.

        It is worked out again where anything has changed that it was read from (see ``kept``).
        """
        known = self._memo.get(compute)
        if known is None:
            known = self._memo[compute] = {}
        found: T = known.get(record.id, _UNKNOWN)
        if found is not _UNKNOWN and self.model.reads is None:
            return found
        before = self.keep.find(compute, record, self.model)
        if before is not None:
            known[record.id], self._reads[compute, record.id] = before
            return self._noted(known, compute, record)[0]
        found, reads = self._noted(known, compute, record)
        self.keep.put(compute, record, found, reads)
        return found

    def _noted(self, known: dict[str, Any], compute: "Callable[[View, Record], T]",
               record: Record) -> tuple[T, Reads]:
        """Returns a value with what it was read from, noting that for whoever asked for it."""
        outer, key = self.model.reads, (compute, record.id)
        reads = self._reads.get(key)
        if reads is None or record.id not in known:
            reads = self.model.reads = {}
            try:
                known[record.id] = compute(self, record)
            finally:
                self.model.reads = outer
            self._reads[key] = reads
        if outer is not None:
            outer.update(reads)
        return known[record.id], reads

    def learn(self, compute: Callable[..., Any], values: Mapping[str, Any]) -> None:
        """Takes values that are what ``compute`` would answer, by id of their records."""
        self._memo[compute] = {**values, **self._memo.get(compute, {})}

    def once(self, compute: "Callable[[View], T]") -> T:
        """Returns ``compute(self)``, worked out once for this model."""
        if compute not in self._once:
            self._once[compute] = compute(self)
        found: T = self._once[compute]
        return found

    def shape(self, record: Record) -> tuple[Prism, ...]:
        """Returns a record's solids, without joins and openings."""
        return self.memo(_shape, record)

    def bounds(self, record: Record) -> Box | None:
        """Returns a record's bounds in mm, or None where it has no place."""
        return self.memo(_bounds, record)


def _shape(view: View, record: Record) -> tuple[Prism, ...]:
    row = category(record.category)
    return row.shape(record, view.model) if row and row.shape else ()


def _bounds(view: View, record: Record) -> Box | None:
    return join([prism.bounds for prism in view.shape(record)])


def unfit(records: Iterable[Record], *, newer: bool = False) -> list[str]:
    """Returns the ids of records that do not fit their category's schema.

    In a ``newer`` format what is not known is no fault.
    """
    out = []
    for record in records:
        row = category(record.category)
        if row is None:
            if not newer:
                out.append(record.id)
        elif not row.test(record.data) and not (newer and all(
                fault.code == "unknown-member" for fault in row.faults(record.data))):
            out.append(record.id)
    return out
