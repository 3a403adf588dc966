"""Phases: the order in which things are built and taken down."""

from eikrepo.model.category import PROJECT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import project_members
from eikrepo.model.kinds import Integer, Text

CATEGORY = Category(
    name="phase", plural="phases", home=PROJECT,
    summary="A step of building, in an order",
    members=project_members(
        Member("order", Integer(0, 1_000_000), "Its place among the phases; lower is earlier.",
               required=True),
        Member("description", Text(10_000), "What happens in it."),
        name="What people call the phase."),
    example={"id": "phase-new", "category": "phase", "name": "New construction", "order": 2})
