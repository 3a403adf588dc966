"""One class of one system has two titles."""

from collections.abc import Iterable, Iterator
from typing import Any

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, command


def _classes(record: Record) -> list[dict[str, Any]]:
    found = record.get("classifications")
    return [one for one in found if isinstance(one, dict)
            and all(isinstance(one.get(name), str) for name in ("system", "code", "title"))
            ] if isinstance(found, list) else []


def by_class(record: Record) -> Iterable[tuple[str, str]]:
    """Answers the classes that a record has a title for."""
    return [(one["system"], one["code"]) for one in _classes(record)]


def by_title(record: Record) -> Iterable[tuple[str, str, str]]:
    """Answers the classes of a record with their titles."""
    return [(one["system"], one["code"], one["title"]) for one in _classes(record)]


def suspects(view: View) -> Iterable[str]:
    """Answers the records of classes that have several titles."""
    seen: set[tuple[str, str]] = set()
    twice: set[tuple[str, str]] = set()
    for system, code, _ in view.model.keys_of(by_title):
        (twice if (system, code) in seen else seen).add((system, code))
    return [record.id for key in sorted(twice) for record in view.model.by(by_class, key)]


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds titles other than that of the first record, by id, of the same class."""
    for at, one in enumerate(record.get("classifications", ())):
        if "title" not in one:
            continue
        for first in view.model.first(by_class, (one["system"], one["code"])):
            title = next(same["title"] for same in _classes(first)
                         if (same["system"], same["code"]) == (one["system"], one["code"]))
            if title != one["title"]:
                right = [same | {"title": title} if same is one else same
                         for same in record["classifications"]]
                yield Finding(f"{record.label} calls {one['code']} of {one['system']} "
                              f"{one['title']!r}, and {first.label} {title!r}.",
                              f"/classifications/{at}/title", title, one["title"],
                              fix=command("update", id=record.id,
                                          set={"classifications": right}))


def _others(view: View, record: Record) -> Iterable[str]:
    """Answers the records of a class whose first one changed, or of which a new first stands."""
    return [other.id for key in by_class(record)
            if view.model.first(by_class, key)[0].id == record.id
            for other in view.model.by(by_class, key)]


RULE = Rule(summary="A class of a system has one title", kind=QUALITY, check=check,
            held=True, labels=True,
            touched=_others, suspects=suspects,
            breaks=Breaks(put=(
                {"id": "wall-north", "classifications": [
                    {"system": "Uniclass 2015", "code": "EF_25_10", "title": "Walls"}]},
                {"id": "wall-south", "classifications": [
                    {"system": "Uniclass 2015", "code": "EF_25_10", "title": "Outside walls"}]})))
