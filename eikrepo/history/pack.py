"""Writes many objects as one pack with its index: two files instead of a hundred thousand.

Formats: git's gitformat-pack, version 2 of both. Objects are whole, never deltas; git's own
maintenance finds the deltas later.
"""

import os
import struct
import zlib
from collections.abc import Mapping
from hashlib import sha1
from pathlib import Path

from eikrepo.store.durable import write_out, write_out_file

_KINDS = {"commit": 1, "tree": 2, "blob": 3, "tag": 4}
_FAR = 0x80000000


def write_pack(folder: Path, objects: Mapping[str, tuple[str, bytes]], *, durable: bool) -> None:
    """Stores objects (id → kind, content) as one pack; the index comes last, so that the pack
    is seen whole or not at all.

    Raises OSError as the system gives it, leaving nothing behind.
    """
    folder.mkdir(parents=True, exist_ok=True)
    temporary = folder / f"tmp_pack_{os.getpid()}"
    index = folder / f"tmp_idx_{os.getpid()}"
    try:
        with temporary.open("wb") as out:
            places, checksum = _write_objects(out, objects)
            out.flush()
            if durable:
                write_out(out.fileno())
        index.write_bytes(_index(places, checksum))
        _settle(temporary, index, folder / f"pack-{checksum.hex()}", durable=durable)
    finally:
        temporary.unlink(missing_ok=True)
        index.unlink(missing_ok=True)


def _settle(temporary: Path, index: Path, final: Path, *, durable: bool) -> None:
    if durable:
        write_out_file(index)
    for source, suffix in ((temporary, ".pack"), (index, ".idx")):
        source.chmod(0o444)
        source.replace(final.with_suffix(suffix))


class _Out:
    """Counts and hashes what is written."""

    def __init__(self, out: object) -> None:
        self._write = out.write  # type: ignore[attr-defined]  # a binary file
        self.sha = sha1(usedforsecurity=False)
        self.at = 0

    def put(self, content: bytes) -> None:
        self._write(content)
        self.sha.update(content)
        self.at += len(content)


def _write_objects(out: object, objects: Mapping[str, tuple[str, bytes]]
                   ) -> tuple[dict[str, tuple[int, int]], bytes]:
    """Returns where each object lies (id → offset, crc32) and the pack's checksum."""
    to = _Out(out)
    to.put(struct.pack(">4sII", b"PACK", 2, len(objects)))
    places: dict[str, tuple[int, int]] = {}
    for oid, (kind, content) in objects.items():
        packed = _head(_KINDS[kind], len(content)) + zlib.compress(content, 1)
        places[oid] = (to.at, zlib.crc32(packed))
        to.put(packed)
    checksum = to.sha.digest()
    to.put(checksum)
    return places, checksum


def _head(kind: int, size: int) -> bytes:
    """Returns an object's header: kind and size in git's variable-length form."""
    byte = (kind << 4) | (size & 0x0F)
    size >>= 4
    out = bytearray()
    while size:
        out.append(byte | 0x80)
        byte = size & 0x7F
        size >>= 7
    out.append(byte)
    return bytes(out)


def _index(places: dict[str, tuple[int, int]], checksum: bytes) -> bytes:
    """Returns the index, version 2: fan-out, ids, checksums, offsets."""
    ids = sorted(places)
    fan, at = [], 0
    for first in range(256):
        while at < len(ids) and int(ids[at][:2], 16) <= first:
            at += 1
        fan.append(at)
    far = [places[oid][0] for oid in ids if places[oid][0] >= _FAR]
    offsets, count = [], 0
    for oid in ids:
        offset = places[oid][0]
        if offset >= _FAR:
            offset, count = _FAR | count, count + 1
        offsets.append(offset)
    body = b"".join((
        b"\xfftOc", struct.pack(">I", 2), struct.pack(">256I", *fan),
        b"".join(map(bytes.fromhex, ids)),
        struct.pack(f">{len(ids)}I", *(places[oid][1] for oid in ids)),
        struct.pack(f">{len(ids)}I", *offsets), struct.pack(f">{len(far)}Q", *far), checksum))
    return body + sha1(body, usedforsecurity=False).digest()
