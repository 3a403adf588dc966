"""What hostile people hand over: requests, repositories and files that break what reads them."""

import json

import pytest

from tests.repositories import accepted, ask, cli, codes, hut, open_, request_cli


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
