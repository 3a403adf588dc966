"""Every code of a problem that is no rule's: what it means, and what to do about it.

The codes of the rules are the names of their modules; the two tables together are all codes
that ever appear. Nothing branches on a message: codes stay, messages may get better.
"""

from types import MappingProxyType
from typing import NamedTuple


class Code(NamedTuple):
    """One code: its meaning, and what whoever meets it does next."""

    meaning: str
    remedy: str


_REQUESTS = {
    "across-the-cut": Code(
        "Something hosted lies across the place where its host would be split.",
        "Split beside it: the problem says which stretch it takes."),
    "ambiguous-name": Code(
        "Several records have the name that was given in place of an id.",
        "Name one by its id; the problem lists them under `similar`."),
    "in-use": Code(
        "A record cannot be deleted because others refer to it.",
        "Change those first, or delete with `cascade`, which says what goes along."),
    "internal": Code(
        "The program failed in a way that it should not. Nothing was written.",
        "Report it with the lines that were printed."),
    "no-bounds": Code(
        "A filter measures from a record that has no place in space.",
        "Measure from a point, or from a record that stands somewhere."),
    "no-crossing": Code(
        "Two lines do not cross, so nothing can run to where they do.",
        "Choose another line, or set the ends with `set_wall_ends`."),
    "no-selection": Code(
        "A filter asks for what is selected, and no interactive session is open.",
        "Name the records, or use another criterion."),
    "not-along-host": Code(
        "A hosted thing would be moved off the line of its host.",
        "Move it along its host with `edit_hosted`, or move the host."),
    "not-applicable": Code(
        "The command does not apply to this record: it lacks what the command changes.",
        "Choose another command; the message names it where there is one."),
    "not-in-line": Code(
        "Two walls cannot become one: they do not lie in one line, or differ.",
        "Make them alike first; the message says in what they differ."),
    "nothing-enclosed": Code(
        "No walls or lines enclose a space.",
        "Close the gap between the walls, or draw a `space-separator`."),
    "nothing-to-draw": Code(
        "The model has no level to draw a plan of, or nothing with a body is in view.",
        "Add a level with `add_level`, or ask for another view, direction or filter."),
    "nothing-to-find": Code(
        "The later step is no worse than the earlier one, so there is nothing to search for.",
        "Name a later step that is worse, or another problem with --code."),
    "one-question": Code(
        "A query asks nothing, or several things at once.",
        "Ask one thing a query; the problem lists them under `expected`."),
    "page-expired": Code(
        "The model has changed since the first page of this list was answered.",
        "Ask again from offset 0."),
    "too-far": Code(
        "An end would move further than the tolerance.",
        "Give a larger tolerance if that is meant."),
    "too-large": Code(
        "The drawing would not fit on any sheet at the scale that was asked for.",
        "Ask for a smaller scale, such as 1:200, or filter by a box."),
    "too-many": Code(
        "The request asks for more at once than is allowed.",
        "Ask in smaller parts."),
    "unfit-record": Code(
        "A record that the command needs does not fit its schema.",
        "Mend that record first; `validate` shows how."),
    "unknown-branch": Code(
        "There is no branch of that name.", "Use one of those listed under `expected`."),
    "unknown-command": Code(
        "There is no command of that name.", "`eikrepo schema` lists them."),
    "unknown-format": Code(
        "The file name ends in a format that cannot be written.",
        "Export to a .json or .ifc file."),
    "unknown-id": Code(
        "No record has that id or name.", "Use one of those listed under `similar`, or look with "
        "tree and read."),
    "unknown-name": Code(
        "No category, command or operation has that name.", "`eikrepo schema` lists them."),
    "unknown-operation": Code(
        "There is no operation of that name, or not in this session.",
        "Use one of those listed under `expected`."),
    "unknown-path": Code(
        "The model has no folder at that path.", "Go down from the top with `tree`."),
    "unknown-point": Code(
        "The text or number is no point in this model's history.",
        "Use a sequence number that `log` shows, or `seq:`, `version:`, `commit:`, `branch:` or "
        "`date:` and a name."),
    "unknown-rule": Code(
        "No rule has that code.", "The reference of rules lists them."),
    "unknown-topic": Code(
        "The guide has no topic of that name.", "Topics are core and the name of any category."),
    "unknown-value": Code(
        "A query asks for a value that none of its records can have.",
        "Use one of those listed under `expected`; derived ones carry their unit in their name."),
    "unknown-version": Code(
        "There is no version of that name.", "The problem lists the near ones under similar."),
    "view3d-missing": Code(
        "Pictures in 3D need VTK, which the extra view3d brings and is not installed.",
        "Run `pip install 'eikrepo[view3d]'`, or ask for GLB, which needs nothing more."),
    "view3d-no-opengl": Code(
        "VTK is there, but the machine has no OpenGL, not even in software.",
        "On Debian and Ubuntu `apt-get install libegl1 libgl1-mesa-dri`; or ask for GLB."),
}

_WRITING = {
    "bad-id": Code(
        "The text cannot be the id of a record.",
        "Use 1 to 64 of a-z, 0-9 and -, beginning with a letter, or leave the id out."),
    "bad-name": Code(
        "A version cannot be called that.",
        "Letters, digits, dots, dashes and underscores, beginning with a letter or digit."),
    "busy": Code(
        "Another writer held the model, git's index or the branch for too long.",
        "Ask again in a moment; a lock that a crashed git left behind is yours to remove."),
    "checked-out-elsewhere": Code(
        "The branch is checked out in another folder, which a write from here would leave "
        "behind.", "Ask in that folder."),
    "detached-head": Code(
        "No branch is checked out, so there is nowhere to add a step.",
        "`git switch` to a branch, or name one with `on`."),
    "disk": Code(
        "The disk is full or failed, and did not take the write. Nothing was changed.",
        "Make room, then ask again."),
    "fixed-member": Code(
        "A member that never changes, such as id or category, was to be changed.",
        "Leave it as it is; the message says which command does what was meant, if one does."),
    "folder-behind": Code(
        "The change is committed, but the folder could not follow.",
        "Make room or permit writing; the next open brings the folder up to date."),
    "id-taken": Code(
        "A record has that id already.", "Choose another id, or leave it out."),
    "no-identity": Code(
        "Nobody is known to write as: git has no name and e-mail here.",
        "`git config --global user.name` and `user.email`, or `--person`."),
    "nothing-pending": Code(
        "No file of the model differs from the last commit, so there is nothing to commit.",
        "Edit first."),
    "nothing-to-undo": Code(
        "The step changed no record, or is the first one.", "Choose a step that `log` shows."),
    "pending-edit": Code(
        "The change touches or needs a file that has an edit which is not committed.",
        "Commit the edits with `commit_edits`, or take them back with `git restore`."),
    "precondition-failed": Code(
        "The model is not at the sequence, commit or revision that the request expects.",
        "Read what is there now, then decide again."),
    "read-only": Code(
        "The session is read-only, or the git directory cannot be written.",
        "Write through a session that may, or permit writing to the folder."),
    "request-id-reused": Code(
        "The request id came before with another request.", "Use a new request id."),
    "signing-failed": Code(
        "The commit was to be signed (`eik.sign`) and could not be. Nothing was written.",
        "Unlock or name the key, or `git config eik.sign never`."),
    "under-way": Code(
        "A merge, rebase, cherry-pick or revert is under way in this folder.",
        "End it with git, by `--continue` or `--abort`."),
    "undo-conflict": Code(
        "Later steps changed the same members, so the step cannot be undone by itself.",
        "Undo the later steps first, or change the records by a command."),
    "version-exists": Code(
        "A version of that name exists, and versions never move.", "Choose another name."),
}

_SHARING = {
    "line-rewritten": Code(
        "Somebody rewrote a shared branch: its line of first parents no longer holds a step that "
        "was shared, so numbers would change.",
        "Ask who moved it to put the old line back; the fix says how to take the new one."),
    "no-program": Code(
        "A program that the request needs, such as git, cannot be started.",
        "Install it, or put it on the PATH."),
    "no-remote": Code(
        "There is no such remote, or none to share the branch with.",
        "Name one of those under `expected`, or `git remote add origin` and its address."),
    "not-followed": Code(
        "The shared branch changes a link, a program or a submodule, which only plain git can "
        "check out.",
        "`git pull --rebase`, then sync again."),
    "push-refused": Code(
        "The remote did not take the push: a hook or a rule of it says no.",
        "Mend what it names, then sync again. The local steps are all still there."),
    "remote-unreachable": Code(
        "The remote could not be reached, or did not let git in.",
        "Try `git fetch`; when that works, so does sync. Credentials are git's own."),
    "replay-conflict": Code(
        "A local step and the shared branch changed one thing differently.",
        "Do the step anew; it is kept on the branch that the answer names."),
    "shallow": Code(
        "The clone is too shallow to hold what the request needs.",
        "`git fetch --unshallow`."),
}

_PROPOSALS = {
    "merge-conflict": Code(
        "Both sides changed the same thing differently, and nobody has decided which holds.",
        "Decide each with `resolve`; `conflicts` shows both sides."),
    "no-merge-base": Code(
        "The proposal and its target share no history.",
        "Begin a new proposal on the target and make the changes there."),
    "not-allowed": Code(
        "This person or agent may not do that, such as approve a proposal of their own.",
        "Ask somebody who may; the message says why."),
    "nothing-to-merge": Code(
        "The target already has all of the proposal, or its branch is gone.",
        "Close the proposal, or bring its branch back with git."),
    "proposal-settled": Code(
        "The proposal is merged or closed.", "Reopen it with `review`, or begin a new one."),
    "unknown-conflict": Code(
        "The proposal has no open conflict of that name.", "`conflicts` lists them."),
    "unknown-proposal": Code(
        "There is no proposal of that name.", "`proposals` lists them."),
    "unknown-step": Code(
        "The proposal has no step of that sequence number of its own.",
        "`diff` of the proposal lists its steps."),
}

_FOLDERS = {
    "bad-person": Code(
        "The person that was named has no e-mail.",
        'Name one as anna@example.org or "Anna <anna@example.org>".'),
    "folder-not-empty": Code(
        "The folder for a new model holds something already.",
        "Name a new folder, or add `--force`."),
    "foreign-owner": Code(
        "The folder belongs to another user, and git does not trust it.",
        "If you do, `git config --global --add safe.directory` and the folder."),
    "index-unsupported": Code(
        "Git's index has a form that is not supported, such as a split one.",
        "`git update-index --no-split-index`, then ask again."),
    "no-agents-md": Code(
        "The model folder has no AGENTS.md, so agents miss what they cannot read off the files.",
        "`eikrepo init --agents-md` writes it anew."),
    "no-commits": Code(
        "The repository has no commit yet, so it holds no model.",
        "`eikrepo init`, or commit the model's files with git."),
    "not-a-model": Code(
        "The folder holds no model.json.", "Name the folder that does, or `eikrepo init`."),
    "not-a-repository": Code(
        "The folder is not there, or not in a git repository.", "`eikrepo init` makes one."),
    "object-missing": Code(
        "An object of the history is not in this clone, as in a partial one.",
        "`git fetch` it from where the repository was cloned."),
    "repository-broken": Code(
        "A ref, an object or another of git's own files cannot be read.",
        "`git fsck` names what is broken."),
    "repository-unsupported": Code(
        "The repository uses a git feature that is not supported, such as SHA-256 ids.",
        "Clone it into a repository of git's default format."),
    "sparse-checkout": Code(
        "The work tree is sparse: files of the model are left out of it.",
        "`git sparse-checkout disable`."),
    "unknown-example": Code(
        "There is no example of that name.", "The problem lists the examples under `expected`."),
    "unknown-source": Code(
        "What a model was to be made from is no example, folder, single file or IFC file.",
        "Name one of these; a single file ends in .json."),
    "unsafe-path": Code(
        "A folder's name holds a quote, or the hooks' folder lies outside the repository, so no "
        "hook can be written.",
        "Rename the folder, or unset `core.hooksPath`; the message says which."),
}

_FILES = {
    "case-clash": Code(
        "Two paths differ only in case, and are one file on many disks.", "Rename one of them."),
    "duplicate-id": Code(
        "Two files hold a record of the same id.", "Give one of them another id and file name."),
    "duplicate-key": Code(
        "A key stands twice in one JSON object.", "Take one of the two out."),
    "format-newer": Code(
        "The model is of a newer format than this program writes.",
        "`pip install --upgrade eikrepo`."),
    "id-not-file-name": Code(
        "The id in a file is not the file's name.",
        "Name the file after the id, or put back the id."),
    "merge-markers": Code(
        "The file holds the markers of a git merge that nobody finished.",
        "Decide what it should say, and take the markers out."),
    "not-canonical": Code(
        "The file means what it says, but is not in the one canonical form.",
        "`eikrepo fmt`."),
    "stray-file": Code(
        "A file stands inside the model's folders where no record can.",
        "Move it out, or to where its category lives."),
    "unreadable": Code(
        "The file or request cannot be read: no JSON, no UTF-8, too deep, too large, no regular "
        "file, or behind a symbolic link.", "Mend it; the message says what and in which line."),
    "wrong-folder": Code(
        "A record does not stand in the folder that its own members lead to.",
        "`git mv` it there; the problem says where."),
}

_IFC = {
    "ifc-schema": Code(
        "The IFC file is of a schema that cannot be read, or names none.",
        "Write it anew as IFC2X3, IFC4 or IFC4X3."),
    "ifc-too-large": Code(
        "The IFC file is larger than can be read, or its zip grows to more than it should.",
        "Write it in parts, or without the zip."),
    "ifc-truncated": Code(
        "The IFC file ends in the middle, as after a broken download.",
        "Fetch or write it anew."),
    "ifc-unreadable": Code(
        "The IFC file cannot be parsed, or breaks the rules of its schema.",
        "Write it anew; the message says what was met."),
}

GROUPS = MappingProxyType({
    "Requests and commands": _REQUESTS,
    "Writing": _WRITING,
    "Sharing": _SHARING,
    "Proposals": _PROPOSALS,
    "Folders and repositories": _FOLDERS,
    "Files of a model": _FILES,
    "IFC files": _IFC,
})
"""The codes by where people meet them; those of files are found by validate, as integrity."""

CODES = MappingProxyType({name: code for group in GROUPS.values()
                          for name, code in sorted(group.items())})
"""Every code that is no rule's."""
