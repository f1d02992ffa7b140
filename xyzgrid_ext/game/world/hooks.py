"""The border to the classes of a game: what rooms, exits and characters are asked, and how.

A room's class may know only the contrib's XYZRoom; its hooks may raise, return None, or call no
super. So the package asks rooms and exits here, or by `call_hook`, and mostly for what Evennia's
own classes have:

    display_name    get_display_name       else the key
    full_name       …_name_info            else the name, for builders with the id
    description     get_display_desc       else the text of the Attribute `desc`
    appearance      return_appearance      else nothing
    exit_list       get_display_exits      else the names of the exits
    exits_of        filter_visible         else by the locks of each exit
    look            at_look                else the name, the description and the exits
    allows          access                 else no

If a hook raises, only that question fails: the log gets the traceback, `evennia xyzgrid doctor`
counts it, and the answer is the one after `else`. The same holds for None where a text is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

from django.utils.translation import gettext as _
from evennia.commands.command import Command
from evennia.objects.objects import DefaultObject
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.game.base.evennia_types import ExitObject, GameObject, Looker, RoomObject
from xyzgrid_ext.game.base.hooks import NOTHING, call_for_hook, call_hook
from xyzgrid_ext.game.base.open_locks import everybody_passes, everybody_sees, sees_all
from xyzgrid_ext.game.world.current import current

plain_access: set[object] = {DefaultObject.access}
"""The `access` methods that ask nothing but locks and needs; the package's own exits add theirs."""


# --- texts


def display_name(obj: GameObject, looker: Looker, **kwargs: object) -> str:
    """Return the name of an object as a looker reads it."""
    name = call_hook(obj, "get_display_name", looker, **kwargs)
    return str(obj.key) if name is NOTHING or name is None else str(name)


def full_name(obj: GameObject, looker: Looker) -> str:
    """Return the name of an object with what builders see after it, such as its id."""
    more = call_hook(obj, "get_extra_display_name_info", looker)
    if more is NOTHING or more is None:
        more = f"({obj.dbref})" if sees_all(looker) else ""
    return f"{display_name(obj, looker)}{more}"


def description(obj: GameObject, looker: Looker, **kwargs: object) -> str:
    """Return the description of an object as a looker reads it; empty if there is none."""
    text = call_hook(obj, "get_display_desc", looker, **kwargs)
    if text is NOTHING or text is None:
        text = obj.db.desc
    return text if isinstance(text, str) else ""


def appearance(obj: GameObject, looker: Looker, **kwargs: object) -> str:
    """Return the whole text of an object as a looker reads it; empty if there is none."""
    text = call_hook(obj, "return_appearance", looker, **kwargs)
    return text if isinstance(text, str) else ""


def exit_list(room: RoomObject, looker: Looker) -> str:
    """Return the line with the exits of a room; empty if a looker sees none."""
    text = call_hook(room, "get_display_exits", looker)
    if text is not NOTHING and text is not None:
        return str(text)
    exits = [display_name(exit_obj, looker) for exit_obj in exits_of(room, looker)]
    names = iter_to_str(exits, endsep=_(", and"))
    return f"|w{_('Exits')}:|n {names}" if names else ""


def look(looker: Looker, target: RoomObject, **kwargs: object) -> str:
    """Return what somebody sees who looks at an object; maps and the like are sent at once."""
    # of its class: while somebody moves or passes rooms, `at_look` of the object is another
    text = call_for_hook(looker, "at_look", type(looker).at_look, (looker, target), kwargs)
    if isinstance(text, str) and text.strip():
        return text
    parts = [f"|c{display_name(target, looker)}|n", description(target, looker)]
    return "\n".join(filter(None, (*parts, exit_list(target, looker))))


@contextmanager
def safe_look(looker: Looker) -> Iterator[None]:
    """Return a context in which Evennia shows a room; if a game's hook raises, a text stands in."""
    if "at_look" in vars(looker):
        yield
        return
    looker.at_look = partial(look, looker)
    try:
        yield
    finally:
        del looker.at_look


# --- exits


def exits_of(room: RoomObject, looker: Looker) -> list[Any]:
    """Return the exits of a room that `looker` sees: first the map's in its order, then by age."""
    if room is None:
        return []
    return sorted(
        visible_things(room, looker, room.contents_get(content_type="exit")), key=exit_order
    )


def exit_order(exit_obj: ExitObject) -> tuple[bool, int, int]:
    """Return the sort key of exits: first those of the map in its order, then others by age."""
    link = current().link_of(exit_obj)
    return link is None, link[1] if link else 0, exit_obj.id


def is_open_to_all(exit_obj: ExitObject) -> bool:
    """Whether everybody sees an exit and may go through, by its locks and unmodified methods."""
    is_plain = asks_only_locks(type(exit_obj))
    return is_plain and everybody_sees(exit_obj) and everybody_passes(exit_obj)


@cache
def asks_only_locks(cls: Any) -> bool:
    """Whether a class decides on access by locks alone: no hook or override of a game is asked."""
    if not issubclass(cls, DefaultObject):
        return False  # it has no row yet, and answers for itself
    # ours asks the next one, which may be that of a game's class
    bases = cls.__mro__[: cls.__mro__.index(DefaultObject)]
    is_plain = all(vars(base).get("access", DefaultObject.access) in plain_access for base in bases)
    return is_plain and cls.at_access is DefaultObject.at_access


# --- what somebody may do, and hear


def allows(obj: GameObject, who: GameObject, lock: str, **kwargs: object) -> bool:
    """Whether `who` passes an object's lock, given by its access type: `view`."""
    answer = call_hook(obj, "access", who, lock, **kwargs)
    return answer is not NOTHING and bool(answer)


def visible_things(room: GameObject, looker: Looker, things: Iterable[Any]) -> list[Any]:
    """Return those of the things in a room that a looker sees."""
    things = list(things)
    answer = call_hook(room, "filter_visible", things, looker)
    if answer is not NOTHING and answer is not None:
        return list(answer)
    return [
        thing
        for thing in things
        if thing is not looker
        and allows(thing, looker, "view")
        and allows(thing, looker, "search", default=True)
    ]


@contextmanager
def hook_guard(room: RoomObject | None, hook: str) -> Iterator[None]:
    """Return a context that catches and logs what a hook of a room of the grid raises."""
    if room is None or current().where(room) is None or hook in vars(room):
        yield
        return
    setattr(room, hook, partial(_guard, room, hook))
    try:
        yield
    finally:
        delattr(room, hook)


def _guard(obj: GameObject, hook: str, *args: object, **kwargs: object) -> None:
    call_for_hook(obj, hook, getattr(type(obj), hook), (obj, *args), kwargs)


def commands_of(exit_obj: ExitObject) -> list[Command]:
    """Return the commands that an exit has for those who stand beside it."""
    call_hook(exit_obj, "at_cmdset_get")  # exits make their command when they are asked for it
    merged = exit_obj.cmdset.current
    return (
        []
        if merged is None
        else [command for command in merged.commands if command.obj is exit_obj]
    )


def traverse(exit_obj: ExitObject, who: GameObject) -> None:
    """Let somebody go through an exit; whether they may is asked before."""
    call_hook(exit_obj, "at_traverse", who, exit_obj.destination)
