"""GlobalIds of IFC: those a record keeps, and those made of model, record and role."""

import uuid

from eikrepo.model.record import Record

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$"
_SPACE = uuid.uuid5(uuid.NAMESPACE_URL, "https://eikrepo.org/ifc")
SELF = "self"


def compress(number: int) -> str:
    """Returns a 128-bit number as the 22 characters of a GlobalId."""
    return "".join(_ALPHABET[number >> shift & 63] for shift in range(126, -1, -6))


def made(model: str, record: str, role: str) -> str:
    """Returns the GlobalId made of a model's id, a record's id and a role; always the same."""
    return compress(uuid.uuid5(_SPACE, f"{model}\x1f{record}\x1f{role}").int)


def kept(record: Record, role: str) -> str | None:
    """Returns the GlobalId that a record says it has in a role, or None."""
    ifc = record.get("ifc")
    guids = ifc.get("guids") if isinstance(ifc, dict) else None
    found = guids.get(role) if isinstance(guids, dict) else None
    return found if isinstance(found, str) else None
