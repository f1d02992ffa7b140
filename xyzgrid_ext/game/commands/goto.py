"""`goto` and `path`: walk to a place, or show the route.

    text ─ parse_stops ─► stops ─ resolve ─► a Journey ─ plan ─► walk, or tell

The text can be `the mill via the bridge`, `nearest shop`, `Bob`, or `todo`: the nearest exit that
somebody has not taken yet.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from evennia.utils.utils import iter_to_str
from twisted.python.failure import Failure

from xyzgrid_ext.core.grid import LinkFlag
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.routes import Portal, Route, RouteStep
from xyzgrid_ext.core.target import Itinerary, Target, parse_stops
from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, ExitObject
from xyzgrid_ext.game.base.task import Task, begin, log_failure
from xyzgrid_ext.game.commands.refusal import (
    HelpedCommand,
    refuse_hasty,
    refuse_in_play,
    refuse_unknown_map,
    room_of_caller,
)
from xyzgrid_ext.game.db.memory import (
    FULL_WALKS,
    Journey,
    has_account_option,
    journey_of,
    set_account_option,
)
from xyzgrid_ext.game.db.objects import name_keys
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.text import screenreader, shut_exits, todo
from xyzgrid_ext.game.text.directions import (
    distinct_name,
    route_in_words,
    steps_in_words,
    time_in_words,
)
from xyzgrid_ext.game.text.screenreader import room as spoken_way
from xyzgrid_ext.game.text.screenreader.text import as_sentence
from xyzgrid_ext.game.text.screens import client_width, link_markup, room_link, takes_links
from xyzgrid_ext.game.travel import following, planning, walking
from xyzgrid_ext.game.travel.entrances import give_up_text
from xyzgrid_ext.game.travel.planning import JourneyPlan, NoGotoArea
from xyzgrid_ext.game.travel.traversal import is_by_hand
from xyzgrid_ext.game.visibility import needs, viewer_routes
from xyzgrid_ext.game.visibility.names import is_shared, name_of, place_text
from xyzgrid_ext.game.visibility.resolve import (
    AmbiguousNameError,
    Goal,
    goal_now,
    knows_name,
    resolve_target,
)
from xyzgrid_ext.game.visibility.viewer import CharacterViewer
from xyzgrid_ext.game.world import hooks, lookups
from xyzgrid_ext.game.world.current import current, rules_at
from xyzgrid_ext.game.world.world import Live, Room

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
      goto the old town     the nearest room of a part of a map with that name
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
    switch_options = ("walk", "explored", "full")

    def do(self) -> None:
        """Walk to a place, stop, or show the path, as the words and the arguments say."""
        walks, text = self.cmdname.lower() != "path", self.args.strip()
        self.switches: list[str] = getattr(self, "switches", [])  # a game's own class may have none
        if not walks and name_key(text) == "clear":
            self._clear()
            return
        live = current()
        refuse_in_play(self.caller, self.cmdname)
        refuse_hasty(self.caller, text)
        if not text and "full" in self.switches:
            self._toggle_full()
        elif text:
            here = room_of_caller(live, self.caller)
            if name_key(text) == _("todo"):
                refuse_unknown_map(live, self.caller, here[0])
                text, exit_obj = next_unexplored(live, self.caller, here, walks)
            else:
                exit_obj = self._exit_off_the_maps(live, text) if walks else None
            if exit_obj is not None:
                self.caller.execute_cmd(exit_obj.key, session=self.session)
            else:
                self._to_place(live, here, text, walks)
        elif walks and walking.is_walking(self.caller):
            self._stop()
        else:
            self._resume(live, walks)

    def _to_place(self, live: Live, here: Room, text: str, walks: bool) -> None:
        viewer = CharacterViewer(live, self.caller)
        journey, goal = parse_journey(text, self.switches, viewer, self.cmdname)
        try:
            self._begin(live, here, goal.room, journey, walks)
        except PlayerError as err:  # a player who is there already may mean another
            self.caller.msg(str(err))
        if goal.room is not None and goal.others:
            self.caller.msg(_list_others(goal.room, goal.others, viewer, self.cmdname))

    def _toggle_full(self) -> None:
        """Switch this account between full rooms and mere names on walks."""
        full = not has_account_option(self.caller, FULL_WALKS)
        set_account_option(self.caller, FULL_WALKS, full)
        if full:
            text = _(
                "From now on, you see the full description of each room that you walk through."
            )
        else:
            text = _(
                "From now on, you see only the names of the rooms that you walk through, "
                "and the last one in full."
            )
        self.caller.msg(text)

    def _exit_off_the_maps(self, live: Live, name: str) -> ExitObject | None:
        """Return the exit here to a room off all maps, if it or the room has this name."""
        for exit_obj in hooks.exits_of(self.caller.location, self.caller):
            target = exit_obj.destination
            if live.link_of(exit_obj) is not None or target is None or live.where(target):
                continue
            if name_key(name) in name_keys(exit_obj) | name_keys(target):
                return exit_obj
        return None

    def _clear(self) -> None:
        journey = journey_of(self.caller)
        walking.forget_walk(self.caller)
        if journey is None:
            raise PlayerError(_("There is no path to forget."))
        self.caller.msg(_("You forget the way to {name}.").format(name=journey.name))

    def _stop(self) -> None:
        journey = journey_of(self.caller)
        walking.pause_silently(self.caller)
        if journey is not None:
            text = _(
                "You stop on the way to {name}. Type |wgoto|n to walk on, or |wpath clear|n "
                "to forget the path."
            )
            self.caller.msg(text.format(name=journey.name))

    def _resume(self, live: Live, walks: bool) -> None:
        """Walk on, or show what is left of the path."""
        journey, word = journey_of(self.caller), self.cmdname
        if journey is None:
            raise PlayerError(
                _("You are not on the way anywhere."),
                _("Type |w{word}|n with the name of a place, or with a part of it.").format(
                    word=word
                ),
            )
        here = room_of_caller(live, self.caller)
        try:
            room = goal_now(journey, CharacterViewer(live, self.caller))
        except PlayerError:
            walking.forget_walk(self.caller)
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
            walking.forget_walk(caller)
            text = _("You are already there: this is {name}.")
            if journey.person is not None:
                text = _("{name} is here.")
            raise PlayerError(text.format(name=journey.name))
        if room is not None and not live.exists(room):
            raise PlayerError(
                _("There is nothing at {name} yet.").format(name=journey.name),
                _("It has not been spawned, or a builder has removed it."),
            )

        viewer = CharacterViewer(live, caller)
        ends = [live.locate(stop) for stop in journey.via] + [room] * (journey.person is None)
        if not all(viewer_routes.may_lead_to(viewer, end) for end in ends if end is not None):
            raise PlayerError(
                _("You have not been there, and nobody has told you the way."),
                _("|wgoto todo|n walks to the nearest exit that you have not taken."),
            )

        def answer(plan: JourneyPlan) -> None:
            caller.ndb.xyzgrid_search = None
            if not plan.parts:
                caller.msg(str(no_route_error(caller, plan)))
            elif walks:
                self._set_out(plan, again)
            else:
                self._show(plan)

        def fail(failure: Failure) -> None:
            caller.ndb.xyzgrid_search = None
            log_failure(failure)

        earlier: Task[object] | None = caller.ndb.xyzgrid_search
        if earlier is not None:
            earlier.cancel()
        work = planning.plan_steps(viewer, here, room, journey)
        search = begin(work, answer, failed=fail)
        if not search.is_done:
            caller.ndb.xyzgrid_search = search

    def _set_out(self, plan: JourneyPlan, again: bool) -> None:
        following.stop_following(self.caller)
        # before an exit that must be taken by hand, only that is said
        if not (plan.first_steps and is_by_hand(plan.live, self.caller, plan.first_steps[0])):
            if again:
                text = _("You walk on to {name}: {steps}, {time}. Type |wgoto|n to stop.")
            else:
                text = _("You set out for {name}: {steps}, {time}. Type |wgoto|n to stop.")
            steps, time = (
                steps_in_words(plan.steps),
                time_in_words(viewer_routes.walk_seconds(plan.steps)),
            )
            line = text.format(name=plan.journey.name, steps=steps, time=time)
            self.caller.msg(" ".join([line, *_border(plan)]))
        walking.start_walk(self.caller, plan.journey, plan.first_steps)

    def _show(self, plan: JourneyPlan) -> None:
        """Tell how far a place is, and the way there: exits, and legs over endless lands."""
        live, journey = plan.live, plan.journey
        if not walking.is_walking(self.caller):
            walking.show_route(live, self.caller, journey, plan.first_steps)
        name = journey.name
        if takes_links(self.caller):  # a link that walks there
            room = live.locate(journey.place) if journey.person is None else None
            name = (
                link_markup(f"goto {name}", name)
                if room is None
                else room_link(live.xyz(room), name)
            )
        head = _("{name} is {steps} from here.").format(name=name, steps=steps_in_words(plan.steps))
        tail = _("Walking there takes {time}.").format(
            time=time_in_words(viewer_routes.walk_seconds(plan.steps))
        )
        self.caller.msg("\n".join([head, *self._legs(live, plan), *_border(plan), tail]))

    def _legs(self, live: Live, plan: JourneyPlan) -> list[str]:
        """Return the parts of a journey in words; endless lands are named if it leaves them."""
        listens, texts, steps = screenreader.is_on(self.caller), list[str](), list[RouteStep]()
        for part in (*plan.parts, None):
            if isinstance(part, Route):
                steps += part.steps
                continue
            if steps and listens:
                texts.append(spoken_way.route_aloud(live, steps))
            elif steps:
                texts.append(route_in_words(live, steps, client_width(self.caller)))
            steps = []
            if part is not None:
                land = None if len(plan.parts) == 1 else live.grids[part.land]
                texts.append(part.words(land, listens))
        return texts


# --- the journey that a text means


def parse_journey(
    text: str, switches: Collection[str], viewer: CharacterViewer, word: str
) -> tuple[Journey, Goal]:
    """Return the journey that a typed text, `the mill via bridge`, means, and its present goal.

    `word` is `goto` or `path`, to be typed again with one of several places of that name.

    Raises:
        PlayerError: if there is no such place, if it is secret, or if there are several.
    """
    live, here = viewer.live, viewer.here
    assert here is not None
    how = Journey(
        live.router.place(here),
        "",
        wormholes="walk" not in switches,
        explored="explored" in switches,
        full="full" in switches or has_account_option(viewer.character, FULL_WALKS),
    )
    target, *passed = _stops(parse_stops(text, _("nearest"), _("via"), _("to")), viewer)
    if len(passed) > (number := limits.limit_value("via")):
        refusal = ngettext(
            "A route can go via {number} place at most.",
            "A route can go via {number} places at most.",
            number,
        )
        raise PlayerError(refusal.format(number=number))
    via = tuple(_resolve(stop, viewer, word, how).place for stop in passed)
    goal = _resolve(target, viewer, word, how, people=True)
    person = None
    if goal.person is not None:
        name, person = hooks.display_name(goal.person, viewer.character), goal.person.pk
    elif goal.room is None:
        name = place_text(live, goal.place)
    else:
        name = name_of(live, goal.room)
        if viewer.sees_all and is_shared(live, name):
            name = f"{name} {place_text(live, live.router.place(goal.room))}"
    return replace(how, place=goal.place, name=name, person=person, via=via), goal


def _stops(way: Itinerary, viewer: CharacterViewer) -> Sequence[Target]:
    """Return the goal and the places to pass; only the goal if a room is called as all of it."""
    for whole in way.wholes:
        if knows_name(whole, viewer):
            return [whole]
    stops = [stop for stop in way.stops if stop is not None]
    if len(stops) < len(way.stops):
        raise PlayerError(
            _("'{word}' needs a place before and after it.").format(word=_("via")),
            _("For example: |wgoto the mill via the bridge|n."),
        )
    return stops


def _resolve(
    target: Target, viewer: CharacterViewer, word: str, how: Journey, *, people: bool = False
) -> Goal:
    listed = viewer.character.ndb.xyzgrid_choices or ()
    try:
        return resolve_target(target, viewer, word, how, listed=listed, people=people)
    except AmbiguousNameError as several:
        rooms = list(several.rooms.items())
        lines = [
            _choice(
                viewer, f"{word} {place_text(viewer.live, viewer.live.router.place(room))}", name
            )
            for room, name in rooms[:_SHOWN]
        ]
        if len(rooms) > _SHOWN:
            more = _("and {number} more").format(number=len(rooms) - _SHOWN)
            lines.append(as_sentence(more) if screenreader.is_on(viewer.character) else f"  {more}")
        text = _("Several places match '{text}', nearest first:").format(text=several.text)
        raise PlayerError(text, "\n".join(lines)) from several


def _list_others(room: Room, others: Sequence[Room], viewer: CharacterViewer, word: str) -> str:
    """Return lines about other rooms of this name, and store their numbers for `goto 2`."""
    live = viewer.live
    viewer.character.ndb.xyzgrid_choices = [
        (each[0], live.router.place(each)) for each in (room, *others)
    ]
    lines = [
        _choice(viewer, f"{word} {number}", distinct_name(viewer, other))
        for number, other in enumerate(others, start=2)
    ]
    head = ngettext(
        "{number} other place has this name:", "{number} other places have this name:", len(others)
    )
    return "\n".join([head.format(number=len(others)), *lines])


def _choice(viewer: CharacterViewer, command: str, name: str) -> str:
    """Return the line that says what to type for a place; as a sentence for a screen reader."""
    listens = screenreader.is_on(viewer.character)
    return f"{name}: {command}." if listens else f"  |w{command}|n  {name}"


# --- unexplored exits


def next_unexplored(
    live: Live, caller: Character, here: Room, walks: bool
) -> tuple[str, Any | None]:
    """Return the nearest exit that the caller has not taken: (coordinates of its room, None).

    If it is in the room `here`, and `walks` (for `goto`, not `path`), the result is ("", exit).

    Raises:
        PlayerError: if there is no route to any, or if the player must choose one here.
    """
    places = todo.unexplored_exits(live, caller, here[0])
    for end in todo.nearest_open_ends(live, caller, here, places):
        if end.steps is None:
            continue
        exits = [exit_ for _link, exit_ in lookups.unmade_exits(live, end.room)]
        if (obj := live.object(end.room)) is not None:
            exits += hooks.exits_of(obj, caller)
        exits = [e for e in exits if e.key in end.exits and needs.may_pass(e, caller)]
        if exits and end.room != here:
            return place_text(live, live.router.place(end.room)), None
        # exits to other maps, and those to be taken by hand, are left to the player
        inside = [exit_ for exit_ in exits if _is_within(live, exit_)]
        if inside and walks:
            return "", inside[0]
        if exits:
            names = iter_to_str([f"|w{exit_.key}|n" for exit_ in exits], endsep=_("and"))
            text = _("You have not taken {exits} from here yet. Type its name to go on.")
            raise PlayerError(text.format(exits=names))
    exits_left = todo.todo_text(live, caller, here)
    if not places:
        raise PlayerError(exits_left)
    shut = _("None of the exits that you have not taken yet is open to you now.")
    shut = f"{shut} {rules_at(caller.location).unlock_advice()}".strip()
    raise PlayerError(f"{shut}\n{exits_left}")


def _is_within(live: Live, exit_obj: ExitObject) -> bool:
    """Whether an exit leads to a room of its own map, and walks can take it."""
    if (link_of_exit := live.link_of(exit_obj)) is None:
        return False
    (key, _room), number = link_of_exit
    grid = live.grids[key]
    is_by_hand = int(grid.link_flags[number]) & LinkFlag.INTERRUPT
    return int(grid.target[number]) >= 0 and not is_by_hand


# --- no way


def _border(plan: JourneyPlan) -> list[str]:
    """Return a line about the area before which the way ends, if it does."""
    if not isinstance(plan.why, NoGotoArea):
        return []
    text = _("The way ends before {area}: goto does not lead you into it.")
    return [text.format(area=plan.why.area)]


def no_route_error(caller: Character, plan: JourneyPlan) -> PlayerError:
    """Return the error for a plan without a route: what blocks it, and what the caller can do."""
    live, journey = plan.live, plan.journey
    here = live.where(caller.location)
    if isinstance(plan.why, Portal):
        return shut_exits.barred_error(live, caller, plan.why, journey.name)
    if isinstance(plan.why, NoGotoArea):
        return PlayerError(plan.why.message())
    if (error := on_demand().no_way(live, caller, journey, plan.why)) is not None:
        return error
    if here is not None and not live.grids[here[0]].links_of(here[1]):
        text = _("There is no way out of here.")
    elif journey.explored:
        text = _("There is no way to {name} that goes only through rooms you have visited.")
    elif not journey.wormholes:
        text = _("There is no way from here to {name} without a wormhole.")
    else:
        text = _("You know of no way from here to {name}.")
    cure = "" if here is None else give_up_text(live, caller, here)
    return PlayerError(text.format(name=journey.name), cure)
