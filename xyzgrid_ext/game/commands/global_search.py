"""The global search of Evennia's builder commands, in slices where it would hold a large game.

    tel box = Limbo   ── box is searched in slices, found ──►   tel #4711 = Limbo

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
from xyzgrid_ext.game.base.task import Steps, apart, begin
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.objects import objects_named_steps
from xyzgrid_ext.game.visibility.coordinates import written
from xyzgrid_ext.game.visibility.unmade import is_called, rooms_like
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live

_LARGE = 30_000  # objects: more would hold the game for longer than a slice
_MOST = 20  # objects of one name, of which Evennia tells what to type for each
_NUMBERED = re.compile(settings.SEARCH_MULTIMATCH_REGEX, re.DOTALL)


def search(command: Any, text: str, before: str = "", after: str = "") -> Any | None:
    """Return the object with a name or dbref, as `caller.search(text, global_search=True)` does.

    If there is none, the result is None and the caller gets a message. In a large game the command
    ends instead, and runs again with the dbref in place of the text. So it does with coordinates,
    if nothing stands behind the text and it is the name of only one room, which is not made yet.

    Args:
        command: the command, whose caller searches.
        text: the name or dbref.
        before: what stands before it in the arguments of the command.
        after: what stands behind it.

    """
    caller, ids = command.caller, objects.all_ids()
    if dbref(text) or text.startswith("*") or text in ("me", "self", "here"):
        return caller.search(text, global_search=True)
    switches = "".join(f"/{one}" for one in command.switches)
    unmade = _unmade(current(), text) if not after else ""

    def go_on(found: str) -> None:
        if found and caller.pk is not None:
            line = f"{command.cmdstring}{switches} {before}{found}{after}"
            caller.execute_cmd(line, session=command.session)

    if len(ids) > _LARGE:
        begin(apart(_found_steps(caller, text, ids, unmade)), go_on)
    elif unmade and not caller.search(text, global_search=True, quiet=True):
        go_on(unmade)
    else:
        return caller.search(text, global_search=True)
    raise InterruptCommand


def _unmade(live: Live, text: str) -> str:
    """Return the coordinates of the only room of a name that is not made yet, or nothing."""
    found = rooms_like(live, partial(is_called, text))
    if sum(len(one.numbers) for one in found) != 1:
        return ""
    return written(live, live.router.place((found[0].key, int(found[0].numbers[0]))))


def _found_steps(caller: Any, text: str, ids: range, unmade: str) -> Steps[str]:
    """Return the dbref of the only object of a name; if there is none, `unmade`.

    If both are missing, or if there are several objects, the result is empty, and the caller is
    told so.
    """
    names = [text]
    if numbered := _NUMBERED.match(text):  # 2-box, or box-2
        names.append(numbered.group("name"))
    for name in names:
        count, first = yield from objects_named_steps(name, "iexact", ids, lambda path: True, _MOST)
        if count > _MOST:
            told = PlayerError(
                _("{number} objects have the name '{name}'.").format(number=count, name=name),
                _("|wfind {name}|n lists them; use the #dbref of one.").format(name=name),
            )
            caller.msg(str(told))
            return ""
        if count:
            break
    if not first and unmade:
        return unmade
    candidates = list(ObjectDB.objects.filter(pk__in=first))
    found = caller.search(text, candidates=candidates, exact=True)
    return f"#{found.pk}" if found is not None else ""
