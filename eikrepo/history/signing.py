"""Signs commits, and tells whose signature one bears: with the user's own programs and keys.

``eik.sign`` says what is signed: ``all``, ``merges`` or ``never``. Program, format, key and the
list of allowed signers come from the user's own configuration alone: a repository that was copied
from somebody must not name a program that runs here.
"""

import os
import tempfile
from pathlib import Path

from eikrepo.context import Context
from eikrepo.history.git import Git
from eikrepo.history.opening import own_setting
from eikrepo.history.program import run
from eikrepo.problems import EikError, refuse

SECONDS = 30.0
"""How long a key may take to answer; ``eik.signSeconds`` says otherwise."""
_HEADER = b"gpgsig "
_WANTED = ("all", "merges")


def signed(git: Git, context: Context, raw: bytes) -> bytes:
    """Returns a raw commit with its signature, where such commits are to be signed.

    Raises EikError ``signing-failed``.
    """
    head, cut, message = raw.partition(b"\n\n")
    wanted = git.config("eik.sign") or "never"
    if wanted not in _WANTED or (wanted == "merges" and head.count(b"\nparent ") < 2):
        return raw
    lines = _signature(git, context, raw).strip().split(b"\n")
    return head + b"\n" + _HEADER + b"\n ".join(lines) + cut + message


def _signature(git: Git, context: Context, raw: bytes) -> bytes:
    said = {key: own_setting(key, context.config) for key in (
        "gpg.format", "gpg.program", "gpg.ssh.program", "user.signingkey", "eik.signseconds")}
    key = said["user.signingkey"] or ""
    with tempfile.TemporaryDirectory(prefix="eikrepo-") as place:
        if said["gpg.format"] == "ssh":
            args = [said["gpg.ssh.program"] or "ssh-keygen", "-Y", "sign", "-n", "git", "-f",
                    *_ssh_key(key, Path(place))]
        else:
            args = [said["gpg.program"] or "gpg", "-bsa", *(["-u", key] if key else [])]
        try:
            done = run(args, git.root, context.environment, stdin=raw,
                       seconds=float(said["eik.signseconds"] or SECONDS))
        except EikError as error:
            raise _failed(error.problems[0].message) from error
    if done.status or not done.out.startswith("-----BEGIN"):
        raise _failed(done.said or "the program gave no signature")
    return done.out.encode()


def _ssh_key(key: str, place: Path) -> list[str]:
    """Returns how ssh-keygen is told a key: its file, or its public half for the agent."""
    literal = key.removeprefix("key::")
    if not literal.startswith(("ssh-", "ecdsa-", "sk-")):
        return [os.path.expanduser(key)]  # noqa: PTH111 - as git reads the setting
    file = place / "key.pub"
    file.write_text(literal + "\n", encoding="utf-8")
    return [str(file), "-U"]


def _failed(why: str) -> EikError:
    return refuse("signing-failed", f"The commit could not be signed: {why.rstrip('.')}. Nothing "
                  "was written.", got=why,
                  fix="Unlock or name the key (git config --global user.signingkey), or "
                      "git config eik.sign never")


def signer(git: Git, context: Context, oid: str, email: str) -> bool | None:
    """Tells whether a commit bears a good signature by a key of a person, as the user's list of
    allowed signers has it; None where it bears none or there is no such list.
    """
    raw = git.read(oid)
    payload, signature = _parted(raw)
    allowed = own_setting("gpg.ssh.allowedsignersfile", context.config)
    if signature is None or not allowed or not signature.startswith(b"-----BEGIN SSH"):
        return None
    program = own_setting("gpg.ssh.program", context.config) or "ssh-keygen"
    with tempfile.TemporaryDirectory(prefix="eikrepo-") as place:
        file = Path(place) / "signature"
        file.write_bytes(signature + b"\n")
        done = run([program, "-Y", "verify", "-n", "git", "-f",
                    os.path.expanduser(allowed),  # noqa: PTH111 - as git reads the setting
                    "-I", email, "-s", str(file)], git.root, context.environment,
                   stdin=payload, seconds=SECONDS)
    return done.status == 0


def _parted(raw: bytes) -> tuple[bytes, bytes | None]:
    """Returns what was signed of a raw commit, and the signature."""
    head, cut, message = raw.partition(b"\n\n")
    kept: list[bytes] = []
    found: list[bytes] = []
    inside = False
    for line in head.split(b"\n"):
        if line.startswith(_HEADER):
            inside = True
            found.append(line[len(_HEADER):])
        elif inside and line.startswith(b" "):
            found.append(line[1:])
        else:
            inside = False
            kept.append(line)
    return b"\n".join(kept) + cut + message, b"\n".join(found) or None
