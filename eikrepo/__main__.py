"""The commands ``eikrepo``, ``eik`` and ``eikrepo-mcp``."""

import os
import sys
from io import TextIOWrapper

_INTERRUPTED = 130


def main() -> None:
    """Runs the command line; requests and hooks start without the rest of it."""
    sys.exit(run(sys.argv[1:]))


def mcp() -> None:
    """Runs ``eikrepo mcp``."""
    sys.exit(run(["mcp", *sys.argv[1:]]))


def run(args: list[str]) -> int:
    """Runs one command and returns its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        status = _run(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has gone; what is left of it has nowhere to go at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def _run(args: list[str]) -> int:
    if args[:1] == ["request"]:
        from eikrepo.cli.request import main as request
        return request(args[1:])
    if args[:1] == ["hook"]:
        from eikrepo.cli.hook import main as hook
        return hook(args[1:])
    from eikrepo.cli.app import main as app
    return app(args)


if __name__ == "__main__":
    main()
