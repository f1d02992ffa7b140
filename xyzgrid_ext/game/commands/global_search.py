"""The global search of Evennia's builder commands, which here no game has to wait for.

Evennia compares the names and aliases of all objects in one statement, and loads what it finds: in
a game of 100,000 rooms that takes a second, and a minute for a name that all of them have.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from evennia import InterruptCommand
from evennia.objects.models import ObjectDB
from evennia.utils.utils import dbref

from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.objects import objects_named
from xyzgrid_ext.game.visibility.names import RoomNames, written
from xyzgrid_ext.game.visibility.unmade import is_called, rooms_like
from xyzgrid_ext.game.world.current import current

_LARGE = 30_000  # objects: more would hold the game for too long
_MOST = 20  # objects of one name, of which Evennia tells what to type for each
_NUMBERED = re.compile(settings.SEARCH_MULTIMATCH_REGEX, re.DOTALL)


def search(command: Any, text: str, before: str = "", after: str = "") -> Any | None:
    """Return the object with a name or dbref, as `caller.search(text, global_search=True)` does.

    If there is none, the result is None and the caller gets a message. But if nothing stands behind
    the text, and it is the name of only one room, which is not made yet, the command ends, and runs
    again with the coordinates of the room in place of the text.

    Args:
        command: the command, whose caller searches.
        text: the name or dbref.
        before: what stands before it in the arguments of the command.
        after: what stands behind it.

    """
    caller = command.caller
    if dbref(text) or text.startswith("*") or text in ("me", "self", "here"):
        return caller.search(text, global_search=True)
    where: dict[str, Any] = {"global_search": True}
    if len(objects.all_ids()) > _LARGE:
        try:
            where = {"candidates": _candidates(text), "exact": True}
        except PlayerError as err:
            caller.msg(str(err))
            return None
    unmade = "" if after else _unmade(text)
    if not unmade or caller.search(text, quiet=True, **where):
        return caller.search(text, **where)
    switches = "".join(f"/{one}" for one in command.switches)
    caller.execute_cmd(f"{command.cmdstring}{switches} {before}{unmade}", session=command.session)
    raise InterruptCommand


def _unmade(text: str) -> str:
    """Return the coordinates of the only room of a name that is not made yet, or nothing."""
    live, rooms = current(), RoomNames(rooms_like(current(), partial(is_called, text)))
    if len(rooms) != 1:
        return ""
    ((room, _name),) = rooms
    return written(live, live.router.place(room))


def _candidates(text: str) -> list[Any]:
    """Return the objects of a name.

    Raises:
        PlayerError: if they are too many.

    """
    names = [text]
    if numbered := _NUMBERED.match(text):  # 2-box, or box-2
        names.append(numbered.group("name"))
    for name in names:
        count, first = objects_named(name, "iexact", objects.all_ids(), lambda path: True, _MOST)
        if count > _MOST:
            raise PlayerError(
                _("{number} objects have the name '{name}'.").format(number=count, name=name),
                _("|wfind {name}|n lists them; use the #dbref of one.").format(name=name),
            )
        if count:
            return list(ObjectDB.objects.filter(pk__in=first))
    return []
