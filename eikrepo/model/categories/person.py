"""People: who acts, by the e-mail that git knows them by."""

from eikrepo.model.category import PROJECT, Category
from eikrepo.model.compound import ListOf, Member
from eikrepo.model.elements import project_members
from eikrepo.model.kinds import Text

CATEGORY = Category(
    name="person", plural="people", home=PROJECT,
    summary="A person who works on the model",
    members=project_members(
        Member("email", Text(254, r"[^@\s]+@[^@\s]+", words="an e-mail address"),
               "The e-mail address; compared without regard to case."),
        Member("roles", ListOf(Text(100, least=1), most=100, unique=True),
               "What the person does, such as architect or structural-engineer."),
        Member("organisation", Text(200), "The company or office."),
        name="The person's name."),
    ifc_class="IfcPerson",
    example={"id": "person-anna", "category": "person", "name": "Anna Berg",
             "email": "anna@example.org", "roles": ["architect"]})
