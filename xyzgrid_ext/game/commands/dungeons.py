"""`open`, `attack` and `answer`: what one does in the rooms of a dungeon."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game import conf
from xyzgrid_ext.game.dungeons import combat, doings, doors, words
from xyzgrid_ext.game.dungeons.site import Chest

CATEGORY = "Dungeons"
_CHEST = "chest"
T = TypeVar("T")

OPEN_HELP = """
    open a chest or a door

    Usage:
      open chest           take what is in it
      open <its name>      the same: open trunk
      open <exit>          spend a small key on a door; walking through does it, too

    What is found in a dungeon, keys above all, belongs to all who are in it.
    A small key fits every lock of its kind once, and the door stays open.
"""


class DungeonCommand(conf.command_class()):  # type: ignore[misc]
    """What these share: they are there in dungeons alone."""

    help_category = CATEGORY
    locks = "cmd:all()"
    arg_regex = r"\s|$"

    def access(self, srcobj: Any, *args: Any, **kwargs: Any) -> bool:
        """Whether the caller is in a dungeon."""
        return is_inside(srcobj) and super().access(srcobj, *args, **kwargs)

    def func(self) -> None:
        """Do it, or say why not."""
        try:
            self.do()
        except GridError as err:
            self.caller.msg(str(err))

    def do(self) -> None:
        """What the command does; GridError if it cannot."""
        raise NotImplementedError


class CmdAttack(DungeonCommand):
    """
    strike at somebody who bars the way

    Usage:
      attack [<who>]

    Most are beaten by two blows, the master of a dungeon by a few more. Once
    beaten they stay beaten, and what they kept shut is open.
    """

    key = "attack"
    aliases = ("att",)

    def do(self) -> None:
        """Strike."""
        room = self.caller.location
        state, _number, inside = doings.inside(room)
        foes = [foe for foe in inside.foes if not state.has(foe.word)]
        if not foes:
            raise GridError(_("There is nobody here to be attacked."))
        combat.attack(self.caller, room, _named(self.args, foes, foes[0]))


class CmdAnswer(DungeonCommand):
    """
    answer a riddle aloud

    Usage:
      answer <word>
    """

    key = "answer"

    def do(self) -> None:
        """Answer."""
        room, text = self.caller.location, self.args.strip()
        state, _number, inside = doings.inside(room)
        riddles = [one for one in inside.riddles if one.answers and not state.has(one.word)]
        if not riddles:
            raise GridError(_("Nothing here asks for an answer."))
        if not text:
            raise GridError(_("Usage: answer <word>"), _("The riddle stands in |wlook|n."))
        if not doings.answer(room, self.caller, riddles[0], text):
            self.msg(_('You answer: "{text}". Nothing happens.').format(text=text))


def is_inside(caller: Any) -> bool:
    """Whether somebody stands in a dungeon."""
    return doings.where(getattr(caller, "location", None)) is not None


def open_here(caller: Any, text: str) -> None:
    """Open a chest, or a door by the name of its exit.

    Raises:
        GridError: if there is no such thing, or it does not open.

    """
    room = caller.location
    state, number, inside = doings.inside(room)
    for exit_obj in room.exits:
        names = (exit_obj.key.lower(), *(alias.lower() for alias in exit_obj.aliases.all()))
        if text.lower() in names:
            _open_door(caller, exit_obj)
            return
    shut = [one for one in inside.chests if not state.record.has_taken(number, one.number)]
    if not text and len(shut) == 1:
        text = _CHEST
    named = [one for one in inside.chests if _fits(text, one.title)]
    if text.lower() == _CHEST and not named:
        named = list(inside.chests)
    if not named:
        raise GridError(_nothing(text, inside.chests))
    doings.open_chest(room, caller, next((one for one in named if one in shut), named[0]))


def _open_door(caller: Any, exit_obj: Any) -> None:
    if doings.unlock(exit_obj, caller):
        return
    if text := doors.in_the_way(exit_obj, caller):
        raise GridError(text)
    raise GridError(_("The way {exit} is open.").format(exit=exit_obj.key))


def _nothing(text: str, chests: Iterable[Chest]) -> str:
    names = [f"|w{words.the(chest.title)}|n" for chest in chests]
    if names:
        there = iter_to_str(names, endsep=_("and"))
        return _("There is no '{text}' to open here, but {there}.").format(text=text, there=there)
    return _("There is nothing to open here.")


def _named(text: str, those: Sequence[T], usual: T) -> T:
    """The one of that name; the usual one if none is named.

    Raises:
        GridError: if none is called so.

    """
    if not text.strip():
        return usual
    for one in those:
        if _fits(text, one.title):  # type: ignore[attr-defined]
            return one
    raise GridError(_("There is no '{text}' here.").format(text=text.strip()))


def _fits(text: str, title: str) -> bool:
    """Whether a text names something: the whole of its title, or words of it."""
    wanted = text.lower().split()
    if wanted and wanted[0] in ("the", "a", "an"):
        wanted = wanted[1:]
    return bool(wanted) and set(wanted) <= set(title.lower().replace("'s", "").split()) | set(
        title.lower().split()
    )
