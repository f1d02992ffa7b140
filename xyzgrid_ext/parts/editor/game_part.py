"""What the editor adds to a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from xyzgrid_ext.core.view import MapHead
from xyzgrid_ext.game.cli.dispatch import WAIT
from xyzgrid_ext.game.cli.grammar import Word
from xyzgrid_ext.game.cli.jobs import JobWork
from xyzgrid_ext.game.parts import GamePart, MapLink
from xyzgrid_ext.parts.editor.game import edits
from xyzgrid_ext.parts.editor.game.convert import CONVERT, convert, convert_map
from xyzgrid_ext.parts.editor.game.edits import NO_ROLE, ROLES
from xyzgrid_ext.parts.editor.game.jobs import (
    CREATE,
    DRAW,
    apply_version,
    change_right,
    create_map,
    doctor,
)
from xyzgrid_ext.parts.editor.game.pull import (
    APPLY,
    CLASSES,
    OPTIONS,
    PREFER,
    PULL,
    pull,
    pull_changes,
    refuse_files,
)
from xyzgrid_ext.parts.editor.game.shift import BACK, DRY, SHIFT, refuse_shift, shift, shift_map
from xyzgrid_ext.parts.editor.settings import LIMITS

_WORDS = (
    Word("pull", f"pull [MAP|ROOMS ...] [{APPLY}] [{PREFER}] [{CLASSES}]",
         "write builders' changes into the files", f"""
Shows changes that builders made in the game with dig, desc, name, link, lock, tag and so on, and
that the file does not have: ~ changed, + made, - removed, and the change to the file. {APPLY}
writes them into the map modules; rooms and exits made by hand become part of the map.

    evennia xyzgrid pull town
    evennia xyzgrid pull "(2,0,town)" {APPLY}

! marks a conflict: the file has also changed since it was spawned. It stays, unless you use the
game's value with {PREFER} or the file's with `spawn`. ? marks a change that cannot be written,
with the reason. Only {CLASSES} takes typeclasses and permissions; in the game, developers may
use it. The exit code is 0 if there is nothing to write, 2 if there is something, and 1 if
this is unknown. With {APPLY}, it is 0 if everything was written, and otherwise 1.
""", pull_changes, OPTIONS, is_job=True, job_options=OPTIONS,
         takes_rooms=True, refuse=refuse_files),
    Word(SHIFT, f"{SHIFT} [MAP DX,DY[,DZ]] [{DRY}] [{BACK}] [--yes] [--wait]",
         "move a whole map", f"""
Moves a map of a drawing, of levels or of rooms, to make space in the west or south: its drawing,
the coordinates of its prototypes, areas and exits, and all places on it in the files of other maps.
Rooms keep their numbers and all that is in them; characters keep what they have explored. Drawings
cannot go below (0,0). {DRY} shows what would change in which file.

    evennia xyzgrid shift town 4,0
    evennia xyzgrid shift moor -2,3 {DRY}

If it was cut off, `shift` alone finishes it, and `shift {BACK}` takes it back. Settings such as
XYZGRID_START stay as they are.
""", shift_map, frozenset({DRY, BACK, "--yes", WAIT}), is_job=True,
         job_options=frozenset({DRY, BACK, "--yes"}), refuse=refuse_shift),
    Word(CONVERT, f"{CONVERT} MAP [{DRY}] [--yes] [--wait]",
         "write a drawing as rooms, or rooms as a drawing", f"""
Writes a map of a drawing or of levels as a map of rooms, in the same module, so that its rooms and
exits can be moved and have any names; and a map of rooms as a drawing, if stock symbols draw it:
straight links without a cost of their own, stairs between levels. It is written only if all rooms
of the game stay as they are. {DRY} shows the change to the file. What was there leaves the file.

    evennia xyzgrid convert town {DRY}
""", convert_map, frozenset({DRY, "--yes", WAIT}), is_job=True,
         job_options=frozenset({DRY, "--yes"}), refuse=refuse_shift),
    Word("right", f"right MAP [PLAYER {'|'.join(ROLES)}|{NO_ROLE}]", "say who may draw a map", """
These rights are for the map editor on the website: owners and editors may draw and apply, and
readers may only look. Superusers may draw all maps. Without a player, it lists all rights on the
map.

    evennia xyzgrid right inn Ann editor
""", change_right),
)  # fmt: skip


def map_links(request: HttpRequest, heads: Sequence[MapHead]) -> Iterator[MapLink]:
    """Yield the link to the editor, for somebody with a right on any map."""
    user = request.user
    if user.is_superuser or (
        user.is_authenticated and edits.is_ready() and edits.roles_of(user.pk)
    ):
        yield MapLink(_("Edit maps"), reverse("xyzgrid-edit"))


GAME = GamePart(
    "editor",
    launcher_words=_WORDS,
    map_links=map_links,
    limits=LIMITS,
    doctor=doctor,
    pull_word=PULL,
    map_renamed=lambda keeper, old, new: edits.rename_map(old, new),
    jobs={
        PULL: JobWork(pull, is_comparing=True),
        SHIFT: JobWork(shift, is_asking=True),
        CONVERT: JobWork(convert, is_asking=True),
        DRAW: JobWork(apply_version),
        CREATE: JobWork(create_map),
    },
)
