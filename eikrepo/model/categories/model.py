"""model.json: what the folder as a whole says of itself."""

from eikrepo.model.category import DOCUMENT, Category
from eikrepo.model.compound import ListOf, MapOf, Member
from eikrepo.model.kinds import Choice, Integer, Text

UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"

CATEGORY = Category(
    name="model", plural="models", home=DOCUMENT, path="model.json",
    summary="The model folder itself: format, identity, profiles, fan-out, severities",
    members=(
        Member("format", Text(20, r"[0-9]+\.[0-9]+", words="a format like 1.0"),
               "Version of the format, major.minor.", required=True),
        Member("id", Text(36, UUID, words="a uuid"), "The model's identity, the same in every "
               "clone.", required=True),
        Member("name", Text(200, least=1), "What people call the model.", required=True),
        Member("profiles", ListOf(Choice("core", "architecture", "structure", "mep", "site"),
                                  unique=True), "Sets of categories and guide topics in use."),
        Member("fanOut", MapOf(Integer(1, 2)), "Category folder → levels of two hex digits."),
        Member("severities", MapOf(Choice("error", "warning", "off")),
               "Rule → severity, where it is not the rule's own.")),
    example={"format": "1.0", "id": "3f0c2c9e-7f3d-4b57-9f0b-0f8d6f1a2b3c", "name": "House"})
