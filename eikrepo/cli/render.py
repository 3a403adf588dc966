"""Answers as text for people: plain, short, names before ids, units always, the next step last.

Every function here takes an answer's envelope and returns lines; nothing is worked out anew.
The lines go through ``at``, which fills in the folder in the commands that they offer.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

_FIRST = 10
_WIDE = 50
HERE = "\0"
"""Stands for the folder in lines; no text of a model holds it, since ``clean`` takes it out."""
_STEERING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
Answer = dict[str, Any]


def at(lines: Iterable[str], folder: Any = ".") -> Iterator[str]:
    """Yields lines with the folder in the commands that they offer.

    Whatever a line was made of, branch names and event words included, it stays one line and
    steers no terminal.
    """
    import shlex
    where = steady(shlex.quote(str(folder)))
    return (where.join(map(steady, line.split(HERE))) for line in lines)


def steady(text: str) -> str:
    """Returns a text with blanks for what a terminal obeys: control and direction characters."""
    if text.isprintable():
        return text
    return "".join(" " if unicodedata.category(char) in _STEERING else char for char in text)


def clean(text: Any) -> str:
    """Returns a model's text as one line that cannot steer a terminal."""
    kept = "".join(" " if unicodedata.category(char)[0] == "C" else char for char in str(text))
    return " ".join(kept.split())


def number(value: Any) -> str:
    """Returns a number with thin thousands: 1 200, 12.08."""
    text = f"{value:,.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else f"{value:,}"
    return text.replace(",", " ")


def table(rows: Iterable[tuple[str, ...]], indent: str = "  ") -> Iterator[str]:
    """Yields rows with their columns lined up."""
    kept = [tuple(clean(cell) for cell in row) for row in rows]
    widths = [max(len(row[place]) for row in kept) for place in range(len(kept[0]))] if kept else []
    for row in kept:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        yield (indent + "  ".join(cells)).rstrip()


def problems(found: list[Answer], first: int = _FIRST) -> Iterator[str]:
    """Yields problems: what, where, and the fix; the first ones by weight, then a count."""
    for one in found[:first]:
        mark = "" if one.get("severity") == "error" else " (warning)"
        yield f"  {one['code']}{mark}  {clean(one['message'])}"
        where = place(one)
        if where:
            yield f"    {where}"
        if one.get("similar") and "Did you mean" not in one["message"]:
            yield f"    near: {', '.join(clean(name) for name in one['similar'])}"
        yield from _behind(one.get("steps") or {})
        fix = spelled(one.get("fix"))
        if fix:
            yield f"    fix: {fix}"
    if len(found) > first:
        yield f"  and {len(found) - first} more"


def _behind(steps: dict[str, list[Answer]]) -> Iterator[str]:
    """Yields the steps of each side that bring a problem of a merge together."""
    yield from table(((side, str(row["sequence"]), row["subject"], f"by {row['person']}")
                      for side, rows in steps.items() for row in rows), "    ")


def place(problem: Answer) -> str:
    """Returns where a problem stands: file, line, pointer."""
    if not problem.get("file"):
        return clean(problem.get("pointer") or "")
    line = f":{problem['line']}" if problem.get("line") else ""
    return clean(f"{problem['file']}{line}  {problem.get('pointer') or ''}")


def spelled(fix: Any) -> str:
    """Returns a fix as a person would type it."""
    import json
    import shlex
    if isinstance(fix, str):
        return clean(fix)
    if not isinstance(fix, dict):
        return ""
    if fix.get("op") == "execute":
        return f"eikrepo run {HERE} " + clean(f"{fix['command']} {options(fix['args'])}")
    if fix.get("op") == "commit_edits":
        return f"eikrepo commit {HERE} --reason …"
    if fix.get("op") == "conflicts":
        return f"eikrepo conflicts {HERE} " + clean(fix["proposal"])
    if fix in ({"op": "schema"}, {"op": "guide"}):
        return f"eikrepo {fix['op']}"
    return f"eikrepo request {HERE} {shlex.quote(clean(json.dumps(fix, ensure_ascii=False)))}"


def options(args: Answer) -> str:
    """Returns a command's arguments as options of the command line."""
    import json
    import shlex
    out = []
    for key, value in args.items():
        if isinstance(value, list) and all(isinstance(one, str | int | float) for one in value):
            text = ",".join(str(one) for one in value)
        elif isinstance(value, str):
            text = value
        else:
            text = json.dumps(value, ensure_ascii=False)
        out.append(f"--{key} {shlex.quote(text)}")
    return " ".join(out)


def refusal(answer: Answer) -> Iterator[str]:
    """Yields what a refused request says; of one that could write, that it did not."""
    from eikrepo.agent.session import operation, operation_names
    found = answer.get("problems") or answer.get("data", {}).get("problems", [])
    errors = sum(one.get("severity", "error") == "error" for one in found)
    count = many(errors, "error") if errors else many(len(found), "finding")
    said = answer.get("op")
    row = operation(said) if said in operation_names() else None
    yield f"refused: {count}" + (", nothing was written" if row is None or row.writes else "")
    yield from problems(found)


def stale(answer: Answer) -> Iterator[str]:
    """Yields the warning of an answer that the last good model gave."""
    if answer.get("stale"):
        yield "The folder does not check; this is the last good model."
        yield from problems(answer.get("problems", []), 3)
    elif answer.get("pending"):
        count = answer["pending"]
        yield f"({count} file{'s' if count != 1 else ''} edited and not committed)"


def summary(answer: Answer) -> Iterator[str]:
    """Yields the model at a glance."""
    data = answer["data"]
    yield (f"{clean(data['model']['name'])}: {number(data['records'])} records, sequence "
           f"{answer['sequence']} on {answer['branch']}")
    yield from table((f"{clean(level['name'])}", f"{number(level['elevation_mm'])} mm",
                      f"{number(level['records'])} records") for level in data["levels"])
    yield "  " + ", ".join(f"{number(count)} {_plural(name, count)}"
                           for name, count in data["categories"].items())
    yield from stale(answer)


def _plural(name: str, count: int) -> str:
    from eikrepo.model.category import category
    row = category(name)
    return row.plural if row and count != 1 else name


def tree(answer: Answer) -> Iterator[str]:
    """Yields one folder: its sub-folders, or its records."""
    data = answer["data"]
    title = f" · {clean(data['name'])}" if data.get("name") else ""
    yield f"{data['path'] or '(top)'}{title}"
    if data.get("folders"):
        yield from table((one["name"], number(one["count"]),
                          f"{one.get('title', '')}  {one['summary']}".strip())
                         for one in data["folders"])
    if data.get("rows"):
        yield from rows(data)
    deeper = data["folders"][0]["path"] if data.get("folders") else ""
    ways = [f"up: {data['parent'] or '(top)'}" if data["path"] else "",
            f"next: eikrepo tree {HERE} {deeper}" if deeper else ""]
    yield " · ".join(way for way in ways if way)
    yield from stale(answer)


def rows(data: Answer) -> Iterator[str]:
    """Yields index rows as a table."""
    yield from table((str(row[3] or ""), row[0], str(row[2] or ""), _size(row[7]))
                     for row in data["rows"])
    if data["truncated"]:
        yield (f"  {data['returned']} of {number(data['total'])}, from {data['offset']}"
               + (f"; next: --offset {data['nextOffset']}" if data["nextOffset"] else ""))


def _size(bounds: list[float] | None) -> str:
    if not bounds:
        return ""
    sizes = [round(bounds[axis + 3] - bounds[axis]) for axis in range(3)]
    return " x ".join(number(size) for size in sizes) + " mm"


def execute(answer: Answer, on: str | None = None) -> Iterator[str]:
    """Yields what a command did, or would do; on which branch where it was named."""
    data = answer["data"]
    dry = answer.get("dryRun")
    if not data.get("affected") and "held" not in data:
        yield "nothing to do: the model is already as asked"
        return
    yield f"{'would' if dry else 'did'}: {clean(data.get('subject') or answer['op'])}"
    lines = [_effect(row) for row in data.get("affected", [])]
    yield from table(lines[:_FIRST * 2])
    if len(lines) > _FIRST * 2:
        yield f"  and {len(lines) - _FIRST * 2} more"
    found = data.get("problems", {})
    new, gone = found.get("new", []), found.get("gone", [])
    told = f"{len(new)} new" if new else "none new"
    yield f"problems  {told}" + (f", {len(gone)} gone" if gone else "")
    yield from problems(new)
    if dry:
        yield "again without --dry-run to do it"
    else:
        where = f" on {clean(answer['branch'])}" if on else ""
        yield f"sequence {answer['sequence']}{where}, commit {answer['commit'][:12]}"


def _effect(row: Answer) -> tuple[str, str, str, str]:
    marks = {"created": "+", "deleted": "-", "updated": "~", "rederived": "·"}
    name = clean(row["name"]) if row["name"] != row["id"] else ""
    parts = [f"{place} {shown(before)} → {shown(after)}"
             for pointer, change in row.get("changes", {}).items() if pointer != "bounds"
             for place, before, after in differences(pointer[1:], **change)]
    if row["did"] == "rederived":
        parts = ["follows"]
    return marks[row["did"]], name, row["id"], ", ".join(parts[:4]) or row["did"]


def differences(place: str, before: Any, after: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yields where two values differ: of outlines and such, only the items that do."""
    lists = isinstance(before, list) and isinstance(after, list)
    if lists and len(before) == len(after) and any(isinstance(one, list) for one in before):
        for index, (one, other) in enumerate(zip(before, after, strict=True)):
            if one != other:
                yield f"{place}/{index}", one, other
    else:
        yield place, before, after


def shown(value: Any) -> str:
    """Returns a member's value as people read it, at most 50 characters of a text or list."""
    if value is None:
        return "(none)"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return number(value)
    if isinstance(value, dict):
        return ", ".join(f"{clean(key)} {shown(item)}" for key, item in value.items()) or "(none)"
    text = _plain(value)
    return text if len(text) <= _WIDE else text[:_WIDE - 1] + "…"


def many(count: int, what: str) -> str:
    """Returns a count of things: 1 error, 2 errors."""
    return f"{number(count)} {what}{'' if count == 1 else 's'}"


def validate(answer: Answer) -> Iterator[str]:
    """Yields the verdict and the problems."""
    data = answer["data"]
    counts = data["counts"]
    if not data["total"]:
        yield "valid: no errors, no warnings"
        return
    verdict = "valid" if data["valid"] else "not valid"
    yield f"{verdict}: {many(counts['errors'], 'error')}, {many(counts['warnings'], 'warning')}"
    yield from problems(data["problems"])
    if data["total"] > _FIRST:
        yield f"  {number(data['total'])} in all: eikrepo validate {HERE} --json"


def steps(answer: Answer) -> Iterator[str]:
    """Yields the steps of a log."""
    for step in answer["data"]["steps"]:
        yield f"{step['sequence']:>5}  {step['commit'][:10]}  {clean(step['subject'])}"
        why = f' "{clean(step["reason"])}"' if step.get("reason") else ""
        yield f"       {_who(step)}{why}"
        for pointer, change in list(step.get("changes", {}).items())[:6]:
            yield f"       {pointer[1:]}: {shown(change['before'])} → {shown(change['after'])}"
    data = answer["data"]
    if data.get("truncated"):
        yield f"  {data['returned']} of {number(data['total'])}"


def _who(step: Answer) -> str:
    return clean(step["person"]) + (f" with {clean(step['agent'])}" if step.get("agent") else "")


def changes(answer: Answer) -> Iterator[str]:
    """Yields a net difference, then the steps that made it."""
    data = answer["data"]
    kinds: dict[str, int] = data.get("counts") or {"changed": data["total"]}
    counts = ", ".join(f"{count} {did}" for did, count in kinds.items() if count) or "nothing"
    yield f"from sequence {data['since']} to {data['until']}: {counts}"
    yield from table(_effect(row) for row in data["changes"])
    if data["truncated"]:
        yield f"  {data['returned']} of {number(data['total'])}"
    for step in data.get("steps", [])[-_FIRST:]:
        yield f"  {step['sequence']:>5}  {clean(step['subject'])} · {_who(step)}"


def status(answer: Answer) -> Iterator[str]:
    """Yields where the folder stands."""
    data = answer["data"]
    yield (f"{clean(data['folder'])} on {data['branch'] or 'no branch (detached HEAD)'}, sequence "
           f"{data['sequence']}, commit {data['commit'][:12]}")
    yield f"you are {clean(data['person'] or 'nobody yet: git has no name and e-mail')}"
    if data["underWay"]:
        yield (f"a {data['underWay']} is under way: git {data['underWay']} --continue, or --abort")
    if not data["edits"]:
        yield "nothing pending" + ("" if data["checks"] else "; the model does not check")
    else:
        yield f"{data['editsTotal']} pending, {'checks' if data['checks'] else 'does not check'}:"
        yield from table((one["did"], one["where"], one["file"]) for one in data["edits"][:_FIRST])
        if data["checks"] and not data["underWay"]:
            yield f"commit them: eikrepo commit {HERE} --reason …"
    if answer.get("stale"):
        yield from problems(answer.get("problems", []))


def record(answer: Answer) -> Iterator[str]:
    """Yields one record: its own members, then what is derived."""
    for item in answer["data"]["records"]:
        own, derived = item["record"], dict(item["derived"])
        yield f"{clean(own.get('name') or own.get('id', ''))} ({own.get('category', '')})"
        yield from table((name, _plain(value)) for name, value in own.items())
        bounds = derived.pop("bounds", None)
        from_type = derived.pop("effective", {})
        if from_type:
            yield "from its type"
            yield from table((name, _plain(one["value"])) for name, one in from_type.items())
        yield "derived"
        spans = [("bounds", ", ".join(
            f"{axis} {number(low)} to {number(high)}" for axis, low, high in zip(
                "xyz", bounds["min"], bounds["max"], strict=True)) + " mm")] if bounds else []
        yield from table([*spans, *(_measured(name, value) for name, value in derived.items())])


def _plain(value: Any) -> str:
    import json
    if isinstance(value, dict) and value.keys() == {"id", "name"}:
        return clean(f"{value['name']} ({value['id']})")
    return clean(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _measured(name: str, value: Any) -> tuple[str, str]:
    """Returns a derived value with its unit: what a key does not name is a length."""
    stem, _, unit = name.partition("_")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return name, _plain(value)
    return stem, f"{number(value)} {unit.replace('2', '²').replace('3', '³') or 'mm'}"


def blame(answer: Answer) -> Iterator[str]:
    """Yields each member with the step behind it."""
    yield from table((row["member"], shown(row["value"]),
                      "(pending)" if row.get("pending") else str(row.get("sequence", "")),
                      row.get("subject", ""), row.get("person", "") + (
                          f" with {row['agent']}" if row.get("agent") else ""))
                     for row in answer["data"]["members"])


def versions(answer: Answer) -> Iterator[str]:
    """Yields versions, one a line."""
    data = answer["data"]
    found = data.get("versions", [data] if "name" in data else [])
    yield from table((one["name"], f"sequence {one['sequence']}", one["title"], one["person"])
                     for one in found)
    if not found:
        yield "no versions yet: eikrepo version create . NAME --title …"
