"""policy.json: who may do what to which branch."""

from eikrepo.model.category import DOCUMENT, Category
from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.kinds import Choice, Flag, Integer, Text

WHO = ListOf(Text(200, least=1), most=1000, unique=True)
BRANCH = Object(
    Member("pattern", Text(200, least=1), "The branches it is about; * is any run of letters.",
           required=True),
    Member("push", WHO, "Who may commit to them: ids of people, or role:<role>; absent is all."),
    Member("merge", WHO, "Who may merge into them, said in the same way; absent is all."),
    Member("approvals", Integer(0, 100), "How many approvals a merge needs.", default=0),
    Member("approvers", WHO, "Whose approvals count, said in the same way; absent is all."),
    Member("categories", ListOf(Text(64, least=1), most=200, unique=True),
           "The categories whose changes need these approvals; absent is all."),
    Member("disciplines", ListOf(Choice("architecture", "structure", "mep", "site"),
                                 unique=True),
           "The disciplines whose changes need these approvals; absent is all."),
    Member("agentsMerge", Flag(), "Whether an agent may merge.", default=False),
    Member("agentsApprove", Flag(), "Whether an approval given through an agent counts.",
           default=False),
    Member("strict", Flag(), "Whether an approval ends when the target moves at all.",
           default=False))

CATEGORY = Category(
    name="policy", plural="policies", home=DOCUMENT, path="policy.json",
    summary="Who may do what to which branch",
    members=(
        Member("knownPeopleOnly", Flag(), "Whether only people with a person record may act.",
               default=False),
        Member("branches", ListOf(BRANCH, most=1000, key="pattern"),
               "What holds for which branches; every pattern that fits counts.")),
    example={"branches": [{"pattern": "main", "push": ["role:lead"], "approvals": 1}]})
