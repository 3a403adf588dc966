"""Killed or failed at every step, nothing answered is lost and nothing is half done."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.history import crash, tracing
from tests.repositories import ROOT

pytestmark = pytest.mark.skipif(not tracing.possible(), reason="processes cannot be traced here")
KILLED = [*(pytest.param(name, marks=pytest.mark.slow) if name in ("sync", "propose") else name
            for name in crash.SCENARIOS), "recovery", "beginning"]
FAILED = [pytest.param(name, how, marks=() if (name, how) in (("command", "full"), (
    "batch", "broken")) else pytest.mark.slow)
    for name in crash.SCENARIOS for how in ("full", "broken")]


def _swept(name: str, how: str, place: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "tests.history.crash", name, how, str(place)],
                          cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    print(f"{name}: {how} at {report['points']} points")
    assert not report["failures"], "\n\n".join(report["failures"])
    assert report["points"] > 15


@pytest.mark.requirement("A-16", "D-1", "D-9")
@pytest.mark.parametrize("name", KILLED)
def test_killed_at_every_step_the_next_open_finishes_or_forgets(tmp_path: Path, name: str) -> None:
    _swept(name, "kill", tmp_path)


@pytest.mark.parametrize(("name", "how"), FAILED)
def test_a_call_that_the_disk_refuses_is_a_problem_with_a_code(tmp_path: Path, name: str,
                                                               how: str) -> None:
    _swept(name, how, tmp_path)
