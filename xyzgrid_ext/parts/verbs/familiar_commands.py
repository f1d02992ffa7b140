"""Commands that players of other games type: back, hearts, shout, bug; and steps in one line.

shout, yell   heard in the next rooms, too
whisper Bob hi    without Evennia's =
tell Bob hi   wherever Bob is, in the words of `say`
back          the exit that leads to where one came from
2n e 3w       the steps that `path` prints, walked at the pace of goto
"""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from evennia import default_cmds
from evennia.utils import logger
from evennia.utils.create import create_message

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.game.base import limits, settings, task
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, ClientSession, ExitObject
from xyzgrid_ext.game.base.hooks import NOTHING, call_for_hook
from xyzgrid_ext.game.base.language import translating_for
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.commands.refusal import (
    TranslatedHelp,
    WholeWordCommand,
    refuse_hasty,
    refuse_in_play,
)
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.objects import name_keys
from xyzgrid_ext.game.parts import hearts_of
from xyzgrid_ext.game.protocols import talk
from xyzgrid_ext.game.text.messages import plain_text, tell_room
from xyzgrid_ext.game.travel import walking
from xyzgrid_ext.game.typeclasses.moves import Move
from xyzgrid_ext.game.visibility.viewer import hides_room
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.verbs import reactions

_REPORTS = "reports.log"


class CmdSay(TranslatedHelp, default_cmds.CmdSay):
    """
    speak as your character

    Usage:
      say <message>

    Talk to those in your current location.
    """

    def func(self) -> None:
        """Speak; the place may answer."""
        caller, words = self.caller, plain_text(self.args.strip())
        if (
            call_for_hook(caller, "at_say", super().func, (), {}) is NOTHING
        ):  # the place's name, mostly
            caller.msg(_('You say, "{words}"').format(words=words))
            here = lazy('{player} says, "{words}"')
            tell_room(caller.location, here, but=caller, by=caller, player=caller, words=words)
        if self.args.strip():
            hearers = caller.location.contents if caller.location is not None else ()
            talk.tell_speech(caller, hearers, f'{caller.key} says, "{self.args.strip()}"')
            reactions.react(caller, self.key, self.args[: limits.limit_value("typed")])


class CmdWhisper(TranslatedHelp, default_cmds.CmdWhisper):
    """
    speak to somebody without being heard by others

    Usage:
      whisper <somebody> <message>
      whisper <somebody>, <somebody> = <message>
    """

    lhs: str
    rhs: str | None

    def parse(self) -> None:
        """Read the line, with or without `=`."""
        super().parse()
        if self.rhs is None:
            name, _blank, self.rhs = self.args.strip().removeprefix("to ").partition(" ")
            self.lhs = name


class CmdTell(TranslatedHelp, default_cmds.CmdPage):
    """
    tell somebody something, wherever they are

    Usage:
      tell <somebody> <message>
      tell <somebody>, <somebody> = <message>
      page    see the last messages that you got and sent
    """

    lhslist: list[str]
    rhs: str | None

    def func(self) -> None:
        """Tell it, and keep it for who is away; the rest of what `page` does is Evennia's."""
        me, (name, _blank, words) = self.caller, self.args.strip().partition(" ")
        names, words = (self.lhslist, self.rhs) if self.rhs else ([name], words)
        if self.switches or not (words := plain_text(words.strip())):
            super().func()
            return
        to = []
        for name in names:
            if not (matches := me.search(name, quiet=True)) or not matches[0].access(me, "msg"):
                self.msg(_("There is no player '{name}' to tell.").format(name=name))
                return
            to.append(matches[0])
        readers = " or ".join(f"id({reader.id})" for reader in (*to, me))
        locks = f"read:{readers} or perm(Admin);edit,delete:id({me.id}) or perm(Admin)"
        create_message(me, words, receivers=to, locks=locks, tags=[("page", "comms")])
        for other in to:
            with translating_for(other):
                text = _('{player} tells you, "{words}"').format(player=me.key, words=words)
            other.msg(text)
            reply = _('You tell {player}, "{words}"')
            if not other.sessions.count():
                reply = _('{player} is away, and will find this in |wpage|n: "{words}"')
            self.msg(reply.format(player=other.key, words=words))


class CmdShout(WholeWordCommand):
    """
    speak so loudly that the next rooms hear it

    Usage:
      shout <message>
    """

    key = "shout"
    aliases = ("yell", "scream")

    def do(self) -> None:
        """Shout."""
        caller, words = self.caller, plain_text(self.args.strip())
        if not words:
            raise PlayerError(_("What do you want to shout?"))
        refuse_hasty(caller, words)
        caller.msg(_('You shout: "{words}"').format(words=words))
        here = lazy('{player} shouts: "{words}"')
        tell_room(caller.location, here, but=caller, by=caller, player=caller, words=words)
        near = {exit_.destination: exit_ for exit_ in hooks.exits_of(caller.location, caller)}
        for room in near:
            if room is not None and room != caller.location:
                tell_room(room, lazy('Somebody shouts nearby: "{words}"'), by=caller, words=words)


class CmdHearts(WholeWordCommand):
    """
    see how many hearts you have left

    Usage:
      hearts

    hp and health do the same. You lose hearts only where there are fights.
    """

    key = "hearts"
    aliases = ("hp", "health", "vitals")

    def do(self) -> None:
        """Tell the hearts."""
        if (hearts := hearts_of(self.caller)) is None:
            self.msg(_("You are well. Hearts count only where there are fights."))
            return
        text = ngettext("You have {n} heart of {all}.", "You have {n} hearts of {all}.", hearts[0])
        self.msg(text.format(n=hearts[0], all=hearts[1]))


class CmdReport(WholeWordCommand):
    """
    report a fault or an idea to those who run this game

    Usage:
      bug <text>
      typo <text>
      idea <text>

    They see your text and the room where you are.
    """

    key = "bug"
    aliases = ("typo", "idea")

    def do(self) -> None:
        """Write it down."""
        caller, text = self.caller, plain_text(self.args.strip())
        if not text:
            raise PlayerError(_("What is it? For example, |wtypo the sign says teh|n."))
        refuse_hasty(caller, text)
        place = "" if caller.location is None else caller.location.key
        logger.log_file(f"{self.cmdstring} by {caller.key} in {place}: {text}", _REPORTS)
        self.msg(_("Thank you. Your text is stored, with the place where you are."))


# --- steps


def remember_origin(move: Move) -> None:
    """Remember where a character came from."""
    if move.origin is not None:
        move.who.ndb.xyzgrid_came_from = move.origin


class CmdReturn(WholeWordCommand):
    """
    go back to the room that you came from

    Usage:
      back

    return does the same.
    """

    key = "back"
    aliases = ("return",)
    auto_help = False  # many an exit is called so, and comes first

    def do(self) -> None:
        """Take the exit that leads there."""
        caller, room = self.caller, self.caller.location
        refuse_in_play(caller, "go")
        before = caller.ndb.xyzgrid_came_from
        exits = [] if hides_room(current(), caller, room) else hooks.exits_of(room, caller)
        way = next((exit_ for exit_ in exits if before and exit_.destination == before), None)
        if way is None:
            raise PlayerError(_("You cannot tell which exit leads back. |wexits|n lists them."))
        caller.execute_cmd(way.key, session=self.session)


def only_way_in(who: Character) -> str:
    """Return the name of the only exit to another map, or of the only exit; empty if several.

    An exit that is called `out` is no way in.
    """
    live, room = current(), who.location
    exits = [exit_ for exit_ in hooks.exits_of(room, who) if "out" not in name_keys(exit_)]
    maps = [map_key(objects.map_name_of(exit_.destination) or "") for exit_ in exits]
    here = map_key(objects.map_name_of(room) or "")
    others = [exit_ for exit_, there in zip(exits, maps, strict=True) if there != here]
    only = others if len(others) == 1 else exits
    return str(only[0].key) if len(only) == 1 and not hides_room(live, who, room) else ""


_STEPS = re.compile(r"\d{0,2}[a-z]{1,3}(?:[ ,;]+\d{0,2}[a-z]{1,3})*")
_STEP = re.compile(r"(\d*)([a-z]+)")
_MOST_STEPS = 200


def _exit_called(who: Character, name: str) -> ExitObject | None:
    exits = hooks.exits_of(who.location, who)
    names = ((exit_, {*name_keys(exit_), objects.direction_of(exit_)}) for exit_ in exits)
    return next((exit_ for exit_, called in names if name in called), None)


def walk_steps(who: Character, text: str, session: ClientSession) -> bool:
    """Walk the steps of a line such as `2n e 3w`; return False if it is none."""
    if not _STEPS.fullmatch(text) or (text.isalpha() and len(text) > 1):
        return False
    steps = [name for number, name in _STEP.findall(text) for _number in range(int(number or 1))]
    if len(steps) < 2 or _exit_called(who, steps[0]) is None:
        return False
    walking.pause_silently(who)
    _take_step(who, steps[:_MOST_STEPS], session)
    return True


@surviving("steps")
def _take_step(who: Character, steps: list[str], session: ClientSession) -> None:
    """Take the first of some steps, and later the others."""
    name, *others = steps
    before = who.location
    with translating_for(who):
        if who.pk is None or _exit_called(who, name) is None:
            who.msg(_("You stop here: there is no exit '{name}'.").format(name=name))
            return
        who.execute_cmd(name, session=session)
    if others and who.pk is not None and who.location is not before:
        task.call_later(
            settings.setting_value("XYZGRID_WALK_DELAY"), _go_on, who, others, who.location, session
        )


def _go_on(who: Character, steps: list[str], room: object, session: ClientSession) -> None:
    """Take the next step, unless the player has gone elsewhere, or walks with goto."""
    if who.pk is not None and who.location is room and not walking.is_walking(who):
        _take_step(who, steps, session)
