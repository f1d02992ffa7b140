"""`goto` and `path`: the way to a place, walked or told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.graph import Portal, Step
from xyzgrid_ext.game import conf, walking
from xyzgrid_ext.game.commands.refusal import refuse_in_play, standing_on
from xyzgrid_ext.game.directions import steps_in_words, way_in_words
from xyzgrid_ext.game.display import client_width
from xyzgrid_ext.game.journeys import Journey, journey_of
from xyzgrid_ext.game.live import Live, Room
from xyzgrid_ext.game.places import find_room, name_of
from xyzgrid_ext.game.script import world
from xyzgrid_ext.game.traversal import exit_in_words


class CmdGoto(conf.command_class()):  # type: ignore[misc]
    """
    Walk to a place by yourself, or ask for the way

    Usage:
      goto <place>   walk there; looking and talking do not stop you
      goto           stop walking; once more, walk on
      path <place>   tell the whole way, step by step, and do not walk
      path           tell the way that is left
      path clear     forget it

    A place is the name of a room, another name of it, a part of its name, or
    coordinates. The way leads through as many maps as it takes. It is the
    shortest one that you can know of: it takes a wormhole only after you have
    jumped it yourself.

    Examples:
      goto the tavern
      goto (4,4)            on the sheet where you are
      goto (4,4,town)       on another map
      goto (2,2,0)          on another sheet of the cube where you are
      goto (2,2,0,cube)     in another cube
      path the library

    A door that is locked for you ends the walk and is named. Once it is open,
    goto walks on. If you go astray, or are brought elsewhere, you find another
    way from there. The last line of a path is a speed-walk: the same way, to
    be typed into a client that knows them.
    """

    key = "goto"
    aliases = ("path",)
    locks = "cmd:all()"
    help_category = "General"

    def func(self) -> None:
        """Do it, or say why not."""
        walks = self.cmdname.lower() != "path"
        text = self.args.strip()
        try:
            if not walks and text.lower() == "clear":
                self._clear()
                return
            live = world()
            refuse_in_play(self.caller, self.cmdname)
            if text:
                here = standing_on(live, self.caller)
                room = find_room(text, live, self.caller, here, self.cmdname)
                journey = Journey(live.router.place(room), name_of(live, room))
                self._begin(live, here, room, journey, walks)
            elif walks and walking.is_walking(self.caller):
                self._stop()
            else:
                self._again(live, walks)
        except GridError as err:
            self.caller.msg(str(err))

    def _clear(self) -> None:
        journey = journey_of(self.caller)
        walking.clear(self.caller)
        if journey is None:
            self.caller.msg(_("There is no path to forget."))
        else:
            self.caller.msg(_("You forget the way to {name}.").format(name=journey.name))

    def _stop(self) -> None:
        journey = journey_of(self.caller)
        walking.rest(self.caller)
        if journey is not None:
            text = _("You stop on the way to {name}. |wgoto|n walks on, |wpath clear|n forgets it.")
            self.caller.msg(text.format(name=journey.name))

    def _again(self, live: Live, walks: bool) -> None:
        """Nothing was named: go on with what there is."""
        journey = journey_of(self.caller)
        if journey is None:
            raise GridError(
                _("Usage: {word} <name of a place, or coordinates>").format(word=self.cmdname),
                _("Such as |w{word} the tavern|n or |w{word} (4,4,town)|n.").format(
                    word=self.cmdname
                ),
            )
        here = standing_on(live, self.caller)
        room = live.locate(journey.place)
        if room is None or live.object(room) is None:
            walking.clear(self.caller)
            raise GridError(_("{name} is no more.").format(name=journey.name))
        self._begin(live, here, room, journey, walks, again=True)

    def _begin(
        self,
        live: Live,
        here: Room,
        room: Room,
        journey: Journey,
        walks: bool,
        again: bool = False,
    ) -> None:
        """Find the way; tell it, or set out."""
        caller = self.caller
        if here == room:
            walking.clear(caller)
            raise GridError(_("You are there: this is {name}.").format(name=journey.name))
        if live.object(room) is None:
            raise GridError(
                _("There is nothing at {name} yet.").format(name=journey.name),
                _("Its map has not been spawned."),
            )
        route = live.route(caller, here, room)
        if route is None:
            raise GridError(*_no_way(live, caller, here, room, journey))
        if walks:
            if again:
                text = _("You go on to {name}: {steps}. |wgoto|n stops you.")
            else:
                text = _("You set out for {name}: {steps}. |wgoto|n stops you.")
            caller.msg(text.format(name=journey.name, steps=steps_in_words(len(route.steps))))
            walking.set_out(world, caller, journey, route.steps)
        else:
            if not walking.is_walking(caller):
                walking.show(live, caller, journey, route.steps)
            caller.msg(self._told(live, journey, route.steps))

    def _told(self, live: Live, journey: Journey, steps: Sequence[Step]) -> str:
        head = _("{name} is {steps} from here.").format(
            name=journey.name, steps=steps_in_words(len(steps))
        )
        return f"{head}\n{way_in_words(live, steps, client_width(self.caller))}"


def _no_way(live: Live, caller: Any, here: Room, room: Room, journey: Journey) -> tuple[str, str]:
    """What to say where no way is known, and what to do about it."""
    if (portal := live.barred(caller, here, room)) is not None:
        return _barred(live, caller, portal, journey)
    grid: Any = live.grids[here[0]]
    if not grid.links_of(here[1]):
        text = _("There is no way out of here.")
    else:
        text = _("There is no way from here to {name} that you know of.").format(name=journey.name)
    # only maps with an entrance have a way back to it
    cure = _("|wgive up|n leads back to the entrance.") if grid.start is not None else ""
    return text, cure


def _barred(live: Live, caller: Any, portal: Portal, journey: Journey) -> tuple[str, str]:
    """Which exit is shut, and what it takes, as far as that can be said."""
    step = Step(portal.source, portal.link, portal.target)
    text = _("Every way to {name} is shut: {exit}.").format(
        name=journey.name, exit=exit_in_words(live, step)
    )
    exit_obj = live.exit(portal.source, live.router.way(step).direction)
    why = "" if exit_obj is None else exit_obj.in_the_way(caller)
    return text, why
