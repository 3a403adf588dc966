"""Three-way merge of lists: sets by item, and the order of lists with keys.

Which side is ours makes no difference to what comes out.
"""

from typing import Any

from eikrepo.model.record import same


def sets(base: list[Any], ours: list[Any], theirs: list[Any]) -> list[Any]:
    """Returns what neither removed, in the order of the base, and what either added, sorted."""
    def stands(item: Any, side: list[Any]) -> bool:
        return any(same(item, one) for one in side)
    kept = [item for item in base if stands(item, ours) and stands(item, theirs)]
    added: list[Any] = []
    for item in (*ours, *theirs):
        if not stands(item, base) and not stands(item, added):
            added.append(item)
    return kept + sorted(added, key=lambda item: (str(type(item)), str(item)))


def order(base: list[Any], ours: list[Any], theirs: list[Any]) -> tuple[list[Any], bool]:
    """Returns the keys of both sides in the order that they merge to, and whether it is clear.

    Keys that both have stand as the side that moved them has them; where both moved them apart,
    as ours has them, and it is not clear. Keys of one side follow what they follow there.
    """
    shared = set(ours) & set(theirs)
    mine, other = ([name for name in side if name in shared] for side in (ours, theirs))
    standing = [name for name in base if name in shared]
    kept_mine, kept_other = ([name for name in side if name in standing]
                             for side in (mine, other))
    clear = True
    if kept_mine == kept_other:
        spine = min(mine, other, key=_by_text)
    elif kept_mine == standing:
        spine = other
    else:
        spine = mine
        clear = kept_other == standing
    runs = [_runs(side, shared) for side in (ours, theirs)]
    out: list[Any] = []
    for name in (None, *spine):
        if name is not None:
            out.append(name)
        for run in sorted((one[name] for one in runs if name in one), key=_by_text):
            out.extend(run)
    return out, clear


def _by_text(names: list[Any]) -> list[str]:
    return [str(name) for name in names]


def _runs(side: list[Any], shared: set[Any]) -> dict[Any, list[Any]]:
    """Returns the keys that one side alone has, by the shared key that they follow."""
    out: dict[Any, list[Any]] = {}
    last: Any = None
    for name in side:
        if name in shared:
            last = name
        else:
            out.setdefault(last, []).append(name)
    return out
