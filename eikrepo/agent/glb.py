"""A scene as a binary glTF 2.0 file: one node a record, in metres, Y up, the same bytes each time.

Positions count from the middle of the scene, which its root node puts back where the model has
it: single numbers would not hold millimetres far from the origin.
"""

import json
import struct
from typing import Any

from eikrepo.geometry.solids.mesh import Mesh
from eikrepo.geometry.solids.scene import Scene, Solid

_MAGIC, _VERSION, _JSON, _BIN = 0x46546C67, 2, 0x4E4F534A, 0x004E4942
_FLOAT, _UINT, _TRIANGLES, _ARRAY, _ELEMENTS = 5126, 5125, 4, 34962, 34963


class _File:
    """The parts of a file as they grow."""

    def __init__(self, middle: tuple[float, float, float]) -> None:
        self.middle = middle
        self.data = bytearray()
        self.views: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []
        self.materials: list[dict[str, Any]] = []
        self.colours: dict[tuple[str, float], int] = {}

    def view(self, data: bytes, target: int) -> int:
        self.views.append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data),
                           "target": target})
        self.data += data + b"\0" * (-len(data) % 4)
        return len(self.views) - 1

    def material(self, colour: str, opaque: float) -> int:
        key = (colour, opaque)
        if key not in self.colours:
            self.colours[key] = len(self.materials)
            rgb = [round(_linear(int(colour[at:at + 2], 16) / 255), 5) for at in (1, 3, 5)]
            self.materials.append(
                {"name": colour, "doubleSided": True, "pbrMetallicRoughness": {
                    "baseColorFactor": [*rgb, opaque], "metallicFactor": 0.0,
                    "roughnessFactor": 0.9}} | ({"alphaMode": "BLEND"} if opaque < 1 else {}))
        return self.colours[key]

    def points(self, mesh: Mesh) -> int:
        mx, my, mz = self.middle
        rows = [((x - mx) / 1000, (z - mz) / 1000, (my - y) / 1000) for x, y, z in mesh.points]
        data = struct.pack(f"<{3 * len(rows)}f", *(value for row in rows for value in row))
        held = struct.unpack(f"<{3 * len(rows)}f", data)
        self.accessors.append({
            "bufferView": self.view(data, _ARRAY), "componentType": _FLOAT, "count": len(rows),
            "type": "VEC3", "min": [min(held[axis::3]) for axis in range(3)],
            "max": [max(held[axis::3]) for axis in range(3)]})
        return len(self.accessors) - 1

    def indices(self, triangles: list[tuple[int, int, int]]) -> int:
        flat = [one for three in triangles for one in three]
        data = struct.pack(f"<{len(flat)}I", *flat)
        self.accessors.append({"bufferView": self.view(data, _ELEMENTS), "componentType": _UINT,
                               "count": len(flat), "type": "SCALAR"})
        return len(self.accessors) - 1


def _linear(share: float) -> float:
    """Returns a share of a screen's colour as the share of light that it is."""
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def to_glb(scene: Scene, name: str) -> bytes:
    """Returns a scene as the bytes of a .glb file."""
    low, high = scene.extents[:3], scene.extents[3:]
    x, y, z = ((a + b) / 2 for a, b in zip(low, high, strict=True))
    made = _File((x, y, z))
    by_record: dict[str, list[Solid]] = {}
    for solid in scene.solids:
        by_record.setdefault(solid.record.id, []).append(solid)
    nodes: list[dict[str, Any]] = [{"name": name, "translation": [x / 1000, z / 1000, -y / 1000],
                                    "children": list(range(1, len(by_record) + 1))}]
    meshes: list[dict[str, Any]] = []
    for record_id, solids in by_record.items():
        record = solids[0].record
        nodes.append({"name": record.label, "mesh": len(meshes), "extras": {
            "id": record_id, "category": record.category}})
        meshes.append({"name": record_id,
                       "primitives": [one for solid in solids for one in _primitives(made, solid)]})
    if not meshes:
        nodes[0].pop("children")
    return _packed(made, nodes, meshes)


def _primitives(made: _File, solid: Solid) -> list[dict[str, Any]]:
    points = made.points(solid.mesh)
    by_colour: dict[str, list[tuple[int, int, int]]] = {}
    for triangle, colour in zip(solid.mesh.triangles, solid.colours, strict=True):
        by_colour.setdefault(colour, []).append(triangle)
    return [{"attributes": {"POSITION": points}, "indices": made.indices(triangles),
             "material": made.material(colour, solid.opaque), "mode": _TRIANGLES}
            for colour, triangles in by_colour.items()]


def _packed(made: _File, nodes: list[dict[str, Any]], meshes: list[dict[str, Any]]) -> bytes:
    document: dict[str, Any] = {
        "asset": {"version": "2.0", "generator": "eikrepo"}, "scene": 0,
        "scenes": [{"nodes": [0]}], "nodes": nodes}
    if meshes:
        document |= {"meshes": meshes, "materials": made.materials, "accessors": made.accessors,
                     "bufferViews": made.views, "buffers": [{"byteLength": len(made.data)}]}
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), _JSON) + text
    if meshes:
        chunks += struct.pack("<II", len(made.data), _BIN) + bytes(made.data)
    return struct.pack("<III", _MAGIC, _VERSION, 12 + len(chunks)) + chunks
