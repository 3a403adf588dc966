"""The answer budget: an answer that is too long is held, and never cut."""

from collections import Counter
from typing import Any

from eikrepo.history.message import compact

ANSWER_TOKENS = 20_000
CHARS_PER_TOKEN = 2.5
CHARS_MOST = 48_000
"""A little under 20 000 tokens: a large client spills at 50 000 characters."""
PAGE_CHARS = 25_000
_ROWS_MOST = 150
"""So many index rows make about a page."""
_LISTS = ("rows", "records", "problems", "changes", "steps", "affected", "folders")
_BYTES = ("png", "glb")
"""Members that are files in letters: no text to a reader."""
_KEPT = ("total", "returned", "offset", "nextOffset", "truncated", "valid", "counts", "path",
         "since", "until", "level", "scale", "sheet_mm", "extents", "tooSmallToLabel")


def held(answer: dict[str, Any], request: dict[str, Any]) -> dict[str, Any]:
    """Returns an answer, or in its place what it would have held and how to ask for less.

    An accepted write is never held: it keeps its ids and counts and offers the rest. A picture
    in pixels does not count: it is no text to a reader.
    """
    if request.get("whole") and not answer.get("dryRun", False):
        return answer
    size = len(compact(answer)) - sum(
        len(answer.get("data", {}).get(name, "")) for name in _BYTES)
    if size <= CHARS_MOST:
        return answer
    if "affected" in answer.get("data", {}):
        return _shortened(answer)
    data = answer.get("data", {})
    lists = {name: data[name] for name in _LISTS if isinstance(data.get(name), list)}
    would = {name: len(items) for name, items in lists.items()}
    kept = {name: value for name, value in data.items() if name in _KEPT}
    out = {key: value for key, value in answer.items() if key not in ("data", "next")}
    out["data"] = kept | {"held": {
        "characters": size, "tokens": round(size / CHARS_PER_TOKEN), "budget": ANSWER_TOKENS,
        "wouldHold": would | _kinds(data, lists),
        "why": "The answer is over the budget and was held, not cut."}}
    out["next"] = _narrower(request, lists, size)
    return out


def _kinds(data: dict[str, Any], lists: dict[str, list[Any]]) -> dict[str, Any]:
    """Returns counts by category and level of what was held, where rows tell them."""
    categories: Counter[str] = Counter()
    levels: Counter[str] = Counter()
    columns = data.get("columns", [])
    for items in lists.values():
        for item in items:
            record = item.get("record", item) if isinstance(item, dict) else dict(
                zip(columns, item, strict=False))
            if isinstance(record.get("category"), str):
                categories[record["category"]] += 1
            levels[str(record.get("levelId") or "no-level")] += 1
    if not categories:
        return {}
    return {"byCategory": dict(categories.most_common(20)), "byLevel": dict(levels.most_common(20))}


def _narrower(request: dict[str, Any], lists: dict[str, list[Any]],
              size: int) -> list[dict[str, Any]]:
    """Returns ready requests that fit: fewer at a time, a leaner tier, or the whole."""
    out: list[dict[str, Any]] = []
    if "limit" in request or request.get("op") in ("read", "validate", "changes", "log", "tree"):
        out.append(request | {"limit": _fitting(next(iter(lists.values()), []), size)})
    if request.get("op") == "snapshot_2d":
        out.append(request | {"format": "png"})
    if request.get("tier") == "full":
        out.append({key: value for key, value in request.items() if key != "tier"}
                   | {"tier": "index", "limit": min(request.get("limit", 50), _ROWS_MOST)})
    out.append(request | {"whole": True})
    return out


def _fitting(items: list[Any], size: int) -> int:
    """Returns how many of a list's first items make a page, beside all that is no item."""
    sizes = [len(compact(item)) + 1 for item in items]
    room = PAGE_CHARS - (size - sum(sizes))
    count = 0
    while count < len(sizes) and room >= sizes[count]:
        room -= sizes[count]
        count += 1
    return max(1, min(count, 500))


def _shortened(answer: dict[str, Any]) -> dict[str, Any]:
    data = answer["data"]
    counts = Counter(row.get("did", "changed") for row in data["affected"])
    problems = {side: len(found) for side, found in data.get("problems", {}).items()}
    short = {"affectedCounts": dict(counts), "problemCounts": problems,
             "subject": data.get("subject"),
             "held": {"why": "The list of affected records is over the budget; the write itself is "
                      "as answered."}}
    out = answer | {"data": {key: value for key, value in short.items() if value is not None}}
    if not answer.get("dryRun"):
        out["next"] = [{"op": "changes", "since": max(1, answer["sequence"] - 1)}]
        return out
    # The real request repeats all that was asked for: where that is too long, what it adds.
    again = {key: value for key, value in answer["next"][0].items() if key in ("newIds", "expect")}
    out["data"]["held"] |= {
        "why": "The list of affected records is over the budget.", "again": again,
        "how": "Send the same request with these members and without dryRun."}
    if len(compact(out)) > CHARS_MOST:
        del out["next"]
    return out
