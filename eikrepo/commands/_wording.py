"""How commands say in one plain line what they did (design: names before ids, units always)."""

from collections.abc import Collection, Iterable, Sequence

from eikrepo.commands._command import spoken
from eikrepo.model.category import category
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.rules._rule import mm

LINE = 100
_COMPASS = (("east", "west"), ("north", "south"), ("up", "down"))


def plain(text: str) -> str:
    """Returns a text as one line of at most 100 characters, control characters taken out."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return line if len(line) <= LINE else line[:LINE - 1].rstrip() + "…"


def things(model: Model, ids: Collection[str]) -> str:
    """Returns what a few ids are called: a name, two names, or a count of their category."""
    return called([record for record in map(model.find, ids) if record], len(ids))


def called(records: Sequence[Record], count: int | None = None) -> str:
    """Returns what records are called: one or two names, else a count by category."""
    count = len(records) if count is None else count
    if len(records) == count and 0 < count <= 2:
        return " and ".join(record.label for record in records)
    kinds = {record.category for record in records}
    return f"{count} {plural(kinds.pop()) if len(kinds) == 1 else 'records'}"


def plural(name: str) -> str:
    """Returns the plural of a category as people say it."""
    row = category(name)
    return spoken(row.plural if row else f"{name} records")


def counted(records: Iterable[Record]) -> str:
    """Returns how many records there are of each category: 2 doors, 1 window."""
    counts: dict[str, int] = {}
    for record in records:
        counts[record.category] = counts.get(record.category, 0) + 1
    return ", ".join(f"{count} {plural(name) if count > 1 else spoken(name)}"
                     for name, count in sorted(counts.items()))


def direction(by: Sequence[float]) -> str:
    """Returns a vector in words: 300 mm north, or by 300, 200, 0 mm."""
    axes = [axis for axis in range(3) if by[axis]]
    if not axes:
        return "by nothing"
    if len(axes) == 1:
        axis = axes[0]
        return f"{mm(abs(by[axis]))} {_COMPASS[axis][by[axis] < 0]}"
    return f"by {point(by)}"


def degrees(angle: float) -> str:
    """Returns a turn in words: 90° counter-clockwise."""
    return f"{abs(angle):g}° {'counter-clockwise' if angle >= 0 else 'clockwise'}"


def point(at: Sequence[float]) -> str:
    """Returns a point in words: 1 200, 3 400 mm."""
    return f"{', '.join(mm(part).removesuffix(' mm') for part in at)} mm"
