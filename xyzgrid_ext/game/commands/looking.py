"""Commands for looking and taking: for objects, and for details that a text only mentions.

look bell     a thing, else a detail of the room, else whether its text speaks of it
x, examine    the same; builders keep their `examine`
exits         the ways out, and where they lead as far as one knows that
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from evennia import default_cmds
from evennia.commands.default import building
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.base.open_locks import sees_all
from xyzgrid_ext.game.commands.refusal import (
    HelpedCommand,
    TranslatedHelp,
    WholeWordCommand,
    refuse_in_play,
)
from xyzgrid_ext.game.parts import game_parts, map_rules_of
from xyzgrid_ext.game.text import descriptions, screenreader
from xyzgrid_ext.game.text.messages import plain_text
from xyzgrid_ext.game.text.screenreader import room as spoken
from xyzgrid_ext.game.travel import exploring
from xyzgrid_ext.game.visibility.names import place_text
from xyzgrid_ext.game.visibility.viewer import hides_room
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current


def look_at(caller: Character, text: str) -> bool:
    """Show the caller the thing or detail that a text names; return whether something was shown."""
    things = things_called(caller, text)
    if len(things) == 1:
        called = (
            {"called": descriptions.without_article(text)}
            if things[0].destination is not None
            else {}
        )
        caller.msg(text=(hooks.look(caller, things[0], **called), {"type": "look"}), options=None)
    elif things or caller.location is None:
        return False
    elif detail := detail_in_text(caller, text):
        caller.msg(text=(detail, {"type": "look"}))
    else:
        return _show_of_parts(caller, text)
    _show_of_parts(caller, text)
    return True


def _show_of_parts(caller: Character, text: str) -> bool:
    """Tell parts that the caller looked at this name; return whether one has shown something."""
    shown = [part.looked_at(caller, text) for part in game_parts()]
    return any(shown)


def things_called(caller: Character, text: str) -> list[Any]:
    """Return the objects here that a text names, except the room itself."""
    bare = descriptions.without_article(text)
    things = caller.search(bare, quiet=True) or caller.search(text, quiet=True)
    return [thing for thing in things if thing is not caller.location]


def detail_in_text(caller: Character, text: str) -> str:
    """Return the text about a detail that has no object and is only in the room's text; or ""."""
    room, bare = caller.location, descriptions.without_article(text)
    if text := descriptions.detail_text(room, caller, bare):
        return text
    here = (live := current()).where(room)
    if here and (text := map_rules_of(live.grids[here[0]]).detail_text(live, here, bare)):
        return "\n".join(filter(None, (descriptions.part_about(room, caller, bare), text)))
    if (sentence := descriptions.sentence_about(room, caller, bare)) is None:
        return ""
    nothing = _("You see nothing special about the {thing}.").format(thing=plain_text(bare))
    return plain_text(sentence) or nothing


class CmdLook(TranslatedHelp, default_cmds.CmdLook):
    """
    look at the room, or at something in it

    Usage:
      look
      look <thing>
      look <something in the room's description>

    x, examine and read do the same.
    """

    args: str

    def func(self) -> None:
        """Look at the room, or at something in it."""
        text, caller = self.args.strip()[: limits.limit_value("typed")], self.caller
        if text.lower() in ("", _("around")) and caller.location is not None:
            self.msg(text=(hooks.look(caller, caller.location), {"type": "look"}))
        elif not text or text.startswith("*") or not look_at(caller, text):
            self.args = descriptions.without_article(text)
            super().func()


class DetailedLook:
    """Mixin for a game's own `look`: it also shows the details that a room's text mentions."""

    caller: Character
    args: str

    def func(self) -> None:
        """Show a detail, if nothing in the room has that name; otherwise look as the game does."""
        caller, text = self.caller, self.args.strip()[: limits.limit_value("typed")]
        room = caller.location if text and not things_called(caller, text) else None
        detail = "" if room is None else descriptions.detail_text(room, caller, text)
        if detail:
            caller.msg(text=(detail, {"type": "look"}))
        elif room is None or not _show_of_parts(caller, text):
            super().func()  # type: ignore[misc]
        if text and (detail or room is None):
            _show_of_parts(caller, text)


@lru_cache(4)
def with_details(look: Any) -> type[object]:
    """Return a subclass of a game's own command `look` with the mixin DetailedLook."""
    return type(look.__name__, (DetailedLook, look), {"__doc__": look.__doc__})


class CmdExamine(TranslatedHelp, building.CmdExamine):
    """
    look closely at something

    Usage:
      examine [<thing>]

    For players, it works like look: see |whelp look|n. Builders see everything
    about an object: its attributes, tags and locks.
    """

    aliases = ("ex", "exam", "x")
    locks = "cmd:all()"
    help_category = "General"

    def _may_build(self) -> bool:
        lock = "perm(examine) or perm(Builder)"
        may = self.account is not None and self.caller.locks.check_lockstring(self.caller, lock)
        return bool(may) and self.cmdstring.lower() != "x"

    def parse(self) -> None:
        """Read the line, without the search and the messages of Evennia's own command."""
        if self._may_build():
            super().parse()
        else:
            super(building.CmdExamine, self).parse()

    def func(self) -> None:
        """Look; for builders, show the object."""
        if self._may_build():
            super().func()
            return
        self.caller.execute_cmd(f"look {self.args.strip()}".strip(), session=self.session)


class CmdRead(WholeWordCommand):
    """
    read something

    Usage:
      read <thing>
    """

    key = "read"

    def do(self) -> None:
        """Look at the thing."""
        if not (text := self.args.strip()):
            raise PlayerError(_("Read what?"))
        if not look_at(self.caller, text):
            self.msg(_("There is no '{thing}' to read here.").format(thing=plain_text(text)))


class CmdGet(TranslatedHelp, default_cmds.CmdGet):
    """
    pick up something

    Usage:
      get <thing>

    take does the same.
    """

    def func(self) -> None:
        """Pick up the thing, or say that a detail of the room's text cannot be taken."""
        caller, text = self.caller, self.args.strip()[: limits.limit_value("typed")]
        if any(part.before_command(caller, self.key, text) for part in game_parts()):
            return
        if text and not things_called(caller, text) and detail_in_text(caller, text):
            thing = plain_text(descriptions.without_article(text))
            self.msg(_("You cannot take the {thing}.").format(thing=thing))
            return
        super().func()


class CmdTake(WholeWordCommand):
    """
    take something

    Usage:
      take <thing>

    It works like get.
    """

    key = "take"

    def do(self) -> None:
        """Take the thing."""
        text = descriptions.without_article(self.args)
        self.caller.execute_cmd(f"get {text}".strip(), session=self.session)


class CmdInventory(TranslatedHelp, default_cmds.CmdInventory):
    """
    see what you are carrying

    Usage:
      inventory
      inv

    It also lists what you and your companions hold together.
    """

    def func(self) -> None:
        """Show the inventory."""
        here = (live := current()).where(self.caller.location)
        line = map_rules_of(live.grids[here[0]]).inventory_line(live, here[0]) if here else ""
        counted = Counter(thing.key for thing in self.caller.contents)
        firsts = {thing.key: thing for thing in reversed(self.caller.contents)}
        names = [
            firsts[key].get_numbered_name(number, self.caller, key=key, return_string=True)
            for key, number in counted.items()
        ]
        if names:
            text = _("You are carrying {things}.")
            self.msg(text.format(things=iter_to_str(names, endsep=_("and"))))
        elif not line:
            self.msg(_("You are not carrying anything."))
        if line:
            self.msg(line)


class CmdExits(WholeWordCommand):
    """
    list the exits, and where they lead

    Usage:
      exits

    You see where an exit leads if you know it.
    """

    key = "exits"

    def do(self) -> None:
        """List the exits."""
        caller, room = self.caller, self.caller.location
        if room is None:
            raise PlayerError(_("You are nowhere."))
        refuse_in_play(caller, self.key)
        if (live := current()).where(room) is None:
            text = hooks.exit_list(room, caller)
        elif screenreader.is_on(caller):
            text = spoken.exits_text(live, caller, room)
        else:
            lines = [
                "  " + spoken.exit_in_words(caller, exit_obj, target)
                for exit_obj, target in spoken.exits_with_rooms(live, caller, room)
            ]
            text = "\n".join([_("Exits:"), *lines]) if lines else ""
        self.msg(text or _("There is no way out."))


class CmdWhere(WholeWordCommand):
    """
    see where you are, or how to get to a place

    Usage:
      where
      where is <place>
    """

    key = "where"

    def do(self) -> None:
        """Describe the place or the route."""
        text = self.args.strip().rstrip("?")
        for word in (_("is"), _("are"), _("am")):
            if text.lower().startswith(f"{word} "):
                text = text[len(word) + 1 :].strip()
        if text and text.lower() not in (_("i"), _("am i")):
            self.caller.execute_cmd(f"path {text}", session=self.session)
            return
        live, room = current(), self.caller.location
        here = live.where(room)
        if room is None or here is None:
            raise PlayerError(_("This place is not on any map."))
        title = live.grids[here[0]].title
        if hides_room(live, self.caller, room):
            raise PlayerError(_("You are somewhere in {map}.").format(map=title))
        name, place = (
            hooks.display_name(room, self.caller),
            place_text(live, live.router.place(here)),
        )
        answer = _("You are in {room}, at {place} on the map of {map}.").format(
            room=name, place=place, map=title
        )
        if (area := live.grids[here[0]].area_of(here[1])) is not None:
            answer += " " + _("It belongs to {area}.").format(area=area.title)
        self.msg(answer if sees_all(self.caller) else answer + " " + _("|wmap|n shows it."))


class CmdStudy(HelpedCommand):
    """
    learn rooms from a chart, or from anything else that shows a map

    Usage:
      study <thing>

    You then know the rooms on it as if you had been there: they appear on your
    map, and goto can find them.
    """

    key = "study"

    def do(self) -> None:
        """Study the thing."""
        if not self.args.strip():
            raise PlayerError(_("Usage: study <thing>"))
        if (thing := self.caller.search(self.args.strip())) is None:
            return  # the search has said why
        live, name = current(), hooks.display_name(thing, self.caller)
        lines = []
        for key, new in exploring.study(live, self.caller, thing).items():
            text = _("{thing} shows nothing of {map} that you do not already know.")
            if new:
                text = ngettext(
                    "{thing} shows you {number} room of {map}. See |wmap {map}|n.",
                    "{thing} shows you {number} rooms of {map}. See |wmap {map}|n.",
                    new,
                )
            line = text.format(thing=name, number=new, map=live.grids[key].title)
            lines.append(line[:1].upper() + line[1:])
        nothing = _("{thing} does not show a map.").format(thing=name)
        self.caller.msg("\n".join(lines) or nothing)
