"""Stops a child process at each call that changes the disk: to kill it there, or to fail the call.

Linux on x86-64 alone: the kernel's own tracing (ptrace), so that calls made by libgit2 in C are
met like those of Python. Where that is not to be had, ``possible`` says so.
"""

import ctypes
import errno
import os
import platform
import signal
import sys
from collections.abc import Callable
from typing import NamedTuple

_TRACEME, _SYSCALL, _GETREGS, _SETREGS, _SETOPTIONS = 0, 24, 12, 13, 0x4200
_SYSGOOD, _EXITKILL = 1, 1 << 20
_RAX, _RDX, _RSI, _ORIG = 10, 12, 13, 15
_CALLS = {1: "write", 18: "pwrite", 74: "fsync", 75: "fdatasync", 77: "ftruncate", 82: "rename",
          83: "mkdir", 84: "rmdir", 86: "link", 87: "unlink", 90: "chmod", 91: "fchmod",
          162: "sync", 257: "openat", 258: "mkdirat", 263: "unlinkat", 264: "renameat",
          265: "linkat", 277: "sync_file_range", 285: "fallocate", 316: "renameat2",
          2: "open", 85: "creat"}
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
KILL = "kill"


class Outcome(NamedTuple):
    """How the child ended: the calls it was met at, in order, and its exit status; None where
    it was killed."""

    calls: list[str]
    status: int | None


def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.restype = ctypes.c_long
    libc.ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
    return libc


def possible() -> bool:
    """Tells whether children can be traced here."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return False
    child = os.fork()
    if child == 0:
        os._exit(0 if _libc().ptrace(_TRACEME, 0, None, None) == 0 else 1)
    return os.waitpid(child, 0)[1] == 0


class _Registers(ctypes.Structure):
    _fields_ = [("values", ctypes.c_ulonglong * 27)]


def run(work: Callable[[], None], at: int | None = None, what: str | int = KILL,
        only: frozenset[str] = frozenset(_CALLS.values())) -> Outcome:
    """Runs work in a child; at the ``at``-th counted call (from 0) kills it, or fails the call
    with an error number."""
    libc = _libc()
    child = os.fork()
    if child == 0:
        libc.ptrace(_TRACEME, 0, None, None)
        os.kill(os.getpid(), signal.SIGSTOP)
        work()
        os._exit(0)
    os.waitpid(child, 0)
    libc.ptrace(_SETOPTIONS, child, None, _SYSGOOD | _EXITKILL)
    calls: list[str] = []
    entering, failing, pass_on = True, False, 0
    regs = _Registers()
    while True:
        libc.ptrace(_SYSCALL, child, None, pass_on)
        _, status = os.waitpid(child, 0)
        pass_on = 0
        if os.WIFEXITED(status):
            return Outcome(calls, os.WEXITSTATUS(status))
        if os.WIFSIGNALED(status):
            return Outcome(calls, None)
        if os.WSTOPSIG(status) != signal.SIGTRAP | 0x80:
            pass_on = os.WSTOPSIG(status) if os.WSTOPSIG(status) != signal.SIGTRAP else 0
            continue
        libc.ptrace(_GETREGS, child, None, ctypes.byref(regs))
        if entering:
            name = _named(regs)
            if name in only:
                calls.append(name)
                if len(calls) - 1 == at:
                    if what == KILL:
                        os.kill(child, signal.SIGKILL)
                        os.waitpid(child, 0)
                        return Outcome(calls, None)
                    regs.values[_ORIG] = 2**64 - 1
                    libc.ptrace(_SETREGS, child, None, ctypes.byref(regs))
                    failing = True
        elif failing:
            regs.values[_RAX] = 2**64 - int(what)
            libc.ptrace(_SETREGS, child, None, ctypes.byref(regs))
            failing = False
        entering = not entering


def _named(regs: _Registers) -> str:
    """Returns the name of a call that changes the disk; nothing for any other."""
    name = _CALLS.get(regs.values[_ORIG], "")
    if name == "openat" and not regs.values[_RDX] & _WRITES:
        return ""
    if name == "open" and not regs.values[_RSI] & _WRITES:
        return ""
    return name


FULL, BROKEN = errno.ENOSPC, errno.EIO
