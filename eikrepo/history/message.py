"""A step's commit message: a plain subject, the reason, and trailers that plain git reads."""

import json
import re
import unicodedata
from typing import Any, NamedTuple

from eikrepo.history.commits import Identity
from eikrepo.model.kinds import whole

ENVELOPE_MOST = 4096
AFFECTED_MOST = 20
ENVELOPES = ".eik/envelopes/"
_BREAKS = ("---", "diff ", "#", "Index: ", "From ", "From:", "Subject:", "Date:", ">From")
_ANY_TRAILER = re.compile(r"[A-Za-z][A-Za-z0-9-]*: |\s")
_TRAILER = re.compile(r"(Eik-[A-Za-z]+): (.*)")


class Step(NamedTuple):
    """What a commit says of itself. ``ours`` is False for one made by other means."""

    subject: str
    reason: str
    command: str | None
    person: str | None
    agent: str | None
    sequence: int | None
    envelope: dict[str, Any] | str | None
    ours: bool
    replays: str | None = None


def plain(text: str, most: int = 100) -> str:
    """Returns a text as one plain line: no control, bidirectional or line-breaking characters."""
    kept = "".join(" " if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") else char
                   for char in text)
    line = " ".join(kept.split())
    return line if len(line) <= most else line[:most - 1].rstrip() + "…"


def paragraphs(reason: str) -> str:
    """Returns a reason that cannot be taken for a part of the message's structure.

    Lines that break ``git am``, trailers or amend are indented; control characters other than
    the line feed are taken out, and blank lines that git would take out.
    """
    out = []
    for line in reason.splitlines():
        clean = plain(line, 2000)
        out.append(f"  {clean}" if clean.startswith(_BREAKS) else clean)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out).strip("\n"))


def compact(value: Any) -> str:
    """Returns JSON on one line, keys sorted: the form that envelopes and ids are made of."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def affected_line(ids: list[str]) -> str:
    """Returns at most 20 ids and a count of the others."""
    shown = " ".join(ids[:AFFECTED_MOST])
    more = len(ids) - AFFECTED_MOST
    return f"{shown} (+{more} more)" if more > 0 else shown or "-"


def compose(subject: str, reason: str, trailers: dict[str, str]) -> str:
    """Returns the whole message. Trailers stand in a last paragraph of their own; each value is
    one line already, and stays as it is: two blanks in an envelope are part of a name.
    """
    block = "\n".join(f"{key}: {value}" for key, value in trailers.items())
    body = paragraphs(reason)
    return f"{plain(subject)}\n\n{body}\n\n{block}\n" if body else f"{plain(subject)}\n\n{block}\n"


def parse(message: str) -> Step:
    """Returns what a message says; only its last paragraph counts as trailers."""
    parts = message.rstrip("\n").split("\n\n")
    said: dict[str, str] = {}
    if len(parts) > 1:
        for line in parts[-1].split("\n"):
            found = _TRAILER.fullmatch(line)
            if found:
                said.setdefault(found[1], found[2])
    body = parts[1:-1] if said else parts[1:]
    return Step(
        subject=plain(parts[0], 200), reason="\n\n".join(body).strip("\n"),
        command=said.get("Eik-Command"), person=said.get("Eik-Person"),
        agent=said.get("Eik-Agent"), sequence=whole(said.get("Eik-Sequence", "")),
        envelope=_envelope(said.get("Eik-Envelope")), ours="Eik-Envelope" in said,
        replays=said.get("Eik-Replays"))


def replayed(message: str, sequence: int, old: str) -> str:
    """Returns the message of a step that is made again elsewhere: its new number, and which
    commit it stands for. Nothing else that it says changes."""
    head, cut, last = message.rstrip("\n").rpartition("\n\n")
    lines = last.split("\n")
    if not cut or not all(_ANY_TRAILER.match(line) for line in lines):
        return f"{message.rstrip(chr(10))}\n\nEik-Replays: {old}\n"
    kept = [f"Eik-Sequence: {sequence}" if line.startswith("Eik-Sequence: ") else line
            for line in lines if not line.startswith("Eik-Replays: ")]
    place = next((at for at, line in enumerate(kept) if line.startswith("Eik-Envelope: ")),
                 len(kept))
    kept.insert(place, f"Eik-Replays: {old}")
    return f"{head}{cut}" + "\n".join(kept) + "\n"


def _envelope(text: str | None) -> dict[str, Any] | str | None:
    """Returns the envelope, or the path of the file that holds it."""
    if text is None or text.startswith(ENVELOPES):
        return text
    return json_object(text)


def json_object(text: str | bytes) -> dict[str, Any] | None:
    """Returns the JSON object that a text holds, or None where it holds none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def commit_object(tree: str, parents: list[str], people: tuple[Identity, Identity],
                  when: tuple[int, int], message: str,
                  authored: tuple[int, int] | None = None) -> bytes:
    """Returns the raw commit object.

    ``people`` are author and committer; ``when`` is (seconds, offset in minutes), ``authored``
    when the author wrote it where that was another time.
    """
    author, committer = people
    lines = [f"tree {tree}", *(f"parent {parent}" for parent in parents),
             f"author {stamped(author, authored or when)}", f"committer {stamped(committer, when)}"]
    return ("\n".join(lines) + "\n\n" + message).encode("utf-8")


def stamped(who: Identity, when: tuple[int, int]) -> str:
    """Returns a person and a time as commits and reflogs name them."""
    seconds, offset = when
    sign = "-" if offset < 0 else "+"
    return f"{_person(who)} {seconds} {sign}{abs(offset) // 60:02d}{abs(offset) % 60:02d}"


def _person(who: Identity) -> str:
    """Returns a name and e-mail without what git's commit format cannot hold."""
    name = re.sub(r"[<>\n\0]", "", plain(who.name, 200)) or "unknown"
    return f"{name} <{re.sub(r'[<> ]', '', plain(who.email, 200))}>"
