"""Words of a model: which records hold a text, and which come near to one mistyped."""

from collections.abc import Iterable
from typing import NamedTuple

from eikrepo.geometry.view import View
from eikrepo.model.record import Record

_LEAST_SCORE = 60.0
_TRIED_MOST = 3000
"""How many texts that share most letters with the words are compared with them in full."""
_SHORT = 3
_NAMES = ("name", "number", "mark", "usage")


class Words(NamedTuple):
    """Every text of a model once, plain and folded, with the ids of the records that have it."""

    texts: tuple[str, ...]
    folded: tuple[str, ...]
    holders: tuple[tuple[str, ...], ...]
    grams: dict[str, list[int]]
    """Places of the texts by each run of three letters in them."""


def texts_of(view: View, record: Record) -> set[str]:
    """Returns the texts a record is known by: id, name, number, mark, usage, its type's name."""
    kind = view.get(record.get("typeId"))
    found = [record.id, kind.label if kind else None, *(record.get(name) for name in _NAMES)]
    return {text for text in found if isinstance(text, str) and text}


def words(view: View) -> Words:
    """Returns the index of a model's texts, made on first use."""
    return view.once(_words)


def _words(view: View) -> Words:
    holders: dict[str, list[str]] = {}
    for record in view.model.values():
        for text in texts_of(view, record):
            holders.setdefault(text, []).append(record.id)
    texts = tuple(holders)
    folded = tuple(_folded(text) for text in texts)
    grams: dict[str, list[int]] = {}
    for place, text in enumerate(folded):
        for gram in _grams(text):
            grams.setdefault(gram, []).append(place)
    return Words(texts, folded, tuple(tuple(ids) for ids in holders.values()), grams)


def _folded(text: str) -> str:
    """Returns a text in small letters, with a space for whatever is neither letter nor digit."""
    return " ".join("".join(one if one.isalnum() else " " for one in text.casefold()).split())


def _grams(folded: str) -> set[str]:
    padded = f" {folded} "
    return {padded[at:at + _SHORT] for at in range(len(padded) - _SHORT + 1)}


def holding(view: View, text: str) -> frozenset[str]:
    """Returns the ids of the records that hold a text in one of theirs, case aside."""
    known, wanted = words(view), text.casefold()
    return frozenset(name for one, names in zip(known.texts, known.holders, strict=True)
                     if wanted in one.casefold() for name in names)


def ranked(view: View, text: str) -> dict[str, tuple[float, str]]:
    """Returns records by how well a text of theirs matches words, with that text.

    Scores run from 60 to 100, which an equal text alone has; typing errors are forgiven.
    """
    from rapidfuzz import fuzz, process
    known, wanted = words(view), _folded(text)
    places = _near(known, wanted)
    found: dict[str, tuple[float, str]] = {}
    scored = process.extract(wanted, {place: known.folded[place] for place in places},
                             scorer=fuzz.WRatio, score_cutoff=_LEAST_SCORE, limit=None)
    for _, score, place in scored:
        one = known.texts[place]
        mine = (100.0 if one.casefold() == text.casefold() else min(99.0, float(score)), one)
        for name in known.holders[place]:
            found[name] = max(found.get(name, (0.0, "")), mine)
    return found


def _near(known: Words, wanted: str) -> Iterable[int]:
    """Returns the places of the texts that share the most runs of letters with the words."""
    if len(wanted) < _SHORT or len(known.texts) <= _TRIED_MOST:
        return range(len(known.texts))
    shared: dict[int, int] = {}
    for gram in sorted(_grams(wanted)):
        for place in known.grams.get(gram, ()):
            shared[place] = shared.get(place, 0) + 1
    order = sorted(shared, key=lambda place: (-shared[place], len(known.folded[place]), place))
    return order[:_TRIED_MOST]
