"""Differences, proposals, merges and conflicts as a reviewer reads them."""

from collections import Counter
from collections.abc import Iterator
from math import hypot
from typing import Any

from eikrepo.cli.render import (
    HERE,
    Answer,
    clean,
    differences,
    many,
    number,
    problems,
    shown,
    table,
)

_MANY = 20
_ALIKE = 4
"""From so many on, records of one category that changed alike are told as one."""
_MARKS = {"created": "+", "deleted": "-", "updated": "~"}
_RATING = frozenset({"fireRating", "loadBearing", "isExternal"})
_SHAPE = frozenset({"start", "end", "through", "at", "boundary", "holes", "offset", "height",
                    "width", "thickness", "baseOffset", "topOffset", "topLevelId", "levelId",
                    "elevation", "rotation", "layers", "profile", "flipped", "locationLine"})
_NAMES = {"netSideArea": "net area", "grossSideArea": "gross area", "netVolume": "volume",
          "grossVolume": "gross volume"}


def difference(answer: Answer) -> Iterator[str]:
    """Yields a difference: what changed by weight, its effects, quantities and problems."""
    data = answer["data"]
    proposal = data.get("proposal")
    if isinstance(proposal, dict):
        yield f"{clean(proposal['title'])} · intent: {clean(proposal['intent'])}"
        for step in data.get("steps", []):
            yield f"  {clean(step['subject'])} · {_who(step)}"
    else:
        end = "the folder" if data["b"] == "folder" else data["b"][:12]
        yield f"from {data['a'][:12]} to {end}"
    yield from _changes(data)
    yield from _effects(data)
    yield from _told(data)
    more = data.get("total", 0) - data.get("returned", 0)
    yield f"Compared: {data['compared']}. Not compared: {data['notCompared']}."
    if more > 0:
        yield f"{number(more)} more changed records: --json"


def _changes(data: Answer) -> Iterator[str]:
    groups: dict[str, list[tuple[str, str, str, str]]] = {
        "Rating, load-bearing": [], "Shape": [], "Data": []}
    called = _names(data)
    for row in data["changes"]:
        members = {pointer.split("/")[1] for pointer in row.get("changes", {})}
        kind = ("Rating, load-bearing" if members & _RATING else
                "Shape" if row["did"] != "updated" or members & _SHAPE else "Data")
        groups[kind].append((_MARKS[row["did"]], called[row["id"]], _said(row), row["category"]))
    for title, each in groups.items():
        rows = list(_folded(each))
        if not rows:
            if title != "Data":
                yield f"{title}: nothing changed"
            continue
        yield title
        yield from table(rows[:_MANY])
        if len(rows) > _MANY:
            yield f"  and {len(rows) - _MANY} more"


def _folded(rows: list[tuple[str, str, str, str]]) -> Iterator[tuple[str, str, str]]:
    """Yields rows of (mark, name, what, category) without the category; many of one category
    that changed in just the same way are one."""
    counts = Counter((mark, said, category) for mark, _, said, category in rows)
    told = set()
    for mark, name, said, category in rows:
        key = mark, said, category
        if counts[key] < _ALIKE:
            yield mark, name, said
        elif key not in told:
            told.add(key)
            yield mark, many(counts[key], category), said


def _names(data: Answer) -> dict[str, str]:
    """Returns what each record of a difference is called; those of one name, with their ids."""
    names = {row["id"]: clean(row["name"]) for row in [*data["changes"], *data["effects"]]}
    counts = Counter(names.values())
    return {record: f"{name} ({record})" if counts[name] > 1 else name
            for record, name in names.items()}


def _said(row: Answer) -> str:
    if row["did"] != "updated":
        return f"{row['did']} ({row['category']})"
    changes = dict(row.get("changes", {}))
    parts = []
    moved = _moved(changes)
    if moved:
        parts.append(moved)
    parts += [f"{place} {shown(old)} → {shown(new)}" for pointer, one in changes.items()
              for place, old, new in differences(pointer[1:], **one)]
    return ", ".join(parts[:5]) + (f" and {len(parts) - 5} more" if len(parts) > 5 else "")


def _moved(changes: dict[str, Answer]) -> str | None:
    """Returns a rigid move of a line as one phrase, and takes its members out."""
    ends = [changes.get("/start"), changes.get("/end")]
    if not all(ends) or not all(one and one["before"] and one["after"] for one in ends):
        return None
    steps = {tuple(round(new - old, 4) for old, new in zip(one["before"], one["after"],
                                                           strict=True)) for one in ends if one}
    if len(steps) != 1:
        return None
    dx, dy = steps.pop()
    for name in ("/start", "/end", "/through"):
        changes.pop(name, None)
    size = number(round(hypot(dx, dy), 1))
    if dx and dy:
        return f"moved {size} mm (x {number(dx)}, y {number(dy)})"
    way = ("east" if dx > 0 else "west") if dx else ("north" if dy > 0 else "south")
    return f"moved {size} mm {way}"


def _effects(data: Answer) -> Iterator[str]:
    rows = []
    called = _names(data)
    for one in data["effects"]:
        parts = _quantities(one["changes"])
        rows.append(("~", called[one["id"]], ", ".join(parts[:3]) or "moves along"))
    if rows:
        yield "Effects"
        yield from table(rows[:_MANY])
        if len(rows) > _MANY:
            yield f"  and {len(rows) - _MANY} more"
    if data["quantities"]:
        yield "Quantities"
        yield from table((category, ", ".join(_quantities(keys)))
                         for category, keys in data["quantities"].items())


def _quantities(changes: dict[str, Answer]) -> list[str]:
    """Returns what changed of quantities in words, net before gross."""
    pairs = sorted(changes.items(), key=lambda pair: pair[0].startswith("gross"))
    return [f"{_NAMES.get(key.partition('_')[0], key.partition('_')[0])} "
            f"{_measure(key, pair['before'])} → {_measure(key, pair['after'])}"
            for key, pair in pairs if key != "bounds"]


def _measure(key: str, value: Any) -> str:
    unit = key.partition("_")[2].replace("2", "²").replace("3", "³") or "mm"
    return f"{number(value)} {unit}" if value is not None else "(none)"


def _told(data: Answer) -> Iterator[str]:
    new, gone = data["problems"]["new"], data["problems"]["gone"]
    names = ", ".join(sorted({one["code"] for one in gone}))
    yield (f"Problems: {f'{len(new)} new' if new else 'none new'}"
           + (f", {len(gone)} gone ({names})" if gone else ""))
    yield from problems(new)


def _who(step: Answer) -> str:
    person = clean(step.get("person", ""))
    return person + (f" with {clean(step['agent'])}" if step.get("agent") else "")


def _agent(one: Answer) -> str | None:
    agent = one.get("agent")
    return agent.get("name") if isinstance(agent, dict) else None


def proposed(answer: Answer) -> Iterator[str]:
    """Yields a proposal just begun, and how to go on."""
    data = answer["data"]
    yield f"{data['slug']}: {clean(data['title'])}"
    yield f"work on it: eikrepo run {HERE} COMMAND … --on {data['branch']}"
    yield f"look: eikrepo diff {HERE} --proposal {data['slug']}"


def proposals(answer: Answer) -> Iterator[str]:
    """Yields proposals, one a line, or one with its review."""
    data = answer["data"]
    rows = data.get("proposals", [data] if "slug" in data else [])
    yield from table((one["slug"], one["status"], one["title"],
                      _who({"person": one["person"], "agent": _agent(one)}), _distance(one))
                     for one in rows)
    for event in data.get("review", []):
        text = clean(event.get("text") or event.get("title") or event.get("conflict") or "")
        yield f"    {event['event']:<16} {clean(event.get('person', ''))}  {text}"
    if not rows:
        yield f"no proposals: eikrepo propose {HERE} TITLE --intent WHY"


def _distance(one: Answer) -> str:
    """Returns how far an open proposal and its target have gone since they parted."""
    if one["status"] in ("merged", "closed"):
        return ""
    behind = one.get("behind", 0)
    return many(one.get("commits", 0), "commit") + (
        f", behind {one['target']} by {behind}" if behind else "")


def merge(answer: Answer) -> Iterator[str]:
    """Yields what a merge did, or with preview would do."""
    data = answer["data"]
    if "clean" not in data:
        count = len(data.get("affected", []))
        yield (f"merged {data['proposal']}: {many(count, 'record')} affected, sequence "
               f"{answer['sequence']}, commit {answer['commit'][:12]}")
        yield from problems(data.get("problems", {}).get("new", []))
        return
    verdict = "clean" if data["clean"] else "not clean"
    yield (f"{verdict}: {many(len(data['conflicts']), 'conflict')}, "
           f"{many(len(data['together']), 'problem')} that neither side has alone")
    for one in data["conflicts"]:
        yield from _conflict(one, data["proposal"], data["target"])
    yield from problems(data["together"])
    yield from _changes(data)
    yield from _effects(data)
    yield from _told(data)
    if data["clean"]:
        yield f"again without --preview to do it: eikrepo merge {HERE} {data['proposal']}"


def conflicts(answer: Answer) -> Iterator[str]:
    """Yields each conflict as two people's wishes."""
    data = answer["data"]
    if not data["total"]:
        yield "no conflicts" + (f", {len(data['resolved'])} resolved" if data["resolved"] else "")
    for one in data["conflicts"]:
        yield from _conflict(one, data["proposal"], "main")
    yield from problems(data["problems"])


def _conflict(one: Answer, slug: str, target: str) -> Iterator[str]:
    yield f"conflict {one['conflict']}   {clean(one['name'])}"
    if one.get("along"):
        yield f"  with it: {', '.join(one['along'])}"
    yield f"  was {shown(one['base'])}"
    for title, side, steps in ((target, one["ours"], one["mainSteps"]),
                               ("proposal", one["theirs"], one["proposalSteps"])):
        why = ""
        if steps:
            reason = f', "{clean(steps[0]["reason"])}"' if steps[0].get("reason") else ""
            why = f"   {_who(steps[0])}{reason} (sequence {steps[0]['sequence']})"
        yield f"  {title:<9} {shown(side)}{why}"
    yield f"  eikrepo resolve {HERE} {slug} {one['conflict']} --with main|proposal|base|'value'"


def resolved(answer: Answer) -> Iterator[str]:
    """Yields what was decided and what is left."""
    data = answer["data"]
    for one in data["resolved"]:
        yield f"{one['conflict']}: {shown(one['value'])}"
    yield (f"{len(data['left'])} left" if data["left"] else
           f"none left: eikrepo merge {HERE} {data['proposal']}")


def reviewed(answer: Answer) -> Iterator[str]:
    """Yields a review's event."""
    data = answer["data"]
    yield f"{data['proposal']}: {data['event']['event']}, now {data['status']}"
