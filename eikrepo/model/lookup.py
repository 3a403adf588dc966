"""Near-miss names: what a caller who named no record may have meant."""

from collections.abc import Iterable, Iterator

from eikrepo.model.model import Model
from eikrepo.problems import similar

_FEW = 1000


def nearest(model: Model, text: str, targets: Iterable[str] = ()) -> tuple[str, ...]:
    """Returns up to three ids or names of records that are nearly a text, case aside.

    ``targets`` are the categories that may be meant; none means any. Quick in a large model: a
    slip of the pen leaves the first or the last half of a name whole, and only names that share
    one of them are compared closely.
    """
    wanted = text.casefold()
    found = similar(wanted, dict.fromkeys(_candidates(model, wanted, tuple(targets))))
    return tuple(dict.fromkeys(_spelled(model, name) for name in found))


def _candidates(model: Model, text: str, targets: tuple[str, ...]) -> Iterator[str]:
    if targets:
        records = [record for name in targets for record in model.of(name)]
        ids = [record.id for record in records]
        labels = [record.label.casefold() for record in records]
    else:
        ids, labels = list(model), model.labels()
    for names in (labels, ids):
        yield from names if len(names) <= _FEW else _sharing(names, text)


def _sharing(names: Iterable[str], text: str) -> Iterator[str]:
    size = max(1, len(text) // 2)
    head, tail = text[:size], text[-size:]
    return (name for name in names if name.startswith(head) or name.endswith(tail))


def _spelled(model: Model, name: str) -> str:
    """Returns a name found in lower case as its record spells it."""
    for record in () if name in model else model.named(name):
        for member in ("name", "number", "mark"):
            text = record.get(member)
            if isinstance(text, str) and text.casefold() == name:
                return text
    return name
