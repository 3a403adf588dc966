"""Materials: what layers and parts are made of."""

from eikrepo.model.category import PROJECT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import APPEARANCE, project_members
from eikrepo.model.kinds import Number, Text

CATEGORY = Category(
    name="material", plural="materials", home=PROJECT,
    summary="A material with its physical values and look",
    members=project_members(
        Member("kind", Text(100, least=1), "What sort of material: concrete, timber, insulation "
               "…"),
        Member("density", Number("kg/m3", above=0, most=100_000), "Density in kg/m³."),
        Member("conductivity", Number("W/mK", above=0, most=1000),
               "Thermal conductivity in W/(m·K)."),
        APPEARANCE, name="What people call the material."),
    ifc_class="IfcMaterial",
    example={"id": "material-brick", "category": "material", "name": "Brick", "kind": "masonry",
             "density": 1800, "conductivity": 0.8})
