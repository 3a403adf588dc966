"""Opens an IFC file that may be broken or hostile: what can be mended is, the rest is told."""

import re
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from eikrepo.problems import EikError, refuse

_MOST = 2 * 1024**3
_RATIO_MOST = 200
"""A zip member that grows more than this is taken for a bomb, once it is over 64 MiB."""
_SMALL = 64 * 1024**2
_SCHEMA = re.compile(rb"FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'", re.IGNORECASE)
_KNOWN = {b"IFC2X3": b"IFC2X3", b"IFC4": b"IFC4", b"IFC4X3_ADD2": b"IFC4X3_ADD2"}
_ALIKE = ((b"IFC4X3", b"IFC4X3_ADD2"), (b"IFC4", b"IFC4"), (b"IFC2X", b"IFC2X3"))
"""Schemas that the reader does not know, read as the nearest that it does."""
_ESCAPE = re.compile(rb"\\\\|\\X([24])\\([0-9A-Fa-f\s]*)\\X0\\|\\X\\[0-9A-Fa-f]{2}|\\S\\.|"
                     rb"\\P[A-I]\\|\\", re.DOTALL)
"""Every escape of STEP's texts, and last a backslash that begins none."""
_ODD = re.compile(rb"[\x80-\xff]+")
_LOG = re.compile(r"^(\[[^\]]*\]\s*)+")
_NUMBER = re.compile(rb"(?<=[(,=])\s*[-+]?1\.#(?:INF|IND|QNAN|SNAN)\w*", re.IGNORECASE)


class Opened(NamedTuple):
    """An open file, its schema as it says, and what was mended to read it."""

    file: Any
    schema: str
    mended: list[str]


def open_ifc(path: Path) -> Opened:
    """Returns the open file.

    Raises EikError ``ifc-unreadable``, ``ifc-truncated``, ``ifc-schema`` or ``ifc-too-large``.
    """
    content = _content(path)
    name = path.name
    if not content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"ISO-10303-21"):
        raise refuse("ifc-unreadable", f"{name} does not begin with ISO-10303-21, so it is no IFC "
                     "file in STEP form.", got=content[:40].decode("latin-1"))
    if b"END-ISO-10303-21" not in content[-4096:]:
        raise refuse("ifc-truncated", f"{name} ends in the middle: END-ISO-10303-21 is missing.",
                     line=content.count(b"\n") + 1)
    schema = _schema(content, name)
    mended: list[str] = []
    whole = _mended(content, schema, mended)
    return Opened(_parsed(whole, name, mended), schema.decode("latin-1"), mended)


def _content(path: Path) -> bytes:
    """Returns the bytes of a file, out of its zip where it is in one."""
    try:
        if path.stat().st_size > _MOST:
            raise _large(path.name)
        content = path.read_bytes()
    except OSError as error:
        raise refuse("ifc-unreadable", f"{path.name} cannot be read: {error.strerror}.") from error
    return _unzipped(content, path.name) if content.startswith(b"PK\x03\x04") else content


def _large(name: str) -> EikError:
    return refuse("ifc-too-large", f"{name} is larger than 2 GiB, or grows to more than that.",
                  expected="at most 2 GiB")


def _unzipped(content: bytes, name: str) -> bytes:
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            found = [one for one in packed.infolist() if one.filename.lower().endswith(".ifc")]
            if len(found) != 1:
                raise refuse("ifc-unreadable", f"{name} holds {len(found)} .ifc files; one is "
                             "expected.", got=len(found), expected=1)
            one = found[0]
            grown = one.file_size > _SMALL and one.file_size > _RATIO_MOST * one.compress_size
            if one.file_size > _MOST or grown:
                raise _large(name)
            with packed.open(one) as stream:
                out = stream.read(one.file_size + 1)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise refuse("ifc-unreadable", f"{name} is a broken zip file.") from error
    if len(out) > one.file_size:
        raise _large(name)
    return out


def _schema(content: bytes, name: str) -> bytes:
    head = content[:content.find(b"DATA;")] if b"DATA;" in content else content[:65536]
    found = _SCHEMA.search(head)
    said = found[1].strip().upper() if found else b""
    if not any(said.startswith(stem) for stem, _ in _ALIKE):
        raise refuse("ifc-schema", f"{name} is of the schema {said.decode('latin-1') or 'none'}; "
                     "IFC2X3, IFC4 and IFC4X3 can be read.", got=said.decode("latin-1"),
                     expected=["IFC2X3", "IFC4", "IFC4X3"])
    return said


def _mended(content: bytes, schema: bytes, mended: list[str]) -> bytes:
    """Returns the bytes with what the reader refuses put right, each thing told."""
    out = content
    if schema not in _KNOWN:
        near = next(known for stem, known in _ALIKE if schema.startswith(stem))
        found = _SCHEMA.search(out)
        assert found is not None
        out = out[:found.start(1)] + near + out[found.end(1):]
        mended.append(f"The schema {schema.decode('latin-1')} is read as {near.decode()}.")
    out, bad = _escapes(out)
    if bad:
        mended.append(f"{bad} broken escapes in texts are read as they stand.")
    if _ODD.search(out):
        out, count = _ODD.subn(_escaped, out)
        mended.append(f"{count} runs of raw bytes outside ASCII are read as UTF-8 or Latin-1.")
    if b"1.#" in out:
        out, count = _NUMBER.subn(b"0.", out)
        mended.append(f"{count} numbers that are none, such as 1.#INF, are read as 0.")
    return out


def _escapes(content: bytes) -> tuple[bytes, int]:
    """Returns the bytes with each escape that cannot be decoded made plain, and their count."""
    if b"\\" not in content:
        return content, 0
    bad = 0

    def plain(found: re.Match[bytes]) -> bytes:
        nonlocal bad
        if found[0] == b"\\" or (found[1] and not _decodes(found)):
            bad += 1
            return found[0].replace(b"\\", b"\\\\")
        return found[0]
    return _ESCAPE.sub(plain, content), bad


def _decodes(found: re.Match[bytes]) -> bool:
    try:
        code = bytes.fromhex(found[2].decode("ascii"))
        code.decode("utf-16-be" if found[1] == b"2" else "utf-32-be")
    except ValueError:
        return False
    return True


def _escaped(found: re.Match[bytes]) -> bytes:
    try:
        text = found[0].decode("utf-8").lstrip("\ufeff")
    except UnicodeDecodeError:
        text = found[0].decode("latin-1")
    if not text:
        return b""
    wide = max(map(ord, text)) > 0xFFFF
    code = text.encode("utf-32-be" if wide else "utf-16-be").hex().upper()
    return f"\\X{4 if wide else 2}\\{code}\\X0\\".encode()


def _parsed(content: bytes, name: str, mended: list[str]) -> Any:
    import ifcopenshell
    try:
        file = ifcopenshell.file.from_string(content.decode("ascii"))
    except Exception as error:  # the reader raises kinds of its own, and plain ones
        raise refuse("ifc-unreadable", f"{name} cannot be parsed: {_first_line(error)}",
                     got=mended or None) from error
    if not file.good() or file.schema not in ("IFC2X3", "IFC4", "IFC4X3"):
        said = [line for line in ifcopenshell.get_log().splitlines() if "rror" in line]
        why = _LOG.sub("", said[-1]) if said else "it breaks the rules of STEP files"
        raise refuse("ifc-unreadable", f"{name} cannot be parsed: {why[:200].rstrip('.')}.",
                     got=mended or None)
    return file


def _first_line(error: Exception) -> str:
    text = (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
    return text if text.endswith(".") else f"{text}."
