"""Commands of players in dungeons: `open`, `attack`, `answer`, `notes`, `party`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, ExitObject
from xyzgrid_ext.game.commands.refusal import WholeWordCommand
from xyzgrid_ext.game.text.messages import plain_text
from xyzgrid_ext.game.visibility.needs import door_at
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.dungeons.core.fight import ATTACK, DODGE, GUARD
from xyzgrid_ext.parts.dungeons.core.site import Chest, Enemy
from xyzgrid_ext.parts.dungeons.game import actions, combat, fight_text
from xyzgrid_ext.parts.dungeons.game import notes as dungeon_notes
from xyzgrid_ext.parts.dungeons.game import text as dungeon_words
from xyzgrid_ext.parts.dungeons.game.state import dungeon_at

HELP_CATEGORY = "Playing"  # `help dungeons` is the world's own
_CHEST = "chest"
_ANSWERS = {"guard": GUARD, "block": GUARD, "parry": GUARD, "dodge": DODGE}

OPEN_HELP = """
    open a chest or a door

    Usage:
      open chest           take what is in the chest
      open <name>          the same, by the name of the chest: open trunk
      open <exit>          use a small key on a door; walking through also does this

    Keys and all else that you find in a dungeon belong to everybody who is in it
    with you. A small key fits every small lock. It is used up by the first door,
    which then stays open.
"""


class DungeonCommand(WholeWordCommand):
    """Base class of commands that work only in dungeons."""

    help_category = HELP_CATEGORY

    def access(
        self, srcobj: Any, access_type: str = "cmd", *args: object, **kwargs: object
    ) -> bool:
        """Whether the caller is in a dungeon; anybody may read its help."""
        works = access_type == "read" or is_inside(srcobj)
        return works and super().access(srcobj, access_type, *args, **kwargs)


class CmdAttack(DungeonCommand):
    """
    fight somebody who bars the way

    Usage:
      attack [<target>]    strike it
      guard [<target>]     let its blow fall on your guard
      dodge [<target>]     step out of its way, behind what stands in the room
      flee                 go back where you came from
      consider [<target>]  see what it is about to do, and how much it can take

    An enemy shows what it is about to do. If it is off its guard, attack. If it is
    about to strike, guard, and it hurts itself. If it is about to come at you with
    its whole weight, dodge. You can also attack into a blow: then both are hurt.
    Three wounds beat most enemies, and six the boss of a dungeon. A beaten enemy
    stays beaten, and the way or chest that it guarded is open.

    You have three hearts. A mistake costs one, and each enemy that you beat gives
    one back. At the entrance, you get them all back. If you lose your last heart,
    you wake at the entrance with everything you had, and your enemy recovers; it
    costs you a minute of the dungeon's time. If you open a chest or answer a riddle
    beside an enemy that is not off its guard, it strikes you.
    """

    key = "attack"
    aliases = ("att", "guard", "block", "parry", "dodge", "flee", "consider", "con")

    def do(self) -> None:
        """Play a round."""
        room = self.caller.location
        state, _number, inside = actions.inside_of(room)
        foes = [foe for foe in inside.enemies if not state.has(foe.word)]
        word = self.cmdstring.lower()
        if not foes:
            nobody = _("There is nobody here to attack.")
            raise PlayerError(_("There is nobody here to flee from.") if word == "flee" else nobody)
        if word == "flee":
            self.caller.execute_cmd("back", session=self.session)
            return
        foe = _named(self.args, foes)
        if word.startswith("con"):
            self.msg(fight_text.prospect(state, foe))
            return
        combat.fight_round(self.caller, room, foe, _ANSWERS.get(word, ATTACK))


class CmdAnswer(DungeonCommand):
    """
    answer a riddle aloud

    Usage:
      answer <word>
    """

    key = "answer"

    def do(self) -> None:
        """Answer the riddle."""
        room, text = self.caller.location, self.args.strip()
        state, _number, inside = actions.inside_of(room)
        riddles = [
            riddle for riddle in inside.puzzles if riddle.answers and not state.has(riddle.word)
        ]
        if not riddles:
            raise PlayerError(_("Nothing here asks for an answer."))
        if not text:
            raise PlayerError(_("Usage: answer <word>"), _("Type |wlook|n to see the riddle."))
        if not actions.answer_riddle(room, self.caller, riddles[0], text):
            self.msg(_('You answer: "{text}". Nothing happens.').format(text=plain_text(text)))
        combat.strike_who_stays(self.caller, room)


class CmdNotes(DungeonCommand):
    """
    see what is still shut, to do or untried in a dungeon

    Usage:
      notes

    The notes cover the rooms that you, or others in the dungeon with you, have
    seen. dungeon notes does the same.
    """

    key = "notes"
    aliases = ("dungeon notes",)

    def do(self) -> None:
        """Show the notes."""
        room = self.caller.location
        state, _number, _inside = actions.inside_of(room)
        self.msg(dungeon_notes.notes_text(current(), state, self.caller))


def is_inside(caller: Character) -> bool:
    """Whether somebody is in a dungeon."""
    return dungeon_at(getattr(caller, "location", None)) is not None


def open_chest_or_door(caller: Character, word: str, text: str) -> bool:
    """Open the chest or exit that `text` names, by the command `word`; False outside dungeons.

    Raises:
        PlayerError: if there is no such thing, or it does not open.
    """
    if not is_inside(caller):
        return False
    room = caller.location
    state, number, inside = actions.inside_of(room)
    for exit_obj in room.exits:
        if name_key(text) in map(name_key, (exit_obj.key, *exit_obj.aliases.all())):
            _open_door(caller, exit_obj)
            return True
    shut = [chest for chest in inside.chests if not state.record.has_taken(number, chest.number)]
    if not text and len(shut or inside.chests) == 1:
        text = _CHEST
    chests = [chest for chest in inside.chests if _fits(text, chest.title)]
    if name_key(text) == _CHEST and not chests:
        chests = list(inside.chests)
    if not chests:
        raise PlayerError(_nothing(text, shut))
    actions.open_chest(room, caller, next((chest for chest in chests if chest in shut), chests[0]))
    combat.strike_who_stays(caller, room)
    return True


def _open_door(caller: Character, exit_obj: ExitObject) -> None:
    if actions.spend_key(exit_obj, caller):
        return
    door = door_at(exit_obj)
    if door is not None and (text := door.route_refusal(exit_obj.key, caller)):
        raise PlayerError(text)
    raise PlayerError(_("The way {exit} is open.").format(exit=exit_obj.key))


def _nothing(text: str, chests: Iterable[Chest]) -> str:
    names = [f"|w{dungeon_words.with_article(chest.title)}|n" for chest in chests]
    if names:
        there = iter_to_str(names, endsep=_("and"))
        if not text:
            return _("Open what? You can open {there}.").format(there=there)
        return _("There is no '{text}' to open here. You can open {there}.").format(
            text=plain_text(text), there=there
        )
    return _("There is nothing to open here.")


def _named(text: str, foes: Sequence[Enemy]) -> Enemy:
    """Return the enemy with this name; without a name, the first one.

    Raises:
        PlayerError: if none has that name.
    """
    if not text.strip():
        return foes[0]
    for foe in foes:
        if _fits(text, f"{foe.title} {_('master')} {_('boss')}" if foe.is_boss else foe.title):
            return foe
    raise PlayerError(_("There is no '{text}' here.").format(text=plain_text(text.strip())))


def _fits(text: str, title: str) -> bool:
    """Whether a text names something, by its whole title or by words from it."""
    typed = name_key(text).split()
    if typed and typed[0] in ("the", "a", "an"):
        typed = typed[1:]
    return bool(typed) and set(typed) <= set(name_key(title).replace("'s", "").split()) | set(
        name_key(title).split()
    )
