"""Words of the command line that stand for values; quick to import, unlike the tables."""

import json
import re
from typing import Any

_WHOLE = re.compile(r"[0-9]{1,15}")


def point(text: str | None) -> str | int | None:
    """Returns what a text names as a point in history: digits are a sequence number."""
    return int(text) if text is not None and _WHOLE.fullmatch(text) else text


def meant(text: str) -> Any:
    """Returns a text as the JSON value or number that it is, else as it stands."""
    found = number(text)
    return from_json(text) if isinstance(found, str) else found


def number(text: str) -> Any:
    """Returns a number written plainly or with thin thousands, else the text."""
    found = from_json("".join(text.split()))
    return found if isinstance(found, int | float) and not isinstance(found, bool) else text


def from_json(text: str) -> Any:
    """Returns a text as the JSON value that it is, else as it stands."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
