"""Acceptances: a problem that a person accepts until its records change or a day comes."""

from eikrepo.model.category import PROJECT, Category
from eikrepo.model.compound import ListOf, MapOf, Member
from eikrepo.model.elements import PROJECT_HEAD, PROJECT_TAIL
from eikrepo.model.kinds import Ref, Text

DAY = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"

CATEGORY = Category(
    name="acceptance", plural="acceptances", home=PROJECT,
    summary="A problem on some records that a person has accepted",
    members=(
        *PROJECT_HEAD,
        Member("code", Text(64, "[a-z][a-z0-9-]*", words="the code of a rule"),
               "The code of the problem.", required=True),
        Member("recordIds", ListOf(Ref(on_delete="cascade"), least=1, most=1000, unique=True),
               "The records that the problem is about.", required=True),
        Member("revisions", MapOf(Text(12, "[0-9a-f]{12}", words="a revision of 12 hex digits")),
               "Record → its revision when accepted; another revision ends the acceptance."),
        Member("reason", Text(10_000, least=1), "Why it is accepted.", required=True),
        Member("personId", Ref("person"), "Who accepted it."),
        Member("person", Text(320), "Who accepted it, where no person record says so."),
        Member("until", Text(10, DAY, words="a day such as 2030-01-31"),
               "The last day it holds; absent is no end."),
        *PROJECT_TAIL),
    atomic=(("code", "recordIds", "revisions"),),
    example={"id": "acceptance-1", "category": "acceptance", "code": "walls-almost-meet",
             "recordIds": ["wall-1", "wall-2"], "reason": "A shadow gap of 15 mm is wanted."})
