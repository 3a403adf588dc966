"""The files beside the records of a new model folder (docs/format.md): AGENTS.md and git's own."""

import unicodedata

GITATTRIBUTES = "*.json -text merge=eik diff=eik\n"
"""Keeps git's hands off line ends, and names the merge and diff drivers."""
GITIGNORE = "/.eik/*\n!/.eik/envelopes/\n"
"""Keeps out of git what is not history."""

_TEXT = """\
# {name}: a building model

This folder is a building model of eikrepo: one small JSON file a record, in git. Every change is
a commit. What follows cannot be read off the files; `eikrepo guide` says the rest, and
`eikrepo schema wall` gives every member of a category with its unit and range.

## Where things are
- `model.json` is the model itself, `project/project.json` the project, `project/levels/`,
  `project/spaces/`, `project/materials/` and so on what it is made of, `project/types/wall/` the
  wall types, `architecture/level-0/wall/` the walls of a level.
- The path follows from the record: `<discipline>/<levelId>/<category>/<id>.json`. To put a wall
  on another level is to change its `levelId`; the file moves along. A large category folder has
  sub-folders of two hex digits, which mean nothing.
- Look first: `eikrepo tree . architecture/level-0`, then `eikrepo show . <id or name>`.

## Units and axes
- Lengths are in mm, angles in degrees, counter-clockwise from +X. Z is up, +Y is project north.
- A plan point is `[x, y]` in model coordinates. An outline is a list of such points, closed by
  itself; a vertex `[x, y, mx, my]` begins an arc that passes through `(mx, my)`.
- Heights count from the record's level (`levelId`), never from zero: `baseOffset`, `offset`,
  `height`, `sill`. A level's own `elevation` counts from the project's zero. A slab hangs from
  its top face, a ceiling lies on its bottom face, a beam on its `justification`.
- Derived values (areas, volumes, bounds) are never members. Ask: `eikrepo show . <id>`.

## Walls and what sits in them
- A wall runs `start` to `end`, as an arc where it has `through`. `locationLine` says where in its
  thickness that line lies. The exterior is on the left of start to end, unless `flipped`.
- Layers of a wall type go from the exterior in, those of a slab type from the top down.
- A door, window or opening names its wall in `hostId`; `at.offset` is the distance along the
  wall's line from its start to the near side, `at.sill` the bottom above the wall's base. Deleting
  or moving the wall takes them along.
- `hinge` is start or end of the wall, `swing` exterior or interior. There is no left or right.

## Types and effective values
- What a record does not say, its type says (`typeId`); what the type does not say, the schema's
  default says. A record holds only what differs: a missing member does not mean zero or none.
- Before you change a type, look at how many records use it: all of them change.
- `height`, or `topLevelId` with `topOffset`, says the top of a wall or column; never both.

## Ids
- An `id` is the file's name and never changes. A rename changes `name`. The letters of an id
  prove nothing; `category` does.
- Do not invent ids for new records: commands make them. Do not reuse the id of a deleted record.

## How to change the model
Commands are best: they check, keep what hangs together, and commit with who and why.
1. Dry run: `eikrepo run . move --ids "Partition" --by 0,300,0 --dry-run`
2. Read what it would change, and every problem it would bring.
3. The same without `--dry-run`, with `--reason "..."`.
Several steps that belong together are one batch (`eikrepo request`, `execute_batch`): they land
as one commit or not at all. Name the revisions you have read in `expect`, so that nobody's work
between is lost. A refusal says what to do; its `fix` can often be sent back as it is.

By hand is fine too: edit a record, then `eikrepo validate .`, then `git commit` (or
`eikrepo commit . --reason "..."`). `eikrepo fmt .` puts files into the one canonical form.
An unknown member is an error, so take names from `eikrepo schema`, not from memory.

## Never by hand
- an `id`, a file's name, or the folder a file stands in
- `geometry/`, `.eik/`, `.gitattributes`, and `format`, `id` and `fanOut` of `model.json`
- `ifc.guids` and `source`: they tie records to the files they came from

## History
History is git's: `eikrepo log . <id>` says who changed what of a record, when and why, and
`eikrepo undo . <sequence>` takes back one step. Never amend or rebase what is shared.
"""


def text(name: str) -> str:
    """Returns the AGENTS.md of a model: what an agent cannot read off the files."""
    kept = "".join(" " if unicodedata.category(char)[0] == "C" else char for char in name)
    return _TEXT.format(name=" ".join(kept.split()))
