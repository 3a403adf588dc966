"""How cut materials are filled: a tone or a hatch by the kind of the material."""

from typing import NamedTuple

from eikrepo.geometry.view import View


class Hatch(NamedTuple):
    """Lines at angles in degrees, so many mm apart on paper, on a ground."""

    ground: str
    step: float = 0.0
    angles: tuple[float, ...] = ()
    width: float = 0.1
    colour: str = "#000000"


HATCHES = {
    "concrete": Hatch("#b9b9b9"),
    "earth": Hatch("#ffffff", 1.6, (45, 135)),
    "gypsum": Hatch("#efefef"),
    "insulation": Hatch("#ffffff", 1.1, (60, 120), 0.09, "#7d7d7d"),
    "masonry": Hatch("#ffffff", 1.2, (45,), 0.13, "#444444"),
    "metal": Hatch("#000000"),
    "mineral": Hatch("#dddddd"),
    "stone": Hatch("#e6e6e6", 1.6, (45, 135), 0.09, "#555555"),
    "timber": Hatch("#ffffff", 0.8, (135,), 0.09, "#555555"),
    "void": Hatch("#ffffff"),
    "plain": Hatch("#cfcfcf"),
}
_BY_WORD = {
    "air": "void", "aluminium": "metal", "block": "masonry", "brick": "masonry",
    "concrete": "concrete", "earth": "earth", "glass": "void", "gravel": "stone",
    "gypsum": "gypsum", "insulation": "insulation", "masonry": "masonry", "membrane": "metal",
    "metal": "metal", "mineral": "insulation", "mortar": "mineral", "plaster": "gypsum",
    "steel": "metal", "stone": "stone", "timber": "timber", "wood": "timber"}
_BY_FUNCTION = {"structure": "plain", "substrate": "mineral", "thermal": "insulation",
                "finish": "gypsum", "membrane": "metal", "air": "void"}


def hatch_of(view: View, material_id: str | None, function: str | None = None) -> str:
    """Returns the name of the hatch of a material: as it says, else by its kind or its use."""
    material = view.get(material_id)
    if material is not None:
        said = (material.get("appearance") or {}).get("hatch")
        if said in HATCHES:
            return str(said)
        for word in str(material.get("kind", "")).casefold().replace("-", " ").split():
            if word in _BY_WORD:
                return _BY_WORD[word]
    return _BY_FUNCTION.get(function or "", "plain")
