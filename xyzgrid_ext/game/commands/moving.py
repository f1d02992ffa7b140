"""Commands that move somebody otherwise than through an exit of that name.

follow, party   wherever another character goes, or into one place with others
fly, dive       straight up or down to the next sheet:
                tower:1   . # .     fly from (1,0) of tower:0 leads to (1,0) of tower:1;
                tower:0   # @ #     so it does from a map named 0 to the one that is named 1
up, out, wh …   where no exit has that name: `out` leads out of some maps from anywhere
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.core.coords import Coord, Direction, Place
from xyzgrid_ext.core.grid.from_rooms import LONG_DIRECTIONS
from xyzgrid_ext.core.grid.overrides import parse_whole_number
from xyzgrid_ext.core.matrix.movements import DIRECTION_WORDS
from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.command_sets import command_names
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.base.language import translating_for
from xyzgrid_ext.game.commands.refusal import (
    HelpedCommand,
    WholeWordCommand,
    named_command,
    refuse_in_play,
)
from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.db.objects import name_keys
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.protocols import client_updates
from xyzgrid_ext.game.text.messages import plain_text, tell_room
from xyzgrid_ext.game.travel import following, walking
from xyzgrid_ext.game.travel.entrances import give_up_text
from xyzgrid_ext.game.typeclasses.exit import jump
from xyzgrid_ext.game.visibility.viewer import hides_room
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current, rules_at
from xyzgrid_ext.game.world.world import Live, Room

FLY, DIVE = "fly", "dive"


class CmdFlyAndDive(HelpedCommand):
    """
    move straight up or down

    Usage:
      fly
      dive

    Takes you to the room directly above or below you, even without stairs. If
    there is no such room, you stay where you are.
    """

    key = FLY
    aliases = (DIVE,)

    def do(self) -> None:
        """Fly or dive."""
        caller, source = self.caller, self.caller.location
        word = DIVE if self.cmdname.lower() == DIVE else FLY
        target = _target(current(), caller, word)
        if word == FLY:
            caller.msg(_("You fly up."))
            leaves, comes = lazy("{object} flies up."), lazy("{object} flies in from below.")
        else:
            caller.msg(_("You dive down."))
            leaves, comes = lazy("{object} dives down."), lazy("{object} dives in from above.")
        if not caller.move_to(target, quiet=True, move_type=word):
            caller.msg(_("Something holds you back: you stay where you are."))
            return
        tell_room(source, leaves, but=caller, by=caller, object=caller)
        tell_room(target, comes, but=caller, by=caller, object=caller)


def _target(live: Live, caller: Character, word: str) -> Any:
    """Return the room above or below.

    Raises:
        PlayerError: if there is none, or if flying is impossible here.
    """
    if (here := live.where(caller.location)) is None:
        raise PlayerError(_("You are not on a map here."), _("Walk to one first."))
    refuse_in_play(caller, word)
    place = _beyond(live, here, 1 if word == FLY else -1)
    if place is None:
        raise PlayerError(
            _("You cannot fly here.") if word == FLY else _("You cannot dive here."),
            _("This map has only one level: there is nothing above or below it."),
        )
    room = live.locate(place)
    # a 3D map is neither above nor below another map
    is_stacked = room is not None and (room[0] == here[0] or live.grids[room[0]].levels is None)
    if room is not None and is_stacked and (target := on_demand().ensure(live, room)) is not None:
        return target
    raise PlayerError(
        _("Can't fly here: there is no room above you.")
        if word == FLY
        else _("Can't dive here: there is no room below you.")
    )


def _beyond(live: Live, here: Room, step: int) -> Place | None:
    """Return the place one sheet away, on the same 3D map or on the flat map numbered next."""
    grid = live.grids[here[0]]
    x, y, z = grid.coord(here[1])
    if grid.levels is not None:
        return Place(grid.name, Coord(x, y, z + step))
    number = parse_whole_number(grid.name)
    return None if number is None else Place(str(number + step), Coord(x, y))


class CmdFollow(HelpedCommand):
    """
    follow somebody

    Usage:
      follow <somebody>   take the same exits as they do from now on
      follow              stop following; if you follow nobody, see who follows
                          you
      follow/alone        keep others from following you or finding you with
                          goto; type it again to allow it

    You can follow somebody who is in the same room, even if they are walking
    with goto. They are told that you follow them. You stop following when they
    leave the room by means other than an exit, or when an exit does not let you
    through.
    """

    key = "follow"
    switch_options = ("alone",)

    def do(self) -> None:
        """Start or stop following."""
        caller, name = self.caller, self.args.strip()
        if "alone" in getattr(self, "switches", ()):
            if following.toggle_alone(caller):
                caller.msg(_("Nobody can follow or find you now."))
            else:
                caller.msg(_("Others can follow and find you now."))
        elif name:
            leader = caller.search(name, location=caller.location)
            if leader is None:
                return
            refuse_in_play(caller, self.cmdname)
            if not leader.is_typeclass("evennia.objects.objects.DefaultCharacter", exact=False):
                raise PlayerError(_("You can only follow characters."))
            following.follow(caller, leader)
            walking.pause_silently(caller)
        elif not following.stop_following(caller):
            followers = memory.followers_of(caller)
            text = (
                _("Following you: {names}.")
                if followers
                else _(
                    "You are not following anybody. Type |wfollow|n and a name to follow somebody."
                )
            )
            names = ", ".join(hooks.display_name(follower, caller) for follower in followers)
            caller.msg(text.format(names=names))


class CmdParty(WholeWordCommand):
    """
    form a party with others

    Usage:
      party <word>    join the party that uses this word
      party           see who is in your party
      party leave     leave your party

    Agree on a word with the others. Where each party gets a place of its own,
    all members of a party enter the same one.
    """

    key = "party"
    help_category = "Playing"

    def do(self) -> None:
        """Join, leave or show the party."""
        word, caller = self.args.strip().lower(), self.caller
        if word.split()[:1] == ["leave"]:  # `party leave now` would join a party of that name
            memory.leave_party(caller)
            self.msg(_("You are no longer in a party."))
        elif word:
            if len(word) > (number := limits.limit_value("party_word")):
                text = _("A party word can have at most {number} characters.")
                raise PlayerError(text.format(number=number))
            is_new = memory.party_of(caller) != word
            others = memory.party_players(word) if is_new else []
            memory.join_party(caller, word)
            for member in others:
                with translating_for(member):
                    text = _("{player} has joined your party.")
                    member.msg(text.format(player=hooks.display_name(caller, member)))
            text = _(
                "You are now in the party '{word}'. Where each party has a place of its own, you "
                "now enter your party's. One that you had alone stays open for a while."
            )
            self.msg(text.format(word=plain_text(word)))
        elif name := memory.party_of(caller):
            names = sorted({str(member.key) for member in memory.party_players(name)})
            members = iter_to_str(names, endsep=_("and"))
            text = _("In the party '{word}': {names}.")
            self.msg(text.format(word=plain_text(name), names=members))
        else:
            self.msg(_("You are not in a party. Type |wparty <word>|n to join one."))


_SHORT = {long: short for short, long in LONG_DIRECTIONS.items()}  # as mappers write them


def leave_map(live: Live, caller: Character, here: Room) -> bool:
    """Move the caller out of a map that can be left anywhere; return whether this is one."""
    outside = rules_at(caller.location).way_out(live, here[0])
    if outside is not None:
        take_out(caller, outside)
    return outside is not None


def take_out(caller: Character, outside: Any) -> None:
    """Move the caller to the object `outside`, a room off its map; tell those here and there."""
    walking.pause_silently(caller)
    name, before = hooks.display_name(outside, caller), caller.location
    caller.msg(_("You go all the way back and out, to {place}.").format(place=name))
    if caller.move_to(outside, quiet=True, move_type="teleport"):
        leaves, comes = lazy("{object} goes back out."), lazy("{object} comes in.")
        tell_room(before, leaves, but=caller, by=caller, object=caller)
        tell_room(outside, comes, but=caller, by=caller, object=caller)


class CmdNoWay(HelpedCommand):
    """
    The answer to `north`, `up` or `out` where no exit has that name; each word has a subclass.

    Exits have a higher priority, but Evennia 6.1 compares commands only by their keys, so `access`
    looks for an exit that has the word as an alias.
    """

    auto_help = False
    arg_regex = r"\s*$"

    def access(self, srcobj: Any, *args: object, **kwargs: object) -> bool:
        """Whether the command answers: not if an exit here has the word as its name or alias."""
        location = getattr(srcobj, "location", None)
        exits = location.contents_get(content_type="exit") if location is not None else ()
        bypass = {"no_superuser_bypass": True}  # as Evennia looks for commands
        called = (exit_ for exit_ in exits if hooks.allows(exit_, srcobj, "call", **bypass))
        names = {name for exit_ in called for name in name_keys(exit_)}
        return names.isdisjoint(command_names(self)) and super().access(srcobj, *args, **kwargs)

    def do(self) -> None:
        """Say that there is no such exit; `out` leads out of some maps from anywhere."""
        live, caller = current(), self.caller
        here = live.where(caller.location)
        if self.key == "out" and here is not None and leave_map(live, caller, here):
            return
        if self.key == "wormhole":
            jump(caller, self.raw_string, self.session)
            return
        if self.key != "out" and hides_room(live, caller, caller.location):
            text = _("You cannot go {direction}.")
        else:
            text = _("There is no exit {direction} here.")
        sentences = [text.format(direction=self.key)]
        if self.key == "out" and here is not None:
            sentences.append(give_up_text(live, caller, here))
        self.msg(" ".join(filter(None, sentences)))
        client_updates.tell_wrong_way(caller, _SHORT.get(str(self.key), str(self.key)))


def no_way_commands() -> list[type[CmdNoWay]]:
    """Return a CmdNoWay for each direction (`forward`, `north`), for `out`, and for `wormhole`."""
    names = [
        [way.value, *(word for word, movement in DIRECTION_WORDS.items() if movement is way)]
        for way in Direction
    ]
    names += [[key, short] for key, short in _SHORT.items() if key not in ("up", "down")]
    commands = [named_command(CmdNoWay, *dict.fromkeys(words)) for words in (*names, ["out"])]
    return [*commands, named_command(CmdNoWay, "wormhole", "wh", arg_regex=r"\s*\d*\s*$")]
