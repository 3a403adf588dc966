"""Finds the line of a JSON pointer in a file, canonical or not, without trusting the file."""

import json
import re

_TOKEN = re.compile(r'[\s,:]*("(?:[^"\\]|\\.)*"|[\[\]{}]|[^\s,:\[\]{}"]+)', re.DOTALL)


def line_of(content: bytes, pointer: str) -> int | None:
    """Returns the line (from 1) on which the value at a pointer (RFC 6901) begins, or that of
    the nearest value around it; None where the bytes are no text."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    wanted = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    best, path = 0, _Path()
    deepest = -1
    for found in _TOKEN.finditer(text):
        here = path.take(found[1])
        if here is not None and here == wanted[:len(here)] and len(here) > deepest:
            deepest, best = len(here), path.named_at if path.named_at >= 0 else found.start(1)
            if deepest == len(wanted):
                break
        if path.named_at < 0 and path.pending:
            path.named_at = found.start(1)
    return text.count("\n", 0, best) + 1


class _Path:
    """The pointer of each value as tokens go by."""

    def __init__(self) -> None:
        self.stack: list[str | int] = []
        self.kinds: list[str] = []
        self.pending = False
        self.named_at = -1

    def take(self, token: str) -> list[str] | None:
        """Returns the pointer of the value that a token begins, or None where it begins none."""
        if token in "]}":
            if self.kinds:
                self.kinds.pop()
                self.stack.pop()
            self.pending = False
            return None
        inside = self.kinds[-1] if self.kinds else ""
        if inside == "{" and not self.pending and token.startswith('"'):
            self.stack[-1] = _text(token)
            self.pending, self.named_at = True, -1
            return None
        if inside == "[":
            self.stack[-1] = int(self.stack[-1]) + 1
            self.named_at = -1
        here = [str(part) for part in self.stack]
        if token in "[{":
            self.kinds.append(token)
            self.stack.append(-1 if token == "[" else "")
        self.pending = False
        return here


def _text(token: str) -> str:
    try:
        return str(json.loads(token))
    except ValueError:
        return token
