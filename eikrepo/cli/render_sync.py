"""What a sync came to, as text for people."""

from collections.abc import Iterator

from eikrepo.cli.render import HERE, Answer, clean, many, problems


def sync(answer: Answer) -> Iterator[str]:
    """Yields what came, what went, and what stayed behind and where."""
    data = answer["data"]
    yield f"{clean(data['branch'])} with {clean(data['remote'])}: {_told(data)}"
    for row in data["unsent"]:
        yield f"  not sent  {row['commit'][:10]}  {clean(row['subject'])}"
        yield from (f"  {line}" for line in problems(row["problems"], 3))
    if data.get("keptOn"):
        kept = clean(data["keptOn"])
        yield f"kept on {kept}: do them anew, or look: eikrepo log {HERE} --on {kept}"
    versions = data["versions"]
    for did in ("fetched", "pushed"):
        if versions[did]:
            yield f"versions {did}: {', '.join(map(clean, versions[did]))}"
    if versions["differing"]:
        yield (f"versions that differ there, and stay as they are: "
               f"{', '.join(map(clean, versions['differing']))}")
    if data.get("incomplete"):
        yield "the branch is shared; the rest is for the next sync:"
        yield from problems(data["incomplete"])
    yield f"sequence {answer['sequence']}, commit {answer['commit'][:12]}"


def _told(data: Answer) -> str:
    parts = [f"{many(data['taken'], 'step')} taken" if data["taken"] else "",
             f"{many(data['replayedTotal'], 'step')} made again" if data["replayedTotal"] else "",
             f"{many(data['pushed'], 'step')} sent" if data["pushed"] else "",
             f"{many(len(data['nothingLeft']), 'step')} already there" if data["nothingLeft"]
             else "",
             f"{many(data['unsentTotal'], 'step')} not sent" if data["unsentTotal"] else ""]
    return ", ".join(filter(None, parts)) or "nothing to do"
