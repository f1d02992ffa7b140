"""`goto` and `path`: walk to a place, or show the route."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from twisted.python.failure import Failure

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.routes import Route, RouteStep
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.task import Task, apart, begin, log_failure
from xyzgrid_ext.game.commands.asking import SWITCHES, journey_in, others_told
from xyzgrid_ext.game.commands.no_way import no_way
from xyzgrid_ext.game.commands.refusal import (
    HelpedCommand,
    refuse_hasty,
    refuse_in_play,
    refuse_untold,
    standing_on,
)
from xyzgrid_ext.game.commands.unexplored import next_unexplored
from xyzgrid_ext.game.db.memory import Journey, journey_of, walk_in_full, walks_in_full
from xyzgrid_ext.game.text import screenreader
from xyzgrid_ext.game.text.directions import (
    legs_in_words,
    steps_in_words,
    time_in_words,
    way_in_words,
)
from xyzgrid_ext.game.text.screenreader import room as spoken_way
from xyzgrid_ext.game.text.screens import client_width, link, link_to, takes_links
from xyzgrid_ext.game.travel import following, planning, walking
from xyzgrid_ext.game.travel.planning import JourneyPlan
from xyzgrid_ext.game.travel.traversal import is_by_hand
from xyzgrid_ext.game.visibility import routes
from xyzgrid_ext.game.visibility.resolve import goal_now
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room

T = TypeVar("T")


class CmdGoto(HelpedCommand):
    """
    walk to a place, or ask for directions

    Usage:
      goto <place>   walk there; you can look around and talk on the way
      goto           stop walking; type it again to walk on
      path <place>   show the whole path, step by step, without walking
      path           show the rest of the path
      path clear     forget the path

    A place is a room's name or alias, part of its name, or coordinates. The
    path can lead through any number of maps. It is the shortest one that you
    can know of: it uses a wormhole only if you have jumped through it before,
    and avoids doors that are locked to you.

    Examples:
      goto the tavern
      goto (4,4)            on the level you are on
      goto (4,4,town)       on another map
      goto (2,2,0)          on another level of the cube you are in
      goto (2,2,0,cube)     in another cube
      goto nearest shop     the nearest room of a kind, or with a name
      goto 2                the second place in a list of places with one name
      goto Bob              somebody on the same map; you go after them
      goto todo             the nearest exit that you have not taken yet; type it
                            again to take that exit
      goto mill via bridge  by way of other places
      path the library

    Switches, for path as well:
      goto/walk <place>      without wormholes
      goto/explored <place>  only through rooms that you have visited
      goto/full <place>      see the full description of each room on the way,
                             and not only its name
      goto/full              always do that from now on; type it again to stop

    If every way is blocked, you learn which door is locked and what you need
    for it. If a door turns out to be locked when you reach it, you see its name
    and walk around it if you can. If you take another exit yourself, you stop
    walking, and goto walks on from there. If something else moves you away, you
    look for a new path. A speed-walk is the same path in one line, for clients
    that understand it.

    See also |whelp follow|n.
    """

    key = "goto"
    aliases = ("path",)
    locks = "cmd:all()"
    help_category = "General"
    switch_options = SWITCHES

    def func(self) -> None:
        """Run the command, or report why it fails."""
        walks = self.cmdname.lower() != "path"
        text = self.args.strip()
        try:
            if not walks and name_key(text) == "clear":
                self._clear()
                return
            live = current()
            refuse_in_play(self.caller, self.cmdname)
            refuse_hasty(self.caller, text)
            if not text and "full" in getattr(self, "switches", ()):
                self._tell_all()
            elif text:
                here = standing_on(live, self.caller)
                if name_key(text) == _("todo"):
                    refuse_untold(live, self.caller, here[0])
                    self._search(
                        next_unexplored(live, self.caller, here, walks),
                        lambda found: self._to_unexplored(live, found, walks),
                    )
                elif walks and (way := self._by_hand(live, text)) is not None:
                    self.caller.execute_cmd(way.key, session=self.session)
                else:
                    self._to_place(live, text, walks)
            elif walks and walking.is_walking(self.caller):
                self._stop()
            else:
                self._again(live, walks)
        except PlayerError as err:
            self.caller.msg(str(err))

    def _search(self, work: Generator[Any, None, T], then: Callable[[T], None]) -> None:
        """Do work in slices instead of an earlier search of the caller."""
        caller = self.caller
        before: Task[Any] | None = caller.ndb.xyzgrid_search
        if before is not None:
            before.cancel()

        def found(result: T) -> None:
            caller.ndb.xyzgrid_search = None
            if caller.pk is not None:
                then(result)

        search = begin(apart(work), found, failed=self._refused)
        if not search.is_done:
            caller.ndb.xyzgrid_search = search

    def _refused(self, failure: Failure) -> None:
        self.caller.ndb.xyzgrid_search = None
        if failure.check(PlayerError):
            self.caller.msg(str(failure.value))
        else:
            log_failure(failure)

    def _to_unexplored(self, live: Live, found: tuple[str, Any | None], walks: bool) -> None:
        place, way = found
        if walks and way is not None:
            self.caller.execute_cmd(way.key, session=self.session)
        else:
            self._to_place(live, place, walks)

    def _to_place(self, live: Live, text: str, walks: bool) -> None:
        viewer = OfCharacter(live, self.caller)
        work = journey_in(text, getattr(self, "switches", ()), viewer, self.cmdname)

        def found(meant: tuple[Journey, Room | None, Sequence[Room]]) -> None:
            if current() is not live:  # the numbers of rooms may be others
                self._to_place(current(), text, walks)
                return
            journey, room, others = meant
            try:
                self._begin(live, standing_on(live, self.caller), room, journey, walks)
            except PlayerError as err:  # a player who is there already may mean another
                self.caller.msg(str(err))
            if room is not None and others:
                self.caller.msg(others_told(room, others, viewer, self.cmdname))

        self._search(work, found)

    def _tell_all(self) -> None:
        """Switch this account between full rooms and mere names on walks."""
        wanted = not walks_in_full(self.caller)
        walk_in_full(self.caller, wanted)
        if wanted:
            self.caller.msg(
                _("From now on, you see the full description of each room that you walk through.")
            )
        else:
            self.caller.msg(
                _(
                    "From now on, you see only the names of the rooms that you walk through, "
                    "and the last one in full."
                )
            )

    def _by_hand(self, live: Live, text: str) -> Any | None:
        """Return a builder's exit of this room that has this name, or leads to a room of this name.

        That room may be off all maps, where no route leads.
        """
        wanted = name_key(text)
        for way in hooks.exits_of(self.caller.location, self.caller):
            target = way.destination
            if live.link_of(way) is None and target is not None and live.where(target) is None:
                names = [way.key, *way.aliases.all(), target.key, *target.aliases.all()]
                if wanted in map(name_key, names):
                    return way
        return None

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
            text = _(
                "You stop on the way to {name}. Type |wgoto|n to walk on, or |wpath clear|n "
                "to forget the path."
            )
            self.caller.msg(text.format(name=journey.name))

    def _again(self, live: Live, walks: bool) -> None:
        """Handle the command without a place: stop the walk, resume it, or show what is left."""
        journey = journey_of(self.caller)
        if journey is None:
            raise PlayerError(
                _("Usage: {word} <name of a place, or coordinates>").format(word=self.cmdname),
                _("Such as |w{word} the tavern|n or |w{word} (4,4,town)|n.").format(
                    word=self.cmdname
                ),
            )
        here = standing_on(live, self.caller)
        try:
            room = goal_now(journey, OfCharacter(live, self.caller))
        except PlayerError:
            walking.clear(self.caller)
            raise
        self._begin(live, here, room, journey, walks, again=True)

    def _begin(
        self,
        live: Live,
        here: Room,
        room: Room | None,
        journey: Journey,
        walks: bool,
        again: bool = False,
    ) -> None:
        """Find the route; show it, or start to walk."""
        caller = self.caller
        if here == room and not journey.via:
            walking.clear(caller)
            text = _("You are already there: this is {name}.")
            if journey.person is not None:
                text = _("{name} is here.")
            raise PlayerError(text.format(name=journey.name))
        if room is not None and not live.exists(room):
            raise PlayerError(
                _("There is nothing at {name} yet.").format(name=journey.name),
                _("It has not been spawned, or a builder has removed it."),
            )

        def found(plan: JourneyPlan) -> None:
            if not plan.parts:
                caller.msg(str(no_way(caller, plan)))
            elif walks:
                self._set_out(plan, again)
            else:
                self._tell(plan.live, plan)

        self._search(planning.finding(OfCharacter(live, caller), here, room, journey), found)

    def _set_out(self, plan: JourneyPlan, again: bool) -> None:
        # the numbers of rooms change when a land is redrawn
        first = plan.first if plan.live is current() else ()
        following.stop(self.caller)
        # before an exit that must be taken by hand, only that is said
        if not (first and is_by_hand(current(), first[0])):
            self._say_out(plan, again)
        walking.set_out(self.caller, plan.journey, first)

    def _say_out(self, plan: JourneyPlan, again: bool) -> None:
        if again:
            text = _("You walk on to {name}: {steps}, {time}. Type |wgoto|n to stop.")
        else:
            text = _("You set out for {name}: {steps}, {time}. Type |wgoto|n to stop.")
        steps, time = steps_in_words(plan.steps), time_in_words(routes.seconds_of(plan.steps))
        self.caller.msg(text.format(name=plan.journey.name, steps=steps, time=time))

    def _tell(self, live: Live, plan: JourneyPlan) -> None:
        """Tell how far a place is, and the way there: exits, and legs over endless lands."""
        journey = plan.journey
        if not walking.is_walking(self.caller):
            walking.show(live, self.caller, journey, plan.first)
        head = _("{name} is {steps} from here.").format(
            name=self._goal(live, journey), steps=steps_in_words(plan.steps)
        )
        tail = _("Walking there takes {time}.").format(
            time=time_in_words(routes.seconds_of(plan.steps))
        )
        self.caller.msg("\n".join([head, *self._parts(live, plan), tail]))

    def _parts(self, live: Live, plan: JourneyPlan) -> list[str]:
        """Return the parts of a journey in words; endless lands are named if it leaves them."""
        listens, told, steps = screenreader.is_on(self.caller), list[str](), list[RouteStep]()
        for part in (*plan.parts, None):
            if isinstance(part, Route):
                steps += part.steps
                continue
            if steps and listens:
                told.append(spoken_way.aloud(live, steps))
            elif steps:
                told.append(way_in_words(live, steps, client_width(self.caller)))
            steps = []
            if part is not None:
                land = None if len(plan.parts) == 1 else live.grids[part.land]
                told.append(legs_in_words(part.way.legs, land, listens))
        return told

    def _goal(self, live: Live, journey: Journey) -> str:
        """Return the name of a goal, as a link that walks there if the client shows links."""
        if not takes_links(self.caller):
            return journey.name
        room = live.locate(journey.place) if journey.person is None else None
        if room is None:
            return link(f"goto {journey.name}", journey.name)
        return link_to(live.xyz(room), journey.name)
