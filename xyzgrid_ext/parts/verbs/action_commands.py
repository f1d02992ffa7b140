"""Commands for moving and acting, for games that have no such commands.

go north, enter wormhole, climb the ladder    the exit that is meant, by its own command
go to the mill, walk to Bob                   goto
unlock door, open door                        an exit, and what it needs
kill, hit                                     attack, where there is somebody to be attacked
get all, drop all                             for games whose `get` takes one thing
journal, score                                finished and open tasks, and progress
anything else                                 a suggestion of what may have been meant
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from itertools import islice
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from evennia import default_cmds
from evennia.commands.cmdhandler import CMD_NOMATCH
from evennia.commands.command import Command
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.core.grid.descriptions import words_in
from xyzgrid_ext.core.grid.from_rooms import LONG_DIRECTIONS
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base import limits, settings
from xyzgrid_ext.game.base.command_sets import command_names
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, ExitObject, RoomObject
from xyzgrid_ext.game.commands.building import CmdOpen
from xyzgrid_ext.game.commands.looking import detail_in_text
from xyzgrid_ext.game.commands.refusal import TranslatedHelp, WholeWordCommand, refuse_long
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.parts import leading_refusal, open_something
from xyzgrid_ext.game.text import descriptions, shut_exits
from xyzgrid_ext.game.text.messages import plain_text, tell_room
from xyzgrid_ext.game.visibility import needs, room_view
from xyzgrid_ext.game.visibility.names import place_text
from xyzgrid_ext.game.visibility.viewer import knows_room
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.verbs import alternatives, familiar_commands, journal, reactions, socials


def find_exit(caller: Character, text: str, *, climbs: bool = False) -> ExitObject | None:
    """Return the exit a text means by name, target (unless `climbs`) or description; or None."""
    room, wanted = caller.location, descriptions.without_article(text)
    if room is None or not wanted:
        return None
    exits = hooks.exits_of(room, caller)
    words = {wanted, LONG_DIRECTIONS.get(wanted, wanted)}
    for exit_obj in exits:
        names = map(name_key, (exit_obj.key, *exit_obj.aliases.all()))
        if words & {*names, objects.direction_of(exit_obj)}:
            return exit_obj
    if leading_refusal(caller, "go"):
        return None  # in a game what an exit looks like is no help
    for words_of in (_exit_words,) if climbs else (_target_words, _exit_words):
        fitting = [exit_ for exit_ in exits if set(wanted.split()) <= set(words_of(caller, exit_))]
        if len(fitting) == 1:
            return fitting[0]
    return None


def _target_words(caller: Character, exit_obj: ExitObject) -> list[str]:
    """Return the words in the name of the room behind an exit, if somebody may know that room."""
    live, target = current(), exit_obj.destination
    room = live.where(target)
    if target is None or (room is not None and not knows_room(live, caller, room)):
        return []
    if room_view.is_secret(live, caller, exit_obj):
        return []
    return name_key(target.key).split()


def _exit_words(caller: Character, exit_obj: ExitObject) -> list[str]:
    names = [exit_obj.key, *exit_obj.aliases.all(), hooks.description(exit_obj, caller)]
    return words_in(" ".join(names))


class CmdGo(WholeWordCommand):
    """
    go somewhere

    Usage:
      go <exit>          take an exit; typing only its name works, too
      go to <place>      walk to a place, like goto
      enter <exit>, climb <exit>

    walk does the same as go.
    """

    key = "go"
    aliases = ("walk", "enter", "climb")

    def do(self) -> None:
        """Go through the exit, or walk to the place."""
        caller, text, word = self.caller, self.args.strip(), self.cmdstring.lower()
        for preposition in (_("to"), _("into"), _("in"), _("up to"), _("through")):
            if text.lower().startswith(f"{preposition} "):
                text = text[len(preposition) :].strip()
                break
        if not text and word == "enter":
            text = familiar_commands.only_way_in(caller)
        if not text:
            exits = [f"|w{exit_.key}|n" for exit_ in hooks.exits_of(caller.location, caller)]
            if not exits:
                raise PlayerError(_("There is no exit here."))
            reply = _("Where to? You can {word} {exits}.")
            raise PlayerError(reply.format(word=word, exits=iter_to_str(exits, endsep=_("or"))))
        climbs = word == "climb"
        if text.lower() == _("back"):
            caller.execute_cmd("back", session=self.session)
        elif (exit_obj := find_exit(caller, text, climbs=climbs)) is not None:
            caller.execute_cmd(exit_obj.key, session=self.session)
        elif word in ("go", "walk"):
            caller.execute_cmd(f"goto {text}", session=self.session)
        elif detail_in_text(caller, text):
            reply = _("You cannot {word} the {thing}.")
            raise PlayerError(
                reply.format(word=word, thing=plain_text(descriptions.without_article(text)))
            )
        else:
            reply = _("There is no '{thing}' here to {word}.")
            raise PlayerError(reply.format(thing=plain_text(text), word=word))


class CmdFight(WholeWordCommand):
    """
    attack somebody

    Usage:
      kill [<target>]

    hit and fight do the same. In a dungeon, kill works like attack. Elsewhere
    there is nobody to fight.
    """

    key = "kill"
    aliases = ("hit", "fight")

    def do(self) -> None:
        """Strike, if there is anybody to fight."""
        if not journal.may_type(self.caller, "attack"):
            raise PlayerError(_("There is nobody here to attack."))
        self.caller.execute_cmd(f"attack {self.args.strip()}".strip(), session=self.session)


class CmdOpenForAll(CmdOpen):
    """Evennia's `open` and the grid's in one: players who may not build open doors with it."""

    __doc__ = CmdOpen.__doc__
    help_category = "General"

    def access(self, srcobj: Any, *args: object, **kwargs: object) -> bool:
        """Return True: everybody may try."""
        return True

    def parse(self) -> None:
        """Find the door, for players who cannot build."""
        builds = self.caller.locks.check_lockstring(self.caller, "perm(open) or perm(Builder)")
        self.says = not builds
        if builds:
            super().parse()

    def func(self) -> None:
        """Open the door, or say what prevents it."""
        if self.says:
            _tell_of_door(self)
        else:
            super().func()


class CmdUnlock(WholeWordCommand):
    """
    unlock a door

    Usage:
      unlock <exit>

    It works like open: see |whelp open|n.
    """

    key = "unlock"

    def do(self) -> None:
        """Unlock the door."""
        _tell_of_door(self)


def _tell_of_door(command: Command) -> None:
    """Say whether a named door is open, and what it needs."""
    caller, text = command.caller, command.args.strip()
    try:
        refuse_long(text)
        if open_something(caller, command.key.removeprefix("@"), text):
            return
        if not text:
            word = command.key.removeprefix("@")
            reply = _("Open what? |w{word}|n needs the name of an exit.")
            raise PlayerError(reply.format(word=word))
        exit_obj = find_exit(caller, text)
        if exit_obj is None:
            reply = _("There is no '{thing}' here.")
            if detail_in_text(caller, text):
                reply = _("The {thing} does not open.")
            raise PlayerError(reply.format(thing=plain_text(descriptions.without_article(text))))
        if shut := shut_exits.why_shut(exit_obj, caller):
            raise PlayerError(shut)
        if not needs.may_pass(exit_obj, caller):
            raise PlayerError(shut_exits.locked_text(exit_obj.key))
        raise PlayerError(_("The way {exit} is open.").format(exit=exit_obj.key))
    except PlayerError as err:
        caller.msg(str(err))


class CmdRecall(WholeWordCommand):
    """
    walk back to the place where everybody starts

    Usage:
      recall
    """

    key = "recall"

    def do(self) -> None:
        """Walk to the start."""
        live, place = current(), settings.setting_value("XYZGRID_START")
        if place is None or live.locate(place) is None:
            raise PlayerError(_("There is nowhere to go back to."))
        self.caller.execute_cmd(f"goto {place_text(live, place)}", session=self.session)


class CmdCommands(WholeWordCommand):
    """
    list all commands

    Usage:
      commands

    It shows the same list as help.
    """

    key = "commands"

    def do(self) -> None:
        """Show all commands."""
        self.caller.execute_cmd("help", session=self.session)


# --- `get all` and `drop all`


class _Way(NamedTuple):
    """How things are moved: where they are, may they go, and what comes after."""

    kind: str
    things: Callable[[Character, RoomObject], Iterable[Any]]
    may: Callable[[Any, Any], bool]
    after: Callable[[Any, Any], object]


_GET = _Way(
    "get",
    lambda caller, room: room.contents_get(content_type="object"),
    lambda thing, caller: thing.access(caller, "get") and thing.at_pre_get(caller),
    lambda thing, caller: thing.at_get(caller),
)
_DROP = _Way(
    "drop",
    lambda caller, room: caller.contents,
    lambda thing, caller: thing.at_pre_drop(caller),
    lambda thing, caller: thing.at_drop(caller),
)
_NONE = {
    "get": lazy("There is nothing here that you can take."),
    "drop": lazy("You carry nothing that you can drop."),
}
_TO_ACTOR = {"get": lazy("You pick up {things}."), "drop": lazy("You drop {things}.")}
_OTHERS = {"get": lazy("{player} picks up {things}."), "drop": lazy("{player} drops {things}.")}


class AllCommand(WholeWordCommand):
    """Base class of `get all` and `drop all`."""

    arg_regex = r"\s*$"
    way = _GET

    def do(self) -> None:
        """Move the things, each as the command for one thing does."""
        caller, way = self.caller, self.way
        if (room := caller.location) is None:
            raise PlayerError(_("You are nowhere."))
        moved = islice(self._move_things(room), limits.limit_value("things"))
        names = [thing.get_numbered_name(1, caller, return_string=True) for thing in moved]
        if not names:
            raise PlayerError(str(_NONE[way.kind]))
        things = iter_to_str(names, endsep=_("and"))
        caller.msg(_TO_ACTOR[way.kind].format(things=things))
        tell_room(room, _OTHERS[way.kind], but=caller, by=caller, player=caller, things=things)

    def _move_things(self, room: RoomObject) -> Iterable[Any]:
        caller, way = self.caller, self.way
        target = caller if way is _GET else room
        # a list, since what is moved is no longer there
        for thing in list(hooks.visible_things(caller, caller, way.things(caller, room))):
            if way.may(thing, caller) and thing.move_to(target, quiet=True, move_type=way.kind):
                way.after(thing, caller)
                yield thing


class CmdGetAll(AllCommand):
    """
    take everything that can be taken here

    Usage:
      get all
      take all

    Of many things it takes only some at once: type it again for the rest.
    """

    key = "get all"
    aliases = ("take all", "grab all")


class CmdDropAll(AllCommand):
    """
    drop everything that you carry

    Usage:
      drop all

    Of many things it drops only some at once: type it again for the rest.
    """

    key = "drop all"
    way = _DROP


class CmdDrop(TranslatedHelp, default_cmds.CmdDrop):
    """
    drop something

    Usage:
      drop <thing>
    """

    def func(self) -> None:
        """Drop the thing; if one carries none, let the place react: `drop pebble` at a well."""
        caller, text = self.caller, self.args.strip()[: limits.limit_value("typed")]
        if caller.search(text, location=caller, quiet=True) or not reactions.react(
            caller, self.key, text
        ):
            super().func()


# --- tasks and progress


class CmdJournal(WholeWordCommand):
    """
    see what there is to do, and what you have done

    Usage:
      journal

    quest and quests do the same.
    """

    key = "journal"
    aliases = ("quest", "quests")

    def do(self) -> None:
        """Show the journal; the web client has a pane for texts of this type."""
        self.msg(text=(journal.journal_text(self.caller), {"type": "journal"}))


class CmdScore(WholeWordCommand):
    """
    see your progress

    Usage:
      score
    """

    key = "score"

    def do(self) -> None:
        """Show the progress."""
        self.msg(journal.progress_text(current(), self.caller))


# --- the answer to an unknown command


_FEW, _ALIKE = 2, 0.75
_LEFT_OUT = ("admin", "building", "system")  # categories of commands that players do not mean


class CmdUnknown(settings.command_class()):  # type: ignore[misc]
    """Say that a word is not known, and which one may have been meant."""

    key = CMD_NOMATCH
    locks = "cmd:all()"
    auto_help = False

    def func(self) -> None:
        """Show the suggestions."""
        text = self.args.strip()[: limits.limit_value("typed")]
        try:
            if self._is_understood(text):
                return
        except PlayerError as err:
            self.caller.msg(str(err))
            return
        # in Evennia's own words, and so in its translations
        reply = _("Command '{command}' is not available.").format(command=plain_text(text))
        more = _(' Type "help" for help.')
        if meant := self._meant(text.lower()):
            names = iter_to_str(meant, endsep=_("or"), addquote=True)
            more = _(" Maybe you meant {command}?").format(command=names)
        self.caller.msg(f"{reply}{more}")

    def _is_understood(self, text: str) -> bool:
        """Answer a line that is none of the game's commands; return False if it means nothing.

        Raises:
            PlayerError: if it means somebody who is not here.
        """
        caller, (word, _blank, rest) = self.caller, text.partition(" ")
        word = word.lower()
        reply = ""
        if meant := alternatives.translate_line(word, rest):
            caller.execute_cmd(meant, session=self.session)
        elif not (
            reactions.react(caller, word, rest, guesses=True)
            or familiar_commands.walk_steps(caller, text.lower(), self.session)
            or (
                reply := alternatives.alternative_to(text)
                or reactions.default_answer(caller, word, rest)
            )
        ):
            return socials.gesture(caller, word, rest)
        if reply:
            caller.msg(reply)
        return True

    def _meant(self, text: str) -> list[str]:
        """Return the names of commands and exits that are spelt like this single word."""
        if not text.isalpha():
            return []
        names: dict[str, str] = {}
        for command in self.cmdset.commands if self.cmdset is not None else ():
            if self._is_for_players(command):
                names |= dict.fromkeys(map(str.lower, command_names(command)), str(command.key))
        matches = get_close_matches(text, sorted(names), _FEW, cutoff=_ALIKE)
        return list(dict.fromkeys(names[name] for name in matches))

    def _is_for_players(self, command: Command) -> bool:
        return (
            not command.key.startswith("__")
            and not getattr(command, "account_caller", False)
            and (command.is_exit or command.auto_help)
            and (command.help_category or "").lower() not in _LEFT_OUT
            # `access` without a type says whether the exit may be mentioned
            and bool(command.access(self.caller))
        )
