"""The commands for doors; `open` is the kernel's, which asks `open_thing`."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.core.grid.from_rooms import LONG_DIRECTIONS
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, ExitObject
from xyzgrid_ext.game.base.open_locks import sees_all
from xyzgrid_ext.game.commands.refusal import WholeWordCommand
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.text.descriptions import without_article
from xyzgrid_ext.game.text.messages import plain_text
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.parts.doors.doors import DoorInPlay, door_of, reveal_doors

OPEN_HELP = """
open a door

Usage:
  open <exit>      open the door in an exit: open north
  open <door>      the same, by its name: open oak door

A locked door has to be unlocked first.
"""
"""The help of `open` in a game with this part."""

_REFUSALS = {
    "open": lazy("The {door} is already open."),
    "close": lazy("The {door} is already closed."),
    "lock": lazy("Close the {door} first."),
    "knock": lazy("The {door} is open."),
    "unlock": lazy("The {door} is not locked."),
}


def find_doors(who: Character, text: str) -> list[tuple[ExitObject, DoorInPlay]]:
    """Return (exit, door) for the doors somebody sees and means: by an exit, a name, or both."""
    words = [LONG_DIRECTIONS.get(word, word) for word in without_article(text).split()]
    doors = []
    for exit_obj in hooks.exits_of(who.location, who):
        if (door := door_of(exit_obj)) is None:
            continue
        names = {exit_obj.key, *exit_obj.aliases.all(), objects.direction_of(exit_obj) or ""}
        keys = {LONG_DIRECTIONS.get(name, name) for name in map(name_key, names)}
        if " ".join(words) in keys:
            return [(exit_obj, door)]
        known = " ".join((*keys, name_key(door.row.get("name") or ""), _("door"), "door"))
        if words and {*known.split()}.issuperset(words):
            doors.append((exit_obj, door))
    return doors


def open_door(who: Character, word: str, text: str) -> bool:
    """Do `word`, open or unlock, to the door that `text` means; return False if there is none."""
    doors = find_doors(who, text) if text else []
    if doors:
        _do(who, word, doors)
    return bool(doors)


def _do(who: Character, word: str, doors: list[tuple[ExitObject, DoorInPlay]]) -> None:
    if len(doors) > 1:
        names = iter_to_str([exit_obj.key for exit_obj, _door in doors], endsep=_("or"))
        raise PlayerError(_("Which door? |w{word}|n with {exits}.").format(word=word, exits=names))
    ((exit_obj, door),) = doors
    title = door.title(exit_obj.key)
    is_refused = {
        "open": door.is_open,
        "close": not door.is_open,
        "lock": door.is_open or door.is_locked,
        "knock": door.is_open,
        "unlock": not door.is_locked,
    }[word]
    if is_refused:
        is_locked = _("The {door} is already locked.")
        text = is_locked if word == "lock" and door.is_locked else _REFUSALS[word]
        raise PlayerError(text.format(door=title))
    if word == "open" and (why := door.route_refusal(exit_obj.key, who)):
        raise PlayerError(why)
    if word in ("lock", "unlock") and not sees_all(who):
        _turn_key(who, word, door, title)
    door.do(word, exit_obj, who)


def _turn_key(who: Character, word: str, door: DoorInPlay, title: str) -> None:
    if not (name := door.row.get("key")):
        raise PlayerError(_("The {door} has no lock for a key.").format(door=title))
    if (key := door.key_of(who)) is None:
        raise PlayerError(_("You need the {name}.").format(name=name))
    if word == "unlock" and door.row.get("used_up"):
        who.msg(_("The {name} is used up.").format(name=hooks.display_name(key, who)))
        key.delete()


class DoorCommand(WholeWordCommand):
    """Base class of the commands for doors; a game's own command of the same name goes first.

    For builders who mean no door, Evennia's command `of_builders` is run.
    """

    gives_way = True
    of_builders = ""

    def do(self) -> None:
        """Do what the command is called with the door that is meant."""
        who, text = self.caller, self.args.strip()
        for word in (_("on"), _("at")):
            text = text.removeprefix(f"{word} ")
        if self.of_builders and sees_all(who) and not find_doors(who, text):
            who.execute_cmd(f"{self.of_builders} {text}", session=self.session)
            return
        if not text:
            raise PlayerError(_("Which door? |w{word}|n needs an exit.").format(word=self.key))
        if not (doors := find_doors(who, text)):
            refusal = _("There is no door '{thing}' here that opens and closes.")
            raise PlayerError(refusal.format(thing=plain_text(text)))
        _do(who, self.key, doors)


class CmdClose(DoorCommand):
    """
    close a door

    Usage:
      close <exit>
      close <door>
    """

    key = "close"
    aliases = ("shut",)


class CmdLock(DoorCommand):
    """
    lock a door with its key

    Usage:
      lock <exit>
      lock <door>

    You need to carry the key, and the door has to be closed.
    """

    key = "lock"
    of_builders = "@lock"


class CmdUnlockDoor(DoorCommand):
    """
    unlock a door with its key

    Usage:
      unlock <exit>
      unlock <door>

    You need to carry the key. Some keys are used up.
    """

    key = "unlock"


class CmdKnock(DoorCommand):
    """
    knock on a door

    Usage:
      knock <exit>
      knock <door>

    Everybody on both sides hears it.
    """

    key = "knock"


class CmdSearch(WholeWordCommand):
    """
    search the place for hidden exits

    Usage:
      search
      search <thing>     look for them at something in the room's description
    """

    key = "search"
    gives_way = True

    def do(self) -> None:
        """Find what is hidden."""
        who, text = self.caller, self.args.strip()
        if sees_all(who):
            who.execute_cmd(f"@search {text}", session=self.session)
        elif not search_here(who, text):
            raise PlayerError(_("You find nothing hidden."))


def search_here(who: Any, text: str) -> bool:
    """Have somebody find hidden doors, and tell them; return whether there were any."""
    titles = reveal_doors(who, text)
    if titles:
        who.msg(
            _("You find something: {doors}.").format(doors=iter_to_str(titles, endsep=_("and")))
        )
    return bool(titles)
