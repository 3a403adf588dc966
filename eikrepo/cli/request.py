"""``eikrepo request``: one request in, one answer out, with as little start-up as can be."""

import json
import os
import sys
from typing import Any

from eikrepo.agent.session import Session, from_text, refused
from eikrepo.cli.context import context
from eikrepo.problems import EikError

USAGE = """\
usage: eikrepo request FOLDER REQUEST [--person WHO] [--agent NAME] [--read-only]

Answers one request with one JSON object. REQUEST is JSON, or - to read it from standard input.
  --person WHO   who asks: an e-mail, or "Anna <anna@example.org>"; default git's identity
  --agent NAME   the program that asks for them
  --read-only    refuse everything that would write
example: eikrepo request house '{"op": "summary"}'
"""
OK, REFUSED, USAGE_ERROR, BUG = 0, 1, 2, 70


def main(args: list[str]) -> int:
    """Runs ``eikrepo request`` and returns its exit status."""
    if "--help" in args or "-h" in args:
        sys.stdout.write(USAGE)
        return OK
    found = _parse(args)
    if isinstance(found, str):
        sys.stderr.write(f"eikrepo request: {found}\n{USAGE}")
        return USAGE_ERROR
    folder, given, options = found
    text: str | bytes = given
    if text == "-":
        text = sys.stdin.buffer.read()
    if os.path.isfile(folder):  # noqa: PTH113 - pathlib costs more than the question
        from eikrepo.cli.single import request_file
        return _answer(request_file(folder, text), None)
    try:
        request = from_text(text)
        session = Session(folder, context(options.get("--person"), options.get("--agent")),
                          read_only="--read-only" in options)
    except EikError as error:
        return _answer(refused("", error), None)
    answer = session.request(request)
    status = _answer(answer, session.last_bug)
    close_behind(session)
    return status


def close_behind(session: Session) -> None:
    """Keeps caches after the answer is out, and lets nobody wait for them."""
    if not session.has_much_to_keep():
        session.close()
        return
    if os.fork():
        return
    try:
        os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        for handle in range(3):
            os.dup2(null, handle)
        session.close()
    finally:
        os._exit(0)


def _parse(args: list[str]) -> tuple[str, str, dict[str, str]] | str:
    """Returns (folder, request, options), or what is wrong with the words."""
    plain: list[str] = []
    options: dict[str, str] = {}
    rest = list(args)
    while rest:
        word = rest.pop(0)
        if word == "--read-only":
            options[word] = ""
        elif word in ("--person", "--agent"):
            if not rest:
                return f"{word} needs a value"
            options[word] = rest.pop(0)
        elif word.startswith("--") and "=" in word and word.partition("=")[0] in (
                "--person", "--agent"):
            name, _, options[name] = word.partition("=")
        elif word.startswith("-") and word != "-":
            return f"there is no option {word}"
        else:
            plain.append(word)
    if len(plain) != 2:
        return f"a folder and a request are needed, {len(plain)} words were given"
    return plain[0], plain[1], options


def _answer(answer: dict[str, Any], trace: str | None) -> int:
    sys.stdout.write(json.dumps(answer, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()
    if trace:
        sys.stderr.write("eikrepo: this is a fault of ours. Please report it with these lines:\n"
                         + trace)
        return BUG
    return OK if answer.get("ok") else REFUSED
