"""What AGENTS.md says is short and true."""

import re

from eikrepo.model.category import categories
from eikrepo.store.agents_md import GITATTRIBUTES, GITIGNORE, text

ABOUT = text("House at the lake")


def test_it_names_the_model_on_one_line():
    assert ABOUT.startswith("# House at the lake: a building model\n")
    assert text("A\n# B  C").startswith("# A # B C: a building model\n")


def test_it_is_short_plain_and_ends_with_a_line():
    assert len(ABOUT) < 6000 and ABOUT.endswith(".\n")
    assert all(len(line) <= 100 for line in ABOUT.splitlines())


def test_the_members_it_names_are_members():
    named = set()
    for row in categories().values():
        named |= set(row.object.by_name)
    for name in ("levelId", "baseOffset", "offset", "height", "through", "locationLine",
                 "flipped", "hostId", "hinge", "swing", "typeId", "topLevelId", "topOffset",
                 "justification", "elevation", "fanOut", "format", "source"):
        assert name in named and f"`{name}`" in ABOUT, name


def test_the_folders_it_names_are_folders_of_the_layout():
    for name in re.findall(r"`project/([a-z-]+)/`", ABOUT):
        assert name in {row.plural for row in categories().values()}


def test_git_leaves_line_ends_alone_and_tracks_only_envelopes():
    assert GITATTRIBUTES == "*.json -text merge=eik diff=eik\n"
    assert GITIGNORE.splitlines() == ["/.eik/*", "!/.eik/envelopes/"]
