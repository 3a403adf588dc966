"""Accepts a problem on some records, until they change or a day comes."""

from eikrepo.commands._command import Args, Command, made, the
from eikrepo.commands._wording import things
from eikrepo.model.category import known
from eikrepo.model.compound import Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.model import Model
from eikrepo.problems import refuse, similar
from eikrepo.rules._rule import INTEGRITY
from eikrepo.rules.engine import codes, rule_of

_ACCEPTANCE = known("acceptance").object.by_name
ARGS = Object(*(_ACCEPTANCE[name] for name in ("code", "recordIds", "reason", "until",
                                               "personId", "person")))


def _check_code(code: str) -> None:
    rule = rule_of(code)
    if rule is None:
        near = similar(code, codes())
        raise refuse("unknown-rule", f"accept /code: no rule is called {code!r}.",
                     pointer="/code", got=code, similar=near)
    if rule.kind == INTEGRITY:
        raise refuse("not-applicable", f"accept /code: {code} is about the integrity of the "
                     "model and cannot be accepted, only mended.", pointer="/code", got=code)


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference that adds an acceptance with the records' present revisions."""
    _check_code(args["code"])
    revisions = {}
    for name in args["recordIds"]:
        record = the(model, name)
        if record.revision is None:
            raise refuse("not-applicable", f"{record.label} is not written yet, so nothing on it "
                         "can be accepted: accept it in a later step.", record=record.id)
        revisions[record.id] = record.revision
    name = new.take("acceptance")
    return Diff.of(made(name, "acceptance", args | {
        "id": name, "category": "acceptance", "revisions": revisions}))


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    return f"Accept {args['code']} on {things(model, args['recordIds'])}"


COMMAND = Command(
    summary="Accept a problem until its records change", args=ARGS, plan=plan, subject=subject,
    example={"code": "duplicate-mark", "recordIds": ["wall-north"],
             "reason": "The marks of the old survey are kept."})
