"""What a request may hold and an answer does hold: JSON that every reader takes.

Programs and hostile files hand over more than that: numbers that are not finite, halves of
characters, values nested without end.
"""

import json
from math import isfinite
from typing import Any

from eikrepo.model.kinds import escape
from eikrepo.problems import EikError, refuse

DEPTH_MOST = 64
"""How deep the objects and lists of a request stand in one another: as in a file (format.md)."""
_DIGITS_MOST = 1 << 1024
"""What a number that every reader of JSON takes stays below."""


def check(request: Any) -> None:
    """Refuses a request that no JSON text can hold, or that is nested too deep.

    Raises EikError ``unreadable`` with where.
    """
    layer = [("", request)]
    for _ in range(DEPTH_MOST + 1):
        inner: list[tuple[str, Any]] = []
        for pointer, value in layer:
            why = _fault(value)
            if why:
                raise _refusal(why, pointer)
            if isinstance(value, dict):
                for key, item in value.items():
                    if not isinstance(key, str) or not _whole(key):
                        raise _refusal("a key that is no text", pointer)
                    inner.append((f"{pointer}/{escape(key)}", item))
            elif isinstance(value, list):
                inner.extend((f"{pointer}/{place}", item) for place, item in enumerate(value))
        layer = inner
        if not layer:
            return
    raise _refusal(f"lists and objects over {DEPTH_MOST} deep", layer[0][0][:200])


def _refusal(why: str, pointer: str) -> EikError:
    return refuse("unreadable", f"The request holds {why}.", pointer=pointer)


def _fault(value: Any) -> str | None:
    if value is None or isinstance(value, bool | list | dict):
        return None
    if isinstance(value, str):
        return None if _whole(value) else "half a character (a lone surrogate)"
    if isinstance(value, int):
        return None if -_DIGITS_MOST < value < _DIGITS_MOST else "a number that is too large"
    if isinstance(value, float):
        return None if isfinite(value) else "a number that is not finite"
    return f"a {type(value).__name__}, which JSON does not know"


def _whole(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text)


def printable(answer: dict[str, Any]) -> dict[str, Any]:
    """Returns an answer that every reader of JSON takes: what no JSON can hold, such as the name
    of a file that is no UTF-8, is put into words."""
    try:
        json.dumps(answer, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, TypeError):
        out = _put(answer)
        assert isinstance(out, dict)
        return out
    return answer


def _put(value: Any) -> Any:
    if isinstance(value, dict):
        return {_put(str(key)): _put(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_put(item) for item in value]
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value
