"""Starts other programs: git, to reach another machine or to pack objects. Nothing else does.

A repository's configuration can name programs of its own, so nothing is started but where
somebody asks for what git alone can do: its transports, and with them its credential helpers.
"""

import os
import re
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from eikrepo.history.message import plain
from eikrepo.problems import refuse

_SECRET = re.compile(r"(?<=://)[^/\s@]+(?=@)")


class Done(NamedTuple):
    """How a program ended: its exit status and what it wrote."""

    status: int
    out: str
    err: str

    @property
    def said(self) -> str:
        """The last words of its errors on one line, without passwords that stood in addresses."""
        lines = [line.strip() for line in self.err.splitlines() if line.strip()]
        told = [line for line in lines if not line.startswith(("hint:", "To "))]
        return plain(_SECRET.sub("…", "; ".join(told[-6:])), 400)


def run(args: list[str], folder: Path, environment: Mapping[str, str] | None, *,
        seconds: float, stdin: bytes | None = None, terminal: bool = False) -> Done:
    """Runs a program to its end and returns what it said.

    It is stopped, with all that it has started, after so many seconds; the status is then -1.
    Without ``terminal`` it cannot ask anybody. Raises EikError ``no-program`` where it is not
    there.
    """
    try:
        child = subprocess.Popen(args, cwd=folder, env=environment,  # noqa: S603 - never a shell
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, start_new_session=not terminal)
    except OSError as error:
        raise refuse("no-program", f"The program {args[0]} cannot be started: {error.strerror}.",
                     got=args[0], fix=f"Install {args[0]}, or put it on the PATH.") from error
    with child:
        try:
            out, err = child.communicate(stdin, timeout=seconds)
        except subprocess.TimeoutExpired:
            _stop(child, terminal=terminal)
            out, err = child.communicate()
            return Done(-1, _text(out), f"{_text(err)}\nit did not end within {seconds:g} s")
        except BaseException:
            _stop(child, terminal=terminal)
            raise
    return Done(child.returncode, _text(out), _text(err))


def _stop(child: subprocess.Popen[bytes], *, terminal: bool) -> None:
    """Ends a program of ours, and what it started where that is a session of its own."""
    with suppress(ProcessLookupError):
        if terminal:
            child.kill()
        else:
            os.killpg(child.pid, signal.SIGKILL)


def detach(args: list[str], folder: Path, environment: Mapping[str, str] | None) -> bool:
    """Starts a program that goes on by itself; False where it cannot be started."""
    try:
        # It outlives this process, and nobody waits for it.
        child = subprocess.Popen(args, cwd=folder, env=environment,  # noqa: S603 - never a shell
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL, start_new_session=True)
    except OSError:
        return False
    child.returncode = 0
    return True


def _text(raw: bytes | None) -> str:
    return (raw or b"").decode("utf-8", "replace")
