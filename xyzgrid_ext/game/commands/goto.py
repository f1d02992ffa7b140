"""`goto` and `path`: walk to a place, or show the route.

    text ─ parse_way ─► stops ─ resolve ─► a Journey ─ plan ─► walk, or tell

The text can be `the mill via the bridge`, `nearest shop`, `Bob`, or `todo`: the nearest exit that
somebody has not taken yet.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from evennia.utils.utils import iter_to_str
from twisted.python.failure import Failure

from xyzgrid_ext.core.grid import LinkFlag
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.routes import Portal, Route, RouteStep
from xyzgrid_ext.core.target import Itinerary, Target, parse_way
from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.task import Task, begin, log_failure
from xyzgrid_ext.game.commands.refusal import (
    HelpedCommand,
    refuse_hasty,
    refuse_in_play,
    refuse_untold,
    standing_on,
)
from xyzgrid_ext.game.db.memory import FULL_WALKS, Journey, journey_of, want, wants
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.text import doors, screenreader, todo
from xyzgrid_ext.game.text.directions import (
    steps_in_words,
    time_in_words,
    told_apart,
    way_in_words,
)
from xyzgrid_ext.game.text.screenreader import room as spoken_way
from xyzgrid_ext.game.text.screenreader.text import sentence
from xyzgrid_ext.game.text.screens import client_width, link, link_to, takes_links
from xyzgrid_ext.game.travel import following, planning, walking
from xyzgrid_ext.game.travel.planning import JourneyPlan
from xyzgrid_ext.game.travel.traversal import is_by_hand
from xyzgrid_ext.game.visibility import needs, routes
from xyzgrid_ext.game.visibility.names import is_shared, name_of, written
from xyzgrid_ext.game.visibility.resolve import Goal, SeveralError, goal_now, knows_name, resolve
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world import hooks, unmade
from xyzgrid_ext.game.world.current import current, rules_at
from xyzgrid_ext.game.world.world import Live, Room

SWITCHES = ("walk", "explored", "brief", "full")
_SHOWN = 10  # of several places with different names


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
                    text, way = next_unexplored(live, self.caller, here, walks)
                else:
                    way = self._by_hand(live, text) if walks else None
                if way is not None:
                    self.caller.execute_cmd(way.key, session=self.session)
                else:
                    self._to_place(live, here, text, walks)
            elif walks and walking.is_walking(self.caller):
                self._stop()
            else:
                self._again(live, walks)
        except PlayerError as err:
            self.caller.msg(str(err))

    def _to_place(self, live: Live, here: Room, text: str, walks: bool) -> None:
        viewer = OfCharacter(live, self.caller)
        journey, goal = journey_to(text, getattr(self, "switches", ()), viewer, self.cmdname)
        try:
            self._begin(live, here, goal.room, journey, walks)
        except PlayerError as err:  # a player who is there already may mean another
            self.caller.msg(str(err))
        if goal.room is not None and goal.others:
            self.caller.msg(_list_others(goal.room, goal.others, viewer, self.cmdname))

    def _tell_all(self) -> None:
        """Switch this account between full rooms and mere names on walks."""
        wanted = not wants(self.caller, FULL_WALKS)
        want(self.caller, FULL_WALKS, wanted)
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

        def set_out(plan: JourneyPlan) -> None:
            caller.ndb.xyzgrid_search = None
            if not plan.parts:
                caller.msg(str(no_way(caller, plan)))
            elif walks:
                self._set_out(plan, again)
            else:
                self._tell(plan.live, plan)

        def fail(failure: Failure) -> None:
            caller.ndb.xyzgrid_search = None
            log_failure(failure)

        earlier: Task[Any] | None = caller.ndb.xyzgrid_search
        if earlier is not None:
            earlier.cancel()
        work = planning.plan_steps(OfCharacter(live, caller), here, room, journey)
        search = begin(work, set_out, failed=fail)
        if not search.is_done:
            caller.ndb.xyzgrid_search = search

    def _set_out(self, plan: JourneyPlan, again: bool) -> None:
        following.stop(self.caller)
        # before an exit that must be taken by hand, only that is said
        if not (plan.first and is_by_hand(plan.live, plan.first[0])):
            self._say_out(plan, again)
        walking.set_out(self.caller, plan.journey, plan.first)

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
                told.append(part.words(land, listens))
        return told

    def _goal(self, live: Live, journey: Journey) -> str:
        """Return the name of a goal, as a link that walks there if the client shows links."""
        if not takes_links(self.caller):
            return journey.name
        room = live.locate(journey.place) if journey.person is None else None
        if room is None:
            return link(f"goto {journey.name}", journey.name)
        return link_to(live.xyz(room), journey.name)


# --- the journey that a text means


def journey_to(
    text: str, switches: Collection[str], viewer: OfCharacter, word: str
) -> tuple[Journey, Goal]:
    """Return the journey that a typed text means, and its goal now.

    Raises:
        PlayerError: if there is no such place, or if it is secret.

    """
    live, here = viewer.live, viewer.here
    assert here is not None
    how = Journey(
        live.router.place(here), "", wormholes="walk" not in switches,
        explored="explored" in switches, brief="brief" in switches,
        full="full" in switches or wants(viewer.character, FULL_WALKS),
    )  # fmt: skip
    target, *passed = _stops(parse_way(text, _("nearest"), _("via"), _("to")), viewer)
    if len(passed) > (number := limits.most("via")):
        told = ngettext(
            "A route can go via {number} place at most.",
            "A route can go via {number} places at most.",
            number,
        )
        raise PlayerError(told.format(number=number))
    via = tuple(_resolve(one, viewer, word, how).place for one in passed)
    goal = _resolve(target, viewer, word, how, people=True)
    person = None
    if goal.person is not None:
        name, person = hooks.display_name(goal.person, viewer.character), goal.person.pk
    elif goal.room is not None:
        name = _name(goal.room, viewer)
    else:
        name = written(live, goal.place)
    return replace(how, place=goal.place, name=name, person=person, via=via), goal


def _stops(way: Itinerary, viewer: OfCharacter) -> Sequence[Target]:
    """Return the goal and the places to pass; only the goal if a room is called as all of it."""
    for whole in way.wholes:
        if knows_name(whole, viewer):
            return [whole]
    stops = [one for one in way.stops if one is not None]
    if len(stops) < len(way.stops):
        raise PlayerError(
            _("'{word}' needs a place before and after it.").format(word=_("via")),
            _("For example: |wgoto the mill via the bridge|n."),
        )
    return stops


def _resolve(
    target: Target, viewer: OfCharacter, word: str, how: Journey, *, people: bool = False
) -> Goal:
    listed = viewer.character.ndb.xyzgrid_choices or ()
    try:
        return resolve(target, viewer, word, how, listed=listed, people=people)
    except SeveralError as several:
        raise _several(several, viewer, word) from several


def _name(room: Room, viewer: OfCharacter) -> str:
    """Return the name of a goal; for builders add its coordinate if other rooms share the name."""
    live = viewer.live
    name = name_of(live, room)
    if not viewer.sees_all:
        return name
    return f"{name} {written(live, live.router.place(room))}" if is_shared(live, name) else name


def _list_others(room: Room, others: Sequence[Room], viewer: OfCharacter, word: str) -> str:
    """Tell the player which other rooms have this name, and remember the listed numbers."""
    live, character = viewer.live, viewer.character
    character.ndb.xyzgrid_choices = [
        written(live, live.router.place(one)) for one in (room, *others)
    ]
    listens = screenreader.is_on(character)
    line = "{name}: {command}." if listens else "  |w{command}|n  {name}"
    lines = [
        line.format(command=f"{word} {number}", name=told_apart(viewer, one))
        for number, one in enumerate(others, start=2)
    ]
    head = ngettext(
        "{number} other place has this name:", "{number} other places have this name:", len(others)
    )
    return "\n".join([head.format(number=len(others)), *lines])


def _several(several: SeveralError, viewer: OfCharacter, word: str) -> PlayerError:
    """Return what to type for each of several places; as sentences for a screen reader."""
    live = viewer.live
    listens = screenreader.is_on(viewer.character)
    line = "{name}: {command}." if listens else "  |w{command}|n  {name}"
    lines = [
        line.format(command=f"{word} {written(live, live.router.place(room))}", name=name)
        for room, name in islice(several.rooms.items(), _SHOWN)
    ]
    if len(several.rooms) > _SHOWN:
        more = _("and {number} more").format(number=len(several.rooms) - _SHOWN)
        lines.append(sentence(more) if listens else f"  {more}")
    return PlayerError(
        _("Several places match '{text}', nearest first:").format(text=several.text),
        "\n".join(lines),
    )


# --- unexplored exits


def next_unexplored(live: Live, caller: Any, here: Room, walks: bool) -> tuple[str, Any | None]:
    """Return the coordinates of the nearest room with open, unexplored exits, and an exit.

    The exit is the first such exit if that room is this room; otherwise it is None.

    Raises:
        PlayerError: if there is no route to any, or if the player must choose one here.

    """
    places = todo.unexplored(live, caller, here[0])
    for found in todo.nearest(live, caller, here, places):
        ways = [] if found.steps is None else _exits_of(live, caller, found.room)
        ways = [w for w in ways if w.key in found.exits and needs.may_pass(w, caller)]
        if ways and found.room != here:
            return written(live, live.router.place(found.room)), None
        # exits to other maps, and those to be taken by hand, are left to the player
        inside = [w for w in ways if _is_within(live, w)]
        if inside and walks:
            return "", inside[0]
        if ways:
            exits = iter_to_str([f"|w{way.key}|n" for way in ways], endsep=_("and"))
            raise PlayerError(
                _("You have not taken {exits} from here yet. Type its name to go on.").format(
                    exits=exits
                )
            )
    told = todo.todo(live, caller, here)
    if not places:
        raise PlayerError(told)
    shut = _("None of the exits that you have not taken yet is open to you now.")
    shut = f"{shut} {rules_at(caller.location).advice()}".strip()
    raise PlayerError(f"{shut}\n{told}")


def _is_within(live: Live, exit_obj: Any) -> bool:
    """Whether an exit leads to a room of its own map, and walks can take it."""
    link = live.link_of(exit_obj)
    if link is None:
        return False
    grid = live.grids[link[0][0]]
    is_by_hand = bool(int(grid.link_flags[link[1]]) & LinkFlag.INTERRUPT)
    return int(grid.target[link[1]]) >= 0 and not is_by_hand


def _exits_of(live: Live, caller: Any, room: Room) -> list[Any]:
    """Return the exits of a room that somebody sees, whether or not they have been created."""
    waiting = [one for _link, one in unmade.exits_of(live, room)]
    obj = live.object(room)
    return waiting if obj is None else [*waiting, *hooks.exits_of(obj, caller)]


# --- no way


def no_way(caller: Any, plan: JourneyPlan) -> PlayerError:
    """Return the error with advice when no route is known."""
    live, journey = plan.live, plan.journey
    here = live.where(caller.location)
    if isinstance(plan.why, Portal):
        return doors.barred(live, caller, plan.why, journey.name)
    if (told := on_demand().no_way(live, caller, journey, plan.why)) is not None:
        return told
    if here is not None and not live.grids[here[0]].links_of(here[1]):
        text = _("There is no way out of here.")
    elif journey.explored:
        text = _("There is no way to {name} that goes only through rooms you have visited.")
    elif not journey.wormholes:
        text = _("There is no way from here to {name} without a wormhole.")
    else:
        text = _("You know of no way from here to {name}.")
    cures = (part.no_way(live, caller, here) for part in game_parts() if here is not None)
    return PlayerError(text.format(name=journey.name), "\n".join(filter(None, cures)))
