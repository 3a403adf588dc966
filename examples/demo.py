"""The main job from end to end on a real model: `make demo`.

An empty folder becomes a model repository, an agent changes it as an MCP client, and people look
at what it did with plain git and with eikrepo. It happens in a temporary folder, or in the one
that is named, which is then kept:  .venv/bin/python examples/demo.py house
"""

import os
import subprocess
import sys
import tempfile
import time
from itertools import zip_longest
from pathlib import Path
from typing import Any

import eikrepo

HERE = Path(__file__).parent
PERSON = {"GIT_AUTHOR_NAME": "Anna Berg", "GIT_AUTHOR_EMAIL": "anna@example.org",
          "GIT_COMMITTER_NAME": "Anna Berg", "GIT_COMMITTER_EMAIL": "anna@example.org"}
"""Who the demonstration writes as: this machine's own git identity is neither needed nor used."""
ACROSS, UP = 250, 500
"""What one character of the picture covers, in mm."""
DRAWN = {"wall": "█", "window": "▒", "door": "·"}


def title(text: str) -> None:
    """Prints the heading of a part."""
    bold = f"\033[1m{text}\033[0m\n"
    print(bold if sys.stdout.isatty() else f"{text}\n{'-' * len(text)}", flush=True)


def show(folder: Path, command: str) -> None:
    """Runs a command as a person would type it, and shows both."""
    print(f"$ {command}", flush=True)
    subprocess.run(command, cwd=folder, check=True, shell=True)
    print(flush=True)


def read(folder: Path, at: int, category: str) -> list[dict[str, Any]]:
    """Returns the records of a category at a point in history, through the Python API."""
    model = eikrepo.open(folder, read_only=True)
    answer = model.request({"op": "read", "tier": "full", "filter": {"categories": [category]},
                            "at": at})
    found: list[dict[str, Any]] = answer["data"]["records"]
    return found


def picture(folder: Path, at: int) -> list[str]:
    """Returns the plan of a small house as lines of text, north up, drawn from its bounds."""
    cells: dict[tuple[int, int], str] = {}
    for category, mark in DRAWN.items():
        for one in read(folder, at, category):
            (left, low, _), (right, high, _) = one["derived"]["bounds"].values()
            for x in range(int(left // ACROSS), max(int(left // ACROSS) + 1,
                                                    int(-(-right // ACROSS)))):
                for y in range(int(low // UP), max(int(low // UP) + 1, int(-(-high // UP)))):
                    cells[x, y] = mark
    for one in read(folder, at, "space"):
        (left, low, _), (right, high, _) = one["derived"]["bounds"].values()
        for line, text in enumerate((one["record"]["name"], f"{one['derived']['area_m2']} m²")):
            start = int((left + right) / 2 / ACROSS - len(text) / 2)
            cells |= {(start + place, int((low + high) / 2 // UP) - line): letter
                      for place, letter in enumerate(text)}
    wide, high = (max(cell[axis] for cell in cells) + 1 for axis in (0, 1))
    return [f"sequence {at}".ljust(wide), *(
        "".join(cells.get((x, y), " ") for x in range(wide)) for y in reversed(range(high)))]


def run(folder: Path) -> None:
    """Shows the whole of it in a folder that does not exist yet."""
    began = time.monotonic()
    title("1  A folder becomes a model repository")
    show(folder.parent, f"eikrepo init {folder.name} --from one-storey-house")

    title("2  An agent, as an MCP client on stdio, is asked to make the bedroom 300 mm deeper")
    subprocess.run([sys.executable, HERE / "agent_demo.py", folder], check=True)
    print()

    title("3  What happened, for somebody with plain git")
    show(folder, "git log --oneline")
    show(folder, "git log -1 | cut -c 1-100")
    show(folder, "git diff --unified=0 HEAD~1 -- architecture")

    title("4  The same, for a reviewer")
    show(folder, "eikrepo diff . 1")
    both = zip_longest(picture(folder, 1), picture(folder, 2))
    print("\n".join(f"  {before}    {after}".rstrip() for before, after in both))
    print("\n  █ wall  ▒ window  · door; drawn from the bounds that `read` answers at each point\n")
    show(folder, "eikrepo validate .")
    print(f"The demonstration took {time.monotonic() - began:.0f} s.")


def main() -> None:
    """Runs the demonstration in a temporary folder, or in the one named."""
    programs = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    os.environ.update(PERSON, PATH=programs, GIT_PAGER="cat")
    if len(sys.argv) > 1:
        run(Path(sys.argv[1]).absolute())
        return
    with tempfile.TemporaryDirectory(prefix="eikrepo-demo-") as folder:
        run(Path(folder, "house"))
    print("Its folder is gone again. To play on:\n"
          "  .venv/bin/eikrepo example office --name two-storey-office\n"
          "  .venv/bin/eikrepo tree office")


if __name__ == "__main__":
    main()
