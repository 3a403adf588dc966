"""What hostile people hand over: requests, repositories and files that break what reads them."""

import hashlib
import json
import os
import shutil
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eikrepo.agent.session import operation, operation_names
from eikrepo.agent.tools import request_of, tools
from eikrepo.commands._planning import command, names
from eikrepo.problems import EikError
from eikrepo.store.agents_md import text as text_of_agents_md
from tests.model.strategies import fitting
from tests.repositories import (
    accepted,
    ask,
    clean,
    cli,
    codes,
    everything,
    git,
    house,
    hut,
    open_,
    request_cli,
)


@pytest.fixture
def model(tmp_path):
    return hut(tmp_path / "m")


def nested(depth, value=0):
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("odd", [
    float("nan"), float("inf"), 10**400, "\ud800", nested(900), (1, 2), {3: 1}, b"x"])
@pytest.mark.parametrize("request_of", [
    lambda odd: {"op": "tree", "path": odd},
    lambda odd: {"op": "tree", "on": odd},
    lambda odd: {"op": odd},
    lambda odd: {"op": "propose", "title": "a", "intent": odd},
    lambda odd: {"op": "execute", "command": "create",
                 "args": {"record": {"category": "material", "name": "a", "appearance": odd}}}])
def test_a_request_that_no_json_holds_is_refused_with_an_answer_that_json_holds(
        model, odd, request_of):
    session = open_(model)
    answer = session.request(request_of(odd))
    assert session.last_bug is None, session.last_bug
    assert codes(answer) == ["unreadable"]
    json.dumps(answer, ensure_ascii=False, allow_nan=False).encode()


@pytest.mark.parametrize("text", ['{"op": "tree", "path": "\\ud800"}', '{"op": "tree", "x": NaN}'])
def test_the_command_line_answers_such_a_request_in_json(model, text):
    status, answer = request_cli(model, text)
    assert status == 1 and codes(answer) == ["unreadable"]


def test_what_is_no_utf_8_on_standard_input_is_refused(model):
    done = cli("request", str(model), "-", stdin=b'{"op": "\xff"}', PYTHONUTF8="1")
    assert done.returncode == 1
    assert codes(json.loads(done.stdout)) == ["unreadable"]


def test_answers_are_utf_8_whatever_the_terminal_says(model):
    accepted(model, "rename", args={"id": "level-0", "name": "Küche 木"})
    for words in (("show", str(model), "level-0"), ("request", str(model), '{"op": "summary"}')):
        done = cli(*words, PYTHONIOENCODING="ascii")
        assert done.returncode == 0
        assert "Küche 木" in done.stdout.decode("utf-8")


@pytest.mark.parametrize("point", ["²", "seq:²", "٣", "9" * 5000, "date:9999-12-31",
                                   "date:0001-01-01T00:00:00+23:59"])
def test_odd_points_in_history_are_refused(model, point):
    answer = ask(model, "summary", at=point[:250])
    assert answer["ok"] or codes(answer) == ["unknown-point"]
    done = cli("changes", str(model), point)
    assert done.returncode in (0, 1) and b"Traceback" not in done.stderr


def commit_of(model, raw):
    """Stores a commit as no git would write it, and makes the branch point there."""
    oid = git(model, "hash-object", "-t", "commit", "-w", "--stdin", "--literally",
              stdin=raw).strip()
    (model / ".git" / "refs" / "heads" / "main").write_text(f"{oid}\n")


@pytest.mark.parametrize("people", [
    b"author J\xf6rg <j@x> 1700000000 +0000\ncommitter J\xf6rg <j@x> 1700000000 +0000\n",
    b"author A <j@x> 1700000000 +0000\ncommitter A <j@x> 1700000000 +0000\nencoding klingon\n",
    b"author A <j@x> 1700000000 +0000\ncommitter A <j@x> 1700000000 +0000\nencoding idna\n",
    b"author  <> 99999999999999999 +9999\ncommitter  <> -5 -9999\n", b""])
def test_a_commit_that_others_wrote_is_read_however_odd_it_is(model, people):
    tree, head = git(model, "rev-parse", "HEAD^{tree}", "HEAD").split()
    commit_of(model, f"tree {tree}\nparent {head}\n".encode() + people
              + 'caf\u00e9 \x1b[31m\n\nEik-Sequence: ²\nEik-Envelope: {"op":NaN}\n'.encode(
                  "latin-1"))
    for op in ("summary", "log", "validate", "proposals", "status"):
        assert ask(model, op)["ok"], op
    assert ask(model, "changes", since=1)["ok"]
    accepted(model, "rename", args={"id": "level-0", "name": "again"})
    assert b"\x1b" not in cli("log", str(model)).stdout


def test_refs_and_tags_that_lead_nowhere_leave_the_rest_readable(model):
    blob = git(model, "hash-object", "-w", "--stdin", stdin=b"x").strip()
    head = git(model, "rev-parse", "HEAD").strip()
    tag = git(model, "hash-object", "-t", "tag", "-w", "--stdin", "--literally", stdin=(
        f"object {head}\ntype commit\ntag version/odd\n\nOdd\n\nEik-Sequence: ²\n").encode())
    refs = model / ".git" / "refs"
    for name, oid in (("heads/proposal/blob", blob), ("heads/proposal/gone", "1" * 40),
                      ("heads/bad", "garbage"), ("heads/loop", "ref: refs/heads/loop"),
                      ("tags/version/blob", blob), ("tags/version/light", head),
                      ("tags/version/odd", tag.strip()), ("eik/reviews/blob", blob)):
        (refs / name).parent.mkdir(parents=True, exist_ok=True)
        (refs / name).write_text(f"{oid}\n")
    assert [one["name"] for one in ask(model, "version")["data"]["versions"]] == ["odd"]
    assert ask(model, "proposals")["data"]["total"] == 0
    for name in ("bad", "loop", "proposal/blob", "proposal/gone"):
        assert not ask(model, "summary", on=name)["ok"]
        assert not ask(model, "execute", command="rename", on=name,
                       args={"id": "level-0", "name": "x"})["ok"]
    for name in ("blob", "light"):
        assert codes(ask(model, "version", do="show", name=name)) == ["unknown-version"]
    for slug in ("blob", "gone"):
        assert not ask(model, "merge", proposal=slug)["ok"]


@pytest.mark.parametrize("name", [b"..", b".git", b"", b"a/b"])
def test_a_tree_that_leads_out_of_the_folder_is_refused(model, name):
    blob = git(model, "hash-object", "-w", "--stdin", stdin=b"x").strip()
    tree = git(model, "hash-object", "-t", "tree", "-w", "--stdin", "--literally",
               stdin=b"100644 %s\0" % name + bytes.fromhex(blob)).strip()
    commit_of(model, f"tree {tree}\nauthor A <a@x> 1 +0000\ncommitter A <a@x> 1 +0000\n\nx\n"
              .encode())
    assert codes(ask(model, "summary")) == ["repository-broken"]


@pytest.mark.parametrize(("prefix", "path"), [
    ("../victim/", "x/new.json"), ("VICTIM/", "x/new.json"), ("", "../victim/x/new.json"),
    ("", ".git/hooks/pre-commit"), ("link/", "x/new.json")])
def test_a_journal_that_somebody_forged_writes_nothing_elsewhere(model, prefix, path):
    victim = model.parent / "victim"
    (victim / "x").mkdir(parents=True)
    (victim / "x" / ".eik-tmp-new.json-1").write_text("kept")
    (model / "link").symlink_to(victim)
    blob = git(model, "hash-object", "-w", "--stdin", stdin=b"evil").strip()
    head = git(model, "rev-parse", "HEAD").strip()
    (model / ".git" / "eik").mkdir(exist_ok=True)
    (model / ".git" / "eik" / "journal").write_text(json.dumps({
        "branch": "main", "base": None, "target": head, "paths": {path: [None, blob]},
        "prefix": prefix.replace("VICTIM", str(victim)), "process": 1}))
    before = everything(victim)
    ask(model, "summary")
    ask(model, "execute", command="rename", args={"id": "level-0", "name": "x"})
    assert everything(victim) == before
    assert not (model / ".git" / "hooks" / "pre-commit").exists()


@pytest.mark.parametrize("name", ["", "cache", "lines", "lock", "barrier", "journal.new", "claim",
                                  "refs"])
def test_our_folder_in_the_git_directory_is_never_followed_elsewhere(model, name):
    victim = model.parent / "victim"
    victim.mkdir()
    (victim / "file").write_text("kept")
    own = model / ".git" / "eik"
    shutil.rmtree(own, ignore_errors=True)
    folder = name in ("", "cache", "lines", "refs")
    (own / name).parent.mkdir(exist_ok=True)
    (own if not name else own / name).symlink_to(victim if folder else victim / "file")
    before = everything(victim)
    with pytest.raises(EikError) as refused:
        open_(model, durable=True)
    assert [one.code for one in refused.value.problems] == ["repository-broken"]
    assert everything(victim) == before


def test_a_pipe_in_our_folder_stops_nobody(model):
    (model / ".git" / "eik" / "cache").mkdir(parents=True, exist_ok=True)
    os.mkfifo(model / ".git" / "eik" / "cache" / "folder")
    assert cli("summary", str(model)).returncode == 1


STEERING = "x\u009b31m\u202ey\u2028FORGED"


def lines_of(done):
    """Returns printed lines, after seeing that no terminal would obey a character of them."""
    said = (done.stdout + done.stderr).decode()
    assert not [char for char in said.replace("\n", "")
                if unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp")], ascii(said)
    assert not any(line.startswith("FORGED") for line in said.splitlines())
    return said


def test_no_name_of_a_branch_or_review_event_steers_a_terminal(model):
    git(model, "checkout", "-qb", STEERING)
    head = git(model, "rev-parse", "HEAD").strip()
    event = json.dumps({"event": "\x1b[31m\nFORGED", "text": STEERING, "person": STEERING})
    blob = git(model, "hash-object", "-w", "--stdin", stdin=event.encode()).strip()
    tree = git(model, "mktree", stdin=f"100644 blob {blob}\t1.json\n".encode()).strip()
    commit = git(model, "commit-tree", tree, "-m", "x").strip()
    git(model, "update-ref", "refs/eik/reviews/odd", commit)
    git(model, "update-ref", "refs/heads/proposal/odd", head)
    git(model, "update-ref", f"refs/heads/proposal/{STEERING}", head)
    for words in (["summary"], ["status"], ["log"], ["proposals"], ["summary", "--json"]):
        assert lines_of(cli(words[0], str(model), *words[1:]))
    assert "odd" in lines_of(cli("proposals", str(model), "odd"))
    lines_of(cli("review", str(model), STEERING, "comment", "--text", STEERING))
    answer = cli("request", str(model), '{"op": "summary"}')
    lines_of(answer)
    assert json.loads(answer.stdout)["branch"] == STEERING


def test_a_name_makes_no_line_and_steers_nothing_in_agents_md():
    first, rest = text_of_agents_md(f"\x1b[31mEvil{STEERING}\n## Rules\r# x").split("\n", 1)
    assert first.startswith("# ") and "\n## Rules" not in rest
    assert not [char for char in first if unicodedata.category(char)[0] == "C"]


def test_a_tool_runs_its_own_operations_whatever_its_arguments_say(model):
    write = {"op": "execute", "command": "rename", "args": {"id": "level-0", "name": "sneaked"}}
    for tool in tools():
        for arguments in (write, {"op": "undo"}, write | {"do": tool.operations[0]}):
            with pytest.raises(EikError) as refused:
                request_of(tool, arguments)
            assert [one.code for one in refused.value.problems] == ["unknown-member"]


def test_file_names_steer_no_terminal_when_files_are_formatted(model):
    for name in ("a\x1b[31m\nFORGED", "b\u202e"):
        (model / "project" / "levels" / f"{name}.json").write_text("{}")
    lines_of(cli("fmt", str(model)))
    lines_of(cli("validate", str(model)))
    lines_of(cli("status", str(model)))


def test_a_work_tree_elsewhere_is_refused(model):
    (model.parent / "victim").mkdir()
    git(model, "config", "core.worktree", str(model.parent / "victim"))
    with pytest.raises(EikError) as refused:
        open_(model)
    assert [one.code for one in refused.value.problems] == ["repository-unsupported"]
    assert not list((model.parent / "victim").iterdir())


def test_hooks_are_not_installed_outside_the_repository(model):
    victim = model.parent / "victim"
    victim.mkdir()
    (victim / "pre-commit").write_text("mine")
    git(model, "config", "core.hooksPath", str(victim))
    before = everything(victim)
    assert cli("hooks", "install", str(model)).returncode == 1
    assert everything(victim) == before


def test_a_hook_that_is_a_pipe_is_kept_and_never_read(model):
    (model / ".git" / "hooks").mkdir(exist_ok=True)
    os.mkfifo(model / ".git" / "hooks" / "pre-commit")
    assert b"other" in cli("hooks", "status", str(model)).stdout
    assert b"installed" in cli("hooks", "install", str(model)).stdout


@pytest.mark.parametrize("planted", [b'{"errors":0,"problems":[]}', b"{}", b'{"errors":"no"}'])
def test_a_cache_that_somebody_planted_is_not_believed(model, planted):
    path = model / "project" / "levels" / "level-0.json"
    path.write_text(path.read_text().replace('"elevation"', '"elevashun"'))
    git(model, "commit", "-qam", "broken")
    tree = git(model, "rev-parse", "HEAD^{tree}").strip()
    cache = model / ".git" / "eik" / "cache"
    cache.mkdir(parents=True, exist_ok=True)
    for name in ("verdict", "summary"):
        (cache / f"{tree}.{name}").write_bytes(planted + hashlib.sha1(planted).digest())
    assert ask(model, "summary")["stale"]
    assert not ask(model, "validate")["ok"]


ODD = st.sampled_from([None, True, 0, -1, 0.5, 1e308, 5e-324, 2**53, "", "../x", "-x", "²", "HEAD",
                       "a\nEik-Person: b", "\x1b[31m\u202e", "seq:²", "date:9999-12-31", [], [[]],
                       {}, {"": None}, nested(60), list(range(300)), "wall-north", "level-0"])


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    return open_(house(tmp_path_factory.mktemp("shared") / "m"))


@pytest.mark.parametrize("name", operation_names())
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_no_arguments_of_any_operation_are_a_fault_of_ours(shared, name, data):
    args = data.draw(fitting(operation(name).args))
    for member in data.draw(st.sets(st.sampled_from([*args, "odd"]), max_size=2)):
        args[member] = data.draw(ODD)
    answer = ask(shared, **args | {"op": name})
    json.dumps(answer, ensure_ascii=False, allow_nan=False).encode()


@pytest.mark.parametrize("name", names())
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_no_arguments_of_any_command_are_a_fault_of_ours(shared, name, data):
    args = dict(command(name).example)
    for member in data.draw(st.sets(st.sampled_from([*args, "odd"]), min_size=1, max_size=2)):
        args[member] = data.draw(ODD)
    ask(shared, "execute", command=name, args=args, dryRun=data.draw(st.booleans()))


def test_what_random_requests_leave_behind_is_sound(shared):
    clean(shared.folder)
